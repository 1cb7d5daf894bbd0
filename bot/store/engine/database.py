"""Connections and transactions: how a use case runs as one, whoever else writes, whatever fails."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import DatabaseBusy, DatabaseUnavailable, PlayerError
from bot.store.engine.commit_tracking import record_commit
from bot.store.engine.connections import BUSY_SECONDS, engine_for, write_back
from bot.store.engine.write_gate import WriteGate

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 10
WRITERS = 4
PAUSE = 0.001  # seconds before the second try; doubled each time
OUTBOX_CHANNEL = "outbox"  # where PostgreSQL tells every process of new rows
# PostgreSQL: could not serialize, deadlock detected
RACE_CODES = ("40001", "40P01")
_NOTIFY = text("SELECT pg_notify(:channel, '')")
BUSY_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# PostgreSQL: somebody else has stored a row with the same key
UNIQUE_VIOLATION = "23505"
# PostgreSQL's classes of errors that are defects of the statement or its data: cardinality, data,
# integrity constraint, syntax or missing object, program limit
DEFECT_CLASSES = ("21", "22", "23", "42", "54")
NO_PERMISSION = "42501"  # of the syntax class, and yet a matter of the server's setup
# the same of SQLite, where everybody else waits for a writer: no row can have come in between
DEFECT_CODES = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_MISUSE,
    sqlite3.SQLITE_RANGE,
)


class LostRace(Exception):  # noqa: N818 - an event, not a fault: the use case is simply run again
    """A compare-and-set found another value than the one read in the same transaction."""


class WrongAssumption(LostRace):
    """A use case was refused after it had taken an interaction for new."""


class KeyTaken(LostRace):
    """PostgreSQL found a row with the same key that the transaction did not see.

    So it is run again, and sees it; if this goes on, it is no race but a defect.
    """

    def __init__(self, defect: "StatementRefused") -> None:
        super().__init__(str(defect))
        self.defect = defect


class StatementRefused(Exception):  # noqa: N818 - says who refused what
    """The database works, and refuses a statement: a defect of the program.

    The driver's own message is left out, as it may hold what was to be stored.
    """

    def __init__(self, code: str, statement: str | None) -> None:
        super().__init__(f"{code}: {statement}")
        self.code = code


class Transaction:
    """One transaction; `told` says that it added rows which Discord must hear of.

    `may_assume`: the use case may take its interaction for new without a query; `has_assumed`: it
    has done so, and if that was wrong the key of the interaction refuses the commit.
    """

    __slots__ = ("connection", "has_assumed", "may_assume", "wakes_outbox")

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.may_assume = False
        self.has_assumed = False
        self.wakes_outbox = False


class Database:
    """A database file or server.

    :param url: `sqlite+aiosqlite:///path` or `postgresql+asyncpg://...`.
    :param busy_seconds: how long a writer waits for another connection before it gives up.
    """

    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.url = make_url(url)
        self.address = self.url.render_as_string(hide_password=True)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.on_outbox: Callable[[], None] = lambda: None
        self.engine = engine_for(self.url, busy_seconds)
        self._reading: dict[str, Any] = (
            {"read_only": True} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        )
        self._claiming: dict[str, Any] = (
            {} if self.is_sqlite else {"isolation_level": "READ COMMITTED"}
        )
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._write_gate = WriteGate(1 if self.is_sqlite else WRITERS)

    @property
    def path(self) -> Path | None:
        """The SQLite file, or None."""
        return Path(self.url.database) if self.is_sqlite and self.url.database else None

    async def write(
        self,
        use_case: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a use case as one transaction; it is run again when it lost a race.

        Once begun it ends, committed or rolled back, even when the caller is cancelled: a player
        who gave up waiting has either moved or not.

        :raises DatabaseBusy: when another connection writes for too long.
        :raises DatabaseUnavailable: when the database cannot be written.
        :raises StatementRefused: when a statement is wrong, or breaks a constraint.
        """
        return await self._run_to_completion(self._write(lambda tx: use_case(tx, *args, **kwargs)))

    async def claim(
        self,
        use_case: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a use case that locks the rows it changes, one statement seeing what the last left.

        On PostgreSQL it then neither loses races nor lets others lose them; on SQLite it is a
        `write`. Raises as that does.
        """
        working = self._write(lambda tx: use_case(tx, *args, **kwargs), self._claiming)
        return await self._run_to_completion(working)

    async def read(
        self,
        use_case: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a use case that writes nothing; it sees one state and waits for no writer."""
        return await self._run_to_completion(self._read(lambda tx: use_case(tx, *args, **kwargs)))

    async def clear_log(self, *, wait: float = 1.0) -> bool:
        """Empty SQLite's write-ahead log, which still holds what was deleted from the tables.

        :param wait: how many seconds to wait for other connections that read the log.
        :returns: False when it could not be emptied: call it again later.
        """
        if self.path is None or not self.path.is_file():
            return True
        try:
            cleared = await asyncio.to_thread(write_back, self.path, wait)
        except sqlite3.Error as error:
            log.warning("the write-ahead log could not be emptied: %s", error)
            return False
        if not cleared:
            log.warning("the write-ahead log could not be emptied: another connection reads it")
        return cleared

    async def close(self) -> None:
        """Let the running transactions end, then close all connections."""
        while self._running:
            await asyncio.wait(self._running)
        self._closed = True  # what comes later would open a connection that nobody closes
        await self.engine.dispose()

    async def _run_to_completion(self, work: Coroutine[Any, Any, T]) -> T:
        if self._closed:
            work.close()
            raise DatabaseUnavailable("it is closed")
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_unawaited_error)
            raise

    async def _write(
        self,
        use_case: Callable[[Transaction], Awaitable[T]],
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> T:
        may_assume = not (self.is_sqlite or options)
        lost: LostRace | None = None
        for attempt in range(TRIES):
            try:
                async with self._write_gate.passed(attempt), self._begin(options) as transaction:
                    transaction.may_assume = may_assume
                    result = await _run_use_case(use_case, transaction)
                    await self._wake_other_processes(transaction)
            except LostRace as race:
                log.info("transaction lost a race and is run again: %s", race)
                lost = race
                may_assume = may_assume and type(race) is LostRace
                await asyncio.sleep(PAUSE * 2**attempt)
                continue
            record_commit()
            if transaction.wakes_outbox:
                self.on_outbox()
            return result
        if isinstance(lost, KeyTaken):
            raise lost.defect
        log.error("transaction lost %d races in a row and is given up", TRIES)
        raise DatabaseBusy

    async def _read(self, use_case: Callable[[Transaction], Awaitable[T]]) -> T:
        try:
            return await self._read_once(use_case)
        except LostRace as lost:
            log.info("read again: %s", lost)
        try:
            return await self._read_once(use_case)
        except LostRace as lost:
            raise DatabaseUnavailable(str(lost)) from lost

    async def _read_once(self, use_case: Callable[[Transaction], Awaitable[T]]) -> T:
        async with self._begin(self._reading) as transaction:
            return await use_case(transaction)

    @asynccontextmanager
    async def _begin(self, options: Mapping[str, Any]) -> AsyncIterator[Transaction]:
        async with _translate_errors(), self.engine.connect() as connection:
            await connection.execution_options(**options)
            async with connection.begin():
                yield Transaction(connection)

    async def _wake_other_processes(self, transaction: Transaction) -> None:
        if transaction.wakes_outbox and not self.is_sqlite:
            # heard by every process once this is committed
            await transaction.connection.execute(_NOTIFY, {"channel": OUTBOX_CHANNEL})


async def _run_use_case(
    use_case: Callable[[Transaction], Awaitable[T]], transaction: Transaction
) -> T:
    try:
        return await use_case(transaction)
    except PlayerError as refusal:
        if transaction.has_assumed:
            raise WrongAssumption("what it took for new, or its deed, was not") from refusal
        raise


@asynccontextmanager
async def _translate_errors() -> AsyncIterator[None]:
    """Turn what a driver raises into our errors."""
    try:
        yield
    except DBAPIError as error:
        raise _translate_driver_error(error) from (None if _is_defect(error) else error)
    except NoConnection as error:
        raise DatabaseBusy from error  # all are in use, and none came free
    except OSError as error:
        raise DatabaseUnavailable(str(error)) from error


def _translate_driver_error(error: DBAPIError) -> Exception:
    """Return what an error of a driver means: a race, a defect, or a database in the way."""
    state = getattr(error.orig, "sqlstate", None)
    if state in RACE_CODES or error.connection_invalidated:
        # after a lost connection, too, it is run again: what was committed all the same is
        # found by its interaction or its compare-and-set, and is not done twice
        return LostRace(str(error.orig))
    if _is_defect(error):
        code = state or getattr(error.orig, "sqlite_errorname", None) or type(error.orig).__name__
        refused = StatementRefused(code, error.statement).with_traceback(error.__traceback__)
        return KeyTaken(refused) if state == UNIQUE_VIOLATION else refused
    if _sqlite_code(error) in BUSY_CODES:
        return DatabaseBusy()
    return DatabaseUnavailable(str(error.orig))


def _is_defect(error: DBAPIError) -> bool:
    """Return whether the program is to blame, not the database or what it runs on."""
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state[:2] in DEFECT_CLASSES and state != NO_PERMISSION
    if _sqlite_code(error) is not None:
        return _sqlite_code(error) in DEFECT_CODES
    # the drivers check values themselves: asyncpg says so with a ValueError, sqlite3 without a code
    cause = getattr(error.orig, "__cause__", None)
    by_driver = (sqlite3.ProgrammingError, sqlite3.InterfaceError)
    return isinstance(cause, ValueError) or isinstance(error.orig, by_driver)


def _sqlite_code(error: DBAPIError) -> int | None:
    code = getattr(error.orig, "sqlite_errorcode", None)
    # the low byte is the error, the rest says more about it (snapshot, recovery)
    return None if code is None else code & 0xFF


def _log_unawaited_error(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        why = type(error).__name__  # its sentence may hold names
        log.info("a transaction failed after its caller had left: %s", why)
