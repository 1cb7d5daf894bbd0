"""Databases as released programs left them, and comparing what is in a database."""

import sqlite3
from contextlib import closing
from pathlib import Path

RELEASED = sorted((Path(__file__).parent / "released").glob("*.sql"))
VERSION_TABLE = "alembic_version"


def restored(dump, file):
    """Make a database of an old schema; returns its contents."""
    with closing(sqlite3.connect(file)) as old:
        old.executescript(dump.read_text(encoding="utf-8"))
    return contents(file)


def contents(file):
    """Return every row of every table as {table: [{column: value}]}."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
            for (name,) in tables.fetchall()
        }


def lost(before, after):
    """Return the rows that are there no longer, or with other values than before."""
    missing = {
        table: [row for row in rows if not any(row.items() <= new.items() for new in after[table])]
        for table, rows in before.items()
        if table != VERSION_TABLE
    }
    return {table: rows for table, rows in missing.items() if rows}
