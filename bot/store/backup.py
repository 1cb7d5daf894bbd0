"""Copies of an SQLite database that is in use: complete, verified, the oldest deleted."""

import asyncio
import shlex
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.errors import CannotStart, NotNow
from bot.store.database import Database
from bot.store.origin import is_copy_of, origin_of
from bot.store.wholeness import MAKE_ROOM, is_full, read_only

PATTERN = "lifeline-*.db"
PAGES = 1000  # copied between two looks whether the program is to leave
STEPS = 100_000  # of SQLite, likewise; some milliseconds
UNFINISHED = ".unfinished"
# no copy takes as long: whoever was making this one was killed
ABANDONED = timedelta(hours=1)
USE_PG_DUMP = (
    "PostgreSQL has its own tool for copies, while the bot runs or not: "
    "pg_dump --format=custom --file=lifeline.dump DATABASE (docs/scaling.md)."
)
NOT_LISTED = (
    "The folder {} for copies cannot be looked into ({}): correct BACKUP_DIR or the permissions, "
    "or mount what should be there."
)
LOST = (
    "There is no database {}, but copies of one are in {}. Mount the disk that the database is on, "
    "or correct DATABASE_URL. If it is lost, go back to the newest copy: "
    "python -m bot restore {}. To begin with an empty database, set BACKUP_DIR to another folder."
)
NOT_WRITTEN = "The backup {} could not be written: {}."
NO_ROOM = f"The backup {{}} could not be written ({{}}): {MAKE_ROOM}."
NAME = "lifeline-%Y%m%dT%H%M%S%f.db"


async def back_up(database: Database, folder: Path, now: datetime, *, kept: int | None) -> Path:
    """Copy the database with SQLite's online backup, verify the copy, delete the oldest ones.

    :param kept: how many copies stay, this one included; None deletes nothing. Copies of another
        database are neither counted nor deleted.
    :returns: the copy.
    :raises NotNow: there is no room for it.
    :raises CannotStart: when it cannot be written or does not verify.
    """
    if database.path is None:
        raise CannotStart(USE_PG_DUMP)
    stop = threading.Event()
    copy = folder / now.strftime(NAME)
    try:
        if kept is not None:
            # before the copy, which may need the room
            await asyncio.to_thread(_delete_abandoned, folder, now)
        await asyncio.to_thread(_copy, database.path, copy, stop)
        if kept is not None:
            await asyncio.to_thread(_rotate, copy, kept)
    except asyncio.CancelledError:
        stop.set()  # the program cannot end before its threads, and a copy may take minutes
        raise
    except (OSError, sqlite3.Error) as error:
        if is_full(error):
            raise NotNow(NO_ROOM.format(copy, getattr(error, "strerror", error))) from error
        raise CannotStart(NOT_WRITTEN.format(copy, error)) from error
    return copy


def refuse_lost(file: Path, folder: Path) -> bool:
    """Refuse to begin anew in place of a database that is missing and has copies.

    :param folder: where its copies go.
    :returns: whether the database is new: it is not there yet, and has no copies either.
    :raises CannotStart: it is missing, and there are copies; or the folder cannot be looked into.
    """
    try:
        if file.exists() and file.stat().st_size > 0:
            return False
        copies = backups_in(folder)
    except OSError as error:
        raise CannotStart(NOT_LISTED.format(folder, error.strerror)) from error
    if copies:
        newest_copy = shlex.quote(str(copies[0]))
        raise CannotStart(LOST.format(file, folder, newest_copy))
    return True


def verify(file: Path, stop: threading.Event | None = None) -> None:
    """Let SQLite check a file from end to end.

    :param stop: set when the check is to be broken off.
    :raises sqlite3.DatabaseError: when it is damaged or no database.
    """
    with closing(read_only(file)) as connection:
        if stop is not None:
            connection.set_progress_handler(stop.is_set, STEPS)
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)
    if broken is not None:
        raise sqlite3.DatabaseError(f"a row of {broken[0]} names a missing row of {broken[2]}")


def backups_in(folder: Path) -> list[Path]:
    """Return the copies that the bot made in a folder, the newest first.

    :raises OSError: the folder cannot be looked into. One that is not there has none.
    """
    return sorted((file for file in _files(folder, PATTERN) if _made(file)), reverse=True)


def newest(folder: Path, now: datetime) -> datetime | None:
    """Return when the newest copy in a folder was made; None when there is none.

    One that is dated after now tells of a clock that was ahead, not of a copy that is fresh.

    :raises CannotStart: the folder cannot be looked into.
    """
    try:
        moments = map(_made, backups_in(folder))
    except OSError as error:
        raise CannotStart(NOT_LISTED.format(folder, error.strerror)) from error
    return next((moment for moment in moments if moment is not None and moment <= now), None)


def _files(folder: Path, pattern: str) -> list[Path]:
    try:
        return [file for file in folder.iterdir() if file.match(pattern)]
    except FileNotFoundError:
        return []  # the first copy makes it


def _made(file: Path) -> datetime | None:
    """Return when the bot began a copy, finished or not; None for a file of somebody else's."""
    name = file.with_suffix(".db").name
    try:
        moment = datetime.strptime(name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None
    # strptime reads shorter numbers as well, which a host may have typed
    return moment if moment.strftime(NAME) == name else None


def _copy(source: Path, copy: Path, stop: threading.Event) -> None:
    def look(*_progress: int) -> None:
        if stop.is_set():
            raise sqlite3.OperationalError("interrupted")

    copy.parent.mkdir(parents=True, exist_ok=True)
    # under another name until it is complete: a copy that exists is a good one
    unfinished = copy.with_suffix(UNFINISHED)
    try:
        with (
            closing(read_only(source)) as original,
            closing(sqlite3.connect(unfinished)) as target,
        ):
            # one state for all pages: else each write meanwhile would begin the copy anew
            original.execute("BEGIN")
            original.execute("SELECT count(*) FROM sqlite_master")
            original.backup(target, pages=PAGES, progress=look)
            # a write-ahead log beside the copy would be one more file to lose
            target.execute("PRAGMA journal_mode = DELETE")
        verify(unfinished, stop)
        unfinished.replace(copy)
    finally:
        # a copy that failed is tried again each hour: what each leaves would fill the disk
        unfinished.unlink(missing_ok=True)


def _delete_abandoned(folder: Path, now: datetime) -> None:
    # SQLite's own files beside an unfinished copy (`-journal`, `-wal`) go with it
    for file in _files(folder, f"lifeline-*{UNFINISHED}*"):
        begun = _made(file)
        if begun is not None and abs(now - begun) > ABANDONED:
            file.unlink(missing_ok=True)


def _rotate(made: Path, kept: int) -> None:
    # copies of another database may be the last that is left of it
    origin = origin_of(made)
    own = [copy for copy in backups_in(made.parent) if is_copy_of(copy, origin)]
    # copies dated after the one just made are of a clock that was ahead: they go first
    in_order = sorted(own, key=lambda copy: copy.name > made.name)
    for old in in_order[kept:]:
        old.unlink(missing_ok=True)
