"""Dependencies of the services that start games."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.services.games.replay_cache import ReplayCache
from bot.services.people.limits import Limits
from bot.services.people.rate_limits import RateLimiter
from bot.store.engine.database import Database


@dataclass(frozen=True, slots=True)
class Parts:
    """Database, clock, replay cache, limits and random numbers.

    `draw(n)` returns a random number from 0 to n - 1.
    """

    database: Database
    clock: Callable[[], datetime]
    lines: ReplayCache
    limits: Limits
    rates: RateLimiter
    draw: Callable[[int], int]
