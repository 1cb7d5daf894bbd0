"""Assignment of Discord's shards to this process. The module imports no database code."""

from dataclasses import dataclass

GUILD_SHIFT = 22  # Discord: shard = (guild id >> 22) % number of shards


@dataclass(frozen=True, slots=True)
class ShardAssignment:
    """Shards that this process serves: `ids` out of `count`; all shards if `count` is None."""

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
