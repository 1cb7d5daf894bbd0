"""Sessions with Discord's gateway: which shards are confirmed, and which wait for too long."""

from collections.abc import Iterable

LONGEST_SILENCE = 60.0  # seconds from the open connection to READY or RESUMED
# Discord allows 1,000 new sessions a day, so each reconnection of a shard that stays silent waits
# twice as long as the one before
MOST_DOUBLINGS = 4


class GatewaySessions:
    """Sessions of this process's shards; Discord confirms each by READY or RESUMED.

    Without this confirmation, a connection may answer heartbeats and yet deliver no events.
    """

    def __init__(self) -> None:
        self._confirmed: set[int] = set()
        self._waiting_since: dict[int, float] = {}
        self._reconnections: dict[int, int] = {}

    def confirm(self, shard: int) -> None:
        """Record that Discord has confirmed the session of a shard."""
        self._confirmed.add(shard)
        self._reconnections.pop(shard, None)

    def lose(self, shard: int) -> None:
        """Record that a shard has lost the connection to the gateway."""
        self._confirmed.discard(shard)
        self._waiting_since.pop(shard, None)

    def is_confirmed(self, shard: int) -> bool:
        return shard in self._confirmed

    def are_confirmed(self, shards: Iterable[int]) -> bool:
        return self._confirmed.issuperset(shards)

    def take_silent(self, connected: Iterable[int], now: float) -> list[int]:
        """Return the connected shards whose session Discord has left unconfirmed for too long.

        The caller must reconnect them. A returned shard gets twice the time to be confirmed, up to
        a limit.

        :param now: seconds of a clock that never goes back.
        """
        silent = []
        for shard in connected:
            if shard in self._confirmed:
                continue
            if now - self._waiting_since.setdefault(shard, now) >= self._patience(shard):
                silent.append(shard)
                self._waiting_since[shard] = now
                self._reconnections[shard] = self._reconnections.get(shard, 0) + 1
        return silent

    def _patience(self, shard: int) -> float:
        return LONGEST_SILENCE * 2.0 ** min(self._reconnections.get(shard, 0), MOST_DOUBLINGS)
