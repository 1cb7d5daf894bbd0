"""Reliability of a person in games with people. Pure."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Reliability:
    """Record of how many recent games a person finished in time, and how fast they answer.

    :ivar finished: how many of the games counted in `games` the person did not lose on time.
    :ivar games: how many recent games with a result are counted.
    :ivar answer: the usual time between the opponent's turn and the person's; None if unknown.
    """

    finished: int
    games: int
    answer: timedelta | None = None
