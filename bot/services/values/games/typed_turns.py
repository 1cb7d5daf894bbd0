"""Typed turns: parsing, playing, autocompletion, and advice on invalid input. Pure functions."""

import re
from dataclasses import dataclass
from functools import lru_cache

from bot.errors.refusals import RefusedMove, UnreadableMove
from bot.learning.move_effects import is_costly
from bot.services.values.games.replay_cache import ReplayedGame
from bot.words import refusals
from bot.words.translation import translated
from rules.moves import LONGEST_TEXT, WORDS, Move, Offer, Place, format_move, parse_turn
from rules.position import Phase, Position
from rules.reasons import IllegalMove, InvalidMove
from rules.registry import find_game
from rules.topology import bits
from rules.typed_text import plain

# A komi offer as players type it, with at most the digits that `rules.moves` reads. It matches a
# sign so that -1 is refused as an offer, and "komi" alone so that the player gets advice on offers.
_OFFER = re.compile(r"(?:komi|offer)?[\s:=]*([+-]?[0-9]{1,6})?", re.ASCII | re.IGNORECASE)
# cells with the number first, the notation of some other servers
_NUMBER_FIRST_TURN = re.compile(r"(?ai)\s*\d{1,3}[a-z]{1,2}([\s,]+\d{1,3}[a-z]{1,2})*\s*")
_NUMBER_FIRST_CELL = re.compile(r"(?ai)(\d+)([a-z]+)")


class CostlyTurn(Exception):  # noqa: N818 - named like the refusals of bot.errors
    """A cautious turn was not played: it would lose own stones, or end the game without a win."""


class WentBack(Exception):  # noqa: N818 - named like the refusals of bot.errors
    """The player typed a legal turn before seeing the position after an undo; it was not played."""


@dataclass(frozen=True, slots=True)
class TypedTurn:
    """Text of a turn, and the conditions for playing it.

    :ivar revision: `GameView.revision` when the button was made; None for a typed command.
    :ivar cautious: refuse placements that lose own stones, or end the game without a win.
    :ivar unseen: the player has not been shown the position since an undo.
    """

    text: str
    revision: int | None = None
    cautious: bool = False
    unseen: bool = False


def play_typed_turn(
    replayed: ReplayedGame, typed: TypedTurn, seats: tuple[str, str]
) -> tuple[ReplayedGame, tuple[Move, ...]]:
    """Play a typed turn as `play_turn` does, unless one of its conditions forbids that.

    :raises WentBack: the player has not been shown the position since an undo.
    :raises CostlyTurn: the turn is cautious, and would lose own stones or end the game without a
        win.
    """
    after, moves = play_turn(replayed, typed.text, seats)
    if typed.unseen:
        raise WentBack
    places = all(isinstance(move, Place) for move in moves)
    if typed.cautious and places and is_costly(replayed.position, after.position):
        raise CostlyTurn
    return after, moves


def play_turn(
    replayed: ReplayedGame, text: str, seats: tuple[str, str]
) -> tuple[ReplayedGame, tuple[Move, ...]]:
    """Play a typed move or turn; while a komi offer is due, a plain number is an offer.

    :param seats: the players' names by seat, for refusal messages.
    :returns: the game after the moves, and the moves.
    :raises UnreadableMove: the text cannot be parsed, or has more moves than the turn.
    :raises RefusedMove: the rules forbid one of the moves.
    """
    moves = read_turn(replayed.position, text)
    turn = replayed.position.turn
    for number, move in enumerate(moves):
        if number and _is_over(replayed, turn):
            raise UnreadableMove(text, _too_many(moves[:number], replayed.position))
        replayed = _play(replayed, move, moves[:number], seats)
    return replayed, moves


def completions(position: Position, typed: str, limit: int) -> list[str]:
    """Return up to `limit` legal moves that contain the typed text, matches at the start first.

    Without any text, cells near the last move come first.

    In a turn of several moves, complete moves are kept and the next one is completed: "c3 " becomes
    "c3 e5".
    """
    spaced = plain(typed) + (" " if typed[-1:].isspace() else "")
    partial, rest = _play_complete_moves(position, spaced)
    wanted = _normalized(rest)
    found = [text for text in _legal_moves(partial.position) if wanted in _normalized(text)]
    if not wanted:
        found = _nearest_first(partial.position, found)
    found.sort(key=lambda text: not _normalized(text).startswith(wanted))
    return [f"{partial.text}{text}" for text in found[:limit]]


def _nearest_first(position: Position, moves: list[str]) -> list[str]:
    """Return moves ordered by the distance of their cells from the last placement."""
    last, topology = position.last_turn, position.topology
    if last is None or not last.placed:
        return moves
    distance: dict[str, int] = {}
    seen = ring = last.placed
    while ring:
        distance |= dict.fromkeys((topology.names[cell] for cell in bits(ring)), len(distance))
        ring = topology.border(ring) & ~seen
        seen |= ring
    return sorted(moves, key=lambda move: distance.get(move, len(distance)))


class _PartialTurn:
    """Position after the first moves of a turn, and these moves as text."""

    __slots__ = ("position", "text")

    def __init__(self, position: Position, text: str = "") -> None:
        self.position = position
        self.text = text


def _play_complete_moves(position: Position, typed: str) -> tuple[_PartialTurn, str]:
    """Play the typed moves but the last; stop before a move that is illegal or ends the turn.

    :returns: the turn so far, and the remaining text.
    """
    partial = _PartialTurn(position)
    while True:
        first, space, rest = typed.lstrip().partition(" ")
        if not space:
            return partial, typed
        try:
            (move,) = parse_turn(first, position.topology)
            after = partial.position.play(move)
        except ValueError:
            return partial, typed
        if after.turn != position.turn or after.outcome() is not None:
            return partial, typed
        text = format_move(move, position.topology)
        partial = _PartialTurn(after, f"{partial.text}{text} ")
        typed = rest


@lru_cache(maxsize=256)
def _legal_moves(position: Position) -> tuple[str, ...]:
    # cached, because it runs at every keystroke and takes milliseconds on the largest boards
    moves = list(position.legal_moves())
    if position.phase is Phase.OFFER:
        usual = find_game(position.game).option("komi").suggested
        moves.sort(key=lambda move: isinstance(move, Offer) and move.value not in usual)
    return tuple(format_move(move, position.topology) for move in moves)


def _normalized(text: str) -> str:
    return plain(text).lower().replace(" ", "").replace("-", "")


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """Parse a typed turn; while a komi offer is due, a plain number is an offer.

    :raises UnreadableMove: the text cannot be parsed.
    """
    if position.phase is Phase.OFFER and (offer := _OFFER.fullmatch(plain(text))):
        if offer[1] is None:
            raise UnreadableMove(text, refusals.unreadable_offer(text))
        return (Offer(int(offer[1])),)
    try:
        return parse_turn(text, position.topology)
    except InvalidMove as error:
        known = error.reason is not None or len(text) > LONGEST_TEXT
        raise UnreadableMove(
            text, translated(error.sentence) if known else _advice(position, text)
        ) from None


def _advice(position: Position, text: str) -> str:
    """Return advice on the input that this position accepts, with examples."""
    if position.phase is Phase.OFFER:
        return refusals.unreadable_offer(text)
    example = example_turn(position)
    if example and (meant := _reorder_cells(position, text)):
        return refusals.number_first(text, meant)
    words = [word for word, move in WORDS.items() if position.is_legal(move)]
    return refusals.unreadable(text, words, example, position.placements_left)


def _reorder_cells(position: Position, text: str) -> str:
    """Return cells like "3c" as "C3"; an empty string if the result is not a turn on this board."""
    typed = plain(text)
    if not _NUMBER_FIRST_TURN.fullmatch(typed):
        return ""
    meant = _NUMBER_FIRST_CELL.sub(r"\2\1", typed).upper()
    try:
        cells = parse_turn(meant, position.topology)
    except InvalidMove:
        return ""
    return meant if len(cells) <= position.placements_left else ""


def example_turn(position: Position) -> str:
    """Return an example turn as text: up to two legal cells; empty if no cell is legal."""
    cells, after = [], position
    for _ in range(min(position.placements_left, 2)):
        # stops early, because the whole list takes milliseconds on the largest boards
        every = map(Place, bits(after.board.empty))
        first = next((each for each in every if after.is_legal(each)), None)
        if first is None:
            break
        cells.append(format_move(first, position.topology).upper())
        after = after.play(first)
    return " ".join(cells)


def legal_turn(position: Position, text: str) -> tuple[Move, ...]:
    """Parse legal moves of one turn, complete or not; empty if the text is anything else."""
    try:
        moves = read_turn(position, text)
    except UnreadableMove:
        return ()
    turn = position.turn
    for move in moves:
        if position.turn != turn or not position.is_legal(move):
            return ()
        position = position.play(move)
    return moves


def placements(position: Position, text: str) -> tuple[Place, ...]:
    """Parse legal placements of one turn, complete or not; empty if the text is anything else."""
    moves = legal_turn(position, text)
    placed = tuple(move for move in moves if isinstance(move, Place))
    return placed if len(placed) == len(moves) else ()


def _play(
    replayed: ReplayedGame, move: Move, before: tuple[Move, ...], seats: tuple[str, str]
) -> ReplayedGame:
    try:
        return replayed.play(move)
    except IllegalMove as error:
        raise RefusedMove(error.reason, replayed.position, move, before, seats) from None


def _is_over(replayed: ReplayedGame, turn: int) -> bool:
    return replayed.position.turn != turn or replayed.position.outcome() is not None


def _too_many(moves: tuple[Move, ...], position: Position) -> str:
    enough = " ".join(format_move(move, position.topology) for move in moves)
    return refusals.more_than_a_turn(enough)
