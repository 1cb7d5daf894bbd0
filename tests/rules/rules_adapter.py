"""Adapter that plays `rules` by move notation, with the interface of `oracle_adapter`."""

from dataclasses import dataclass
from typing import Any

from rules.moves import format_move, parse_move
from rules.position import Colour, Position
from rules.registry import find_game
from rules.setup import setup


def names(position: Position, cells: int) -> set[str]:
    listed = enumerate(position.topology.names)
    return {name.lower() for cell, name in listed if cells >> cell & 1}


def words(position: Position) -> set[str]:
    """Return the notation of every legal move; fail if a move is listed twice."""
    listed = [format_move(move, position.topology).lower() for move in position.legal_moves()]
    assert len(listed) == len(set(listed)), "a move is listed twice"
    return set(listed)


@dataclass(frozen=True)
class RulesPosition:
    """A position of `rules`."""

    position: Position

    @classmethod
    def start(cls, key: str, options: dict[str, Any]) -> "RulesPosition":
        game = find_game(key)
        return cls(game.start(game.ruleset(options)))

    @classmethod
    def at(cls, key: str, options: dict[str, Any], **state: Any) -> "RulesPosition":
        return cls(setup(key, options, **state))

    def legal(self) -> set[str]:
        return words(self.position)

    def play(self, move: str) -> "RulesPosition":
        return RulesPosition(self.position.play(parse_move(move, self.position.topology)))

    def why_illegal(self, move: str):
        return self.position.why_illegal(parse_move(move, self.position.topology))

    def winner(self) -> str | None:
        """Return "black", "white", "draw", or None while the game is in progress."""
        outcome = self.position.outcome()
        if outcome is None:
            return None
        return "draw" if outcome.winner is None else outcome.winner.name.lower()

    def summary(self) -> dict[str, Any]:
        position = self.position
        black, white = position.stones
        return {
            "black": names(position, black),
            "white": names(position, white),
            "to_move": position.to_move.name.lower(),
            "prison": position.prison[Colour.BLACK] - position.prison[Colour.WHITE],
            "komi": position.komi,
            "minimal": getattr(position, "minimal_incursion", False),
            "ever_two": getattr(position, "ever_two_groups", (False, False)),
            "seat": position.seat_to_move,
            "swapped": position.swapped,
        }
