import asyncio
from dataclasses import fields
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import func, select, update

from bot.messages.posted_text import PINGING
from bot.store.tables import outbox, outbox_queries
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox import NewOutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import (
    ClockChange,
    Closing,
    DailyResults,
    OfGroup,
    OfSeason,
    OfTurn,
)
from bot.store.tables.schema import outbox as stored
from tests.bot.payload_samples import FAMILIES, sample

ANN, BEN = 101, 102


@pytest.fixture
async def message(world):
    await world.challenge()
    (taken,) = await world.outbox.take_due(5)
    return taken


async def test_an_outbox_message_keeps_its_location_kind_and_nonce(world, message, clock):
    assert (message.kind, message.challenge_id, message.attempts) == ("challenge", 1, 1)
    assert (message.location.guild_id, message.location.channel_id) == (7, 5)
    clock.advance(minutes=1)
    (again,) = await world.outbox.take_due(5)
    assert (again.attempts, again.nonce) == (2, message.nonce)
    assert 0 < len(message.nonce) <= 25


async def test_outbox_messages_have_distinct_nonces(world, message):
    await world.challenge()
    (other,) = await world.outbox.take_due(5)
    assert other.nonce != message.nonce


async def test_retries_an_outbox_message_after_its_pause(world, message, clock):
    await world.outbox.retry(message, timedelta(seconds=30), "rate limited")
    assert await world.outbox.next_due() == clock.now + timedelta(seconds=30)
    clock.advance(seconds=29)
    assert await world.outbox.take_due(5) == []
    clock.advance(seconds=1)
    assert [each.id for each in await world.outbox.take_due(5)] == [message.id]


@pytest.mark.parametrize(
    ("change", "about"),
    [
        (OutboxKind.LEAGUE_CARD_CHANGED, OfSeason(season=1)),
        (OutboxKind.DAILY_RESULTS, DailyResults(day=1, message=9)),
        (OutboxKind.CLOSE_MESSAGE, Closing(message=9)),
    ],
)
async def test_new_messages_come_before_changes_of_old_ones(world, clock, change, about):
    added = NewOutboxMessage(change, 7, 5, clock.now, payload=about)
    await world.database.write(outbox.add, added)
    await world.challenge()
    (first,) = await world.outbox.take_due(1)
    (second,) = await world.outbox.take_due(1)
    assert (first.kind, second.kind) == ("challenge", change)


async def test_a_message_given_up_releases_the_next_one_of_its_game(world, message):
    await world.challenges.withdraw(world.act(ANN), message.challenge_id)
    assert await world.outbox.take_due(5) == []
    await world.outbox.mark_dead(message, "the channel is gone")
    assert [each.kind for each in await world.outbox.take_due(5)] == ["challenge_closed"]
    assert await world.outbox.counts() == {"dead": 1, "sending": 1}


async def test_a_message_in_sending_is_taken_again_after_a_restart(world, message):
    world.restart()
    assert await world.outbox.take_due(5) == []
    assert await world.outbox.recover() == 1
    (again,) = await world.outbox.take_due(5)
    assert (again.id, again.attempts) == (message.id, 2)


async def test_the_id_of_a_message_posted_twice_is_stored_once(world, message):
    await world.outbox.mark_sent(message, 1)
    await world.outbox.mark_sent(message, 2)
    assert (await world.challenges.get(message.challenge_id)).message_id == 1


async def test_an_edit_does_not_change_the_stored_message_id(world, message):
    await world.outbox.mark_sent(message, 1)
    await world.challenges.withdraw(world.act(ANN), message.challenge_id)
    (edit,) = await world.outbox.take_due(5)
    await world.outbox.mark_sent(edit, None)
    assert (await world.challenges.get(message.challenge_id)).message_id == 1
    assert await world.outbox.next_due() is None


async def test_a_note_can_be_read_and_replaced(world):
    key_values = world.services.key_values
    assert await key_values.read("commands") is None
    for value in ("one", "two"):
        await key_values.write("commands", value)
        assert await key_values.read("commands") == value


SHOWN = f"**Ben** played A1.\n{PINGING}\n-# Game 1 · turn 2"


async def send_turns(world, text=SHOWN):
    """Mark the messages of turns as sent, with their stored text; return the ids."""
    sent = []
    while messages := await world.outbox.take_due(10):
        for each in messages:
            is_turn = each.kind == OutboxKind.TURN
            await world.outbox.mark_sent(each, 9000 + each.id, text if is_turn else None)
            sent += [9000 + each.id] if is_turn else []
    return sent


async def old_messages(world, game_id):
    _, old = await world.games.get_for_posting(game_id)
    return [(each.id, each.text) for each in old]


async def test_the_text_of_a_turn_is_stored_when_it_was_sent(world):
    game_id = await world.game()
    (first,) = await send_turns(world)
    assert await old_messages(world, game_id) == [(first, SHOWN)]


@pytest.mark.both_databases
async def test_the_text_of_the_present_turn_outlives_its_outbox_message(world, clock):
    game_id = await world.game()
    (first,) = await send_turns(world)
    clock.advance(days=31)
    await world.services.maintenance.clean_up()
    assert await old_messages(world, game_id) == [(first, SHOWN)]

    await world.play(ANN, game_id, "a1 c3")
    (second,) = await send_turns(world)
    await world.services.maintenance.clean_up()
    assert await old_messages(world, game_id) == [(second, SHOWN)]
    assert await world.outbox.counts() == {"sent": 1}


@pytest.mark.both_databases
async def test_a_closing_that_was_postponed_finds_the_stored_text(world):
    game_id = await world.game()
    (first,) = await send_turns(world)
    await world.play(ANN, game_id, "a1 c3")
    await send_turns(world, None)
    for message_id in (first, first + 1):
        await world.outbox.close_later(game_id, [PostedMessage(message_id, 7, 5)])

    closings = await world.outbox.take_due(9)
    assert [await world.outbox.find_text(each) for each in closings] == [SHOWN, None]


@pytest.mark.both_databases
async def test_a_deletion_leaves_only_the_small_print_of_stored_texts(world):
    game_id = await world.game()
    (first,) = await send_turns(world)
    await world.services.privacy.delete(BEN)
    assert await old_messages(world, game_id) == [(first, f"{PINGING}\n-# Game 1 · turn 2")]


@pytest.fixture
async def turn(world):
    """Message of Ben's first turn, which Ann's move has added; the first message is posted."""
    added = []
    world.outbox.on_turn(added.append)
    game_id = await world.game()
    await send_turns(world)
    assert added == []  # the first message of a game is no case for it
    world.woken.clear()
    await world.play(ANN, game_id, "a1 c3")
    assert world.woken == []
    return added.pop()


async def take_turn(world, message_id, used=None, most=5):
    return await world.outbox.take_turn(message_id, used or {}, most)


@pytest.mark.both_databases
async def test_the_message_of_a_new_turn_is_taken_with_what_its_posting_needs(world, turn):
    (first,) = (each for each, _ in await old_messages(world, 1))
    await world.game()  # its first message waits, too
    taken = await take_turn(world, turn)
    assert (taken.message.id, taken.message.attempts, taken.pings) == (turn, 1, True)
    assert (taken.game.position.ply, [each.id for each in taken.old]) == (2, [first])
    assert await take_turn(world, turn) is None
    assert turn not in [each.id for each in await world.outbox.take_due(9)]
    await world.outbox.mark_sent(taken.message, 77)
    assert (await world.games.get(1)).turn_message_id == 77


@pytest.mark.both_databases
async def test_one_of_two_processes_takes_the_message_of_a_turn(world, turn):
    _, other = world.open()
    asked = (take_turn(world, turn), other.outbox.take_due(9), other.outbox.take_turn(turn, {}, 5))
    one, due, another = await asyncio.gather(*asked)
    taken = [each.message for each in (one, another) if each is not None] + due
    assert [(each.id, each.attempts) for each in taken] == [(turn, 1)]


@pytest.mark.parametrize(("used", "most"), [({5: 5}, 5), ({5: 1}, 1)])
async def test_the_message_of_a_turn_waits_for_room_in_its_channel(world, turn, used, most):
    assert await take_turn(world, turn, used, most) is None
    assert await take_turn(world, turn, {5: most - 1}, most) is not None


async def test_the_message_of_a_turn_waits_for_earlier_ones_of_its_game(world, turn):
    added = []
    world.outbox.on_turn(added.append)
    await world.play(BEN, 1, "b2 d4")
    assert await take_turn(world, *added) is None
    taken = await take_turn(world, turn)
    assert not taken.pings  # the turn has passed
    await world.outbox.mark_sent(taken.message, 77)
    assert await take_turn(world, *added) is not None


async def test_only_the_first_attempt_takes_a_turn_by_its_number(world, turn, clock):
    taken = await take_turn(world, turn)
    await world.outbox.retry(taken.message, timedelta(0), "a fault")
    assert await take_turn(world, turn) is None
    (again,) = await world.outbox.take_due(9)
    assert (again.id, again.attempts) == (turn, 2)


async def test_the_notification_of_a_taken_turn_is_stored_with_the_claim(world, turn):
    await world.change_settings(world.act(BEN), turns="dm")
    world.woken.clear()
    taken = await take_turn(world, turn)
    assert not taken.pings
    assert world.woken == ["woken"]
    (written,) = await world.outbox.take_due(9)
    assert (written.kind, written.user_id) == (NotificationKind.TURN, BEN)
    assert not await world.services.notifications.notify_turn(taken.message)


async def test_a_turn_without_a_channel_is_not_taken_by_its_number(world):
    added = []
    world.outbox.on_turn(added.append)
    game_id = await world.game()
    await send_turns(world)
    await world.set_game(game_id, channel_id=NO_CHANNEL)
    await world.play(ANN, game_id, "a1 c3")
    assert (added, world.woken[-1]) == ([], "woken")


@pytest.mark.parametrize(
    ("sort", "about", "stream"),
    [
        (OutboxKind.TURN, {"game_id": 12, "challenge_id": 8}, "game:12"),
        (OutboxKind.CHALLENGE, {"challenge_id": 8}, "challenge:8"),
        (OutboxKind.CLOSE_MESSAGE, {"game_id": 12, "payload": Closing(message=99)}, "message:99"),
        (NotificationKind.NUDGE, {"game_id": 12, "user_id": ANN}, "user:101:nudge"),
        (OutboxKind.DAILY, {}, "daily:7"),
        (OutboxKind.WEEK, {}, "week:7"),
        (OutboxKind.DAILY_RESULTS, {"payload": DailyResults(day=1, message=99)}, "results:99"),
        (OutboxKind.LEAGUE_CARD, {"payload": OfSeason(season=3)}, "league_card:3"),
        (OutboxKind.LEAGUE_BEGUN, {"payload": OfGroup(season=3, group=2)}, "league:3:2"),
        (OutboxKind.LEAGUE_ENDED, {"payload": OfGroup(season=3, group=2)}, "league:3:2"),
    ],
)
def test_the_stream_in_which_a_message_keeps_its_order(clock, sort, about, stream):
    assert NewOutboxMessage(sort, 7, 5, clock.now, **about).stream == stream


async def test_a_turn_taken_back_while_it_is_being_sent_stays_with_its_worker(world, turn):
    (taken,) = await world.outbox.take_due(9)
    await world.services.undo.undo(world.act(ANN), taken.game_id)
    assert await world.outbox.take_due(9) == []


async def test_an_undo_withdraws_only_messages_of_later_turns(world, turn, clock):
    (game,) = await world.games.find_running(ANN)
    await world.play(BEN, game.id, "e5 g7")
    await world.services.undo.undo(world.act(BEN), game.id)
    assert await world.posted() == [("turn", 2), ("undone", 2)]


async def test_a_board_cancels_only_earlier_updates_of_its_clock(world, turn):
    (taken,) = await world.outbox.take_due(9)
    change = NewOutboxMessage(
        OutboxKind.CLOCK, 7, 5, world.clock.now, taken.game_id, payload=ClockChange(turn=2)
    )
    await world.database.write(outbox.add, change)
    await world.outbox.mark_sent(taken, 99)
    assert [each.kind for each in await world.outbox.take_due(9)] == ["clock"]


STATUSES = ("waiting", "sending", "awaiting_interaction", "sent", "obsolete", "dead", "dropped")


@pytest.fixture
def in_every_status(world):
    """Add a message in each status; its ply, revision or challenge is the number of the status."""

    async def add(kind, game_id=None, person=None, **about):
        async def fill(tx):
            for number, status in enumerate(STATUSES):
                names = {each.name for each in fields(FAMILIES[kind])}
                numbers = dict.fromkeys({"revision", "challenge"} & names, number)
                payload = sample(kind, **numbers, **about)
                about_game = {"game_id": game_id, "ply": number, "user_id": person}
                where = (kind, 7, 5, world.clock.now)
                await outbox.add(tx, NewOutboxMessage(*where, payload=payload, **about_game))
                newest = select(func.max(stored.c.id)).scalar_subquery()
                values = {
                    "status": "sent" if status == "obsolete" else status,
                    "message_id": 70 + number if status == "sent" else None,
                    "closed_at": world.clock.now + timedelta(minutes=number),
                }
                await tx.connection.execute(
                    update(stored).where(stored.c.id == newest).values(values)
                )

        await world.database.write(fill)

    return add


@pytest.fixture
def all_sent(world):
    """Mark all messages of some statuses as sent."""

    async def change(*statuses):
        async def close(tx):
            changed = update(stored).where(stored.c.status.in_(statuses))
            await tx.connection.execute(changed.values(status="sent"))

        await world.database.write(close)

    return change


async def test_which_notifications_wait_arrive_or_have_arrived(world, in_every_status, all_sent):
    nudge, ask = NotificationKind.NUDGE, partial(ask_about_messages, world)
    game, other = await world.game(), await world.game()
    await world.posted()
    for each in (game, other):
        for person in (BEN, ANN):
            await in_every_status(nudge, each, person)
    found = await ask("find_notifications", ANN, nudge, OfTurn, game)
    statuses = [(True, 0), (False, 1), (True, 2), (False, 3)]
    assert [(waits, each.revision) for waits, each in found] == statuses
    found = await ask("find_notifications", ANN, nudge, OfTurn)
    assert [(waits, each.revision) for waits, each in found] == statuses * 2
    assert await ask("find_notifications", ANN, NotificationKind.REMINDER, OfTurn) == []
    assert await ask("last_arrival", ANN, nudge) == world.clock.now + timedelta(minutes=3)
    assert await ask("last_arrival", ANN, NotificationKind.REMINDER) is None
    kinds = (nudge, NotificationKind.REMINDER)
    assert await ask("games_of_waiting_notifications", ANN, kinds) == {game, other}
    assert await ask("games_of_waiting_notifications", ANN, kinds[1:]) == frozenset()
    assert await ask("is_notification_waiting", ANN, nudge)
    assert not await ask("is_notification_waiting", ANN, kinds[1])
    for since, recent in ((timedelta(0), 6), (timedelta(seconds=-1), 14)):
        added = await ask("find_recent", ANN, nudge, OfTurn, world.clock.now + since)
        assert len(added) == recent

    await all_sent("waiting")
    assert await ask("games_of_waiting_notifications", ANN, kinds) == frozenset()
    assert not await ask("is_notification_waiting", ANN, nudge)


async def test_which_turns_wait_or_are_being_sent(world, in_every_status, all_sent):
    ask, reminder = partial(ask_about_messages, world), NotificationKind.REMINDER
    game, other = await world.game(), await world.game()
    await world.posted()
    await in_every_status(OutboxKind.TURN, game)
    await in_every_status(reminder, other, ANN)
    assert await ask("turns_waiting", [game, other]) == {(game, 0), (game, 1)}
    waiting = [await ask("is_turn_waiting", game, ply) for ply in range(len(STATUSES))]
    assert waiting == [True, True, False, False, False, False, False]
    assert not await ask("is_turn_waiting", other, 0)
    assert await ask("is_being_sent", [game], reminder)
    assert await ask("is_being_sent", [other], reminder)
    assert not await ask("is_being_sent", [other], NotificationKind.TURN)
    await all_sent("sending")
    assert not await ask("is_being_sent", [game, other], reminder)
    assert await ask("turns_waiting", [game]) == {(game, 0)}


async def test_whether_a_refused_notification_still_waits(world, in_every_status, all_sent):
    ask = partial(ask_about_messages, world, "has_refused_notification", ANN)
    await in_every_status(NotificationKind.DAILY_STOPPED, None, BEN, refusals=1)
    await in_every_status(NotificationKind.DAILY_STOPPED, None, ANN)
    assert not await ask(NotificationKind)
    await in_every_status(NotificationKind.WEEK_STOPPED, None, ANN, refusals=1)
    assert await ask(NotificationKind)
    assert not await ask([NotificationKind.DAILY_STOPPED])
    await all_sent("waiting")
    assert await ask(NotificationKind)
    await all_sent("awaiting_interaction")
    assert not await ask(NotificationKind)


async def test_challenges_are_kept_for_notifications_that_are_not_closed(world, in_every_status):
    await in_every_status(NotificationKind.DECLINED, None, ANN)
    assert await ask_about_messages(world, "challenges_in_notifications") == {0, 1, 2}


async def test_a_posted_message_belongs_to_the_outbox_message_of_its_stream(world, in_every_status):
    game, other = await world.game(), await world.game()
    await world.posted()
    ask = partial(ask_about_messages, world, "belongs_to_another")
    await in_every_status(OutboxKind.TURN, game)
    await in_every_status(OutboxKind.TURN, other)

    async def ids(tx):
        of_game = select(stored.c.id).where(stored.c.game_id == game, stored.c.ply.is_not(None))
        return [*(await tx.connection.execute(of_game.order_by(stored.c.id))).scalars()][-7:]

    waiting, *_, sent = (await world.database.read(ids))[:4]
    assert await ask(waiting, 73)
    assert not await ask(sent, 73)
    assert not await ask(waiting, 74)
    (elsewhere, *_) = [each.id for each in await world.outbox.take_due(9) if each.game_id == other]
    await world.database.write(set_message_id, sent, 99)
    assert not await ask(elsewhere, 99)


async def set_message_id(tx, outbox_id, message_id):
    same = update(stored).where(stored.c.id == outbox_id)
    await tx.connection.execute(same.values(message_id=message_id))


async def ask_about_messages(world, query, *about):
    return await world.database.read(getattr(outbox_queries, query), *about)
