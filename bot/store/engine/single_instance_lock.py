"""Lock that lets only one bot use an SQLite file, because two would send every message twice."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from bot.errors.startup import CannotStart, NotNow
from bot.store.engine.database import Database
from bot.store.engine.integrity_check import MAKE_ROOM, is_full

IN_USE = (
    "Another bot is running on the database {}. Stop that one first, "
    "or name another file in DATABASE_URL."
)
NO_FOLDER = "The folder {} for the database cannot be created ({}): {}."
NOT_LOCKED = "The file {} cannot be written ({}): {}."
CORRECT = "correct DATABASE_URL or the permissions"
NO_END = "The link {} for the database leads to itself: correct DATABASE_URL or the link."


@contextmanager
def single_instance_lock(database: Database) -> Iterator[None]:
    """Hold an exclusive lock on an SQLite file while the block runs; do nothing on PostgreSQL.

    The operating system releases the lock however the process ends. The file `….lock` remains,
    because deleting it would let a third process lock a new file of the same name.

    :raises CannotStart: another process holds the lock, or the lock file cannot be created.
    """
    if database.path is None:
        yield
        return
    file = _resolve(database.path)
    make_folder(file)
    with _locked(file):
        yield


def make_folder(file: Path) -> None:
    """Create the folder of a database file, and its parents, unless they exist.

    :raises CannotStart: the folder cannot be created.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_create(NO_FOLDER, file.parent, error) from error


def _resolve(file: Path) -> Path:
    """Return the target of a symbolic link, so that every name of a file shares one lock.

    :raises CannotStart: the link leads to itself.
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
        raise _cannot_create(NOT_LOCKED, beside, error) from error
    with lock:
        _take(lock, file)
        yield


def _cannot_create(sentence: str, path: Path, error: OSError) -> CannotStart:
    if is_full(error):
        return NotNow(sentence.format(path, error.strerror, MAKE_ROOM))
    return CannotStart(sentence.format(path, error.strerror, CORRECT))


def _take(lock: TextIO, file: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotStart(IN_USE.format(file)) from None
