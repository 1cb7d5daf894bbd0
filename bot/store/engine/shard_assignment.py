"""Assignment of Discord's shards to a process, in a module that imports no database code."""

from dataclasses import dataclass

GUILD_SHIFT = 22  # Discord: shard = (guild id >> 22) % number of shards


@dataclass(frozen=True, slots=True)
class ShardAssignment:
    """Shards of this process: `ids` of `count`; without a count, all shards."""

    count: int | None = None
    ids: tuple[int, ...] = ()

    @property
    def is_all(self) -> bool:
        """Whether this process serves every shard."""
        return self.count is None or set(self.ids) == set(range(self.count))

    @property
    def share(self) -> float:
        """Fraction of all shards that this process serves, from 0 to 1."""
        return 1.0 if self.count is None else len(set(self.ids)) / self.count


ALL = ShardAssignment()
