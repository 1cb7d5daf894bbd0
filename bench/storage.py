"""What a move costs by the number of stored games, and what the games take on the disk.

BENCH_GAMES=1000,100000,1000000 in the environment sets the numbers; a million takes a while.
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

from bench.filling import TENTH, Filler
from bot.config.settings import Settings
from bot.config.system_clock import now
from bot.runtime.wiring import open_app, use_api
from bot.store.engine.database import Database, Transaction
from bot.store.migrate import migrate
from sandbox import Sandbox
from testbed.cluster import temporary_cluster
from testbed.connected import connected

STORED = tuple(int(each) for each in os.environ.get("BENCH_GAMES", "1000,100000").split(","))
GAMES, TURNS = 10, 20  # played and measured, in every database by turns
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class House:
    """A database with so many games, and what the turns in it took, in seconds."""

    stored: int
    url: str
    filler: Filler
    wall: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    server: float = 0.0


def main() -> None:
    """Print both kinds of databases."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        urls = {stored: f"sqlite+aiosqlite:///{folder}/games{stored}.db" for stored in STORED}
        asyncio.run(_measure("SQLite", urls, lambda: 0.0))
    with temporary_cluster(careful=True) as cluster:
        urls = {stored: cluster.create(f"games{stored}") for stored in STORED}
        asyncio.run(_measure("PostgreSQL", urls, lambda: cpu_of_tree(cluster.pid)))


async def _measure(kind: str, urls: dict[int, str], server_cpu: Callable[[], float]) -> None:
    houses = [await _build(kind, stored, url) for stored, url in urls.items()]
    await _play(houses, server_cpu)
    for house in houses:
        turns = len(house.bot)
        label = f"{kind}, {house.stored} games stored, a turn"
        bot, server = median(house.bot) * 1000, house.server / turns * 1000
        wall = f"{median(house.wall) * 1000:.1f} ms wall"
        print(f"{label:<44} bot {bot:.2f} + server {server:.2f} CPU-ms; {wall}")
        await house.filler.database.close()
    last = houses[-1]
    await _start(f"{kind}, {last.stored // TENTH} games running", last.url)


async def _build(kind: str, stored: int, url: str) -> House:
    database = Database(url)
    await migrate(database, Path(), now())
    filler, before, begun = Filler(database), await database.read(_bytes), time.perf_counter()
    await filler.fill(stored)
    await _settle(database)
    size = (await database.read(_bytes) - before) / stored / 1000
    label = f"{kind}, {stored} games stored"
    print(f"{label:<44} {size:.2f} kB a game; filled in {time.perf_counter() - begun:.0f} s")
    return House(stored, url, filler)


async def _play(houses: list[House], server_cpu: Callable[[], float]) -> None:
    """Play in all houses by turns, so that whatever else the machine does hits all alike."""
    games = {house.stored: [await house.filler.begin() for _ in range(GAMES)] for house in houses}
    for turn in range(TURNS):
        for house in houses:
            served = server_cpu()
            for game in games[house.stored]:
                await _timed(house, game)
            house.server += server_cpu() - served
        if turn == 0:  # caches were cold
            for house in houses:
                house.wall, house.bot, house.server = [], [], 0.0
    for house in houses:
        await house.filler.tell()


async def _timed(house: House, game: int) -> None:
    begun, used = time.perf_counter(), time.process_time()
    await house.filler.turn(game)
    house.wall.append(time.perf_counter() - begun)
    house.bot.append(time.process_time() - used)


async def _start(label: str, url: str) -> None:
    async with Sandbox(validate=False) as discord:
        use_api(discord.api_base)
        begun = time.perf_counter()
        async with open_app(Settings(database_url=url)) as app:
            opened = time.perf_counter() - begun
            async with connected(app, discord, within=60):
                ready = time.perf_counter() - begun
    print(f"{label:<44} database open {opened:.2f} s, ready {ready:.2f} s after the start")


async def _bytes(tx: Transaction) -> int:
    question = (
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        if tx.connection.dialect.name == "sqlite"
        else "SELECT pg_database_size(current_database())"
    )
    return int((await tx.connection.execute(text(question))).scalar_one())


async def _settle(database: Database) -> None:
    """Let the database have its house in order, as it has after a while."""
    if database.path is not None:
        with closing(sqlite3.connect(database.path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text("VACUUM ANALYZE"))


def cpu_of_tree(pid: int) -> float:
    """Return the processor time of a process and its children, ended ones too, in seconds."""
    used = 0.0
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if pid in (int(fields[1]), int(each.parent.name)):
            used += sum(map(int, fields[11:15])) / TICKS
    return used
