"""What the services that begin games are put together from."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.services.games.replay_cache import ReplayCache
from bot.services.people.limits import Limits
from bot.services.people.rate_limits import RateLimiter
from bot.store.engine.database import Database


@dataclass(frozen=True, slots=True)
class Parts:
    """The database, the present, lines in use, what one person may have and do, and the lots.

    `draw` draws one of so many numbers from 0.
    """

    database: Database
    clock: Callable[[], datetime]
    lines: ReplayCache
    limits: Limits
    rates: RateLimiter
    draw: Callable[[int], int]
