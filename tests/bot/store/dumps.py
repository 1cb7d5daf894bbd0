"""Dumps of released schemas, and the comparison of database contents."""

import sqlite3
from contextlib import closing
from pathlib import Path

RELEASED = sorted((Path(__file__).parent / "released").glob("*.sql"))
VERSION_TABLE = "alembic_version"


def restored(dump, file):
    """Create a database from a dump of an old schema; return its contents."""
    with closing(sqlite3.connect(file)) as old:
        old.executescript(dump.read_text(encoding="utf-8"))
    return contents(file)


def contents(file):
    """Return all rows as {table: [{column: value}]}."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
            for (name,) in tables.fetchall()
        }


# the renames of migration 0014, written independently of it
TABLES = {
    "absences": "vacations",
    "notices": "turn_notifications",
    "notice_settings": "notification_settings",
    "outside": "user_install_channels",
    "voices": "interaction_tokens",
}
COLUMNS = {
    "games": {
        "turn_stamp": "turn_revision",
        "partner_seat": "engine_seat",
        "partner_level": "engine_level",
    },
    "notices": {"stamp": "revision"},
}


def in_current_names(tables):
    """Return database contents under the table and column names of the current schema."""
    return {
        TABLES.get(table, table): [
            {COLUMNS.get(table, {}).get(column, column): value for column, value in row.items()}
            for row in rows
        ]
        for table, rows in tables.items()
    }


def lost(before, after):
    """Return the rows of `before` that are missing or changed in `after`."""
    missing = {
        table: [row for row in rows if not any(row.items() <= new.items() for new in after[table])]
        for table, rows in in_current_names(before).items()
        if table != VERSION_TABLE
    }
    return {table: rows for table, rows in missing.items() if rows}
