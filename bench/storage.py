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
from pathlib import Path
from statistics import median

from sqlalchemy import text

from bench.filling import Filler
from bot.settings import Settings
from bot.store.database import Database, Transaction
from bot.store.migrate import migrate
from bot.wiring import assembled, now, use_api
from sandbox import Sandbox
from testbed.cluster import temporary_cluster

STORED = tuple(int(each) for each in os.environ.get("BENCH_GAMES", "1000,100000").split(","))
GAMES, TURNS = 10, 20  # played and measured
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print both databases side by side."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/games.db"
        asyncio.run(_measure("SQLite", url, lambda: 0.0))
    with temporary_cluster(careful=True) as cluster:
        asyncio.run(
            _measure("PostgreSQL", cluster.create("games"), lambda: cpu_of_tree(cluster.pid))
        )


async def _measure(name: str, url: str, server_cpu: Callable[[], float]) -> None:
    database = Database(url)
    await migrate(database, Path(), now())
    filler = Filler(database)
    before = await database.read(_bytes)
    for number in STORED:
        begun = time.perf_counter()
        await filler.fill(number)
        await _settle(database)
        filled = time.perf_counter() - begun
        size = (await database.read(_bytes) - before) / number / 1000
        print(f"{name}, {number} games stored: filled in {filled:.0f} s, {size:.2f} kB a game")
        await _moves(f"{name}, {number} games stored, a move", filler, server_cpu)
    await database.close()
    await _start(f"{name}, {STORED[-1] // 10} games running", url)


async def _moves(label: str, filler: Filler, server_cpu: Callable[[], float]) -> None:
    games = [await filler.begin() for _ in range(GAMES)]
    for game in games:
        await filler.turn(game)
    seconds, cpu, served = [], [], server_cpu()
    for _ in range(TURNS):
        for game in games:
            begun, used = time.perf_counter(), time.process_time()
            await filler.turn(game)
            seconds.append(time.perf_counter() - begun)
            cpu.append(time.process_time() - used)
    served = (server_cpu() - served) / len(cpu)
    wall = f"{median(seconds) * 1000:.1f} ms (wall, with looking at the board)"
    print(f"{label:<44} bot {median(cpu) * 1000:.2f} + server {served * 1000:.2f} CPU-ms; {wall}")
    for game in games:
        await filler.services.games.resign(filler.actor(1), game)
    await filler.tell()


async def _start(label: str, url: str) -> None:
    async with Sandbox(validate=False) as discord:
        use_api(discord.api_base)
        begun = time.perf_counter()
        async with assembled(Settings(database_url=url)) as app:
            opened = time.perf_counter() - begun
            running = asyncio.create_task(app.start(discord.application.token))
            await discord.wait_until_ready(60)
            ready = time.perf_counter() - begun
            await app.close()
            await running
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
    """Return the processor time of a process and its children, in seconds."""
    used = 0.0
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if pid in (int(fields[1]), int(each.parent.name)):
            used += (int(fields[11]) + int(fields[12])) / TICKS
    return used
