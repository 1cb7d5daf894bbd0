"""The bot's own time does not advance while the bot is down."""

from datetime import timedelta

import pytest

from bot.store.tables import bot_time
from bot.store.tables.bot_time import GRACE, downtime_at, to_bot_time, to_wall_time

HOUR, MICROSECOND = timedelta(hours=1), timedelta(microseconds=1)


@pytest.mark.parametrize(("start", "gained"), [(-5, 10), (0, 10), (3, 7), (10, 0), (20, 0)])
async def test_downtime_of_the_bot_does_not_count_against_a_running_clock(
    database, now, start, gained
):
    """An outage of ten hours; the clock starts before, during or after it."""
    began, end = now + start * HOUR, now + 10 * HOUR
    if start < 0:
        await database.write(bot_time.record_heartbeat, began)
        for hours in range(-5 * 40, 0):  # every ninety seconds
            await database.write(bot_time.record_heartbeat, now + hours * HOUR / 40)
    await database.write(bot_time.record_heartbeat, now)
    if start > 10:
        await database.write(bot_time.record_heartbeat, end)
        for hours in range((start - 10) * 40 + 1):
            await database.write(bot_time.record_heartbeat, end + hours * HOUR / 40)
    elif start == 10:
        await database.write(bot_time.record_heartbeat, end)
    since = to_bot_time(began, await database.read(downtime_at, began))
    if start < 10:
        await database.write(bot_time.record_heartbeat, end)
    after = max(began, end)
    shown = to_wall_time(since, await database.read(downtime_at, after))
    assert shown == began + gained * HOUR


@pytest.mark.parametrize(
    ("silence", "outage"),
    [
        (GRACE, timedelta(0)),
        (GRACE + MICROSECOND, GRACE + MICROSECOND),
        (timedelta(0), timedelta(0)),
    ],
)
async def test_only_a_silence_beyond_the_grace_is_an_outage(database, now, silence, outage):
    await database.write(bot_time.record_heartbeat, now)
    assert await database.read(downtime_at, now + silence) == outage
    assert await database.write(bot_time.record_heartbeat, now + silence) == outage
    assert await database.read(downtime_at, now + silence + GRACE) == outage
    later = now + silence + HOUR
    assert await database.read(downtime_at, later) == outage + HOUR
    assert await database.write(bot_time.record_heartbeat, later) == HOUR
    assert await database.read(downtime_at, later) == outage + HOUR


async def test_a_bot_without_a_heartbeat_has_not_been_down(database, now):
    assert await database.read(downtime_at, now) == timedelta(0)
    assert await database.write(bot_time.record_heartbeat, now) == timedelta(0)
    assert await database.read(downtime_at, now) == timedelta(0)


async def test_a_transaction_sees_the_heartbeat_that_it_stores(database, now):
    async def store(tx):
        before = await downtime_at(tx, now)
        await bot_time.record_heartbeat(tx, now)
        await bot_time.record_heartbeat(tx, now + HOUR)
        return before, await downtime_at(tx, now + HOUR)

    assert await database.write(store) == (timedelta(0), HOUR)


async def test_a_transaction_reads_the_heartbeat_once(database, now, plans):
    await database.write(bot_time.record_heartbeat, now)
    plans.clear()

    async def read(tx):
        return [await downtime_at(tx, now) for _ in range(3)]

    await database.read(read)
    assert len(plans) == 1
