"""Integrity check of an SQLite file, because writing to a damaged file would add damage.

A small file is checked before the start. A large file is checked while the bot runs; the bot stops
if the file is damaged.
"""

import asyncio
import errno
import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from bot.errors.startup import CannotStart, NotNow
from bot.errors.storage import DatabaseBusy
from bot.store.engine.database import BUSY_CODES, Database, LostRace

log = logging.getLogger(__name__)

SMALL = 64 * 2**20  # bytes; a check takes 5 ms of processor time per megabyte
CANNOT_OPEN = "The database {} cannot be opened ({}): {}."
WRONG_ADDRESS = "correct DATABASE_URL"
NO_SERVER = "check that the server runs and can be reached at this address"
RESTORE = "restore a backup with `python -m bot restore FILE`"
MAKE_ROOM = "free some disk space"
# advice by SQLite's primary result code; other errors usually mean a wrong address
ADVICE = {
    sqlite3.SQLITE_CORRUPT: RESTORE,
    sqlite3.SQLITE_READONLY: "let the bot's user write the file and its folder",
    sqlite3.SQLITE_FULL: MAKE_ROOM,
    sqlite3.SQLITE_IOERR: "check the disk",
    sqlite3.SQLITE_BUSY: "stop the other program that is writing to it",
}
PASSING = (*BUSY_CODES, sqlite3.SQLITE_FULL)
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
# classes of PostgreSQL errors: connection failure, insufficient resources, server shutdown
PASSING_STATES = ("08", "53", "57")


async def is_large(database: Database) -> bool:
    """Return whether checking the SQLite file would delay the start; False for PostgreSQL."""
    path = database.path
    return path is not None and (await asyncio.to_thread(path.stat)).st_size > SMALL


async def refuse_damaged(database: Database) -> None:
    """Check the whole SQLite file, and refuse a damaged one; do nothing on PostgreSQL.

    :raises CannotStart: the file is damaged.
    """
    if database.path is None:
        return
    try:
        # its own connection, so that a shutdown can interrupt the check
        answer = await _run_quick_check(read_only(database.path))
    except sqlite3.Error as error:
        raise cannot_open(database.address, error) from error
    if answer != "ok":
        raise CannotStart(CANNOT_OPEN.format(database.address, answer, RESTORE))


async def watch(database: Database) -> None:
    """Check an SQLite file that was too large to check before the start, then wait until cancelled.

    :raises CannotStart: the file is damaged.
    """
    if await is_large(database):
        begun = time.monotonic()
        await refuse_damaged(database)
        log.info("the database file is intact; checked in %.0f s", time.monotonic() - begun)
    await asyncio.Event().wait()


def read_only(file: Path) -> sqlite3.Connection:
    """Open an existing SQLite file for reading; its path may contain `#`, `?` or `%`.

    Any thread may use, interrupt and close the connection.

    :raises sqlite3.OperationalError: the file cannot be opened or is a folder. SQLite alone would
        open a folder, and report a damaged disk on the first read.
    """
    if file.is_dir():
        error = sqlite3.OperationalError(f"{file} is a folder")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def cannot_open(address: str, error: BaseException) -> CannotStart:
    """Return the exception for a database that cannot be opened, with advice for the operator.

    :returns: a `NotNow` if the cause may pass, such as a full disk or a busy file.
    """
    code = sqlite_code(error)
    words = str(error) or type(error).__name__
    if code in PASSING or _may_pass(error):
        return NotNow(CANNOT_OPEN.format(address, words, ADVICE.get(code, NO_SERVER)))
    return CannotStart(CANNOT_OPEN.format(address, words, ADVICE.get(code, WRONG_ADDRESS)))


def sqlite_code(error: BaseException) -> int:
    """Return the primary result code of an SQLite error; 0 for other errors."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        # opening a database on a full disk fails like this, because the `-shm` file has no room
        return sqlite3.SQLITE_FULL
    return code & 0xFF


def is_full(error: BaseException) -> bool:
    """Return whether an error means that the disk is full."""
    return sqlite_code(error) == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) in NO_ROOM


def _may_pass(error: BaseException) -> bool:
    state = getattr(error, "sqlstate", None) or ""
    passing = (OSError, DatabaseBusy, LostRace)
    return isinstance(error, passing) or state.startswith(PASSING_STATES)


async def _run_quick_check(connection: sqlite3.Connection) -> str:
    try:
        return await asyncio.to_thread(_quick_check, connection)
    except asyncio.CancelledError:
        connection.interrupt()  # the thread closes the connection
        raise


def _quick_check(connection: sqlite3.Connection) -> str:
    with closing(connection):
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return str(answer).splitlines()[-1]  # the first line names the database
