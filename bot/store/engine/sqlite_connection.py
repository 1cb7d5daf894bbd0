"""SQLite connections that switch to their thread once per statement.

aiosqlite runs each driver function as a separate visit to the connection's thread. SQLAlchemy calls
four per statement: open a cursor, execute, fetch, close. A visit takes longer than most statements.
Here a cursor does all of it in one visit, and the first statement of a transaction also runs its
BEGIN.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

import aiosqlite

T = TypeVar("T")

Row = tuple[Any, ...]

FETCHED_AT_ONCE = 1000  # rows; further visits fetch the others, so exports can be streamed


class OneVisitConnection(aiosqlite.Connection):
    """SQLite connection for SQLAlchemy that switches to its thread once per statement."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True  # an open connection must not keep the process alive
        self._begin: str | None = None
        # False while a function runs in the thread, and after a function failed or was abandoned
        self._settled = True

    def begin_with_next_statement(self, statement: str) -> None:
        """Store a BEGIN, which runs together with the next statement, or never if none follows."""
        self._begin = statement

    def cursor(self) -> "OneVisitCursor":  # type: ignore[override]
        """Return a cursor without switching to the thread of the connection."""
        return OneVisitCursor(self)

    async def commit(self) -> None:
        """Commit the current transaction; do nothing without one."""
        self._begin = None
        if self._may_be_in_transaction():
            await self.visit(self._conn.commit)

    async def rollback(self) -> None:
        """Roll back the current transaction; do nothing without one."""
        self._begin = None
        if self._may_be_in_transaction():
            await self.visit(self._conn.rollback)

    async def visit(self, function: Callable[[], T]) -> T:
        """Run a function in the thread of the connection and return its result."""
        self._settled = False
        result: T = await self._execute(function)  # type: ignore[no-untyped-call]
        self._settled = True
        return result

    async def execute_and_fetch(
        self, execute: Callable[[sqlite3.Cursor], object]
    ) -> tuple[sqlite3.Cursor, list[Row]]:
        """Execute a statement, after a stored BEGIN if there is one, and fetch its first rows.

        :returns: the cursor and the rows. With fewer than `FETCHED_AT_ONCE` rows, the cursor is
            closed.
        """
        begin, self._begin, connection = self._begin, None, self._conn

        def work() -> tuple[sqlite3.Cursor, list[Row]]:
            if begin is not None:
                connection.execute(begin).close()
            cursor, rows = connection.cursor(), []
            try:
                execute(cursor)
                if cursor.description is not None:
                    rows = cursor.fetchmany(FETCHED_AT_ONCE)
            finally:
                if len(rows) < FETCHED_AT_ONCE:
                    cursor.close()
            return cursor, rows

        return await self.visit(work)

    def _may_be_in_transaction(self) -> bool:
        return not self._settled or self.in_transaction


class OneVisitCursor:
    """Cursor that fetches the first rows of its statement together with executing it."""

    def __init__(self, connection: OneVisitConnection) -> None:
        self._connection = connection
        self._cursor: sqlite3.Cursor | None = None
        self._rows: list[Row] = []
        self._has_more = False  # the driver's cursor is still open
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        return None if self._cursor is None else self._cursor.description

    @property
    def rowcount(self) -> int:
        return -1 if self._cursor is None else self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        return None if self._cursor is None else self._cursor.lastrowid

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Execute a statement and fetch its first rows."""
        return await self._run(lambda cursor: cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> Self:
        """Execute a statement once for each set of parameters."""
        return await self._run(lambda cursor: cursor.executemany(statement, parameters))

    async def fetchmany(self, size: int) -> list[Row]:
        """Return the next rows, at most `size`; an empty list at the end."""
        if not self._rows and self._has_more:
            assert self._cursor is not None
            self._rows = await self._connection.visit(
                partial(self._cursor.fetchmany, FETCHED_AT_ONCE)
            )
            self._has_more = len(self._rows) == FETCHED_AT_ONCE
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def fetchone(self) -> Row | None:
        """Return the next row; None at the end."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchall(self) -> list[Row]:
        """Return all remaining rows."""
        rows: list[Row] = []
        while part := await self.fetchmany(FETCHED_AT_ONCE):
            rows += part
        return rows

    async def close(self) -> None:
        """Close the driver's cursor if it is still open."""
        if self._has_more and self._cursor is not None:
            self._has_more = False
            await self._connection.visit(self._cursor.close)

    async def _run(self, execute: Callable[[sqlite3.Cursor], object]) -> Self:
        self._cursor, self._rows = await self._connection.execute_and_fetch(execute)
        self._has_more = len(self._rows) == FETCHED_AT_ONCE
        return self


def connect(file: str, **options: Any) -> OneVisitConnection:
    """Return a connection to a file; awaiting it opens the file.

    :param options: options of `sqlite3.connect`.
    """
    return OneVisitConnection(partial(sqlite3.connect, file, **options))
