"""Whose turn it is and what is asked of them, in one line."""

import re
from collections.abc import Iterator

from bot.words.escaping import plural
from rules.moves import Hold, Komi, Move, Place, Swap
from rules.position import BARGAINING, Phase, Position
from rules.topology import bits

_WHOSE_TURN = re.compile(r"<@[0-9]+>, your turn\b")
# Asli, Liflina
NO_SECOND_INCURSION = "That was a minimal incursion: the next move cannot be another."
INSTEAD: dict[Move, str] = {
    Swap(): "swap colours",
    Komi(): "spend a point of komi",
    Hold(): "hold, which lets a prisoner out",
}


def turn_line(mention: str, position: Position) -> str:
    """Say whose turn it is and what is asked of them; before the choice nobody has a colour."""
    chosen = position.phase not in BARGAINING
    colour = f" as **{position.to_move.label}**" if chosen else ""
    return f"{mention}, your turn{colour}: {task(position)}"


def tells_turn(line: str) -> bool:
    """Recognise the line of a message that says whose turn it is."""
    return _WHOSE_TURN.match(line) is not None


def task(position: Position) -> str:
    """Say what the side to move has to do."""
    if position.phase is Phase.OFFER:
        return (
            "offer a komi, the number of turns that White may spend without placing a stone; "
            "your opponent then chooses a colour."
        )
    if position.phase is Phase.CHOOSE:
        return f"choose your colour; {_worth(position.komi)}."
    ways = list(_ways(position))
    return ways[0] + "".join(f", or {way}" for way in ways[1:]) + "."


def _worth(komi: int) -> str:
    if not komi:
        return "the komi is 0"
    return f"with the komi of {komi}, White may spend {plural(komi, 'turn')} without a stone"


def _ways(position: Position) -> Iterator[str]:
    """Name what may be done, placing first; a prisoner or komi can be all that is left."""
    left = position.placements_left
    # one is enough: the whole list takes milliseconds on the largest boards
    if any(position.is_legal(Place(cell)) for cell in bits(position.board.empty)):
        more = "more " if position.mid_turn else ""
        yield f"place {plural(left, more + 'stone')}" if left > 1 or more else "place a stone"
    for move, said in INSTEAD.items():
        if position.is_legal(move):
            # in 12* a point stands for one of the stones, not for the turn
            yield f"{said} instead of a stone" if isinstance(move, Komi) and left > 1 else said
