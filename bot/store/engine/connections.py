"""SQLAlchemy engines for SQLite and PostgreSQL, and the settings of their connections."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.engine.sqlite_connection import OneVisitConnection, connect

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # deleted data is overwritten in the file; this is the default only on Debian
    "PRAGMA secure_delete = ON",
)
# A serializable transaction locks the rows that it read through an index, or else the whole table,
# so sequential scans are discouraged. Their high cost would make PostgreSQL compile queries that
# still need one (250 ms of compilation for a query of 1 ms), so JIT is off.
SESSION = {"enable_seqscan": "off", "jit": "off"}

BUSY_SECONDS = 5.0  # wait for another program that writes to the file


class SelfClosingConnection(sqlite3.Connection):
    """SQLite connection that closes itself when it is garbage-collected.

    If the task that opens a connection is cancelled, aiosqlite drops the connection unclosed.
    """

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # the connection was never opened
            self.close()


def engine_for(url: URL, busy_seconds: float) -> AsyncEngine:
    """Return the SQLAlchemy engine for the URL of an SQLite or PostgreSQL database.

    :param busy_seconds: seconds for which a writer on SQLite waits for another connection.
    """
    # hide_parameters: errors are logged and must not contain the values of a statement
    if url.get_backend_name() != "sqlite":
        # as on SQLite, no value that a use case has read can change before it commits
        return create_async_engine(
            url,
            isolation_level="SERIALIZABLE",
            hide_parameters=True,
            connect_args={"server_settings": SESSION},
        )
    options: dict[str, Any] = {"timeout": busy_seconds, "factory": SelfClosingConnection}
    options["async_creator_fn"] = connect
    engine = create_async_engine(url, connect_args=options, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    # the driver must not begin transactions, because `_begin` does
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # a writer locks before it reads, so that the values are still current when it writes
    read_only = connection.get_execution_options().get("read_only", False)
    driver = connection.connection.driver_connection
    assert isinstance(driver, OneVisitConnection), "the creator returned it"
    driver.begin_with_next_statement("BEGIN" if read_only else "BEGIN IMMEDIATE")


def truncate_wal(file: Path, wait: float) -> bool:
    """Empty the write-ahead log of an SQLite file; return False if another connection reads it.

    :param wait: seconds to wait for readers; writers wait during this time.
    :raises sqlite3.Error: the file cannot be opened or written.
    """
    with closing(sqlite3.connect(file, timeout=wait)) as connection:
        # a busy log raises no error; the first column of the result is 1
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
