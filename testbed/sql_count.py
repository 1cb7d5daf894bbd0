"""Counts of SQL statements, transactions and calls into SQLite's thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import aiosqlite
from sqlalchemy import Connection, Engine, event


@dataclass
class SqlCount:
    """Counts of this process's SQL statements (without BEGIN and COMMIT) and transactions.

    `visits` counts the functions that aiosqlite ran in the threads of SQLite connections.
    """

    statements: list[str] = field(default_factory=list)
    transactions: int = 0
    visits: int = 0

    def clear(self) -> None:
        """Reset all counts."""
        self.statements.clear()
        self.transactions = self.visits = 0


@contextmanager
def counting_sql() -> Iterator[SqlCount]:
    """Count the SQL statements and transactions of this process during a block."""
    count = SqlCount()

    def began(_connection: Connection) -> None:
        count.transactions += 1

    def executed(_connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith("BEGIN"):
            count.statements.append(statement)

    event.listen(Engine, "begin", began)
    event.listen(Engine, "before_cursor_execute", executed)
    try:
        with _counting_visits(count):
            yield count
    finally:
        event.remove(Engine, "begin", began)
        event.remove(Engine, "before_cursor_execute", executed)


@contextmanager
def _counting_visits(count: SqlCount) -> Iterator[None]:
    execute = aiosqlite.Connection._execute  # noqa: SLF001 - every visit goes through it

    async def counted(connection: aiosqlite.Connection, *args: Any, **kwargs: Any) -> Any:
        count.visits += 1
        return await execute(connection, *args, **kwargs)  # type: ignore[no-untyped-call]

    with patch.object(aiosqlite.Connection, "_execute", counted):
        yield
