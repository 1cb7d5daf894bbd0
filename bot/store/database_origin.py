"""Origin of a database: a random name, created at its first start and part of all its backups.

It distinguishes the backups of this database from backups of another one in the same folder.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from bot.store.engine.database import Database
from bot.store.engine.integrity_check import read_only
from bot.store.tables import key_values

KEY = "origin"


async def give_origin(database: Database) -> None:
    """Store a random name as the origin of a database that has no origin yet."""
    if await database.read(key_values.read, KEY) is None:
        await database.write(key_values.write, KEY, uuid4().hex)


def origin_of(file: Path) -> str | None:
    """Return the origin of an SQLite file; None if the file has no origin or cannot be read."""
    try:
        with closing(read_only(file)) as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (KEY,)).fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else str(row[0])
