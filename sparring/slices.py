"""Work in slices: generators that yield now and then, so that one process serves many games."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Sliced = Generator[None, None, T]


def in_one_go(work: Sliced[T]) -> T:
    """Do all slices of some work at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
