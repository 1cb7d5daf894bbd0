"""Is an SQLite file whole? Playing on in a damaged one would make it worse.

A small file is looked through before the start; a large one beside the running bot, which ends
when it turns out to be damaged.
"""

import asyncio
import errno
import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from bot.errors import CannotStart, DatabaseBusy, NotNow
from bot.store.database import BUSY_CODES, Database, LostRace

log = logging.getLogger(__name__)

SMALL = 64 * 2**20  # bytes; 5 ms of the processor each megabyte
CANNOT_OPEN = "The database {} cannot be opened ({}): {}."
WRONG_ADDRESS = "correct DATABASE_URL"
NO_SERVER = "see that the server runs and can be reached at this address"
RESTORE = "restore a copy with `python -m bot restore FILE`"
MAKE_ROOM = "make room on the disk"
# by what SQLite says (the low byte of its code); anything else is most likely the address
ADVICE = {
    sqlite3.SQLITE_CORRUPT: RESTORE,
    sqlite3.SQLITE_READONLY: "let the bot's user write the file and its folder",
    sqlite3.SQLITE_FULL: MAKE_ROOM,
    sqlite3.SQLITE_IOERR: "look after the disk",
    sqlite3.SQLITE_BUSY: "another program is writing to it, stop that one",
}
PASSING = (*BUSY_CODES, sqlite3.SQLITE_FULL)
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
# PostgreSQL: the connection failed; there are too many, or no room; the server starts or stops
PASSING_STATES = ("08", "53", "57")


async def is_large(database: Database) -> bool:
    """Say whether looking through the file would hold up a start."""
    path = database.path
    return path is not None and (await asyncio.to_thread(path.stat)).st_size > SMALL


async def refuse_damaged(database: Database) -> None:
    """Let SQLite look through the whole file; PostgreSQL looks after its own.

    :raises CannotStart: it is damaged.
    """
    if database.path is None:
        return
    try:
        # its own connection, so that it can be interrupted: the others are waited for at the end
        answer = await _look_through(read_only(database.path))
    except sqlite3.Error as error:
        raise cannot_open(database.address, error) from error
    if answer != "ok":
        raise CannotStart(CANNOT_OPEN.format(database.address, answer, RESTORE))


async def watch(database: Database) -> None:
    """Look through a file that was too large for the start; never returns.

    :raises CannotStart: it is damaged.
    """
    if await is_large(database):
        begun = time.monotonic()
        await refuse_damaged(database)
        log.info("the database file is whole: looked through in %.0f s", time.monotonic() - begun)
    await asyncio.Event().wait()


def read_only(file: Path) -> sqlite3.Connection:
    """Open an SQLite file that is there, also one with `#`, `?` or `%` in its path.

    Another thread than the one that opened it may interrupt and close it.

    :raises sqlite3.OperationalError: it cannot be opened. A folder can: only reading it would fail,
        in the same way as a damaged disk.
    """
    if file.is_dir():
        error = sqlite3.OperationalError(f"{file} is a folder")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def cannot_open(address: str, error: BaseException) -> CannotStart:
    """Return what to raise for a database that cannot be opened, with what to do about it."""
    code = sqlite_code(error)
    words = str(error) or type(error).__name__
    if code in PASSING or _may_pass(error):
        return NotNow(CANNOT_OPEN.format(address, words, ADVICE.get(code, NO_SERVER)))
    return CannotStart(CANNOT_OPEN.format(address, words, ADVICE.get(code, WRONG_ADDRESS)))


def sqlite_code(error: BaseException) -> int:
    """Return what SQLite says is wrong, without the details; 0 for an error of another kind."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        # how a full disk looks to whoever opens a database: there is no room for its `-shm`
        return sqlite3.SQLITE_FULL
    return code & 0xFF


def is_full(error: BaseException) -> bool:
    """Say whether an error means that there is no room on the disk."""
    return sqlite_code(error) == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) in NO_ROOM


def _may_pass(error: BaseException) -> bool:
    state = getattr(error, "sqlstate", None) or ""
    passing = (OSError, DatabaseBusy, LostRace)
    return isinstance(error, passing) or state.startswith(PASSING_STATES)


async def _look_through(connection: sqlite3.Connection) -> str:
    try:
        return await asyncio.to_thread(_quick_check, connection)
    except asyncio.CancelledError:
        connection.interrupt()  # its thread closes it
        raise


def _quick_check(connection: sqlite3.Connection) -> str:
    with closing(connection):
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return str(answer).splitlines()[-1]  # the first says which database, and there is one only
