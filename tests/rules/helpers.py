"""Helpers that build positions and check refusals."""

import pytest

from rules.moves import parse_move
from rules.reasons import IllegalMove
from rules.registry import find_game
from rules.topology import bits


def start(key, **values):
    """Return the start of a game with these options."""
    game = find_game(key)
    return game.start(game.ruleset(values))


def after(position, *moves):
    """Return the position after the moves, given in notation."""
    for move in moves:
        position = position.play(parse_move(move, position.topology))
    return position


def refused(position, move):
    """Check that a move is refused, and return the reason and the names of its cells."""
    if isinstance(move, str):
        move = parse_move(move, position.topology)
    reason = position.why_illegal(move)
    assert reason is not None
    assert not position.is_legal(move)
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    assert error.value.reason == reason
    assert str(error.value) == str(reason) == reason.sentence
    assert reason.sentence.endswith(".")
    return reason, {position.topology.names[cell] for cell in bits(reason.cells)}
