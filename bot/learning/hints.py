"""One hint for a turn: the most urgent thing that the position teaches the side to move."""

from collections.abc import Callable
from itertools import islice

from bot.words.escaping import first_few
from renderer.describe import either_in_words
from rules.moves import Place
from rules.position import Ending, Phase, Position
from rules.registry import find_game
from rules.topology import Bitboard, bits

NAMED = 3  # cells of a group that are named; the picture shows the rest
MOST_TRIED = 40  # placements; where a game can be won at once, few are left, or any of them does it


def hint(position: Position) -> str:
    """Return one sentence or two for the side to move; it must reach nobody else.

    Looks at every answer of both sides: up to 0.1 s on the largest boards.
    """
    if position.phase is Phase.PLAY:
        for find in _HINTS:
            text = find(position)
            if text is not None:
                return text
    general = find_game(position.game).hints
    return general[(position.turn - 1) // 2 % len(general)]


def _win(position: Position) -> str | None:
    """Name a stone that wins at once."""
    cells = (cell for cell in bits(position.board.empty) if position.is_legal(Place(cell)))
    for cell in islice(cells, MOST_TRIED):
        outcome = position.play(Place(cell)).outcome()
        if outcome is not None and outcome.winner is position.to_move:
            # in Liflina whoever has none may still place one, so that it depends on the cell
            if outcome.ending is Ending.NO_STONES and not position.stones[position.to_move.other]:
                return "Your opponent has no stone left: the next stone that you place wins."
            return f"You can win at once: look at {position.topology.label(cell)}."
    return None


def _danger(position: Position) -> str | None:
    """Warn of the largest of the mover's groups that one enemy stone would take."""
    dangers = position.in_danger(position.to_move)
    if not dangers:
        return None
    worst = max(dangers, key=lambda danger: danger.group.bit_count())
    where, killer = _named(position, worst.group), either_in_words(position, worst.cells, NAMED)
    return f"Your group on {where} is in danger: your opponent takes it with {killer}."


def _capture(position: Position) -> str | None:
    """Point at the largest of the enemy's groups that one stone of the mover would take."""
    dangers = position.in_danger(position.to_move.other)
    if not dangers:
        return None
    best = max(dangers, key=lambda danger: danger.group.bit_count())
    where, killer = _named(position, best.group), either_in_words(position, best.cells, NAMED)
    return f"You can take the group on {where}: look at {killer}."


def _lone_friend(position: Position) -> str | None:
    """Name a group of the mover's that sees one friend only, where others see more."""
    links = position.links(position.to_move)
    friends: dict[Bitboard, set[Bitboard]] = {}
    for link in links:
        friends.setdefault(link.group, set()).add(link.friend)
    if len(friends) <= 2:  # with two groups nobody can have more than one friend
        return None
    for group, seen in friends.items():
        if len(seen) == 1 and 0 not in seen and group not in seen:
            where, friend = _named(position, group), _named(position, next(iter(seen)))
            return f"Your group on {where} sees one friend only, on {friend}. Keep that way open."
    return None


def _private_cells(position: Position) -> str | None:
    """Count the cells that only the mover touches and may use, once both are on the board."""
    if not all(position.stones):
        return None
    own = sum(
        1
        for region in position.regions()
        if position.owner(region) is position.to_move
        for cell in bits(region)
        if position.is_legal(Place(cell))
    )
    shared = any(position.owner(region) is None for region in position.regions())
    if not own or not shared:
        return None
    if own == 1:
        free, them = "a free move: a cell that only you touch", "it"
    else:
        free, them = f"{own} free moves: cells that only you touch", "them"
    return f"You have {free}. Keep {them} for the end and fill what you both touch first."


_HINTS: tuple[Callable[[Position], str | None], ...] = (
    _win,
    _danger,
    _capture,
    _lone_friend,
    _private_cells,
)


def _named(position: Position, cells: Bitboard) -> str:
    return first_few(position.topology.labels(cells), NAMED)
