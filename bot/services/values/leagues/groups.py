"""Groups of a season: their sizes, and the members of each. Pure."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)

FEWEST = 4  # players of a group, and of a league
MOST = 7
AIM = 6
# a larger group is made only if a promise would be broken otherwise, as six of eight people are
# promised the first group
LARGEST = MOST + FEWEST - 1


class Movement(IntEnum):
    """Consequence of a season's table for a player: going up, staying, or going down a group."""

    UP = -1
    STAY = 0
    DOWN = 1


@dataclass(frozen=True, slots=True)
class Standing(Generic[P]):
    """Player of the last season, with the place in the table and the movement that follows from it.

    :ivar group: from 1, the highest.
    :ivar order: the place in the table of the group, from 0.
    :ivar lowest: whether the group was the lowest one of the season.
    """

    player: P
    group: int
    order: int
    movement: Movement
    lowest: bool = False

    @property
    def target(self) -> int:
        """Number of the group to which the player moves, unless the sizes of groups change it."""
        return self.group + self.movement

    @property
    def lowest_promised(self) -> int | None:
        """Number of the lowest group in which the player may be placed; None without a promise.

        Players who go down have no promise, nor have those who stay in the lowest group.
        """
        if self.movement is Movement.DOWN or (self.lowest and self.movement is Movement.STAY):
            return None
        return self.target


def movers(size: int) -> int:
    """Return the number of players of a group who go up; the same number go down."""
    return 1 if size <= 5 else 2


def movement(order: int, size: int, group: int, groups: int) -> Movement:
    """Return whether a player goes up, stays or goes down, by the order (from 0) in the table.

    No player goes up from the first group, or down from the last one.
    """
    if group > 1 and order < movers(size):
        return Movement.UP
    return Movement.DOWN if group < groups and order >= size - movers(size) else Movement.STAY


def new_groups(standings: Iterable[Standing[P]], newcomers: Sequence[P]) -> list[list[P]]:
    """Return the groups of the next season, highest first; empty with fewer than four players.

    A promoted player always gets into a higher group. A player who stays never gets into a lower
    one, except from the lowest group. The sizes of the groups are adapted to this.

    :param newcomers: new players in order; they are placed after all others.
    """
    ordered = sorted(standings, key=_rank)
    players = [*(each.player for each in ordered), *newcomers]
    if len(players) < FEWEST:
        return []
    sizes = _sizes(len(players), _needs([each.lowest_promised for each in ordered]))
    groups, start = [], 0
    for size in sizes:
        groups.append(players[start : start + size])
        start += size
    return groups


def _rank(standing: Standing[P]) -> tuple[int, int, int]:
    return standing.target, standing.group, standing.order


def _needs(promised: Sequence[int | None]) -> list[int]:
    """Return how many players the first 0, 1, 2 ... groups must hold to keep all promises.

    A promise names the lowest group in which a player may be placed (`Standing.lowest_promised`).

    :param promised: the promise to each player, in the order in which they are placed.
    """
    needs = [0] * (max((each for each in promised if each is not None), default=0) + 1)
    for position, group in enumerate(promised, start=1):
        if group is not None:
            needs[group] = position
    # so that the search rarely meets a dead end
    for group in range(len(needs) - 1, 0, -1):
        needs[group - 1] = max(needs[group - 1], needs[group] - MOST)
    return needs


def _sizes(players: int, needs: Sequence[int]) -> tuple[int, ...]:
    for most in range(MOST, LARGEST + 1):
        found = _Search(players, needs, most).after(0, 0)
        if found is not None:
            return found
    raise AssertionError(f"no groups for {players} players with promises {needs}")


class _Search:
    """Search for sizes of groups, as equal as possible, that keep all promises to players.

    It remembers the beginnings that no sizes complete, so that it tries each only once.
    """

    def __init__(self, players: int, needs: Sequence[int], most: int) -> None:
        self._players, self._needs, self._most = players, needs, most
        self._dead: set[tuple[int, int]] = set()

    def after(self, groups: int, seated: int) -> tuple[int, ...] | None:
        """Return the sizes of the groups that follow; None if no sizes fit.

        :param groups: the number of groups formed so far.
        :param seated: the number of players in these groups.
        """
        if seated == self._players:
            return ()
        if (groups, seated) in self._dead:
            return None
        for size in self._candidates(groups + 1, seated):
            rest = self.after(groups + 1, seated + size)
            if rest is not None:
                return (size, *rest)
        self._dead.add((groups, seated))
        return None

    def _candidates(self, group: int, seated: int) -> list[int]:
        left = self._players - seated
        need = self._needs[group] - seated if group < len(self._needs) else 0
        ideal = -(-left // _count(left))
        fitting = [*range(max(FEWEST, need), min(MOST, left) + 1)]
        if MOST < left <= self._most:
            fitting.append(left)
        return sorted(fitting, key=lambda size: (abs(size - ideal), -size))


def _count(players: int) -> int:
    """Return the number of groups whose mean size is nearest to `AIM`; promises do not count."""
    fewest, most = -(-players // MOST), max(1, players // FEWEST)
    return min(range(fewest, most + 1), key=lambda count: abs(players / count - AIM), default=1)
