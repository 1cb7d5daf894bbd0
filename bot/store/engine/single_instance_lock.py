"""One process on an SQLite file: two bots on it would send everything twice."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from bot.errors import CannotStart, NotNow
from bot.store.engine.database import Database
from bot.store.engine.integrity_check import MAKE_ROOM, is_full

IN_USE = (
    "Another bot is running on the database {}. Stop that one first, "
    "or name another file in DATABASE_URL."
)
NO_FOLDER = "The folder {} for the database cannot be made ({}): {}."
NOT_LOCKED = "The file {} cannot be written ({}): {}."
CORRECT = "correct DATABASE_URL or the permissions"
NO_END = "The link {} for the database leads to itself: correct DATABASE_URL or the link."


@contextmanager
def single_instance_lock(database: Database) -> Iterator[None]:
    """Keep other bots, and a restore, from an SQLite file while the block runs.

    The system lets go of the lock when the process ends, however it ends; the file `….lock` that
    carries it stays, because deleting it would let a third process lock another file of its name.
    PostgreSQL is made for several processes: there nothing is locked.

    :raises CannotStart: another process has the file, or the lock cannot be made.
    """
    if database.path is None:
        yield
        return
    file = _of_one_name(database.path)
    make_folder(file)
    with _locked(file):
        yield


def make_folder(file: Path) -> None:
    """Make the folder of a database file.

    :raises CannotStart: it cannot be made.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_made(NO_FOLDER, file.parent, error) from error


def _of_one_name(file: Path) -> Path:
    """Return the file that a link leads to: by whichever name, there is one lock.

    :raises CannotStart: the link leads nowhere.
    """
    try:
        return file.resolve()
    except (OSError, RuntimeError) as error:
        raise CannotStart(NO_END.format(file)) from error


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    beside = file.with_name(f"{file.name}.lock")
    try:
        lock = beside.open("a", encoding="utf-8")
    except OSError as error:
        raise _not_made(NOT_LOCKED, beside, error) from error
    with lock:
        _take(lock, file)
        yield


def _not_made(sentence: str, path: Path, error: OSError) -> CannotStart:
    if is_full(error):
        return NotNow(sentence.format(path, error.strerror, MAKE_ROOM))
    return CannotStart(sentence.format(path, error.strerror, CORRECT))


def _take(lock: TextIO, file: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotStart(IN_USE.format(file)) from None
