"""Tips for beginners: the most urgent fact about a position for the side to move.

A tip describes the board and leaves the choice of a move to the player. If nothing is urgent, it
explains the marks on the board.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, islice

from bot.words.translation import Message, text
from renderer.legend import SHADING
from renderer.phrases import enumerated, one_of, with_remark
from renderer.scene import territory_of
from renderer.words import colour_name
from rules.moves import Place
from rules.position import Ending, Phase, Position
from rules.topology import Bitboard, Cell, bits
from rules.values import Danger

NAMED = 3  # cells of a group that a tip names; the picture shows the others
MOST_TRIED = 40  # placements tried for a win: late in a game few are legal, or any of them wins

Numbers = Mapping[Cell, int]
NO_NUMBERS: Numbers = {}

FIRST_STONES = Message("Your first two stones may not touch each other.")


@dataclass(frozen=True, slots=True)
class Tip:
    """Tip for beginners: one or two sentences for the side to move, or an empty text.

    :ivar marked: the group and the cells to mark in the picture; None for no marks.
    :ivar chance: whether these cells are a chance for the side to move, not a threat of the enemy.
    """

    text: str
    marked: Danger | None = None
    chance: bool = False


def find_tip(position: Position, numbers: Numbers = NO_NUMBERS, *, pictured: bool = True) -> Tip:
    """Return the tip for a position; its text is empty if nothing is worth saying.

    It takes up to 0.1 s on the largest boards, because it tries the placements of both sides.

    :param numbers: the numbers of cells in the picture, which the text adds to the cells' names.
    :param pictured: whether the board is a picture, not characters.
    """
    if position.phase is Phase.SETUP and position.topology.shape == "hexhex":
        return Tip(FIRST_STONES())
    if position.phase is not Phase.PLAY:
        return Tip("")
    urgent = (find(position, numbers) for find in _URGENT)
    quiet = (find(position) for find in _QUIET)
    found = next(filter(None, chain(urgent, quiet)), None)
    if found is None and pictured and any(territory_of(position)):
        return Tip(SHADING())
    return found or Tip("")


def _win(position: Position, numbers: Numbers) -> Tip | None:
    """Return a tip about a placement that wins at once."""
    cells = (cell for cell in bits(position.board.empty) if position.is_legal(Place(cell)))
    for cell in islice(cells, MOST_TRIED):
        outcome = position.play(Place(cell)).outcome()
        if outcome is not None and outcome.winner is position.to_move:
            enemy = position.to_move.other
            # not in Liflina, where a player without stones may still place one
            if outcome.ending is Ending.NO_STONES and not position.stones[enemy]:
                return Tip(
                    text(
                        "**You win:** {enemy} has no stones left. Just place the last stone.",
                        enemy=colour_name(enemy),
                    )
                )
            shown = text(
                "**You can win now:** play {cell}.", cell=_any_of(position, 1 << cell, numbers)
            )
            return Tip(shown, Danger(0, 1 << cell), chance=True)
    return None


def _danger(position: Position, numbers: Numbers) -> Tip | None:
    """Return a warning about the player's largest group that one enemy stone would capture."""
    dangers = position.in_danger(position.to_move)
    if not dangers:
        return None
    worst = max(dangers, key=lambda danger: danger.group.bit_count())
    shown = text(
        "**Danger:** {enemy} can take your group on {group} with {cells}.",
        enemy=colour_name(position.to_move.other),
        group=_named(position, worst.group),
        cells=_any_of(position, worst.cells, numbers),
    )
    return Tip(shown, worst)


def _capture(position: Position, numbers: Numbers) -> Tip | None:
    """Return a tip about the largest enemy group that one stone would capture."""
    enemy = position.to_move.other
    dangers = position.in_danger(enemy)
    if not dangers:
        return None
    best = max(dangers, key=lambda danger: danger.group.bit_count())
    shown = text(
        "**You can take** {enemy}'s group on {group} with {cells}.",
        enemy=colour_name(enemy),
        group=_named(position, best.group),
        cells=_any_of(position, best.cells, numbers),
    )
    return Tip(shown, best, chance=True)


def _lone_friend(position: Position) -> Tip | None:
    """Return a warning about a group of the player that sees only one friendly group."""
    links = position.links(position.to_move)
    friends: dict[Bitboard, set[Bitboard]] = {}
    for link in links:
        friends.setdefault(link.group, set()).add(link.friend)
    if len(friends) <= 2:  # with two groups, neither can see a third
        return None
    for group, seen in friends.items():
        if len(seen) == 1 and 0 not in seen and group not in seen:
            return Tip(
                text(
                    "**Careful:** your group on {group} sees only one friend, on {friend}.",
                    group=_named(position, group),
                    friend=_named(position, next(iter(seen))),
                )
            )
    return None


def _private_cells(position: Position) -> Tip | None:
    """Return the tip to save for later the legal cells that only the player's stones border.

    None if there are no such cells outside areas that the enemy may enter (in Liflina), or if no
    area is shared by both colours any more.
    """
    if not all(position.stones):
        return None
    other = position.passed()
    own = [
        cell
        for region in position.regions()
        if position.owner(region) is position.to_move
        and not any(other.is_legal(Place(cell)) for cell in bits(region))
        for cell in bits(region)
        if position.is_legal(Place(cell))
    ]
    shared = any(position.owner(region) is None for region in position.regions())
    if not own or not shared:
        return None
    cells = _named(position, sum(1 << cell for cell in own))
    return Tip(text("**Save {cells} for later:** only you can play there.", cells=cells))


_URGENT: tuple[Callable[[Position, Numbers], Tip | None], ...] = (_win, _danger, _capture)
_QUIET: tuple[Callable[[Position], Tip | None], ...] = (_lone_friend, _private_cells)


def _named(position: Position, cells: Bitboard) -> str:
    names = position.topology.labels(cells)
    return enumerated(names[:NAMED]) + (" …" if len(names) > NAMED else "")


def _any_of(position: Position, cells: Bitboard, numbers: Numbers) -> str:
    """Return the names of the first few cells as alternatives, such as `E6 (3) or F6 (4)`.

    The numbers are those of the cells in the picture, if it has any.
    """
    names = []
    for cell in islice(bits(cells), NAMED):
        name = position.topology.label(cell)
        names.append(with_remark(name, numbers[cell]) if cell in numbers else name)
    return one_of(names)
