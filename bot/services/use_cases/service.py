"""Base class of all services, and the resources that a process shares among them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.services.values.games.replay_cache import ReplayCache
from bot.services.values.people.limits import Limits
from bot.services.values.people.rate_limits import RateLimiter
from bot.store.engine.database import Database


@dataclass(frozen=True, slots=True)
class ServiceDependencies:
    """Database, clock, limits and other resources that all services of a process share.

    :ivar clock: returns the current time in UTC.
    :ivar draw: returns a random number from 0 up to, but not including, its argument.
    """

    database: Database
    clock: Callable[[], datetime]
    replay_cache: ReplayCache
    limits: Limits
    rates: RateLimiter
    draw: Callable[[int], int]


class Service:
    """Base class of services; a subclass contains the use cases of one subject."""

    def __init__(self, dependencies: ServiceDependencies) -> None:
        self._database = dependencies.database
        self._clock = dependencies.clock
        self._replay_cache = dependencies.replay_cache
        self._limits = dependencies.limits
        self._rates = dependencies.rates
        self._draw = dependencies.draw
