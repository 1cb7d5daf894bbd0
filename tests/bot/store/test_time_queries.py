"""What time costs must not grow with the games that are not due: every query uses an index."""

from datetime import timedelta

import pytest

from bot.store import absences, clocks, deadlines, notices
from bot.store.deadlines import Deadline
from bot.store.outages import Outage, Part


@pytest.mark.parametrize(
    "query",
    [
        lambda tx, now: clocks.find(tx, 1),
        lambda tx, now: clocks.of_person(tx, 1),
        lambda tx, now: deadlines.replace(tx, ("fall", "asleep"), 1, {}),
        lambda tx, now: deadlines.find(tx, "fall", 1),
        lambda tx, now: deadlines.due(tx, now, 10),
        lambda tx, now: deadlines.take(tx, Deadline("fall", 1, now)),
        lambda tx, now: absences.present(tx, 1, now),
        lambda tx, now: notices.find(tx, 1, 1),
        lambda tx, now: notices.held(tx, 1),
        lambda tx, now: notices.settings_of(tx, 1),
        lambda tx, now: notices.is_muted(tx, 1, 1),
        lambda tx, now: notices.mute(tx, 1, 1, muted=False),
        notices.forget_before,
        lambda tx, now: clocks.lock(tx, Part(Outage(now, now), 9)),
        lambda tx, now: clocks.leave_out(tx, Part(Outage(now, now), 9)),
        lambda tx, now: deadlines.end_of_part(tx, ("fall", "asleep"), 0, 5, 9),
        lambda tx, now: deadlines.leave_out(
            tx, "asleep", timedelta(days=30), Part(Outage(now, now), 9)
        ),
        lambda tx, now: deadlines.leave_out_with_clocks(tx, ("fall",), Part(Outage(now, now), 9)),
    ],
)
async def test_a_query_of_time_searches_and_never_scans(database, plans, now, query):
    await database.write(query, now)
    assert plans
    assert [step for step in plans if step.startswith("SCAN")] == []


async def test_the_next_deadline_is_the_first_entry_of_an_index(database, plans):
    await database.read(deadlines.next_due)
    assert plans == ["SCAN deadlines USING COVERING INDEX ix_deadlines_due_at"]
