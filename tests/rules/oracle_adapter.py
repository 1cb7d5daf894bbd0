"""Adapter that plays the oracles by move notation, with the interface of `rules_adapter`."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from rules.registry import GAMES

PROGRAMS = {
    game.key: getattr(import_module(f"tests.rules.oracle.{game.key}"), game.key.capitalize())
    for game in GAMES
}


@dataclass(frozen=True)
class OraclePosition:
    """A position of an oracle."""

    state: Any

    @classmethod
    def start(cls, key: str, options: dict[str, Any]) -> "OraclePosition":
        return cls(PROGRAMS[key].new(**options))

    @classmethod
    def at(cls, key: str, options: dict[str, Any], **state: Any) -> "OraclePosition":
        if key in ("asli", "liflina"):
            black, white = state.pop("prison", (0, 0))
            state["prison"] = black - white
            state["just_minimal"] = state.pop("minimal_incursion", False)
        if "ever_two_groups" in state:
            state["ever_two"] = state.pop("ever_two_groups")
        if options.get("start") == "twelve-star":
            state["twelve"] = True
        return cls(PROGRAMS[key].at(options["size"], **state))

    def legal(self) -> set[str]:
        return self.state.legal()

    def play(self, move: str) -> "OraclePosition":
        return OraclePosition(self.state.play(move))

    def winner(self) -> str | None:
        """Return "black", "white", "draw", or None while the game is in progress."""
        return self.state.winner()

    def summary(self) -> dict[str, Any]:
        state = self.state
        return {
            "black": state.board.write(state.black),
            "white": state.board.write(state.white),
            "to_move": state.to_move,
            "prison": getattr(state, "prison", 0),
            "komi": getattr(state, "komi", 0),
            "minimal": getattr(state, "just_minimal", False),
            "ever_two": getattr(state, "ever_two", (False, False)),
            "seat": state.seat_to_move,
            "swapped": state.swapped,
        }
