"""Coordination of several processes on one PostgreSQL database."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.errors.startup import CannotStart
from bot.store import peer_processes
from bot.store.engine import advisory_locks
from bot.store.engine.shard_assignment import ALL, ShardAssignment
from bot.store.migrate import head, migrate
from bot.store.peer_processes import peers_of
from bot.store.tables import outbox, outbox_queue

pytestmark = pytest.mark.postgresql
ONE_OF_TWO, OTHER_OF_TWO = ShardAssignment(2, (0,)), ShardAssignment(2, (1,))


@pytest.fixture(autouse=True)
def _short_timeouts(monkeypatch):
    monkeypatch.setattr(peer_processes, "TIMEOUT_AT_START", 0.1)
    monkeypatch.setattr(peer_processes, "TIMEOUT_LATER", 0.5)


@pytest.fixture
async def process(connect):
    """Return a function that joins as another process and takes its shards."""
    begun = []

    async def begin(shards=ALL):
        made = peers_of(connect(), shards)
        begun.append(made)
        await made.join()
        await made.take_shards()
        return made

    yield begin
    for each in begun:
        await each.leave()


async def cut_connections(database):
    """Terminate the connections of all processes that serve a shard."""

    async def run(tx):
        cutting = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE classid = :kind"
        await tx.connection.execute(text(cutting), {"kind": advisory_locks.SHARD})

    await database.claim(run)


async def test_a_second_bot_is_refused_with_advice(process):
    await process()
    with pytest.raises(CannotStart, match=r"Another process of this bot is running.*SHARD_COUNT"):
        await process()


async def test_two_processes_can_serve_different_shards(process):
    await process(ONE_OF_TWO)
    await process(OTHER_OF_TWO)


async def test_a_process_that_loses_its_connection_is_not_leader(process, monkeypatch):
    mine, take = await process(), advisory_locks.try_lock

    async def too_late(connection, kind, number):
        taken = await take(connection, kind, number)
        await mine._drop()
        return taken

    monkeypatch.setattr(advisory_locks, "try_lock", too_late)

    assert not await mine.is_leader()
    assert not mine._leader


async def test_a_shard_that_is_already_served_is_refused_by_number(process):
    await process(OTHER_OF_TWO)
    with pytest.raises(CannotStart, match="Shard 1 of 2 is served by another process"):
        await process(OTHER_OF_TWO)


@pytest.mark.parametrize("other", [ALL, ShardAssignment(4, (1,))])
async def test_a_process_with_another_shard_count_is_refused(process, other):
    await process(ONE_OF_TWO)
    with pytest.raises(CannotStart, match=r"run with SHARD_COUNT=2.*the same SHARD_COUNT"):
        await process(other)


async def test_one_of_several_processes_starting_at_once_succeeds(process):
    results = await asyncio.gather(process(), process(), process(), return_exceptions=True)
    assert [type(result) for result in results].count(CannotStart) == 2


async def test_shards_are_free_when_their_process_has_left(process):
    first = await process()
    await first.leave()
    await process()


async def test_exactly_one_process_is_leader_and_another_follows_it(process):
    first, second = await process(ONE_OF_TWO), await process(OTHER_OF_TWO)
    assert [await first.is_leader(), await second.is_leader(), await first.is_leader()] == [1, 0, 1]
    await first.leave()
    assert await second.is_leader()


async def test_concurrent_queries_on_one_connection_are_answered(process):
    first, second = await process(ONE_OF_TWO), await process(OTHER_OF_TWO)
    queries = [each() for each in (second.is_complete, second.is_leader, first.is_leader) * 30]
    answers = await asyncio.gather(*queries)
    assert answers[0::3] == [True] * 30
    assert sum(any(answers[part::3]) for part in (1, 2)) == 1


async def test_peers_are_complete_when_every_shard_is_served(process):
    first = await process(ONE_OF_TWO)
    assert not await first.is_complete()
    second = await process(OTHER_OF_TWO)
    assert await first.is_complete()
    await first.leave()
    assert not await second.is_complete()
    assert not await first.is_complete()


@pytest.mark.parametrize("add", [outbox.add, outbox.add_turn])
async def test_an_outbox_message_of_one_process_wakes_the_other(process, connect, now, add):
    notified = asyncio.Event()
    listener = await process(ONE_OF_TWO)
    listener._database.on_outbox = notified.set
    await connect().write(add, outbox.NewOutboxMessage("digest", None, 5, now, user_id=1))
    async with asyncio.timeout(30):
        await notified.wait()


async def test_a_process_is_not_woken_twice_by_its_own_outbox_message(process, connect, now):
    woken, third = [], asyncio.Event()
    served = await process()

    def wake():
        woken.append("woken")
        if len(woken) == 3:
            third.set()

    served._database.on_outbox = wake
    digest = outbox.NewOutboxMessage("digest", None, 5, now, user_id=1)
    for database in (served._database, served._database, connect()):
        await database.write(outbox.add, digest)
    async with asyncio.timeout(30):
        await third.wait()
    assert len(woken) == 3


async def test_a_lost_connection_is_restored_with_its_shards(process, connect):
    notified = asyncio.Event()
    served = await process()
    served._database.on_outbox = notified.set
    watching = asyncio.create_task(served.watch())
    await asyncio.sleep(0)
    await cut_connections(connect())
    async with asyncio.timeout(30):
        await notified.wait()
    with pytest.raises(CannotStart, match="Another process"):
        await process()
    watching.cancel()


async def test_a_process_whose_shard_was_taken_meanwhile_stops(process, connect):
    slow = await process(ONE_OF_TWO)
    await cut_connections(connect())
    await process(ONE_OF_TWO)
    with pytest.raises(CannotStart, match="Shard 0 of 2 is served by another process"):
        async with asyncio.timeout(30):
            await slow.watch()


async def test_a_missing_database_is_refused_with_advice(database_url):
    absent = peers_of(peer_processes.Database(database_url.replace("/games?", "/no-such-games?")))
    with pytest.raises(CannotStart, match=r"does not exist.*correct DATABASE_URL"):
        await absent.join()
    await absent.leave()


async def test_a_schema_is_not_migrated_while_an_old_process_runs(
    process, connect, tmp_path, now, monkeypatch
):
    """An old process is running when a program with one more migration starts."""
    old = await process()
    younger = f"{int(head()) - 1:04}"
    database = connect()

    async def pretend(tx, revision):
        await tx.connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))

    async def relock(schema):
        await advisory_locks.lock_shared(old._connection, advisory_locks.SCHEMA, schema)

    await relock(int(younger))
    await database.claim(pretend, younger)
    with pytest.raises(CannotStart, match=f"schema {younger} is still running.*stop every old"):
        await migrate(database, tmp_path, now)
    assert await database.read(_revision) == younger


async def _revision(tx):
    return (await tx.connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()


async def test_a_second_process_waits_for_the_migration_of_the_first(cluster, tmp_path, now):
    databases = [
        peer_processes.Database(cluster.create("new")),
        peer_processes.Database(cluster.url("new")),
    ]
    await asyncio.gather(*(migrate(each, tmp_path, now) for each in databases))
    assert await databases[0].read(_revision) == head()
    for each in databases:
        await each.close()
    cluster.drop("new")


async def test_a_process_takes_messages_of_its_shards_and_abandoned_ones(database, now):
    first_shard, second_shard = 4 << 22, 5 << 22

    async def fill(tx):
        for number, guild in enumerate((first_shard, second_shard, None), start=1):
            await outbox.add(tx, outbox.NewOutboxMessage("digest", guild, 5, now, user_id=number))

    async def take(shards, at):
        capacity = outbox_queue.Capacity(10, shards=shards)
        rows = await database.claim(outbox_queue.take, at, at + timedelta(minutes=1), capacity)
        return [row.id for row in rows]

    await database.write(fill)
    assert await take(OTHER_OF_TWO, now) == [2]
    assert await take(OTHER_OF_TWO, now + outbox_queue.ABANDONED) == [1, 3]
