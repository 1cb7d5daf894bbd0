"""The rules of the Lifeline family of games: legal moves, captures and the end of a game.

>>> game = find_game("lifeline")
>>> position = game.start(game.ruleset({"size": 4}))
>>> for move in parse_turn("c3 e5", position.topology):
...     position = position.play(move)
>>> position.to_move.label, position.turn
('White', 2)
>>> position.why_illegal(Place(position.topology.cell("c3"))).sentence
"There's already a stone on C3."

Positions are immutable values; `play` returns the next one. The package is pure Python without
input, output, clocks or randomness.
"""

from rules.colour import Colour
from rules.moves import (
    Choose,
    Hold,
    Komi,
    Move,
    Offer,
    Place,
    Swap,
    format_move,
    parse_move,
    parse_turn,
)
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove, Reason
from rules.record import Record, RecordError, positions, replay, turns
from rules.registry import GAMES, UnknownGame, find_game
from rules.topology import Topology, hexhex, square
from rules.values import CutLifeline, Danger, Ending, LastTurn, Link, Outcome, Phase

__all__ = [
    "GAMES",
    "Choose",
    "Colour",
    "CutLifeline",
    "Danger",
    "Ending",
    "Hold",
    "IllegalMove",
    "InvalidMove",
    "Komi",
    "LastTurn",
    "Link",
    "Move",
    "Offer",
    "Outcome",
    "Phase",
    "Place",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "Swap",
    "Topology",
    "UnknownGame",
    "find_game",
    "format_move",
    "hexhex",
    "parse_move",
    "parse_turn",
    "positions",
    "replay",
    "square",
    "turns",
]
