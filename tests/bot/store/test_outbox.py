from dataclasses import dataclass, fields, replace
from datetime import timedelta

import pytest
from sqlalchemy import delete

from bot.store.tables import challenges, key_values, outbox, outbox_queue, players
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import Location
from bot.store.tables.payloads import NO_DATA, Announcement
from bot.store.tables.schema import BotTime
from bot.store.tables.schema import outbox as stored
from bot.store.tables.terms import Terms
from tests.bot.payload_samples import KINDS, full_sample, sample

MINUTE = timedelta(minutes=1)
LONGEST = 2**63 - 1  # 19 digits, like the ids of new accounts
PAYLOADS = {"challenge": Announcement(held=(1,)), "challenge_closed": NO_DATA}


async def add_challenge(tx, now):
    """Store an open challenge by player 1."""
    where = {"guild_id": None, "channel_id": 5}
    people = {"challenger_id": 1, "opponent_id": None}
    rules = {"game_key": "lifeline", "rules_version": 1, "options": {}}
    moments = {"created_at": now, "expires_at": BotTime(now)}
    await challenges.add(tx, Terms(), **where, **people, **rules, **moments)


@pytest.fixture
async def two_streams(database, now):
    """Messages 1 and 2 of challenge 1, and message 3 of challenge 2."""

    async def fill(tx):
        await players.remember(tx, 1, "Ann", now)
        for _ in range(2):
            await add_challenge(tx, now)
        for challenge_id, kind in ((1, "challenge"), (1, "challenge_closed"), (2, "challenge")):
            row = outbox.NewOutboxMessage(
                kind, 7, 5, now, challenge_id=challenge_id, payload=PAYLOADS[kind]
            )
            await outbox.add(tx, row)

    await database.write(fill)
    return database


def notification(kind, channel, now):
    return outbox.NewOutboxMessage(kind, 7, channel, now, user_id=1, payload=sample(kind))


async def take(database, at, limit=10):
    rows = await database.write(outbox_queue.take, at, at + MINUTE, outbox_queue.Capacity(limit))
    return [row.id for row in rows]


@dataclass(frozen=True)
class Taken:
    """Message held by a worker: its id and the number of attempts."""

    id: int
    attempts: int = 1


async def test_only_the_first_message_of_a_stream_is_taken(two_streams, now):
    assert await take(two_streams, now) == [1, 3]
    assert await take(two_streams, now) == []


async def test_the_next_message_is_taken_when_the_one_before_is_closed(two_streams, now):
    await take(two_streams, now)
    assert await two_streams.write(outbox.close, Taken(1), outbox.SENT)
    assert await take(two_streams, now) == [2]


@pytest.mark.parametrize(
    ("wait", "taken"),
    [
        pytest.param(MINUTE, [], id="within a minute"),
        pytest.param(MINUTE + timedelta(seconds=1), [2], id="later"),
    ],
)
async def test_a_notification_waits_for_an_earlier_one_that_is_due_within_a_minute(
    database, now, wait, taken
):
    async def fill(tx):
        await players.remember(tx, 1, "Ann", now)
        for due_at in (now + wait, now):
            row = outbox.NewOutboxMessage(
                "away", 7, 5, now, user_id=1, due_at=due_at, payload=sample("away")
            )
            await outbox.add(tx, row)

    await database.write(fill)
    assert await take(database, now) == taken


async def test_a_taken_message_has_the_stored_values_and_counts_the_attempt(two_streams, now):
    (row,) = await two_streams.write(outbox_queue.take, now, now + MINUTE, outbox_queue.Capacity(1))
    assert (row.kind, row.challenge_id, row.game_id, row.location) == (
        "challenge",
        1,
        None,
        Location(7, 5),
    )
    assert (row.payload, row.attempts, row.created_at) == (PAYLOADS["challenge"], 1, now)


async def test_a_waiting_message_holds_up_only_its_own_stream(two_streams, now):
    await take(two_streams, now)
    await two_streams.write(outbox.postpone, Taken(1), now + 5 * MINUTE, "refused")
    await two_streams.write(outbox.close, Taken(3), outbox.SENT)
    assert await take(two_streams, now + MINUTE) == []
    assert await two_streams.read(outbox_queue.next_due, now + MINUTE) == now + 5 * MINUTE
    (row,) = await two_streams.write(
        outbox_queue.take, now + 5 * MINUTE, now + 6 * MINUTE, outbox_queue.Capacity(9)
    )
    assert (row.id, row.attempts) == (1, 2)


@pytest.fixture
async def three_notifications(database, now):
    """Notifications of one kind to one person: 1 and 2 for channel 5, 3 for channel 6."""

    async def fill(tx):
        for channel in (5, 5, 6):
            await outbox.add(tx, notification("reminder", channel, now))

    await database.write(fill)
    return database


async def test_notifications_of_a_kind_to_one_person_are_taken_one_by_one(three_notifications, now):
    assert await take(three_notifications, now) == [1]
    assert await take(three_notifications, now) == []
    await three_notifications.write(outbox.close, Taken(1), outbox.SENT)
    assert await take(three_notifications, now) == [2]


async def test_a_postponed_notification_does_not_hold_up_the_next(three_notifications, now):
    await take(three_notifications, now)
    await three_notifications.write(
        outbox.postpone, Taken(1), now + 60 * MINUTE, "no permission there"
    )
    assert await three_notifications.read(outbox_queue.next_due, now) == now
    assert await take(three_notifications, now) == [2]
    await three_notifications.write(outbox.postpone, Taken(2), now + 60 * MINUTE, "nor now")
    assert await take(three_notifications, now) == [3]
    await three_notifications.write(outbox.close, Taken(3), outbox.SENT)
    assert await take(three_notifications, now + 59 * MINUTE) == []
    assert await take(three_notifications, now + 60 * MINUTE) == [1]


async def test_notifications_postponed_to_the_same_morning_keep_their_order(
    three_notifications, now
):
    morning, moment = now + 60 * MINUTE, timedelta(milliseconds=5)
    for row_id in (1, 2, 3):
        assert await take(three_notifications, now) == [row_id]
        # each is postponed to a slightly earlier moment than the previous one
        await three_notifications.write(
            outbox.postpone, Taken(row_id), morning - row_id * moment, "quiet hours"
        )
    due = await three_notifications.read(outbox_queue.next_due, morning - 4 * moment)
    assert due == morning - moment
    assert await take(three_notifications, morning - moment) == [1]
    assert await take(three_notifications, morning) == []
    await three_notifications.write(outbox.close, Taken(1, attempts=2), outbox.SENT)
    assert await take(three_notifications, morning) == [2]


async def test_a_message_whose_worker_died_is_due_after_its_lease(two_streams, now):
    await take(two_streams, now)
    assert await take(two_streams, now + MINUTE - timedelta(seconds=1)) == []
    assert await take(two_streams, now + MINUTE) == [1, 3]


async def test_messages_being_sent_are_due_at_once_after_a_restart(two_streams, now):
    await take(two_streams, now, limit=1)
    assert await two_streams.write(outbox_queue.recover, now) == 1
    rows = await two_streams.write(outbox_queue.take, now, now + MINUTE, outbox_queue.Capacity(9))
    assert [(row.id, row.attempts) for row in rows] == [(1, 2), (3, 1)]


async def test_a_closed_message_stays_closed(two_streams, now):
    await take(two_streams, now, limit=1)
    assert await two_streams.write(outbox.close, Taken(1), outbox.DEAD)
    assert not await two_streams.write(outbox.close, Taken(1), outbox.SENT)
    await two_streams.write(outbox.postpone, Taken(1), now, "late")
    assert await two_streams.read(outbox.counts) == {"dead": 1, "waiting": 2}


async def test_a_sent_message_says_whether_another_of_its_stream_follows(two_streams, now):
    assert await take(two_streams, now) == [1, 3]

    async def sent(number):
        return await two_streams.write(outbox.close_sent, Taken(number), 70 + number, now)

    assert [await sent(1), await sent(3)] == [True, False]
    assert await sent(1) is None  # the message is already closed
    assert await take(two_streams, now) == [2]
    assert await sent(2) is False


async def test_nothing_is_due_when_all_messages_are_closed(two_streams, now):
    for _ in range(2):
        for number in await take(two_streams, now):
            await two_streams.write(outbox.close, Taken(number), outbox.SENT)
    assert await two_streams.read(outbox_queue.next_due, now + MINUTE) is None
    assert await take(two_streams, now) == []


@pytest.fixture
async def two_channels(database, now):
    """Three digests for channel 5, one for channel 6, then a turn in channel 5."""

    async def fill(tx):
        for number, (kind, channel) in enumerate(
            [("digest", 5), ("digest", 5), ("digest", 5), ("digest", 6), ("turn", 5)], start=1
        ):
            await outbox.add(tx, outbox.NewOutboxMessage(kind, 7, channel, now, user_id=number))

    await database.write(fill)
    return database


async def test_a_turn_is_taken_before_notifications(two_channels, now):
    assert await take(two_channels, now, limit=2) == [5, 1]


async def test_a_channel_gets_no_more_messages_than_its_limit(two_channels, now):
    rows = await two_channels.write(
        outbox_queue.take, now, now + MINUTE, outbox_queue.Capacity(9, {5: 3}, 5)
    )
    assert [row.id for row in rows] == [5, 1, 4]


async def test_a_channel_at_its_limit_does_not_hold_up_others(two_channels, now):
    rows = await two_channels.write(
        outbox_queue.take, now, now + MINUTE, outbox_queue.Capacity(1, {5: 5}, 5)
    )
    assert [row.id for row in rows] == [4]


async def test_a_person_gets_no_more_notifications_than_the_limit(database, now):
    async def fill(tx):
        for channel, kind in enumerate(("digest", "reminder", "away"), start=50):
            await outbox.add(tx, notification(kind, channel, now))

    await database.write(fill)
    rows = await database.write(
        outbox_queue.take, now, now + MINUTE, outbox_queue.Capacity(9, {1: 3}, 5)
    )
    assert [row.id for row in rows] == [1, 2]
    assert (
        await database.write(outbox_queue.take, now, now, outbox_queue.Capacity(9, {1: 5}, 5)) == []
    )


@pytest.fixture
async def changes(database, now):
    """Changes 1 to 4 of old messages in channel 5, then a card (5) and a turn (6) there."""

    async def fill(tx):
        for number, kind in enumerate(("clock", "close_message", "close_message", "clock")):
            about = {"message": 70 + number} if kind == "close_message" else {}
            payload = sample(kind, **about)
            await outbox.add(tx, outbox.NewOutboxMessage(kind, 7, 5, now, payload=payload))
        await players.remember(tx, 1, "Ann", now)
        await add_challenge(tx, now)
        for kind, subject in (("challenge", {"challenge_id": 1}), ("turn", {})):
            await outbox.add(tx, outbox.NewOutboxMessage(kind, 7, 5, now, **subject))

    await database.write(fill)
    return database


async def test_new_messages_are_taken_before_changes_of_old_ones(changes, now):
    assert await take(changes, now) == [6, 5, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("waited", "order"),
    [
        (outbox_queue.OVERDUE - timedelta(milliseconds=1), [6, 5, 1, 2, 3, 4]),
        (outbox_queue.OVERDUE, [2, 3, 6, 5, 1, 4]),
    ],
)
async def test_an_overdue_closing_is_as_urgent_as_a_turn_and_a_clock_is_not(
    changes, now, waited, order
):
    assert await take(changes, now + waited) == order


@pytest.mark.parametrize(("limit", "taken"), [(0, [6, 5]), (1, [2, 6, 5]), (3, [2, 3, 6, 5, 1])])
async def test_changes_have_a_limit_of_their_own(changes, now, limit, taken):
    at = now + outbox_queue.OVERDUE
    capacity = outbox_queue.Capacity(9, changes=limit)
    rows = await changes.write(outbox_queue.take, at, at + MINUTE, capacity)
    assert [row.id for row in rows] == taken


async def test_changes_beyond_their_limit_leave_room_for_new_messages(changes, now):
    at = now + outbox_queue.OVERDUE
    # as many candidates are read as closings are due
    rows = await changes.write(outbox_queue.take, at, at, outbox_queue.Capacity(1, changes=0))
    assert [row.id for row in rows] == [6]


@pytest.mark.parametrize(
    ("used", "taken"),
    [({5: 5}, [1, 2, 3, 4]), ({-5: 5}, [6, 5]), ({-5: 3}, [6, 5, 1, 2]), ({5: 4}, [6, 1, 2, 3, 4])],
)
async def test_changes_and_new_messages_count_separately_towards_the_limit_of_a_channel(
    changes, now, used, taken
):
    capacity = outbox_queue.Capacity(9, used, 5)
    rows = await changes.write(outbox_queue.take, now, now + MINUTE, capacity)
    assert [row.id for row in rows] == taken


@pytest.mark.parametrize("what", ["turn", *sorted(outbox.CHANGES)])
async def test_changes_do_not_count_as_the_age_of_the_backlog(database, now, what):
    about = sample(what)
    new = outbox.NewOutboxMessage(what, 7, 5, now, payload=about)
    await database.write(outbox.add, new)
    _, oldest = await database.read(outbox.backlog)
    assert oldest == (now if what == "turn" else None)


@pytest.mark.parametrize(
    ("what", "channel", "user", "targets"),
    [
        ("close_message", 5, None, {-5}),
        ("turn", 5, None, {5}),
        ("digest", 5, 7, {5, 7}),
        ("digest", 0, 7, {7}),
        ("clock", 0, None, set()),
    ],
)
def test_the_targets_of_a_message(what, channel, user, targets):
    assert outbox.targets_of(what, channel, user) == targets


async def test_notifications_of_different_kinds_do_not_wait_for_each_other(database, now):
    async def fill(tx):
        for kind in ("reminder", "vacation", "reminder"):
            await outbox.add(tx, notification(kind, 5, now))

    await database.write(fill)
    assert await take(database, now) == [1, 2]


async def test_the_id_of_a_deleted_message_is_never_reused(two_streams, now):
    async def replace_all(tx):
        await tx.connection.execute(delete(stored))
        await outbox.add(tx, outbox.NewOutboxMessage("challenge", 7, 5, now, challenge_id=1))

    await two_streams.write(replace_all)
    assert await take(two_streams, now) == [4]


async def test_a_worker_after_its_lease_cannot_change_a_message_taken_again(two_streams, now):
    await take(two_streams, now, limit=1)
    await take(two_streams, now + MINUTE, limit=1)
    late, present = Taken(1, attempts=1), Taken(1, attempts=2)

    assert not await two_streams.write(outbox.close, late, outbox.SENT)
    await two_streams.write(outbox.postpone, late, now + 9 * MINUTE, "no answer")
    await two_streams.write(outbox.await_interaction, late, "nobody is there")
    await two_streams.write(outbox.change, late, channel_id=99)

    assert await two_streams.read(outbox.counts) == {"sending": 1, "waiting": 2}
    (row,) = await two_streams.write(
        outbox_queue.take, now + 2 * MINUTE, now + 3 * MINUTE, outbox_queue.Capacity(1)
    )
    assert (row.location.channel_id, row.attempts) == (5, 3)
    assert not await two_streams.write(outbox.close, present, outbox.SENT)
    assert await two_streams.write(outbox.close, row, outbox.SENT)


async def test_the_payload_of_a_deleted_message_is_not_found(two_streams):
    assert await two_streams.read(outbox.find_payload, Taken(1), Announcement) is not None
    assert await two_streams.read(outbox.find_payload, Taken(99), Announcement) is None


@pytest.mark.parametrize("each", KINDS)
def test_the_stream_of_every_kind_fits_its_column(each, now):
    payload = full_sample(each)
    numbers = [of.name for of in fields(payload) if type(getattr(payload, of.name)) is int]
    payload = replace(payload, **dict.fromkeys(numbers, LONGEST))
    person = LONGEST if isinstance(each, NotificationKind) else None
    for game in (LONGEST, None):
        about = {"game_id": game, "challenge_id": LONGEST, "payload": payload, "user_id": person}
        new = outbox.NewOutboxMessage(each, LONGEST, LONGEST, now, **about)
        assert len(new.stream) <= stored.c.stream.type.length


async def test_notifications_and_keys_are_stored_with_the_longest_ids(database, now):
    async def fill(tx):
        for kind in NotificationKind:
            await outbox.add(tx, replace(notification(kind, LONGEST, now), user_id=LONGEST))
        for key in (key_values.of_guild(LONGEST), key_values.of_commands(LONGEST)):
            await key_values.write(tx, key, "value")

    await database.write(fill)
    assert await database.read(outbox.counts) == {"waiting": len(NotificationKind)}
