"""How much of the outbox a worker may take: rows, messages a channel, whose servers first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.store.engine.shard_assignment import ALL, ShardAssignment


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many rows may be taken; `used` is what channels were sent lately, of `most` each.

    A letter counts for its channel and for its reader: where it goes is decided as it is sent.
    `share`: the servers whose rows this process takes first.
    """

    rows: int
    used: Mapping[int, int] = field(default_factory=dict)
    most: int = 1000
    share: ShardAssignment = ALL

    def full(self) -> list[int]:
        """Return the channels and people that take nothing more for now."""
        return [target for target, number in self.used.items() if number >= self.most]

    def fitting(self, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the first rows for which there is room where they go."""
        used: Counter[int] = Counter(self.used)
        taken: list[dict[str, Any]] = []
        for row in rows:
            goes_to = {row["channel_id"], row["user_id"] or row["channel_id"]}
            if all(used[each] < self.most for each in goes_to) and len(taken) < self.rows:
                used.update(goes_to)
                taken.append(row)
        return taken
