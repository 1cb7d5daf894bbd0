"""The only legal turn of a position. Pure functions."""

from itertools import islice

from rules.moves import Move
from rules.position import Position


def only_turn(position: Position) -> tuple[Move, ...]:
    """Return the moves of the only legal turn; empty for no legal turn or several."""
    number, moves = position.turn, list[Move]()
    while position.turn == number and (not moves or position.outcome() is None):
        legal = list(islice(position.legal_moves(), 2))
        if len(legal) != 1:
            return ()
        moves.append(legal[0])
        position = position.play(legal[0])
    return tuple(moves)
