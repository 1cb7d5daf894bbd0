"""Reading and playing one turn on a line: pure, all or nothing."""

import re
from functools import lru_cache

from bot.errors import RefusedMove, UnreadableMove
from bot.services.games.replay_cache import ReplayedGame
from bot.words import refusals
from rules.moves import LONGEST_TEXT, WORDS, Move, Offer, Place, format_move, parse_turn
from rules.position import Phase, Position
from rules.reasons import IllegalMove, InvalidMove
from rules.registry import find_game
from rules.topology import bits

# as many digits as `rules.moves` reads; a sign, so that -1 is refused as an offer, not as a text;
# without a number it is one that is unfinished: “komi” alone would be refused as a point to spend
_OFFER = re.compile(r"(?:komi|offer)?[\s:=]*([+-]?[0-9]{1,6})?", re.ASCII | re.IGNORECASE)
# cells as some other places write them
_TURNED = re.compile(r"(?ai)\s*\d{1,3}[a-z]{1,2}([\s,]+\d{1,3}[a-z]{1,2})*\s*")
_NUMBER_FIRST = re.compile(r"(?ai)(\d+)([a-z]+)")


def play_turn(
    line: ReplayedGame, text: str, seats: tuple[str, str]
) -> tuple[ReplayedGame, tuple[Move, ...]]:
    """Play what the text says, one move or a whole turn; while an offer is due, a mere number.

    :param seats: the names of the players, for whoever shows a refusal.
    :raises UnreadableMove: when it cannot be read, or is more than the turn at hand.
    :raises RefusedMove: when the rules forbid one of its moves.
    """
    moves = _read(line.position, text)
    turn = line.position.turn
    for number, move in enumerate(moves):
        if number and _is_over(line, turn):
            raise UnreadableMove(text, _too_many(moves[:number], line.position))
        line = _play(line, move, moves[:number], seats)
    return line, moves


def completions(position: Position, typed: str, limit: int) -> list[str]:
    """Return legal moves as text, those that begin as typed first.

    After whole first moves ("c3 ") of a turn with several, the next is completed ("c3 e5").
    """
    begun, rest = _first_moves(position, typed)
    wanted = _plain(rest)
    found = [text for text in _legal(begun.position) if wanted in _plain(text)]
    found.sort(key=lambda text: not _plain(text).startswith(wanted))
    return [f"{begun.text}{text}" for text in found[:limit]]


class _Begun:
    """A position and the text that led there within the turn."""

    __slots__ = ("position", "text")

    def __init__(self, position: Position, text: str = "") -> None:
        self.position = position
        self.text = text


def _first_moves(position: Position, typed: str) -> tuple[_Begun, str]:
    """Play what is typed but for the last word, as far as it is legal and the turn goes on."""
    begun = _Begun(position)
    while True:
        first, space, rest = typed.lstrip().partition(" ")
        if not space:
            return begun, typed
        try:
            (move,) = parse_turn(first, position.topology)
            after = begun.position.play(move)
        except ValueError:
            return begun, typed
        if after.turn != position.turn or after.outcome() is not None:
            return begun, typed
        begun = _Begun(after, f"{begun.text}{format_move(move, position.topology)} ")
        typed = rest


@lru_cache(maxsize=256)
def _legal(position: Position) -> tuple[str, ...]:
    # asked for at every keystroke, and takes milliseconds on the largest boards
    moves = list(position.legal_moves())
    if position.phase is Phase.OFFER:
        usual = find_game(position.game).option("komi").suggested
        moves.sort(key=lambda move: isinstance(move, Offer) and move.value not in usual)
    return tuple(format_move(move, position.topology) for move in moves)


def _plain(text: str) -> str:
    return text.lower().replace(" ", "").replace("-", "")


def _read(position: Position, text: str) -> tuple[Move, ...]:
    if position.phase is Phase.OFFER and (offer := _OFFER.fullmatch(text.strip())):
        if offer[1] is None:
            raise UnreadableMove(text, refusals.unreadable_offer(text))
        return (Offer(int(offer[1])),)
    try:
        return parse_turn(text, position.topology)
    except InvalidMove as error:
        known = error.reason is not None or len(text) > LONGEST_TEXT
        raise UnreadableMove(text, str(error) if known else _advice(position, text)) from None


def _advice(position: Position, text: str) -> str:
    """Say what can be typed in this position: an example of each kind."""
    if position.phase is Phase.OFFER:
        return refusals.unreadable_offer(text)
    example = _example(position)
    if example and (meant := _number_first(position, text)):
        return refusals.number_first(text, meant)
    words = [word for word, move in WORDS.items() if position.is_legal(move)]
    return refusals.unreadable(text, words, example, position.placements_left)


def _number_first(position: Position, text: str) -> str:
    """Turn cells round that have their number first; empty if that is no turn on this board."""
    if not _TURNED.fullmatch(text):
        return ""
    meant = _NUMBER_FIRST.sub(r"\2\1", " ".join(text.split())).upper()
    try:
        cells = parse_turn(meant, position.topology)
    except InvalidMove:
        return ""
    return meant if len(cells) <= position.placements_left else ""


def _example(position: Position) -> str:
    """Begin a turn: two cells when it takes more than one stone, as far as there are any."""
    cells, after = [], position
    for _ in range(min(position.placements_left, 2)):
        # one is enough: the whole list takes milliseconds on the largest boards
        every = map(Place, bits(after.board.empty))
        first = next((each for each in every if after.is_legal(each)), None)
        if first is None:
            break
        cells.append(format_move(first, position.topology).upper())
        after = after.play(first)
    return " ".join(cells)


def _play(
    line: ReplayedGame, move: Move, before: tuple[Move, ...], seats: tuple[str, str]
) -> ReplayedGame:
    try:
        return line.play(move)
    except IllegalMove as error:
        raise RefusedMove(error.reason, line.position, move, before, seats) from None


def _is_over(line: ReplayedGame, turn: int) -> bool:
    return line.position.turn != turn or line.position.outcome() is not None


def _too_many(moves: tuple[Move, ...], position: Position) -> str:
    enough = " ".join(format_move(move, position.topology) for move in moves)
    return refusals.more_than_a_turn(enough)
