"""Beginner hints: the most urgent advice about a position for the side to move."""

from collections.abc import Callable
from itertools import islice

from bot.words.escaping import first_few
from renderer.describe import either_in_words
from rules.moves import Place
from rules.position import Ending, Phase, Position
from rules.registry import find_game
from rules.topology import Bitboard, bits

NAMED = 3  # cells of a group named in a hint; the picture shows the rest
MOST_TRIED = 40  # placements tried for a win: at the end of a game few are legal, or any wins


def hint(position: Position) -> str:
    """Return one or two sentences for the side to move; the opponent must not see them.

    Takes up to 0.1 s on the largest boards, because it tries the placements of both sides.
    """
    if position.phase is Phase.PLAY:
        for find in _HINTS:
            text = find(position)
            if text is not None:
                return text
    general = find_game(position.game).hints
    return general[(position.turn - 1) // 2 % len(general)]


def _win(position: Position) -> str | None:
    """Return a hint at a placement that wins at once."""
    cells = (cell for cell in bits(position.board.empty) if position.is_legal(Place(cell)))
    for cell in islice(cells, MOST_TRIED):
        outcome = position.play(Place(cell)).outcome()
        if outcome is not None and outcome.winner is position.to_move:
            # not in Liflina, where a player without stones may still place one
            if outcome.ending is Ending.NO_STONES and not position.stones[position.to_move.other]:
                return "Your opponent has no stone left: the next stone that you place wins."
            return f"You can win at once: look at {position.topology.label(cell)}."
    return None


def _danger(position: Position) -> str | None:
    """Return a warning of the player's largest group that one enemy stone would capture."""
    dangers = position.in_danger(position.to_move)
    if not dangers:
        return None
    worst = max(dangers, key=lambda danger: danger.group.bit_count())
    where, killer = _named(position, worst.group), either_in_words(position, worst.cells, NAMED)
    return f"Your group on {where} is in danger: your opponent takes it with {killer}."


def _capture(position: Position) -> str | None:
    """Return a hint at the largest enemy group that one stone would capture."""
    dangers = position.in_danger(position.to_move.other)
    if not dangers:
        return None
    best = max(dangers, key=lambda danger: danger.group.bit_count())
    where, killer = _named(position, best.group), either_in_words(position, best.cells, NAMED)
    return f"You can take the group on {where}: look at {killer}."


def _lone_friend(position: Position) -> str | None:
    """Return a warning of a group of the player that sees only one friendly group."""
    links = position.links(position.to_move)
    friends: dict[Bitboard, set[Bitboard]] = {}
    for link in links:
        friends.setdefault(link.group, set()).add(link.friend)
    if len(friends) <= 2:  # of two groups, each can see only one other
        return None
    for group, seen in friends.items():
        if len(seen) == 1 and 0 not in seen and group not in seen:
            where, friend = _named(position, group), _named(position, next(iter(seen)))
            return f"Your group on {where} sees one friend only, on {friend}. Keep that way open."
    return None


def _private_cells(position: Position) -> str | None:
    """Return advice about legal cells that only the player touches, while shared cells are left."""
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
