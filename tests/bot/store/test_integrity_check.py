"""Damaged SQLite files are refused: small files at the start, large ones while the bot runs."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.errors.startup import CannotStart
from bot.store.engine import integrity_check
from bot.store.migrate import migrate

DAMAGED = r"games\.db cannot be opened .*restore a backup with"
PAGE = 4096  # bytes
ENDLESS = "WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s) SELECT max(n) FROM s"


@pytest.fixture
async def closed_database(database):
    """Migrated database file that no connection uses."""
    await database.close()


@pytest.fixture
def damaged(closed_database, file):
    """Migrated file with garbage in a page that only a check of every page reads."""
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'reports'"
        (number,) = connection.execute(query).fetchone()
    with file.open("r+b") as content:
        content.seek((number - 1) * PAGE)
        content.write(b"\xa5" * PAGE)


@pytest.fixture
def large(monkeypatch):
    monkeypatch.setattr(integrity_check, "SMALL", 0)


async def test_a_small_damaged_file_is_refused_at_the_start(damaged, connect, tmp_path, now):
    with pytest.raises(CannotStart, match=DAMAGED):
        await migrate(connect(), tmp_path, now)


async def test_a_large_damaged_file_is_refused_while_the_bot_runs(
    damaged, large, connect, tmp_path, now
):
    database = connect()
    assert await migrate(database, tmp_path, now) is None
    with pytest.raises(CannotStart, match=DAMAGED):
        await integrity_check.watch(database)


async def test_a_large_damaged_file_is_refused_before_a_migration(
    damaged, large, connect, tmp_path, now, monkeypatch
):
    monkeypatch.setattr("bot.store.migrate.head", lambda: "9999")
    with pytest.raises(CannotStart, match=DAMAGED):
        await migrate(connect(), tmp_path, now)
    assert not list(tmp_path.glob("*lifeline-*"))


async def test_watching_an_intact_file_never_returns(database, file, large, caplog):
    caplog.set_level("INFO")
    watching = asyncio.create_task(integrity_check.watch(database))
    for _ in range(1000):
        if "the database file is intact" in caplog.text:
            break
        await asyncio.sleep(0.01)
    assert "the database file is intact" in caplog.text
    assert not watching.done()
    watching.cancel()


async def test_shutdown_interrupts_the_check_of_a_large_file(database, file, monkeypatch):
    """Otherwise the thread of the check would delay the shutdown."""
    begun, ended = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def endless(connection):
        loop.call_soon_threadsafe(begun.set)
        try:
            connection.execute(ENDLESS)
        finally:
            connection.close()
            loop.call_soon_threadsafe(ended.set)

    monkeypatch.setattr(integrity_check, "_quick_check", endless)
    check = asyncio.create_task(integrity_check.refuse_damaged(database))
    await begun.wait()
    await asyncio.sleep(0.05)
    check.cancel()
    await ended.wait()
