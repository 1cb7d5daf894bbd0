"""The part of the work that one of several processes does: Discord's shards that are its own."""

from dataclasses import dataclass

GUILD_SHIFT = 22  # Discord: shard = (guild id >> 22) % number of shards


@dataclass(frozen=True, slots=True)
class ShardAssignment:
    """The shards of this process: `ids` of `count`; without a count all, however many there are."""

    count: int | None = None
    ids: tuple[int, ...] = ()

    @property
    def is_all(self) -> bool:
        """Whether no other process has anything to do."""
        return self.count is None or set(self.ids) == set(range(self.count))


ALL = ShardAssignment()
