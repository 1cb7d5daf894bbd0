"""What is acknowledged is on the disk, and what the disk lost a part of is there wholly or not."""

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

# writes a few times, and says so after each
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
    """Return the pairs that are stored; none is there by half."""
    with closing(sqlite3.connect(file)) as connection:
        ids = {number for (number,) in connection.execute("SELECT id FROM players")}
    assert ids == {2 * pair + k for pair in {number // 2 for number in ids} for k in (0, 1)}
    return len(ids) // 2


async def test_every_connection_writes_through_to_the_disk(database):
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


async def test_a_log_torn_anywhere_holds_whole_transactions_and_all_before(
    database, file, tmp_path, now
):
    """What a power loss leaves of the write-ahead log is its beginning, and maybe rubbish."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the tables are in the file itself
    log, sizes = file.with_name(f"{file.name}-wal"), []
    for number in range(COMMITS):
        await database.write(add_pair, number, now)
        sizes.append(log.stat().st_size)
    written, lots = (file.read_bytes(), log.read_bytes()), random.Random(3)
    for cut in [*sizes, *(lots.randrange(len(written[1])) for _ in range(CUTS))]:
        left = tmp_path / "left.db"
        left.write_bytes(written[0])
        rubbish = lots.randbytes(lots.choice((0, 0, 40, 5000)))
        left.with_name("left.db-wal").write_bytes(written[1][:cut] + rubbish)
        stored = pairs_in(left)
        assert stored >= sum(size <= cut for size in sizes)
        verify(left)
        for each in tmp_path.glob("left.db*"):
            each.unlink()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not here to watch the writes")
def test_the_disk_is_told_to_keep_a_commit_before_it_is_acknowledged(file, tmp_path):
    seen = tmp_path / "seen"
    command = ["strace", "-f", "-y", "-o", str(seen), "-e", "trace=fsync,fdatasync,write"]
    command += [sys.executable, "-c", WRITER, f"sqlite+aiosqlite:///{file}", str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if "ptrace" in ran.stderr or "PTRACE" in ran.stderr:
        pytest.skip("strace may not watch here")
    assert ran.stdout.count("acknowledged") == 5, ran.stderr
    kept = re.compile(r"f(data)?sync\(\d+<[^>]*-wal>\)")
    between = re.split(r'write\(1<[^>]*>, "acknowledged', seen.read_text())
    assert len(between) == 6
    assert all(kept.search(calls) for calls in between[:-1])
