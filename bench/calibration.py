"""Calibration loop that makes measurements from different machines comparable."""

import time
from collections.abc import Callable

ROUNDS = 2_000_000


def loop() -> int:
    """Run the calibration loop: integer arithmetic in pure Python, as for bitboards."""
    value = 1
    for step in range(ROUNDS):
        value = (value * 5 + step) & 0xFFFFFFFFFFFF
    return value


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of this thread for one call of `work`, in seconds."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def calibration_seconds() -> float:
    """Return the shortest of three runs of the calibration loop, in CPU-seconds."""
    return min(cpu_seconds(loop) for _ in range(3))
