"""Transactions: run use cases with retries after lost races, and translate driver errors."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import DatabaseBusy, DatabaseUnavailable
from bot.store.engine import connections
from bot.store.engine.advisory_locks import lock_in_transaction
from bot.store.engine.commit_tracking import record_commit
from bot.store.engine.connections import BUSY_SECONDS, engine_for
from bot.store.engine.write_gate import WriteGate

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

ATTEMPTS = 10
WRITERS = 4
PAUSE = 0.001  # seconds before the second attempt, doubled for each further attempt
OUTBOX_CHANNEL = "outbox"  # PostgreSQL's notification channel for new outbox messages
# PostgreSQL: serialization failure, deadlock
RACE_CODES = ("40001", "40P01")
_NOTIFY = text("SELECT pg_notify(:channel, :sender)")
BUSY_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# PostgreSQL: the key already exists
UNIQUE_VIOLATION = "23505"
# classes of PostgreSQL errors caused by a faulty statement or its data: cardinality, data
# exception, integrity constraint, syntax error or missing object, program limit
DEFECT_CLASSES = ("21", "22", "23", "42", "54")
NO_PERMISSION = "42501"  # a syntax error by its class, but caused by the server's setup
# the same for SQLite; a constraint error is not a race there, because only one writer is active
DEFECT_CODES = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_MISUSE,
    sqlite3.SQLITE_RANGE,
)


class LostRace(Exception):  # noqa: N818 - an event, not an error: the use case is run again
    """A transaction conflicts with a concurrent change, so its use case must be run again.

    For example, a compare-and-set found a value other than the one read in the same transaction.
    """


class WrongAssumption(LostRace):
    """A use case failed, perhaps because it had wrongly assumed that its interaction is new."""


class KeyTaken(LostRace):
    """PostgreSQL found a row with the same key that the transaction could not see.

    The next attempt sees that row. If it fails the same way, the program has a defect.
    """

    def __init__(self, defect: "StatementRefused") -> None:
        super().__init__(str(defect))
        self.defect = defect


class StatementRefused(Exception):  # noqa: N818 - named after the event
    """The database refused a statement because of a defect of the program.

    The driver's message is omitted because it may contain the statement's values.
    """

    def __init__(self, code: str, statement: str | None) -> None:
        super().__init__(f"{code}: {statement}")
        self.code = code


class Transaction:
    """Open transaction of a use case, with state that the queries of the use case share.

    :ivar wakes_outbox: whether the use case has added or released outbox messages.
    :ivar turn: the id of the turn message that the use case has added to the outbox, or None; such
        a message does not set `wakes_outbox`.
    :ivar may_assume: whether the use case may assume that its interaction is new, which saves a
        query.
    :ivar has_assumed: whether the use case has assumed so. If that was wrong, storing the
        interaction violates its primary key.
    :ivar heartbeat: the stored heartbeat as text, None until it is read (see `bot_time.py`).
    """

    __slots__ = ("connection", "has_assumed", "heartbeat", "may_assume", "turn", "wakes_outbox")

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.may_assume = False
        self.has_assumed = False
        self.wakes_outbox = False
        self.turn: int | None = None
        self.heartbeat: str | None = None


class Database:
    """Database file or server that runs use cases as transactions.

    A use case is an async function whose first argument is the `Transaction`.

    :param url: `sqlite+aiosqlite:///path` or `postgresql+asyncpg://...`.
    :param busy_seconds: seconds for which a writer waits for another connection.
    """

    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.url = make_url(url)
        self.address = self.url.render_as_string(hide_password=True)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.name = secrets.token_hex(8)  # of this process among those that share the database
        self.on_outbox: Callable[[], None] = lambda: None
        self.on_turn: Callable[[int], None] = lambda _: self.on_outbox()
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
        """Path of the SQLite file; None for PostgreSQL."""
        return Path(self.url.database) if self.is_sqlite and self.url.database else None

    async def write(
        self,
        use_case: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a use case as one serializable transaction; repeat it after each lost race.

        Once started, it is committed or rolled back even if the caller is cancelled.

        :raises DatabaseBusy: another connection writes for too long, or every attempt lost a race.
        :raises DatabaseUnavailable: the database cannot be written.
        :raises StatementRefused: a statement is faulty, or violates a constraint.
        """
        return await self._run_to_completion(self._write(lambda tx: use_case(tx, *args, **kwargs)))

    async def claim(
        self,
        use_case: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a use case that locks the rows it changes, as one READ COMMITTED transaction.

        On PostgreSQL such a transaction loses no race and causes none. On SQLite this is the same
        as `write`. It raises the same exceptions.
        """
        working = self._write(lambda tx: use_case(tx, *args, **kwargs), self._claiming)
        return await self._run_to_completion(working)

    async def read(
        self,
        use_case: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a use case that only reads; it sees one snapshot and does not wait for writers.

        :raises DatabaseUnavailable: the database cannot be read.
        """
        return await self._run_to_completion(self._read(lambda tx: use_case(tx, *args, **kwargs)))

    @asynccontextmanager
    async def exclusive(self, kind: int) -> AsyncIterator[None]:
        """Let only one caller in all processes run a block at a time; no effect on SQLite.

        Use it for transactions that would nearly always lose races against each other.

        :param kind: the kind of the lock, a constant of `advisory_locks`.
        """
        if self.is_sqlite:
            yield
            return
        async with self._begin(self._claiming) as transaction:
            await lock_in_transaction(transaction.connection, kind, 0)
            yield

    async def truncate_wal(self, *, wait: float = 1.0) -> bool:
        """Empty SQLite's write-ahead log, which still contains deleted data.

        :param wait: seconds to wait for other connections that read the log.
        :returns: False if the log could not be emptied; try again later.
        """
        if self.path is None or not self.path.is_file():
            return True
        try:
            cleared = await asyncio.to_thread(connections.truncate_wal, self.path, wait)
        except sqlite3.Error as error:
            log.warning("the write-ahead log could not be emptied: %s", error)
            return False
        if not cleared:
            log.warning("the write-ahead log could not be emptied: another connection reads it")
        return cleared

    async def close(self) -> None:
        """Wait for running transactions, then close all connections."""
        while self._running:
            await asyncio.wait(self._running)
        self._closed = True  # a later transaction would open a connection that is never closed
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
        for attempt in range(ATTEMPTS):
            try:
                async with self._write_gate.enter(attempt), self._begin(options) as transaction:
                    transaction.may_assume = may_assume
                    result = await _run_use_case(use_case, transaction)
                    await self._wake_other_processes(transaction)
            except LostRace as race:
                log.info("transaction conflicted and is retried: %s", race)
                lost = race
                may_assume = may_assume and type(race) is LostRace
                await asyncio.sleep(PAUSE * 2**attempt)
                continue
            record_commit()
            if transaction.wakes_outbox:
                self.on_outbox()
            if transaction.turn is not None:
                self.on_turn(transaction.turn)
            return result
        if isinstance(lost, KeyTaken):
            raise lost.defect
        log.error("transaction conflicted %d times in a row and failed", ATTEMPTS)
        raise DatabaseBusy

    async def _read(self, use_case: Callable[[Transaction], Awaitable[T]]) -> T:
        try:
            return await self._read_once(use_case)
        except LostRace as lost:
            log.info("a read is run again: %s", lost)
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
            if options:
                await connection.execution_options(**options)
            async with connection.begin():
                yield Transaction(connection)

    async def _wake_other_processes(self, transaction: Transaction) -> None:
        added = transaction.wakes_outbox or transaction.turn is not None
        if added and not self.is_sqlite:
            # PostgreSQL delivers the notification to every process when this transaction commits
            about = {"channel": OUTBOX_CHANNEL, "sender": self.name}
            await transaction.connection.execute(_NOTIFY, about)


async def _run_use_case(
    use_case: Callable[[Transaction], Awaitable[T]], transaction: Transaction
) -> T:
    try:
        return await use_case(transaction)
    except (LostRace, SQLAlchemyError, OSError):
        raise
    except Exception as error:
        # refusals, and other reasons why a use case does not act
        if transaction.has_assumed:
            raise WrongAssumption("failed after assuming that the interaction is new") from error
        raise


@asynccontextmanager
async def _translate_errors() -> AsyncIterator[None]:
    """Translate exceptions of SQLAlchemy and the drivers into exceptions of this program."""
    try:
        yield
    except DBAPIError as error:
        raise _translate_driver_error(error) from (None if _is_defect(error) else error)
    except NoConnection as error:
        raise DatabaseBusy from error  # every connection of the pool is in use
    except OSError as error:
        raise DatabaseUnavailable(str(error)) from error


def _translate_driver_error(error: DBAPIError) -> Exception:
    """Return the exception for a driver error: a lost race, a defect or an unavailable database."""
    state = getattr(error.orig, "sqlstate", None)
    if state in RACE_CODES or error.connection_invalidated:
        # A lost connection counts as a race. If the commit had succeeded, the next attempt notices
        # by the interaction or the compare-and-set, and does not act twice.
        return LostRace(str(error.orig))
    if _is_defect(error):
        code = state or getattr(error.orig, "sqlite_errorname", None) or type(error.orig).__name__
        refused = StatementRefused(code, error.statement).with_traceback(error.__traceback__)
        return KeyTaken(refused) if state == UNIQUE_VIOLATION else refused
    if _sqlite_code(error) in BUSY_CODES:
        return DatabaseBusy()
    return DatabaseUnavailable(str(error.orig))


def _is_defect(error: DBAPIError) -> bool:
    """Return whether an error comes from a faulty statement, not from the database's state."""
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state[:2] in DEFECT_CLASSES and state != NO_PERMISSION
    if _sqlite_code(error) is not None:
        return _sqlite_code(error) in DEFECT_CODES
    # values that the driver itself refuses: asyncpg raises ValueError, sqlite3 sets no error code
    cause = getattr(error.orig, "__cause__", None)
    by_driver = (sqlite3.ProgrammingError, sqlite3.InterfaceError)
    return isinstance(cause, ValueError) or isinstance(error.orig, by_driver)


def _sqlite_code(error: DBAPIError) -> int | None:
    code = getattr(error.orig, "sqlite_errorcode", None)
    # the low byte is the primary code, the other bytes are details (snapshot, recovery)
    return None if code is None else code & 0xFF


def _log_unawaited_error(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        name = type(error).__name__  # the message may contain names of people
        log.info("a transaction failed after its caller had left: %s", name)
