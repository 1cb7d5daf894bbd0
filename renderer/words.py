"""Short texts for a picture's header. Longer descriptions are in ``renderer.describe``."""

from dataclasses import dataclass

from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, format_move
from rules.position import BARGAINING, Colour, LastTurn, Phase, Position
from rules.registry import find_game
from rules.topology import Topology

TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True, slots=True)
class Seat:
    """The texts of one player's corner of the header."""

    name: str
    held: int
    """Enemy stones captured so far or, in games with a prison, now in prison."""
    komi: int
    active: bool
    chosen: bool = True
    """Whether the player has this colour; False before it is chosen."""


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of a header."""

    seats: tuple[Seat, Seat]
    title: str
    status: str
    remarkable: bool
    """Whether the status says more than whose turn it is."""
    last: str
    last_caption: str
    prison: bool


def header_words(position: Position, names: tuple[str, str], *, over: bool = False) -> Words:
    """Return the header of ``position`` for the players ``names``, Black's first.

    :param over: whether the game has ended off the board, as after a resignation.
    """
    decided = position.outcome() is not None
    status, remarkable = ("Game over", True) if over and not decided else status_of(position)
    over = over or decided
    last, caption = last_words(position.last_turn, position.topology)
    prison = has_prison(position)
    held = position.prison if prison else position.taken
    points = 0 if prison or position.phase is Phase.CHOOSE else position.komi
    chosen = position.phase not in BARGAINING
    seats = tuple(
        Seat(
            name=names[colour],
            held=held[colour.other],
            komi=points if colour is Colour.WHITE else 0,
            active=not over and position.to_move is colour,
            chosen=chosen,
        )
        for colour in Colour
    )
    return Words(
        seats=(seats[0], seats[1]),
        title=turns_played(position.turn - 1) if over else f"Turn {position.turn}",
        status=status,
        remarkable=remarkable,
        last=last,
        last_caption=caption,
        prison=prison,
    )


def turns_played(count: int) -> str:
    return f"{count} turn" if count == 1 else f"{count} turns"


def status_of(position: Position) -> tuple[str, bool]:
    """Return the expected action or the result, and whether it is more than an ordinary move."""
    outcome = position.outcome()
    if outcome is not None:
        return ("Draw" if outcome.winner is None else f"{outcome.winner.label} wins"), True
    if position.phase is Phase.OFFER:
        return "Offer a komi", True
    if position.phase is Phase.CHOOSE:
        return "Choose a colour", True
    done, left = placements_of_turn(position), position.placements_left
    side = position.to_move.label
    if done:
        return f"{side}: stone {done + 1} of {done + left}", True
    return (f"{side} to play", False) if left == 1 else (f"{side}: {left} stones", True)


def has_prison(position: Position) -> bool:
    """Return whether captured stones go to a prison."""
    return find_game(position.game).has_prison


def placements_of_turn(position: Position) -> int:
    """Return the number of placements already made in the current turn."""
    turn = position.last_turn
    if turn is None or not position.mid_turn:
        return 0
    return sum(isinstance(move, Place | Komi) for move in turn.moves)


def last_words(turn: LastTurn | None, topology: Topology) -> tuple[str, str]:
    """Return the last turn in a few characters, and its caption."""
    if turn is None:
        return "", "no move yet"
    if isinstance(turn.moves[-1], Place) or len(turn.moves) > 1:
        text = " ".join(format_move(move, topology).upper() for move in turn.moves)
        lost = sum(cells.bit_count() for cells in turn.removed)
        return (f"{text} {TIMES}{lost}" if lost else text), "last move"
    return _special(turn.moves[-1])


def _special(move: Move) -> tuple[str, str]:
    match move:
        case Swap():
            return "Swap", "colours swapped"
        case Komi():
            return "Komi", "a point spent"
        case Hold():
            return "Hold", "a prisoner freed"
        case Offer(value):
            return f"Komi {value}", "offered"
        case Choose(colour):
            return colour.label, "chosen"
        case Place():
            raise AssertionError("a placement is named by its cell")
