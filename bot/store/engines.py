"""Where connections to SQLite and PostgreSQL come from, and how each is prepared."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # what people delete is overwritten in the file; Debian's SQLite does it unasked, others do not
    "PRAGMA secure_delete = ON",
)
# PostgreSQL locks what a serializable transaction has read: with an index its rows, else the table.
# So forbidden, reading a table from end to end counts as so dear that PostgreSQL would compile each
# query that must, a quarter of a second of work for one that runs a thousandth.
SESSION = {"enable_seqscan": "off", "jit": "off"}

BUSY_SECONDS = 5.0  # for another program that writes to the file


class SelfClosingConnection(sqlite3.Connection):
    """An SQLite connection that is closed as soon as nothing refers to it.

    aiosqlite drops a connection without closing it if the task that opens it is cancelled.
    """

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it could not be opened
            self.close()


def engine_for(url: URL, busy_seconds: float) -> AsyncEngine:
    """Return where connections come from.

    :param busy_seconds: how long a writer on SQLite waits for another connection.
    """
    # errors, which are logged, must not hold what was to be stored: hide_parameters
    if url.get_backend_name() != "sqlite":
        # as on SQLite, nothing that a use case has read can change before it commits
        return create_async_engine(
            url,
            isolation_level="SERIALIZABLE",
            hide_parameters=True,
            connect_args={"server_settings": SESSION},
        )
    engine = create_async_engine(
        url,
        connect_args={"timeout": busy_seconds, "factory": SelfClosingConnection},
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    # the driver must not begin transactions by itself: see _begin
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # a writer takes the lock before it reads, so what it read is still true when it writes
    read_only = connection.get_execution_options().get("read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def write_back(file: Path, wait: float) -> bool:
    """Empty the write-ahead log of an SQLite file; return False while another connection reads it.

    :param wait: how many seconds to wait for readers; writers wait meanwhile.
    :raises sqlite3.Error: it cannot be done.
    """
    with closing(sqlite3.connect(file, timeout=wait)) as connection:
        # a busy log is no error: the pragma says so in the first column of its row
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
