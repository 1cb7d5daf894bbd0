"""Record of the server members who were seen lately.

The bot does not learn who leaves a server, because Discord's member events need a privileged
intent.
"""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

MEMORY = 3_600.0  # seconds for which a member counts as seen
MOST = 20_000  # members remembered


class RecentMembers:
    """Record of the members seen in the last hour, by server id and user id."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    def add(self, guild_id: int, user_id: int) -> None:
        """Record that a member was seen in a server now."""
        self._seen[guild_id, user_id] = self._clock()
        self._seen.move_to_end((guild_id, user_id))
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def remove(self, guild_id: int, user_id: int) -> None:
        """Record that a member has left a server."""
        self._seen.pop((guild_id, user_id), None)

    def has(self, guild_id: int, user_id: int) -> bool:
        """Return whether a member was seen in a server in the last hour."""
        return self._clock() - self._seen.get((guild_id, user_id), -MEMORY) < MEMORY
