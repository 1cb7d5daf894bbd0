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
# suffix for a database from before origins existed, whose earlier backups have none
HAS_OLDER_COPIES = "+"


async def give_origin(database: Database, *, is_new: bool) -> None:
    """Give a database an origin unless it has one.

    :param is_new: whether the database was just created, so that it has no earlier backups.
    """
    if await database.read(key_values.read, KEY) is None:
        name = uuid4().hex + ("" if is_new else HAS_OLDER_COPIES)
        await database.write(key_values.write, KEY, name)


def origin_of(file: Path) -> str | None:
    """Return the origin of a database file; None if it has none or cannot be read."""
    try:
        with closing(read_only(file)) as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (KEY,)).fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else str(row[0])


def is_copy_of(copy: Path, origin: str | None) -> bool:
    """Return whether a file is a backup of the database with this origin."""
    found = origin_of(copy)
    older = origin is not None and origin.endswith(HAS_OLDER_COPIES)
    return found == origin or (older and found is None)
