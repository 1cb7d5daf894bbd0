import asyncio
import gc
import random
import sqlite3
import time
import traceback
from contextlib import closing

import pytest
from sqlalchemy import func, insert, select, text

from bot.errors import DatabaseBusy, DatabaseUnavailable, NoSuchGame
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


async def answer(tx, question):
    return (await tx.connection.execute(text(question))).scalar_one()


def lock(file):
    """Take the write lock as another program would; raises when somebody holds it."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


async def test_a_use_case_that_fails_leaves_nothing_behind(database, now):
    async def half(tx):
        await players.remember(tx, 1, "Ann", now)
        raise ValueError("halfway")

    with pytest.raises(ValueError, match="halfway"):
        await database.write(half)
    assert await database.read(ids) == set()


@pytest.mark.sqlite
async def test_a_commit_reaches_the_disk_before_it_is_acknowledged(database):
    asked = ("journal_mode", "synchronous", "foreign_keys")
    answers = [await database.read(answer, f"PRAGMA {name}") for name in asked]
    assert answers == ["wal", 2, 1]


@pytest.mark.postgresql
async def test_a_query_that_no_index_helps_is_not_compiled(database):
    async def plan(tx):
        rows = await tx.connection.execute(text("EXPLAIN SELECT key FROM meta WHERE value = ''"))
        return "\n".join(rows.scalars())

    told = await database.read(plan)
    assert "Seq Scan on meta" in told
    assert "JIT" not in told


async def test_a_writer_holds_the_lock_before_it_reads(database, file):
    async def look(tx):
        await ids(tx)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            lock(file)

    await database.write(look)


async def test_a_reader_does_not_wait_for_a_writer(database, connect, now):
    other = connect(busy_seconds=0.01)

    async def write_while_another_reads(tx):
        await add_pair(tx, 1, now)
        return await other.read(ids)

    assert await database.write(write_while_another_reads) == set()


async def test_a_database_so_slow_that_every_connection_is_in_use_is_a_sentence(
    database, monkeypatch
):
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


async def test_a_use_case_that_lost_a_race_is_run_again(database):
    runs = []

    async def lose_twice(_tx):
        runs.append(1)
        if len(runs) < 3:
            raise LostRace("twice")
        return "won"

    assert (await database.write(lose_twice), len(runs)) == ("won", 3)


async def test_a_use_case_that_took_an_interaction_for_new_is_refused_only_after_a_look(database):
    looked = []

    async def refuse(tx):
        looked.append(tx.may_assume)
        await interactions.find(tx, 7)
        raise NoSuchGame("7")

    with pytest.raises(NoSuchGame):
        await database.write(refuse)
    assert looked == ([False] if database.is_sqlite else [True, False])


async def test_a_use_case_that_loses_to_all_others_of_its_process_is_let_in_alone(database):
    commits, done = [], asyncio.Event()

    async def short(_tx):
        commits.append(1)

    async def others():
        while not done.is_set():
            await database.write(short)

    async def long(_tx):
        before = len(commits)
        await asyncio.sleep(0.05)  # time enough for others to come between
        if len(commits) > before:
            raise LostRace("somebody else was faster")
        return "won"

    crowd = [asyncio.create_task(others()) for _ in range(3)]
    try:
        assert await asyncio.gather(*[database.write(long) for _ in range(2)]) == ["won"] * 2
    finally:
        done.set()
        await asyncio.gather(*crowd)


async def test_a_use_case_that_always_loses_gives_up_with_a_sentence(database):
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
async def test_a_wrong_statement_is_a_defect_and_neither_a_race_nor_trouble_of_the_store(
    database, statement, how
):
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


async def test_a_value_that_no_column_can_hold_is_a_defect(database):
    async def fail(tx):
        # neither driver takes it: one raises by itself, the other says so of the value
        await tx.connection.execute(select(people.c.id).where(people.c.name == object()))

    with pytest.raises(StatementRefused):
        await database.read(fail)


async def test_a_defect_is_told_without_what_was_to_be_stored(database):
    async def fail(tx):
        row = {"id": 1, "name": "Secret", "settings": {}, "created_at": None}
        await tx.connection.execute(insert(people).values(row))

    with pytest.raises(StatementRefused) as refused:
        await database.write(fail)
    assert "INSERT INTO players" in str(refused.value)
    assert "Secret" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.postgresql
async def test_whoever_stores_the_same_key_a_moment_later_finds_it_there(database, now):
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


async def test_a_key_that_is_always_taken_is_a_defect(database, now):
    runs = []
    await database.write(players.remember, 1, "Ann", now)

    async def fail(tx):
        runs.append(1)
        row = {"id": 1, "name": "Ann", "settings": {}, "created_at": EPOCH}
        await tx.connection.execute(insert(people).values(row))

    with pytest.raises(StatementRefused):
        await database.write(fail)
    # on SQLite no other transaction can have come in between
    assert len(runs) == (1 if database.is_sqlite else ATTEMPTS)


async def test_a_locked_database_is_a_sentence_and_changes_nothing(database, connect, file, now):
    impatient = connect(busy_seconds=0.05)
    with closing(lock(file)), pytest.raises(DatabaseBusy, match="nothing has changed"):
        await impatient.write(add_pair, 1, now)
    assert await database.read(ids) == set()


async def test_a_database_that_may_not_be_written_is_a_sentence(database, file, now):
    readonly = Database(f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(DatabaseUnavailable, match="cannot save anything") as refused:
        await readonly.write(add_pair, 1, now)
    await readonly.close()
    assert "readonly" in refused.value.cause


@pytest.mark.sqlite
async def test_a_full_disk_is_a_sentence_and_what_was_stored_stays(database, now):
    await database.write(add_pair, 1, now)

    async def fill(tx):
        pages = await answer(tx, "PRAGMA page_count")
        await tx.connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        await players.remember(tx, 9, "x" * 100_000, now)

    with pytest.raises(DatabaseUnavailable) as refused:
        await database.write(fill)
    assert "full" in refused.value.cause
    assert await database.read(ids) == {2, 3}


async def test_the_worker_is_woken_after_a_commit_with_rows_for_it(database, now):
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


async def cancel_at_random(begin):
    """Begin 200 transactions and cancel about half of them, at points all over their course."""
    lots, timeout, done = random.Random(8), 0.002, 0
    for number in range(200):
        task = asyncio.create_task(begin(number))
        await asyncio.sleep(lots.random() * timeout)
        task.cancel()
        await asyncio.wait([task])
        # however slow the machine is now: longer when it was too short, shorter when too long
        timeout *= 1.1 if task.cancelled() else 1 / 1.1
        done += not task.cancelled()
        yield
    assert 30 < done < 170


async def test_a_caller_who_is_cancelled_leaves_a_whole_transaction(database, file, now):
    async for _ in cancel_at_random(lambda number: database.write(add_pair, number, now)):
        pass
    assert await settled(database) == {2 * n + k for n in range(200) for k in (0, 1)}
    lock(file).close()


async def test_a_transaction_that_is_cancelled_itself_leaves_no_lock(database, file, now):
    """What happens to every task when the event loop is shut down."""

    def begin(number):
        return database._write(lambda tx: add_pair(tx, number, now))

    async for _ in cancel_at_random(begin):
        lock(file).close()
    stored = await settled(database)
    assert {n // 2 for n in stored if n % 2} == {n // 2 for n in stored if not n % 2}
    assert 60 < len(stored) < 400


@pytest.mark.sqlite
async def test_a_connection_whose_opening_is_cancelled_is_closed(connect, monkeypatch):
    opened, closed = asyncio.Event(), []
    loop, open_file = asyncio.get_running_loop(), sqlite3.connect

    class Watched(connections.SelfClosingConnection):
        def close(self):
            closed.append(self.total_changes)  # raises for one that was never open
            super().close()

    def open_watched(*args, **options):
        loop.call_soon_threadsafe(opened.set)
        time.sleep(0.05)  # in aiosqlite's thread: the task is cancelled meanwhile
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


async def test_closing_waits_for_what_is_running(database, connect, now):
    task = asyncio.create_task(database.write(add_pair, 1, now))
    await asyncio.sleep(0)
    await database.close()
    assert await connect().read(ids) == {2, 3}
    await task


async def test_what_comes_after_the_end_opens_no_connection(database, now):
    await database.close()

    for late in (database.write(add_pair, 1, now), database.read(ids)):
        with pytest.raises(DatabaseUnavailable):
            await late


async def test_what_fails_after_its_caller_left_is_logged(database, caplog):
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
async def test_after_the_server_has_cut_all_connections_everything_goes_on(
    database, migrated_cluster, now, how
):
    await asyncio.gather(*(database.write(add_pair, number, now) for number in range(8)))
    migrated_cluster.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'games'"
    )
    results = await asyncio.gather(*(getattr(database, how)(ids) for _ in range(4)))
    assert [len(result) for result in results] == [16] * 4
