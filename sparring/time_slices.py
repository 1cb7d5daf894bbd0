"""Work in time slices, so that one process can serve many games.

A `TimeSliced[T]` is a generator that yields after each short slice and finally returns a T.
"""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
TimeSliced = Generator[None, None, T]


def run_to_end(work: TimeSliced[T]) -> T:
    """Run all slices of a piece of work at once and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
