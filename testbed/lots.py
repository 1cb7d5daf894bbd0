"""Play by lot."""

import random

from rules.moves import Place, format_move
from rules.position import Position


def some_turn(position: Position, lots: random.Random) -> str:
    """Return a whole turn of random placements, as text."""
    words, turn = [], position.turn
    while position.turn == turn and position.outcome() is None:
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        move = lots.choice(places)
        words.append(format_move(move, position.topology))
        position = position.play(move)
    return " ".join(words)
