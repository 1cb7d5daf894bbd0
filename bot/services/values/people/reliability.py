"""Reliability of a person in games with people. Pure."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Reliability:
    """Number of games that a person finished in time, and the usual time to answer a turn.

    :ivar games: the number of the last games with a result; `finished` are those that the person
        did not lose on time.
    :ivar answer: the usual time between the opponent's turn and the person's; None if unknown.
    """

    finished: int
    games: int
    answer: timedelta | None = None
