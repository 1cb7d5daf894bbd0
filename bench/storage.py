"""Benchmark of a move's cost by number of stored games, and of the disk space of the games.

The environment variable BENCH_GAMES=1000,100000,1000000 sets the numbers; a million takes long.
"""

import asyncio
import logging
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from sqlalchemy import text

from bench.figures import note
from bench.filling import IN_PROGRESS_SHARE, Filler
from bot.config.settings import Settings
from bot.config.system_clock import now
from bot.runtime.wiring import open_app, use_api
from bot.store.engine.database import Database, Transaction
from bot.store.migrate import migrate
from sandbox import Sandbox
from testbed.cluster import temporary_cluster
from testbed.connected_bot import connected

STORED = tuple(int(each) for each in os.environ.get("BENCH_GAMES", "1000,100000").split(","))
GAMES, TURNS = 10, 20  # measured games, and turns in each database
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class MeasuredDatabase:
    """Database with stored games, and the measured times of its turns in seconds."""

    stored: int
    url: str
    filler: Filler
    wall: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    server: float = 0.0


def main() -> None:
    """Print the cost of a move and the disk space by number of games, for both databases."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        urls = {stored: f"sqlite+aiosqlite:///{folder}/games{stored}.db" for stored in STORED}
        asyncio.run(_measure("SQLite", urls, lambda: 0.0))
    with temporary_cluster(durable=True) as cluster:
        urls = {stored: cluster.create(f"games{stored}") for stored in STORED}
        asyncio.run(_measure("PostgreSQL", urls, lambda: cpu_of_tree(cluster.pid)))


async def _measure(kind: str, urls: dict[int, str], server_cpu: Callable[[], float]) -> None:
    measured = [await _build(kind, stored, url) for stored, url in urls.items()]
    await _play(measured, server_cpu)
    for each in measured:
        turns = len(each.bot)
        label = f"{kind}, {each.stored} games stored, a turn"
        bot, server = median(each.bot) * 1000, each.server / turns * 1000
        wall = f"{median(each.wall) * 1000:.1f} ms wall"
        print(f"{label:<44} bot {bot:.2f} + server {server:.2f} CPU-ms; {wall}")
        note(f"{label}, bot", bot, "CPU-ms")
        note(f"{label}, server", server, "CPU-ms")
        await each.filler.database.close()
    last = measured[-1]
    await _start(f"{kind}, {last.stored // IN_PROGRESS_SHARE} games running", last.url)


async def _build(kind: str, stored: int, url: str) -> MeasuredDatabase:
    database = Database(url)
    await migrate(database, Path(), now())
    filler, before, begun = Filler(database), await database.read(_bytes), time.perf_counter()
    await filler.fill(stored)
    await _optimize(database)
    size = (await database.read(_bytes) - before) / stored / 1000
    label = f"{kind}, {stored} games stored"
    print(f"{label:<44} {size:.2f} kB a game; filled in {time.perf_counter() - begun:.0f} s")
    note(f"{label}, a game", size, "kB")
    return MeasuredDatabase(stored, url, filler)


async def _play(measured: list[MeasuredDatabase], server_cpu: Callable[[], float]) -> None:
    """Play in all databases alternately, so that other load on the machine affects all equally."""
    games = {each.stored: [await each.filler.begin() for _ in range(GAMES)] for each in measured}
    for turn in range(TURNS):
        for each in measured:
            served = server_cpu()
            for game in games[each.stored]:
                await _timed(each, game)
            each.server += server_cpu() - served
        if turn == 0:  # discard times with cold caches
            for each in measured:
                each.wall, each.bot, each.server = [], [], 0.0
    for each in measured:
        await each.filler.clear_outbox()


async def _timed(measured: MeasuredDatabase, game: int) -> None:
    begun, used = time.perf_counter(), time.process_time()
    await measured.filler.turn(game)
    measured.wall.append(time.perf_counter() - begun)
    measured.bot.append(time.process_time() - used)


async def _start(label: str, url: str) -> None:
    async with Sandbox(validate=False) as discord:
        use_api(discord.api_base)
        begun = time.perf_counter()
        async with open_app(Settings(database_url=url)) as app:
            opened = time.perf_counter() - begun
            async with connected(app, discord, within=60):
                ready = time.perf_counter() - begun
    print(f"{label:<44} database open {opened:.2f} s, ready {ready:.2f} s after the start")
    note(f"{label}, ready", ready, "s")


async def _bytes(tx: Transaction) -> int:
    question = (
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        if tx.connection.dialect.name == "sqlite"
        else "SELECT pg_database_size(current_database())"
    )
    return int((await tx.connection.execute(text(question))).scalar_one())


async def _optimize(database: Database) -> None:
    """Checkpoint or vacuum the database, as happens over time in production."""
    if database.path is not None:
        with closing(sqlite3.connect(database.path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text("VACUUM ANALYZE"))


def cpu_of_tree(pid: int) -> float:
    """Return the CPU time of a process and all its children, including ended ones, in seconds."""
    used = 0.0
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if pid in (int(fields[1]), int(each.parent.name)):
            used += sum(map(int, fields[11:15])) / TICKS
    return used
