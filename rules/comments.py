"""Comments on a game: notes, and variations with the turns that follow them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.moves import Move


@dataclass(frozen=True, slots=True)
class Variation:
    """Turn that was not played in the game, and the turns considered after it."""

    moves: tuple[Move, ...]
    """The moves of one whole turn."""
    note: str = ""
    then: tuple["Variation", ...] = ()
    """The turns considered next, the main one first."""
    by: str = ""
    """The person who tried it; empty except for the first turn of a line."""


@dataclass(frozen=True, slots=True)
class Comments:
    """Notes and variations of a game; both mappings use turn numbers as keys, 0 for the start."""

    notes: Mapping[int, str] = field(default_factory=dict)
    """A text for the position after a turn."""
    variations: Mapping[int, tuple[Variation, ...]] = field(default_factory=dict)
    """Alternatives to the turn that follows a turn."""

    def __bool__(self) -> bool:
        return bool(self.notes or self.variations)


def lines_of(variation: Variation) -> list[tuple[Variation, ...]]:
    """Return every line of play that begins with a variation, each as its sequence of turns."""
    found: list[tuple[Variation, ...]] = []
    waiting: list[tuple[Variation, ...]] = [(variation,)]
    while waiting:
        line = waiting.pop()
        if not line[-1].then:
            found.append(line)
        waiting += [(*line, each) for each in reversed(line[-1].then)]
    return found
