"""Copies of an SQLite database that is in use: complete, verified, the oldest deleted."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.errors import CannotStart
from bot.store.database import Database

PATTERN = "lifeline-*.db"
USE_PG_DUMP = (
    "PostgreSQL has its own tool for copies, while the bot runs or not: "
    "pg_dump --format=custom --file=lifeline.dump DATABASE (docs/scaling.md)."
)
NAME = "lifeline-%Y%m%dT%H%M%S%f.db"


async def back_up(database: Database, folder: Path, now: datetime, *, kept: int | None = 7) -> Path:
    """Copy the database with SQLite's online backup, verify the copy, delete the oldest ones.

    :param kept: how many copies stay, this one included; None deletes none.
    :returns: the copy.
    :raises CannotStart: when it cannot be written or does not verify.
    """
    if database.path is None:
        raise CannotStart(USE_PG_DUMP)
    copy = folder / now.strftime(NAME)
    try:
        await asyncio.to_thread(_copy, database.path, copy)
        await asyncio.to_thread(_rotate, folder, kept)
    except (OSError, sqlite3.Error) as error:
        raise CannotStart(f"The backup {copy} could not be written: {error}.") from error
    return copy


def verify(file: Path) -> None:
    """Let SQLite check a file from end to end.

    :raises sqlite3.DatabaseError: when it is damaged or no database.
    """
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)
    if broken is not None:
        raise sqlite3.DatabaseError(f"a row of {broken[0]} names a missing row of {broken[2]}")


def backups_in(folder: Path) -> list[Path]:
    """Return the copies in a folder, the newest first."""
    return sorted(folder.glob(PATTERN), reverse=True)


def newest(folder: Path) -> datetime | None:
    """Return when the newest copy in a folder was made; None when there is none."""
    names = (copy.name for copy in backups_in(folder))
    moments = (moment for moment in map(_made, names) if moment is not None)
    return next(moments, None)


def _made(name: str) -> datetime | None:
    try:
        return datetime.strptime(name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None  # a file of somebody else's that is named alike


def _copy(source: Path, copy: Path) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    # under another name until it is complete: a copy that exists is a good one
    unfinished = copy.with_suffix(".unfinished")
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as original,
        closing(sqlite3.connect(unfinished)) as target,
    ):
        original.backup(target)
        # a write-ahead log beside the copy would be one more file to lose
        target.execute("PRAGMA journal_mode = DELETE")
    verify(unfinished)
    unfinished.replace(copy)


def _rotate(folder: Path, kept: int | None) -> None:
    for old in backups_in(folder)[kept:] if kept else ():
        old.unlink()
