import asyncio
from datetime import timedelta

import pytest

from bot.messages.posted_text import PINGING
from bot.store.tables import outbox
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox import NewOutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import Closing, DailyResults, OfSeason

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
