"""A fixed piece of work, timed in the same run, so that figures from different machines compare."""

import time
from collections.abc import Callable

ROUNDS = 2_000_000


def loop() -> int:
    """Add, mask and shift ints: what bitboards in pure Python are made of."""
    value = 1
    for step in range(ROUNDS):
        value = (value * 5 + step) & 0xFFFFFFFFFFFF
    return value


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU time of this thread for one call of `work`, in seconds."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def calibration_seconds() -> float:
    """The best of three runs of the loop, in CPU-seconds."""
    return min(cpu_seconds(loop) for _ in range(3))
