import asyncio
import gc
import random
import sqlite3
import time
import traceback
from contextlib import closing

import pytest
from sqlalchemy import func, insert, select, text

from bot.errors.refusals import NoSuchGame
from bot.errors.storage import DatabaseBusy, DatabaseUnavailable
from bot.store.engine import connections
from bot.store.engine.database import ATTEMPTS, Database, LostRace, StatementRefused
from bot.store.tables import interactions, outbox, players
from bot.store.tables.schema import EPOCH
from bot.store.tables.schema import players as people


async def add_pair(tx, number, at):
    await players.remember(tx, 2 * number, "first", at)
    await players.remember(tx, 2 * number + 1, "second", at)


async def ids(tx):
    return set((await tx.connection.execute(select(people.c.id))).scalars())


async def scalar(tx, statement):
    return (await tx.connection.execute(text(statement))).scalar_one()


def lock(file):
    """Take the write lock like another program; raise if another connection holds it."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


async def test_a_failed_use_case_is_rolled_back(database, now):
    async def half(tx):
        await players.remember(tx, 1, "Ann", now)
        raise ValueError("halfway")

    with pytest.raises(ValueError, match="halfway"):
        await database.write(half)
    assert await database.read(ids) == set()


@pytest.mark.sqlite
async def test_a_commit_reaches_the_disk_before_it_is_acknowledged(database):
    asked = ("journal_mode", "synchronous", "foreign_keys")
    answers = [await database.read(scalar, f"PRAGMA {name}") for name in asked]
    assert answers == ["wal", 2, 1]


@pytest.mark.postgresql
async def test_a_query_without_an_index_is_not_jit_compiled(database):
    async def plan(tx):
        rows = await tx.connection.execute(text("EXPLAIN SELECT key FROM meta WHERE value = ''"))
        return "\n".join(rows.scalars())

    found = await database.read(plan)
    assert "Seq Scan on meta" in found
    assert "JIT" not in found


async def test_a_writer_takes_the_lock_before_it_reads(database, file):
    async def check(tx):
        await ids(tx)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            lock(file)

    await database.write(check)


async def test_a_reader_does_not_wait_for_a_writer(database, connect, now):
    other = connect(busy_seconds=0.01)

    async def write_while_another_reads(tx):
        await add_pair(tx, 1, now)
        return await other.read(ids)

    assert await database.write(write_while_another_reads) == set()


async def test_an_exhausted_connection_pool_raises_database_busy(database, monkeypatch):
    monkeypatch.setattr(database.engine.pool, "_timeout", 0.05)
    begun, ended = asyncio.Semaphore(0), asyncio.Event()

    async def hang(_tx):
        begun.release()
        await ended.wait()

    slow = []
    for _ in range(15):
        slow.append(asyncio.create_task(database.read(hang)))
        await begun.acquire()
    with pytest.raises(DatabaseBusy):
        await database.read(ids)
    ended.set()
    await asyncio.gather(*slow)
    assert await database.read(ids) == set()


async def test_a_use_case_that_lost_a_race_is_retried(database):
    runs = []

    async def lose_twice(_tx):
        runs.append(1)
        if len(runs) < 3:
            raise LostRace("twice")
        return "won"

    assert (await database.write(lose_twice), len(runs)) == ("won", 3)


class Unplayed(Exception):  # noqa: N818 - named after the event
    """A use case has not acted, for a reason that its caller handles."""


@pytest.mark.parametrize("failure", [NoSuchGame("7"), Unplayed(), AssertionError()])
async def test_a_use_case_fails_only_after_querying_its_interaction(database, failure):
    assumptions = []

    async def refuse(tx):
        assumptions.append(tx.may_assume)
        await interactions.find(tx, 7)
        raise failure

    with pytest.raises(type(failure)):
        await database.write(refuse)
    assert assumptions == ([False] if database.is_sqlite else [True, False])


async def test_a_use_case_that_keeps_losing_races_finally_writes_alone(database):
    commits, done = [], asyncio.Event()

    async def short(_tx):
        commits.append(1)

    async def others():
        while not done.is_set():
            await database.write(short)

    async def long(_tx):
        before = len(commits)
        await asyncio.sleep(0.05)  # enough time for others to commit
        if len(commits) > before:
            raise LostRace("another transaction was faster")
        return "won"

    crowd = [asyncio.create_task(others()) for _ in range(3)]
    try:
        assert await asyncio.gather(*[database.write(long) for _ in range(2)]) == ["won"] * 2
    finally:
        done.set()
        await asyncio.gather(*crowd)


async def test_a_use_case_that_loses_every_race_raises_database_busy(database):
    runs = []

    async def lose(_tx):
        runs.append(1)
        raise LostRace("always")

    with pytest.raises(DatabaseBusy, match="try again in a minute"):
        await database.write(lose)
    assert len(runs) == ATTEMPTS


WRONG = {
    "a required value is missing": "INSERT INTO players (id, settings) VALUES (1, '{}')",
    "a foreign key has no row": "INSERT INTO mutes (user_id, game_id) VALUES (77, 88)",
    "a column does not exist": "UPDATE players SET nickname = 'Ann'",
    "the syntax is wrong": "SELECT 'Ann' FROM FROM players",
}


@pytest.mark.parametrize("how", ["read", "write", "claim"])
@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG)
async def test_a_wrong_statement_is_a_defect_and_is_not_retried(database, statement, how):
    if how == "read" and not statement.startswith("SELECT"):
        return
    runs = []

    async def fail(tx):
        runs.append(1)
        await tx.connection.execute(text(statement))

    with pytest.raises(StatementRefused) as refused:
        await getattr(database, how)(fail)
    assert len(runs) == 1
    assert refused.value.code in {"23502", "23503", "42703", "42601"} | {
        "SQLITE_CONSTRAINT_NOTNULL",
        "SQLITE_CONSTRAINT_FOREIGNKEY",
        "SQLITE_ERROR",
    }
    assert "fail" in [entry.name for entry in refused.traceback]


async def test_an_unsupported_value_is_a_defect(database):
    async def fail(tx):
        # neither driver accepts it, and each raises another kind of exception
        await tx.connection.execute(select(people.c.id).where(people.c.name == object()))

    with pytest.raises(StatementRefused):
        await database.read(fail)


async def test_the_error_of_a_defect_contains_no_values(database):
    async def fail(tx):
        row = {"id": 1, "name": "Secret", "settings": {}, "created_at": None}
        await tx.connection.execute(insert(people).values(row))

    with pytest.raises(StatementRefused) as refused:
        await database.write(fail)
    assert "INSERT INTO players" in str(refused.value)
    assert "Secret" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.postgresql
async def test_the_loser_of_a_race_for_a_key_finds_the_row_on_retry(database, now):
    seen, stored = asyncio.Event(), asyncio.Event()
    runs = []

    async def slow(tx):
        runs.append(await players.known_name(tx, 1))
        seen.set()
        await stored.wait()
        await players.remember(tx, 1, "Ann", now)

    async def quick():
        await seen.wait()
        await database.write(players.remember, 1, "Ann", now)
        stored.set()

    await asyncio.gather(database.write(slow), quick())
    assert runs == [None, "Ann"]


async def test_a_permanent_key_violation_is_a_defect(database, now):
    runs = []
    await database.write(players.remember, 1, "Ann", now)

    async def fail(tx):
        runs.append(1)
        row = {"id": 1, "name": "Ann", "settings": {}, "created_at": EPOCH}
        await tx.connection.execute(insert(people).values(row))

    with pytest.raises(StatementRefused):
        await database.write(fail)
    # on SQLite, no other transaction can have committed in between
    assert len(runs) == (1 if database.is_sqlite else ATTEMPTS)


async def test_a_locked_database_raises_database_busy_and_changes_nothing(
    database, connect, file, now
):
    impatient = connect(busy_seconds=0.05)
    with closing(lock(file)), pytest.raises(DatabaseBusy, match="nothing changed"):
        await impatient.write(add_pair, 1, now)
    assert await database.read(ids) == set()


async def test_a_read_only_database_raises_database_unavailable(database, file, now):
    readonly = Database(f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(DatabaseUnavailable, match="can't save right now") as refused:
        await readonly.write(add_pair, 1, now)
    await readonly.close()
    assert "readonly" in refused.value.cause


@pytest.mark.sqlite
async def test_a_full_disk_raises_database_unavailable_and_keeps_stored_data(database, now):
    await database.write(add_pair, 1, now)

    async def fill(tx):
        pages = await scalar(tx, "PRAGMA page_count")
        await tx.connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        await players.remember(tx, 9, "x" * 100_000, now)

    with pytest.raises(DatabaseUnavailable) as refused:
        await database.write(fill)
    assert "full" in refused.value.cause
    assert await database.read(ids) == {2, 3}


async def test_the_outbox_worker_is_woken_after_a_commit_with_messages(database, now):
    woken = []
    database.on_outbox = lambda: woken.append("woken")
    row = outbox.NewOutboxMessage("challenge", None, 5, now)

    async def fail(tx):
        await outbox.add(tx, row)
        raise ValueError("no")

    await database.write(add_pair, 1, now)
    with pytest.raises(ValueError, match="no"):
        await database.write(fail)
    assert woken == []
    await database.write(outbox.add, row)
    assert woken == ["woken"]
    await database.write(outbox.add_turn, row)
    assert woken == ["woken", "woken"]  # nothing takes turns by their number
    database.on_turn = woken.append
    await database.write(outbox.add_turn, row)
    assert [type(each) for each in woken] == [str, str, int]


async def cancel_at_random(begin):
    """Start 200 transactions and cancel about half of them, at random points."""
    rng, timeout, done = random.Random(8), 0.002, 0
    for number in range(200):
        task = asyncio.create_task(begin(number))
        await asyncio.sleep(rng.random() * timeout)
        task.cancel()
        await asyncio.wait([task])
        # adapts to the speed of the machine, so that about half are cancelled
        timeout *= 1.1 if task.cancelled() else 1 / 1.1
        done += not task.cancelled()
        yield
    assert 30 < done < 170


async def test_a_cancelled_caller_leaves_a_complete_transaction(database, file, now):
    async for _ in cancel_at_random(lambda number: database.write(add_pair, number, now)):
        pass
    assert await settled(database) == {2 * n + k for n in range(200) for k in (0, 1)}
    lock(file).close()


async def test_a_cancelled_transaction_leaves_no_lock(database, file, now):
    """The event loop cancels every task at shutdown."""

    def begin(number):
        return database._write(lambda tx: add_pair(tx, number, now))

    async for _ in cancel_at_random(begin):
        lock(file).close()
    stored = await settled(database)
    assert {n // 2 for n in stored if n % 2} == {n // 2 for n in stored if not n % 2}
    assert 60 < len(stored) < 400


@pytest.mark.sqlite
async def test_a_connection_is_closed_when_its_opening_is_cancelled(connect, monkeypatch):
    opened, closed = asyncio.Event(), []
    loop, open_file = asyncio.get_running_loop(), sqlite3.connect

    class Watched(connections.SelfClosingConnection):
        def close(self):
            closed.append(self.total_changes)  # raises for a connection that was never open
            super().close()

    def open_watched(*args, **options):
        loop.call_soon_threadsafe(opened.set)
        time.sleep(0.05)  # in aiosqlite's thread, while the task is cancelled
        return open_file(*args, **options)

    monkeypatch.setattr(connections, "SelfClosingConnection", Watched)
    database = connect()
    monkeypatch.setattr(sqlite3, "connect", open_watched)
    task = asyncio.create_task(database._read(ids))
    await opened.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await database.close()
    for _ in range(100):
        if closed:
            break
        gc.collect()
        await asyncio.sleep(0.01)
    assert closed == [0]


async def settled(database):
    while database._running:
        await asyncio.wait(database._running)
    return await database.read(ids)


async def test_closing_waits_for_running_transactions(database, connect, now):
    task = asyncio.create_task(database.write(add_pair, 1, now))
    await asyncio.sleep(0)
    await database.close()
    assert await connect().read(ids) == {2, 3}
    await task


async def test_a_closed_database_opens_no_connection(database, now):
    await database.close()

    for transaction in (database.write(add_pair, 1, now), database.read(ids)):
        with pytest.raises(DatabaseUnavailable):
            await transaction


async def test_a_failure_after_the_caller_was_cancelled_is_logged(database, caplog):
    begun = asyncio.Event()

    async def fail_later(_tx):
        begun.set()
        await asyncio.sleep(0.01)
        raise ValueError("awaiting_interaction")

    task = asyncio.create_task(database.write(fail_later))
    await begun.wait()
    task.cancel()
    with caplog.at_level("INFO"):
        await database.close()
    assert "after its caller had left: ValueError" in caplog.text


async def test_writers_of_one_process_do_not_fail_each_other(database, now):
    await asyncio.gather(*(database.write(add_pair, number, now) for number in range(50)))

    async def count(tx):
        return (await tx.connection.execute(select(func.count()).select_from(people))).scalar_one()

    assert await database.read(count) == 100


@pytest.mark.postgresql
@pytest.mark.parametrize("how", ["read", "write", "claim"])
async def test_transactions_work_after_the_server_closed_all_connections(
    database, migrated_cluster, now, how
):
    await asyncio.gather(*(database.write(add_pair, number, now) for number in range(8)))
    migrated_cluster.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'games'"
    )
    results = await asyncio.gather(*(getattr(database, how)(ids) for _ in range(4)))
    assert [len(result) for result in results] == [16] * 4
