"""Benchmark of a typed turn: statements, transactions, visits to SQLite's thread, and CPU time.

The counts cover the time from the command until the outbox has stored that the picture is posted.
The CPU time is measured on a bot in a separate process, including pictures and the closing of old
messages.
"""

import asyncio
import logging
import random
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench.calibration import calibration_seconds
from bench.figures import note
from bench.live_games import LiveGame, bench_server
from bench.storage import cpu_of_tree
from bot.config.system_clock import now
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from sandbox import Sandbox
from sandbox import Settings as SandboxSettings
from testbed.crowd import Crowd
from testbed.fleet import Fleet
from testbed.games import random_turn
from testbed.sql_count import SqlCount, counting_sql

COUNTED = 20  # turns
GAMES, TURNS, AT_ONCE = 40, 6, 4
QUIET = 0.05  # seconds between the worker's queries for messages
SIZE = 7


@dataclass
class Counts:
    """Counts of database statements, transactions and visits to SQLite's thread, for each turn."""

    statements: list[int] = field(default_factory=list)
    transactions: list[int] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)


def main() -> None:
    """Print the database counts and the CPU time of a turn."""
    logging.disable(logging.WARNING)
    counts = asyncio.run(_count())
    for name in ("statements", "transactions", "visits"):
        measured = getattr(counts, name)
        label = {"visits": "visits to SQLite's thread"}.get(name, name)
        print(f"{f'a turn, {label}':<44} median {median(measured):.0f}, most {max(measured)}")
        note(f"a turn, {label}", median(measured), "times")
    calibration = calibration_seconds()
    used = asyncio.run(_cpu())
    loops = f"{used / calibration:.2f} calibration loops of {calibration:.3f} s"
    print(f"{'a turn in the bot':<44} {used * 1000:.1f} CPU-ms, {loops}")
    note("a turn in the bot", used * 1000, "CPU-ms")


async def _count() -> Counts:
    counts, rng = Counts(), random.Random(1)
    with counting_sql() as sql:
        async with bench_server() as server:
            live_game = await server.begin("turns", ("Ann", "Ben"), size=SIZE)
            for turn in range(2, COUNTED + 4):
                await _count_turn(live_game, turn, rng, sql)
                if turn >= 4:  # the first turns fill caches
                    counts.statements.append(len(sql.statements))
                    counts.transactions.append(sql.transactions)
                    counts.visits.append(sql.visits)
    return counts


async def _count_turn(live_game: LiveGame, turn: int, rng: random.Random, sql: SqlCount) -> None:
    game = await live_game.server.services.games.get(live_game.game_id)
    assert game.to_move is not None, "random games last longer"
    text = random_turn(game.position, rng)
    await asyncio.sleep(QUIET)
    sql.clear()
    posted = asyncio.create_task(live_game.turn(turn))
    await live_game.people[game.to_move.name].slash("move", cell=text, game=str(live_game.game_id))
    await posted
    file = live_game.server.file
    await live_game.server.discord.wait_until(lambda: not _is_waiting(file), 60)
    await asyncio.sleep(QUIET)


def _is_waiting(file: Path) -> bool:
    query = "SELECT 1 FROM outbox WHERE status IN ('waiting', 'sending')"
    with closing(sqlite3.connect(file)) as connection:  # not counted
        return connection.execute(query).fetchone() is not None


async def _cpu() -> float:
    """Return the CPU time of a turn in the bot's process, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/games.db")
        await migrate(database, Path(folder), now())
        quick = SandboxSettings(rate_limits=False, answer_within=30.0)
        async with Sandbox(settings=quick, validate=False) as discord:
            crowd = Crowd(discord, database, random.Random(1))
            await crowd.gather(GAMES)
            fleet = Fleet(discord, database.address, Path(folder), ("0",))
            await fleet.start()
            try:
                return await _play(crowd, fleet)
            finally:
                await fleet.stop()
                await database.close()


async def _play(crowd: Crowd, fleet: Fleet) -> float:
    (pid,) = fleet.pids
    await crowd.play(1, AT_ONCE)
    await crowd.settled(60)
    before, played = cpu_of_tree(pid), len(crowd.played_turns)
    await crowd.play(TURNS, AT_ONCE)
    await crowd.settled(60)
    return (cpu_of_tree(pid) - before) / (len(crowd.played_turns) - played)
