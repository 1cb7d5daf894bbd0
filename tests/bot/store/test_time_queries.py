"""Every query about clocks, deadlines and vacations uses an index."""

import pytest

from bot.store.tables import clocks, deadlines, players, turn_notifications, vacations
from bot.store.tables.deadlines import Deadline
from bot.store.tables.schema import BotTime


@pytest.mark.parametrize(
    "query",
    [
        lambda tx, now: clocks.find(tx, 1),
        lambda tx, now: clocks.find_of_player(tx, 1),
        lambda tx, now: deadlines.replace(tx, ("fall", "asleep"), 1, {}),
        lambda tx, now: deadlines.find(tx, "fall", 1),
        lambda tx, now: deadlines.find_due(tx, now, BotTime(now), 10),
        lambda tx, now: deadlines.take(tx, Deadline("digest", 1, now)),
        lambda tx, now: deadlines.take(tx, Deadline("fall", 1, BotTime(now))),
        lambda tx, now: deadlines.count_overdue(tx, now, BotTime(now)),
        lambda tx, now: vacations.find_current(tx, 1, now),
        lambda tx, now: turn_notifications.find(tx, 1, 1),
        lambda tx, now: turn_notifications.find_held(tx, 1),
        lambda tx, now: players.state_of(tx, 1),
        lambda tx, now: turn_notifications.is_muted(tx, 1, 1),
        lambda tx, now: turn_notifications.mute(tx, 1, 1, muted=False),
        turn_notifications.delete_before,
    ],
)
async def test_a_query_about_time_uses_indexes_and_never_scans_a_table(database, plans, now, query):
    await database.write(query, now)
    assert plans
    assert [step for step in plans if step.startswith("SCAN")] == []


async def test_the_next_deadline_is_the_first_entry_of_an_index(database, plans):
    await database.read(deadlines.next_due)
    assert plans == [
        f"SEARCH deadlines USING COVERING INDEX ix_deadlines_{column} ({column}>?)"
        for column in ("due_at", "bot_due_at")
    ]
