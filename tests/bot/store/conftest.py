"""Fixtures: migrated databases, query plans, and an interrupted migration."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import event

from bot.store import migrate as migrations
from bot.store.engine.database import Database
from bot.store.migrate import migrate

NOW = datetime(2030, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW


@pytest.fixture
def file(tmp_path):
    """Path of an SQLite database; tests that use it are marked `sqlite`."""
    return tmp_path / "games.db"


@pytest.fixture
async def connect(database_url):
    """Return a function that opens the database again, like another process."""
    opened = []

    def open_database(**options):
        opened.append(Database(database_url, **options))
        return opened[-1]

    yield open_database
    for each in opened:
        await each.close()


@pytest.fixture
async def database(connect, tmp_path, migrated_file):
    """Migrated database; for a test of the file itself, a copy of a migrated file."""
    made = connect()
    if made.path is not None and not made.path.exists():
        shutil.copyfile(migrated_file, made.path)
    await migrate(made, tmp_path / "backups", NOW)
    return made


@pytest.fixture
def plans(database, file):
    """Steps of the query plans of every SELECT, UPDATE and DELETE that has run."""
    found = []

    def explain(_connection, _cursor, statement, parameters, _context, _many):
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            with closing(sqlite3.connect(file)) as connection:
                rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                found.extend(row[3] for row in rows)

    event.listen(database.engine.sync_engine, "before_cursor_execute", explain)
    return found


@pytest.fixture
def killed_after_migrating(monkeypatch):
    """Make the next migration fail after its last step and before its commit."""
    run = migrations._run_alembic

    def run_and_fail(connection):
        run(connection)
        raise RuntimeError("killed")

    monkeypatch.setattr(migrations, "_run_alembic", run_and_fail)
