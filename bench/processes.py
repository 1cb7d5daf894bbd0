"""Benchmark of moves per second by number of bot processes, on one PostgreSQL and one sandbox.

The CPU times of bots, database and sandbox show the bottleneck. The simulated players run in the
sandbox's process.
"""

import asyncio
import logging
import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from bench.figures import note
from bench.storage import cpu_of_tree
from bot.config.system_clock import now
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from sandbox import Sandbox
from sandbox import Settings as SandboxSettings
from testbed.cluster import Cluster, temporary_cluster
from testbed.crowd import Crowd
from testbed.fleet import Fleet

SHARDS = {1: ("0-3",), 2: ("0-1", "2-3"), 4: ("0", "1", "2", "3")}
GAMES, TURNS, AT_ONCE = 40, 6, 20


@dataclass(frozen=True)
class CpuTimes:
    """CPU time that bots, database and sandbox have used so far, in seconds."""

    bots: float
    server: float
    sandbox: float


def main() -> None:
    """Print moves per second and latency for 1, 2 and 4 bot processes."""
    logging.disable(logging.WARNING)
    print(f"{GAMES} games, {AT_ONCE} people at once, {os.cpu_count()} cores")
    with temporary_cluster(durable=True) as cluster:
        for number in SHARDS:
            asyncio.run(_measure(number, cluster))


async def _measure(number: int, cluster: Cluster) -> None:
    url = cluster.create(f"games{number}")
    database = Database(url)
    await migrate(database, Path(), now())
    quick = SandboxSettings(shards=4, rate_limits=False, answer_within=30.0)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(settings=quick, validate=False) as discord:
            crowd = Crowd(discord, database, random.Random(1))
            await crowd.gather(GAMES)
            fleet = Fleet(discord, url, Path(folder), SHARDS[number])
            await fleet.start()
            try:
                await _play(number, crowd, lambda: _cpu_times(fleet, cluster))
            finally:
                await fleet.stop()
    await database.close()


async def _play(number: int, crowd: Crowd, cpu_times: Callable[[], CpuTimes]) -> None:
    await crowd.settled(60)
    before, begun = cpu_times(), time.perf_counter()
    await crowd.play(TURNS, AT_ONCE)
    answered = time.perf_counter() - begun
    await crowd.settled(60)
    posted, after = time.perf_counter() - begun, cpu_times()
    seconds = [turn.seconds for turn in crowd.played_turns]
    moves = len(seconds)
    label = f"{number} processes, turns answered"
    spread = f"median {median(seconds) * 1000:.0f} ms, p99 {quantiles(seconds, n=100)[98]:.2f} s"
    print(f"{label:<44} {moves / answered:.1f}/s; {spread}; {moves / posted:.1f}/s with pictures")
    note(f"{number} processes, turns answered", moves / answered, "/s")
    note(f"{number} processes, turns with pictures", moves / posted, "/s")
    bots = (after.bots - before.bots) / moves * 1000
    note(f"{number} processes, a turn in the bots", bots, "CPU-ms")
    each = [
        f"{name} {(getattr(after, name) - getattr(before, name)) / moves * 1000:.0f}"
        for name in ("bots", "server", "sandbox")
    ]
    busy = sum(
        getattr(after, name) - getattr(before, name) for name in ("bots", "server", "sandbox")
    )
    share = busy / posted / (os.cpu_count() or 1)
    print(f"{'':<44} CPU-ms a turn: {', '.join(each)}; {share:.0%} of all cores")


def _cpu_times(fleet: Fleet, cluster: Cluster) -> CpuTimes:
    bots = sum(cpu_of_tree(pid) for pid in fleet.pids)
    return CpuTimes(bots, cpu_of_tree(cluster.pid), time.process_time())
