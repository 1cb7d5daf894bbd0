"""SQLite's thread is visited once a statement, not four times.

SQLAlchemy's cursor for aiosqlite opens, executes, fetches and closes, each of them a visit to the
connection's thread and back; of a short statement that is most of the time (docs/performance.md).
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import event
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
)
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_

Rows = list[Any] | None
Work = Callable[[sqlite3.Cursor], Any]


class _Done:
    """What is left of a cursor that has done its work."""

    __slots__ = ("arraysize", "description", "lastrowid", "rowcount")

    def __init__(self, cursor: sqlite3.Cursor | None = None) -> None:
        self.arraysize = 1
        self.description = None if cursor is None else cursor.description
        self.lastrowid = None if cursor is None else cursor.lastrowid
        self.rowcount = -1 if cursor is None else cursor.rowcount


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """A cursor that has fetched everything and is closed when its statement returns."""

    __slots__ = ()

    def _make_new_cursor(self, connection: Any) -> Any:
        del connection
        return _Done()

    def _aenter_cursor(self, cursor: Any) -> Any:
        return cursor

    async def _async_soft_close(self) -> None:
        return

    def close(self) -> None:
        self._rows.clear()

    def execute(self, operation: Any, parameters: Any = None) -> Any:
        self._visit(lambda cursor: cursor.execute(operation, parameters or ()))
        return self

    def executemany(self, operation: Any, seq_of_parameters: Sequence[Any]) -> Any:
        self._visit(lambda cursor: cursor.executemany(operation, seq_of_parameters))
        return self

    def _visit(self, work: Work) -> None:
        # aiosqlite has no public way to do several things in one visit
        connection: Any = self._connection
        adapted: Any = self._adapt_connection
        try:
            done, rows = await_(connection._execute(_in_thread, connection._conn, work))  # noqa: SLF001
        except Exception as error:
            adapted._handle_exception(error)  # noqa: SLF001
            raise
        self._cursor = done
        self._rows = deque(rows or ())


class _Connection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ()

    _cursor_cls = _Cursor


def visit_once(engine: AsyncEngine) -> None:
    """Let the connections of an SQLite engine do each statement in one visit to their thread."""
    event.listen(engine.sync_engine, "do_connect", _connect)


def _connect(dialect: Any, _record: Any, arguments: Any, options: Any) -> Any:
    usual = dialect.loaded_dbapi.connect(*arguments, **options)
    return _Connection(dialect.loaded_dbapi, usual.driver_connection)


def _in_thread(connection: sqlite3.Connection, work: Work) -> tuple[_Done, Rows]:
    cursor = connection.cursor()
    try:
        work(cursor)
        rows = cursor.fetchall() if cursor.description else None
        return _Done(cursor), rows
    finally:
        cursor.close()
