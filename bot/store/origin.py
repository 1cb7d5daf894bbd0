"""The origin of a database: a random name given at its first start, which all of its copies carry.

By it, copies of this database are told from copies of another one in the same folder.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from bot.store import notes
from bot.store.database import Database
from bot.store.wholeness import read_only

KEY = "origin"
# ends the name of a database that is older than these names, so that it has copies without one
HAS_OLDER_COPIES = "+"


async def give_origin(database: Database, *, is_new: bool) -> None:
    """Name a database that has no name yet; nothing is written to any other.

    :param is_new: whether it was just made, and cannot have copies from before.
    """
    if await database.read(notes.read, KEY) is None:
        name = uuid4().hex + ("" if is_new else HAS_OLDER_COPIES)
        await database.write(notes.write, KEY, name)


def origin_of(file: Path) -> str | None:
    """Return the origin that a file carries; None when it has none or cannot be read."""
    try:
        with closing(read_only(file)) as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (KEY,)).fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else str(row[0])


def is_copy_of(copy: Path, origin: str | None) -> bool:
    """Return whether a file is a copy of the database of that origin."""
    found = origin_of(copy)
    older = origin is not None and origin.endswith(HAS_OLDER_COPIES)
    return found == origin or (older and found is None)
