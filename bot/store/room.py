"""How much of the outbox a worker may take: rows, messages a channel, whose servers first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.store.share import ALL, Share


@dataclass(frozen=True, slots=True)
class Room:
    """How many rows may be taken; `used` is what channels were sent lately, of `most` each.

    `share`: the servers whose rows this process takes first.
    """

    rows: int
    used: Mapping[int, int] = field(default_factory=dict)
    most: int = 1000
    share: Share = ALL

    def full(self) -> list[int]:
        """Return the channels that take nothing more for now."""
        return [channel for channel, number in self.used.items() if number >= self.most]

    def fitting(self, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the first rows for which there is room in their channels."""
        used: Counter[int] = Counter(self.used)
        taken: list[dict[str, Any]] = []
        for row in rows:
            if used[row["channel_id"]] < self.most and len(taken) < self.rows:
                used[row["channel_id"]] += 1
                taken.append(row)
        return taken
