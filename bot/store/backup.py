"""Backups of an SQLite database while the bot uses it: verified copies, the oldest deleted."""

import asyncio
import shlex
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.errors.startup import CannotStart, NotNow
from bot.store.database_origin import origin_of
from bot.store.engine.database import Database
from bot.store.engine.integrity_check import MAKE_ROOM, is_full, read_only

PATTERN = "lifeline-*.db"
PAGES = 1000  # pages copied between two checks for shutdown
STEPS = 100_000  # SQLite virtual-machine steps between two checks; some milliseconds
UNFINISHED = ".unfinished"
# a process whose backup takes this long was killed while writing the file
ABANDONED = timedelta(hours=1)
USE_PG_DUMP = (
    "Back up PostgreSQL with its own tool, while the bot runs or not: "
    "pg_dump --format=custom --file=lifeline.dump DATABASE (docs/hosting.md)."
)
NOT_LISTED = (
    "The backup folder {} cannot be read ({}): correct BACKUP_DIR or the permissions, or mount its "
    "disk."
)
LOST = (
    "There is no database {}, but its backups are in {}. Mount the disk of the database, or "
    "correct DATABASE_URL. If the database is lost, restore the newest backup: "
    "python -m bot restore {}. To start with an empty database, set BACKUP_DIR to another folder."
)
NOT_WRITTEN = "The backup {} could not be written: {}."
NO_ROOM = f"The backup {{}} could not be written ({{}}): {MAKE_ROOM}."
NAME = "lifeline-%Y%m%dT%H%M%S%f.db"


async def back_up(database: Database, folder: Path, now: datetime, *, kept: int | None) -> Path:
    """Back up the database with SQLite's online backup, verify the backup, delete the oldest.

    :param kept: the number of backups to keep, including this one; None keeps all. Backups of
        another database are neither counted nor deleted.
    :returns: the path of the backup.
    :raises NotNow: the disk is full.
    :raises CannotStart: the backup cannot be written or is damaged, or the database is PostgreSQL.
    """
    if database.path is None:
        raise CannotStart(USE_PG_DUMP)
    stop = threading.Event()
    copy = folder / now.strftime(NAME)
    try:
        if kept is not None:
            # delete first, because the backup may need the space
            await asyncio.to_thread(_delete_abandoned, folder, now)
        await asyncio.to_thread(_copy, database.path, copy, stop)
        if kept is not None:
            await asyncio.to_thread(_rotate, copy, kept)
    except asyncio.CancelledError:
        stop.set()  # the program must wait for its threads, and a backup may take minutes
        raise
    except (OSError, sqlite3.Error) as error:
        if is_full(error):
            raise NotNow(NO_ROOM.format(copy, getattr(error, "strerror", error))) from error
        raise CannotStart(NOT_WRITTEN.format(copy, error)) from error
    return copy


def refuse_missing(file: Path, folder: Path) -> None:
    """Refuse to create a new database in place of a missing one that has backups.

    :param folder: the folder with its backups.
    :raises CannotStart: the file is missing and has backups, or the folder cannot be listed.
    """
    try:
        if file.exists() and file.stat().st_size > 0:
            return
        copies = backups_in(folder)
    except OSError as error:
        raise CannotStart(NOT_LISTED.format(folder, error.strerror)) from error
    if copies:
        newest_copy = shlex.quote(str(copies[0]))
        raise CannotStart(LOST.format(file, folder, newest_copy))


def verify(file: Path, stop: threading.Event | None = None) -> None:
    """Check the integrity and the foreign keys of an SQLite file.

    :param stop: interrupts the check when it is set; then `sqlite3.OperationalError` is raised.
    :raises sqlite3.DatabaseError: the file is damaged or not a database.
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
    """Return the bot's backups in a folder, newest first; none if the folder does not exist.

    :raises OSError: the folder cannot be listed.
    """
    return sorted((file for file in _files(folder, PATTERN) if _backup_time(file)), reverse=True)


def newest_backup_time(folder: Path, now: datetime) -> datetime | None:
    """Return the time of the newest backup in a folder, or None without backups.

    Backups dated in the future are ignored: the system clock was wrong when they were made.

    :raises CannotStart: the folder cannot be listed.
    """
    try:
        moments = map(_backup_time, backups_in(folder))
    except OSError as error:
        raise CannotStart(NOT_LISTED.format(folder, error.strerror)) from error
    return next((moment for moment in moments if moment is not None and moment <= now), None)


def _files(folder: Path, pattern: str) -> list[Path]:
    try:
        return [file for file in folder.iterdir() if file.match(pattern)]
    except FileNotFoundError:
        return []  # the first backup creates the folder


def _backup_time(file: Path) -> datetime | None:
    """Return when the bot started a backup, read from the file's name; None for other files.

    The file may be a finished or an unfinished backup.
    """
    name = file.with_suffix(".db").name
    try:
        moment = datetime.strptime(name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None
    # strptime also accepts shorter numbers, such as in a name that the operator chose
    return moment if moment.strftime(NAME) == name else None


def _copy(source: Path, copy: Path, stop: threading.Event) -> None:
    def check_stop(*_progress: int) -> None:
        if stop.is_set():
            raise sqlite3.OperationalError("interrupted")

    copy.parent.mkdir(parents=True, exist_ok=True)
    # written under another name first, so that every file with the final name is complete
    unfinished = copy.with_suffix(UNFINISHED)
    try:
        with (
            closing(read_only(source)) as original,
            closing(sqlite3.connect(unfinished)) as target,
        ):
            # one snapshot for all pages, because otherwise each concurrent write would restart the
            # backup
            original.execute("BEGIN")
            original.execute("SELECT count(*) FROM sqlite_master")
            original.backup(target, pages=PAGES, progress=check_stop)
            # the backup must be a single file, without a write-ahead log
            target.execute("PRAGMA journal_mode = DELETE")
        verify(unfinished, stop)
        unfinished.replace(copy)
    finally:
        # failed backups are retried every hour and would fill the disk
        unfinished.unlink(missing_ok=True)


def _delete_abandoned(folder: Path, now: datetime) -> None:
    # the pattern includes SQLite's `-journal` and `-wal` files
    for file in _files(folder, f"lifeline-*{UNFINISHED}*"):
        begun = _backup_time(file)
        if begun is not None and abs(now - begun) > ABANDONED:
            file.unlink(missing_ok=True)


def _rotate(made: Path, kept: int) -> None:
    # backups of another database may be its only remains
    origin = origin_of(made)
    own = [copy for copy in backups_in(made.parent) if origin_of(copy) == origin]
    # backups dated in the future come from a wrong system clock and are deleted first
    in_order = sorted(own, key=lambda copy: copy.name > made.name)
    for old in in_order[kept:]:
        old.unlink(missing_ok=True)
