"""Table of a group: points, tie-breaks and places. Pure.

The table is not stored: it follows from the games. Players have numbers from 0 within their group,
in the order in which the season began.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """Game between two players of a league's group, as the table counts it.

    :ivar players: the numbers of its players.
    :ivar points: their points; None while the game is in progress, and 0 for both without a result.
    :ivar on_time: whether the loser ran out of time.
    :ivar abandoned: whether the loser had left the season.
    """

    players: tuple[int, int]
    points: tuple[float, float] | None = None
    on_time: bool = False
    abandoned: bool = False

    @property
    def loser(self) -> int | None:
        """The number of the loser; None in progress, after a draw and without a result."""
        if self.points is None or WIN not in self.points:
            return None
        return self.players[self.points.index(LOSS)]

    def points_of(self, number: int) -> float:
        """Return the points of one of the players; 0 while the game is in progress."""
        return 0.0 if self.points is None else self.points[self.players.index(number)]

    def opponent_of(self, number: int) -> int:
        """Return the number of a player's opponent in the game."""
        return self.players[1 - self.players.index(number)]


@dataclass(frozen=True, slots=True)
class Line:
    """Line of a table; a player who finished less than half of their games has no place.

    :ivar number: the player's number in the group.
    :ivar place: from 1, shared by equal players; None if the results of the player do not count.
    :ivar among_tied: points in the games between the players who have the same points.
    :ivar berger: Sonneborn-Berger score: the points of beaten opponents, and half the points of
        opponents in drawn games.
    :ivar timeouts: games lost on time.
    """

    number: int
    place: int | None
    points: float
    among_tied: float
    berger: float
    timeouts: int
    won: int
    drawn: int
    lost: int

    @property
    def key(self) -> tuple[float, float, float, int]:
        """The numbers that decide the place, most important first; larger numbers are better."""
        return self.points, self.among_tied, self.berger, -self.timeouts


def withdrawn(
    size: int, games: Collection[LeagueGame], left: Collection[int] = frozenset()
) -> set[int]:
    """Return the numbers of the players whose results do not count in the table.

    They lost more than half of their games on time, or by leaving the season, or they left it
    before any of their games began.

    :param left: the numbers of the players who left the season.
    """
    found = {each for each in left if not any(each in game.players for game in games)}
    for number in range(size):
        own = [each for each in games if number in each.players]
        given_up = [
            each for each in own if each.loser == number and (each.on_time or each.abandoned)
        ]
        if 2 * len(given_up) > len(own):
            found.add(number)
    return found


def table(
    size: int, games: Collection[LeagueGame], left: Collection[int] = frozenset()
) -> list[Line]:
    """Return the table of a group, best player first.

    Players whose results do not count (see `withdrawn`) come last. Players at the same place are in
    the order of their numbers.

    :param left: the numbers of the players who left the season.
    """
    out = withdrawn(size, games, left)
    counted = [each for each in games if not out.intersection(each.players)]
    lines = _ranked([each for each in range(size) if each not in out], counted)
    return [*lines, *(_line(each, (), (), {}) for each in sorted(out))]


def _ranked(numbers: Sequence[int], games: Sequence[LeagueGame]) -> list[Line]:
    points = {each: _points(each, games) for each in numbers}
    lines = []
    for number in numbers:
        tied = {each for each in numbers if points[each] == points[number]}
        among = [each for each in games if tied.issuperset(each.players)]
        lines.append(_line(number, games, among, points))
    keys = sorted((each.key for each in lines), reverse=True)
    placed = [replace(each, place=keys.index(each.key) + 1) for each in lines]
    return sorted(placed, key=lambda line: (line.place or 0, line.number))


def _line(
    number: int,
    games: Iterable[LeagueGame],
    among: Iterable[LeagueGame],
    points: dict[int, float],
) -> Line:
    own = [each for each in games if number in each.players and each.points is not None]
    lost = [each for each in own if each.loser == number]
    drawn = [each for each in own if each.points == (DRAW, DRAW)]
    won = [each for each in own if each.points_of(number) == WIN]
    return Line(
        number,
        None,
        _points(number, own),
        _points(number, among),
        sum(each.points_of(number) * points[each.opponent_of(number)] for each in own),
        sum(each.on_time for each in lost),
        len(won),
        len(drawn),
        len(lost),
    )


def _points(number: int, games: Iterable[LeagueGame]) -> float:
    return sum((each.points_of(number) for each in games if number in each.players), 0.0)
