"""How many messages a channel, or a person, is sent in a while: not more than Discord takes."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping

# Discord takes about 5 messages in 5 seconds in one channel (X-RateLimit headers of that route)
MOST = 5
SECONDS = 5.0


class Pacing:
    """Remembers what was begun lately in each channel, and for each person who is written to."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: dict[int, deque[float]] = defaultdict(deque)

    def began(self, target_id: int) -> None:
        """Note a message to a channel or a person."""
        self._begun[target_id].append(self._clock())

    def used(self) -> Mapping[int, int]:
        """Return how many messages each was sent within the window; none is left out."""
        old = self._clock() - SECONDS
        for channel_id, begun in list(self._begun.items()):
            while begun and begun[0] <= old:
                begun.popleft()
            if not begun:
                del self._begun[channel_id]
        return {channel_id: len(begun) for channel_id, begun in self._begun.items()}
