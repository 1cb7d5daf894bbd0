"""Upgrade of a database from before clocks existed: its games continue without a clock."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import Boolean
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from bot.store.migrate import migrate
from bot.store.tables import schema
from bot.store.tables.schema import metadata
from tests.bot.store.released_schemas import create

DAYS = 24 * 60 * 60 * 1_000_000


@pytest.fixture
async def upgraded(file, connect, tmp_path, now):
    create("0002", file)
    await migrate(connect(), tmp_path / "backups", now)
    with closing(sqlite3.connect(file)) as connection:
        yield connection


async def test_old_challenges_have_no_clock(upgraded):
    rows = upgraded.execute("SELECT DISTINCT pace, strict FROM challenges").fetchall()
    assert rows == [("none", 0)]
    assert upgraded.execute("SELECT count(*) FROM clocks").fetchone() == (0,)


async def test_only_old_running_games_get_a_deadline_after_thirty_days(upgraded):
    rows = upgraded.execute("SELECT kind, subject, due_at FROM deadlines").fetchall()
    running = "SELECT 'asleep', id, updated_at + ? FROM games WHERE status = 'running'"
    assert rows == upgraded.execute(running, (30 * DAYS,)).fetchall()
    assert len(rows) == 1


async def test_old_outbox_messages_are_still_open(upgraded):
    (waiting,) = upgraded.execute(
        "SELECT count(*) FROM outbox WHERE status IN ('waiting', 'sending') AND user_id IS NULL"
    ).fetchone()
    assert waiting == 9


def test_the_time_tables_use_plain_types_on_postgresql():
    tables = [table for table in metadata.tables.values() if hasattr(schema, table.name)]
    text = "\n".join(
        str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in tables
    )
    assert "left0 BIGINT NOT NULL" in text
    assert "since BIGINT" in text
    assert "id BIGSERIAL NOT NULL" in text
    assert isinstance(schema.clocks.c.strict.type, Boolean)
