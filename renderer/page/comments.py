"""Notes and variations of a game, as a plain value that a page can show."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.moves import Move


@dataclass(frozen=True, slots=True)
class Variation:
    """A turn that was not played in the game, and the turns considered after it."""

    moves: tuple[Move, ...]
    """The moves of one whole turn."""
    note: str = ""
    then: tuple["Variation", ...] = ()


@dataclass(frozen=True, slots=True)
class Comments:
    """Remarks on a game; both mappings go by the number of a turn, and 0 is the start."""

    notes: Mapping[int, str] = field(default_factory=dict)
    """A text for the position after a turn."""
    variations: Mapping[int, tuple[Variation, ...]] = field(default_factory=dict)
    """Alternatives to the turn that follows a turn."""
