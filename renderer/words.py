"""Texts of a picture's header. Descriptions of positions are in ``renderer.describe``."""

from dataclasses import dataclass, replace

from renderer.phrases import labelled
from renderer.translation import Message, plural, text
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, format_move
from rules.position import KOMI_PHASES, Colour, LastTurn, Phase, Position
from rules.registry import find_game
from rules.topology import Topology

BLACK = Message("Black")
WHITE = Message("White")
NO_MOVE = Message("no move yet")
NOT_PLAYED = Message("not played yet")
DRAW = Message("Draw")


@dataclass(frozen=True, slots=True)
class Seat:
    """Content of one player's corner of a picture's header."""

    name: str
    held: int
    """The player's stones lost so far or, in games with a prison, enemy stones now in prison."""
    komi: str
    """The remaining komi, such as “komi 3”, or an empty text."""
    active: bool
    chosen: bool = True
    """Whether the player has this colour; False before it is chosen."""


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of a picture's header: both players, the turn, the status and the last move."""

    seats: tuple[Seat, Seat]
    title: str
    status: str
    remarkable: bool
    """Whether the status says more than the name of the player to move."""
    last: str
    last_caption: str
    last_line: str
    """The last turn with its caption in one line, such as “last E6”."""
    prison: bool
    """Whether captured stones go to a prison."""


def header_words(
    position: Position, names: tuple[str, str], *, over: bool = False, closed: bool = False
) -> Words:
    """Return the header texts of ``position`` for the players ``names``, Black's first.

    An empty name stands for the colour.

    :param over: whether the game has ended off the board, as after a resignation.
    :param closed: whether it has no winner, whatever the board shows.
    """
    decided = position.outcome() is not None and not closed
    status, remarkable = (text("Game over"), True) if over and not decided else status_of(position)
    over = over or decided
    last, caption, line = last_words(position.last_turn, position.topology)
    prison = has_prison(position)
    held = position.prison if prison else position.taken
    points = 0 if prison or position.phase is Phase.CHOOSE else position.komi
    chosen = position.phase not in KOMI_PHASES
    seats = tuple(
        Seat(
            name=names[colour] or colour_name(colour),
            held=held[colour.other if prison else colour],
            komi=komi_left(points) if colour is Colour.WHITE else "",
            active=not over and position.to_move is colour,
            chosen=chosen,
        )
        for colour in Colour
    )
    return Words(
        seats=(seats[0], seats[1]),
        title=turns_played(position.turn - 1) if over else text("Turn {turn}", turn=position.turn),
        status=status,
        remarkable=remarkable,
        last=last,
        last_caption=caption,
        last_line=line,
        prison=prison,
    )


def in_replay(words: Words) -> Words:
    """Return the header for a replay's frame: its status is “Replay”, without a player to move."""
    return replace(words, status=text("Replay"), remarkable=False)


def held_words(count: int, *, prison: bool) -> str:
    """Return a player's number of lost stones or of prisoners in words, such as “lost 3”."""
    if prison:
        return text("{count} in prison", count=count)
    return text("lost {count}", count=count)


def colour_name(colour: Colour) -> str:
    """Return the name of a colour in the current language."""
    return BLACK() if colour is Colour.BLACK else WHITE()


def komi_left(points: int) -> str:
    return text("komi {points}", points=points) if points else ""


def turns_played(count: int) -> str:
    return plural("{count} turn", "{count} turns", count)


def status_of(position: Position) -> tuple[str, bool]:
    """Return the result or the next action, such as “Black to play”, and whether it is remarkable.

    Every status is remarkable except an ordinary turn of one stone.
    """
    outcome = position.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return DRAW(), True
        return text("{colour} wins", colour=colour_name(outcome.winner)), True
    if position.phase is Phase.OFFER:
        return text("Offer a komi"), True
    if position.phase is Phase.CHOOSE:
        return text("Choose a colour"), True
    done, left = placements_of_turn(position), position.placements_left
    side = colour_name(position.to_move)
    if done:
        total = done + left
        return text(
            "{colour}: stone {number} of {total}", colour=side, number=done + 1, total=total
        ), True
    if left == 1:
        return text("{colour} to play", colour=side), False
    return plural("{colour}: {count} stone", "{colour}: {count} stones", left, colour=side), True


def has_prison(position: Position) -> bool:
    """Return whether captured stones go to a prison in this position's game."""
    return find_game(position.game).has_prison


def placements_of_turn(position: Position) -> int:
    """Return the number of placements made so far in the current turn, including komi moves."""
    turn = position.last_turn
    if turn is None or not position.mid_turn:
        return 0
    return sum(isinstance(move, Place | Komi) for move in turn.moves)


def last_words(turn: LastTurn | None, topology: Topology) -> tuple[str, str, str]:
    """Return the last turn as short text, a caption for it, and both in one line.

    An example is “E6”, “last move took 2” and “E6 took 2”.

    :param turn: None at the start of a game.
    """
    if turn is None:
        return "", NO_MOVE(), NO_MOVE()
    if isinstance(turn.moves[-1], Place) or len(turn.moves) > 1:
        played = " ".join(_in_capitals(move, topology) for move in turn.moves)
        return played, *_effect(played, turn)
    name, caption = _special(turn.moves[-1])
    return name, caption, labelled(name, caption)


def _effect(played: str, turn: LastTurn) -> tuple[str, str]:
    """Return the caption of a turn of placements, and the turn with its captures in one line.

    An example is “last move took 2” and “E6 took 2”.

    :param played: the moves of the turn in notation.
    """
    taken, lost = (turn.removed[side].bit_count() for side in (turn.by.other, turn.by))
    if taken and lost:
        return (
            text("took {taken}, lost {lost}", taken=taken, lost=lost),
            text("{turn} took {taken}, lost {lost}", turn=played, taken=taken, lost=lost),
        )
    if taken:
        return (
            text("last move took {taken}", taken=taken),
            text("{turn} took {taken}", turn=played, taken=taken),
        )
    if lost:
        return (
            text("last move lost {lost}", lost=lost),
            text("{turn} lost {lost}", turn=played, lost=lost),
        )
    return text("last move"), text("last: {turn}", turn=played)


def _in_capitals(move: Move, topology: Topology) -> str:
    if isinstance(move, Place):
        return format_move(move, topology).upper()
    return _special(move)[0].upper()


def _special(move: Move) -> tuple[str, str]:
    match move:
        case Swap():
            return text("Swap"), text("sides swapped")
        case Komi():
            return text("Komi"), text("a point spent")
        case Hold():
            return text("Hold"), text("turn skipped")
        case Offer(value):
            return text("Komi {value}", value=value), text("offered")
        case Choose(colour):
            return colour_name(colour), text("chosen")
        case Place():
            raise AssertionError("a placement is named by its cell")
