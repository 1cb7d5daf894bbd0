"""Durability after a power loss: acknowledged commits survive, others survive completely or not."""

import asyncio
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store.backup import verify
from bot.store.tables import players

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[3]
COMMITS = 20
CUTS = 60

# a program that commits several times and reports each commit
WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from bot.store.tables import players
from bot.store.engine.database import Database
from bot.store.migrate import migrate

async def main():
    database = Database(sys.argv[1])
    await migrate(database, Path(sys.argv[2]), datetime.now(UTC))
    for number in range(5):
        await database.write(players.remember, number, "P", datetime.now(UTC))
        print(f"acknowledged {number}", flush=True)
    await database.close()

asyncio.run(main())
"""


async def add_pair(tx, number, now):
    await players.remember(tx, 2 * number, "first", now)
    await players.remember(tx, 2 * number + 1, "second", now)


def pairs_in(file):
    """Return the number of stored pairs, checking that each pair is complete."""
    with closing(sqlite3.connect(file)) as connection:
        ids = {number for (number,) in connection.execute("SELECT id FROM players")}
    assert ids == {2 * pair + k for pair in {number // 2 for number in ids} for k in (0, 1)}
    return len(ids) // 2


async def test_every_connection_uses_wal_with_full_synchronization(database):
    async def pragmas(tx):
        met.append(tx)
        await at_once.wait()
        asked = ("journal_mode", "synchronous", "foreign_keys")
        return [
            (await tx.connection.execute(text(f"PRAGMA {name}"))).scalar_one() for name in asked
        ]

    met, at_once = [], asyncio.Barrier(5)
    answers = await asyncio.gather(*(database.read(pragmas) for _ in range(5)))
    assert len({id(tx.connection) for tx in met}) == 5
    assert answers == [["wal", 2, 1]] * 5


async def test_a_log_truncated_anywhere_holds_only_whole_transactions(
    database, file, tmp_path, now
):
    """A power loss leaves the beginning of the write-ahead log, possibly followed by garbage."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the schema is in the file itself
    log, sizes = file.with_name(f"{file.name}-wal"), []
    for number in range(COMMITS):
        await database.write(add_pair, number, now)
        sizes.append(log.stat().st_size)
    written, rng = (file.read_bytes(), log.read_bytes()), random.Random(3)
    for cut in [*sizes, *(rng.randrange(len(written[1])) for _ in range(CUTS))]:
        left = tmp_path / "left.db"
        left.write_bytes(written[0])
        garbage = rng.randbytes(rng.choice((0, 0, 40, 5000)))
        left.with_name("left.db-wal").write_bytes(written[1][:cut] + garbage)
        stored = pairs_in(left)
        assert stored >= sum(size <= cut for size in sizes)
        verify(left)
        for each in tmp_path.glob("left.db*"):
            each.unlink()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_commit_is_synced_to_disk_before_it_is_acknowledged(file, tmp_path):
    log = tmp_path / "strace.log"
    command = ["strace", "-f", "-y", "-o", str(log), "-e", "trace=fsync,fdatasync,write"]
    command += [sys.executable, "-c", WRITER, f"sqlite+aiosqlite:///{file}", str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if "ptrace" in ran.stderr or "PTRACE" in ran.stderr:
        pytest.skip("strace is not permitted")
    assert ran.stdout.count("acknowledged") == 5, ran.stderr
    synced = re.compile(r"f(data)?sync\(\d+<[^>]*-wal>\)")
    between = re.split(r'write\(1<[^>]*>, "acknowledged', log.read_text())
    assert len(between) == 6
    assert all(synced.search(calls) for calls in between[:-1])
