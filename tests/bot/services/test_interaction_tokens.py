"""User installs: interaction tokens, messages that wait for a token, and notifications instead."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.services.use_cases.delivery.interaction_tokens import LIFE, MESSAGES, InteractionToken
from bot.services.values.views import Location
from bot.store.tables import outbox
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.schema import interaction_tokens as stored

ANN, BEN = 101, 102
HERE, THERE = Location(None, 5), Location(None, 6)


@pytest.fixture
async def interaction_tokens(world):
    await world.services.interaction_tokens.record_user_install(HERE)
    return world.services.interaction_tokens


def interaction_token(number, location=HERE, message_id=None):
    return InteractionToken(number, location, message_id, f"token {number}")


async def due_kinds(world):
    """Return the kinds of all due outbox messages."""
    return [message.kind for message in await world.outbox.take_due(10)]


async def test_a_user_install_in_one_location_does_not_affect_another(interaction_tokens):
    assert [
        await interaction_tokens.is_user_install(each.channel_id) for each in (HERE, THERE)
    ] == [True, False]


async def test_the_newest_token_is_used_until_its_uses_are_spent(interaction_tokens):
    await interaction_tokens.keep(interaction_token(2))
    await interaction_tokens.keep(interaction_token(1))

    used = [(await interaction_tokens.take(5)).token for _ in range(2 * MESSAGES)]

    assert used == ["token 2"] * MESSAGES + ["token 1"] * MESSAGES
    assert await interaction_tokens.take(5) is None


async def test_a_token_is_used_only_for_its_location_and_message(interaction_tokens):
    await interaction_tokens.keep(interaction_token(1, message_id=77))
    await interaction_tokens.keep(interaction_token(2, THERE, message_id=78))

    assert (await interaction_tokens.take(5)).token == "token 1"
    assert (await interaction_tokens.find_for_message(HERE, 77)).token == "token 1"
    assert await interaction_tokens.find_for_message(HERE, 78) is None


@pytest.mark.both_databases
async def test_a_token_edits_its_own_messages_until_it_expires(interaction_tokens, clock):
    await interaction_tokens.keep(interaction_token(1))
    await interaction_tokens.keep(interaction_token(2))
    await interaction_tokens.record_message(interaction_token(1), 77)
    await interaction_tokens.record_message(interaction_token(1), 78)

    assert [await token(interaction_tokens, number) for number in (77, 78, 79)] == [
        "token 1",
        "token 1",
        None,
    ]
    clock.advance(minutes=15)
    assert await token(interaction_tokens, 77) is None


async def token(interaction_tokens, message_id):
    found = await interaction_tokens.find_for_message(HERE, message_id)
    return None if found is None else found.token


async def test_a_token_releases_only_the_final_edit_of_its_own_message(world, interaction_tokens):
    """A game may have one waiting edit per turn, which must not all be tried at every press."""
    game = await world.game()
    await world.posted()
    old = [PostedMessage(number, None, 5) for number in (71, 72)]
    await world.outbox.close_later(game, old)
    await world.outbox.close_later(game, old)
    messages = await world.outbox.take_due(9)
    assert [message.payload.message for message in messages] == [71, 72]
    for message in messages:
        await world.outbox.await_interaction(message, message.payload.message)

    await interaction_tokens.keep(interaction_token(1))
    assert await due_kinds(world) == []
    await interaction_tokens.keep(interaction_token(2, message_id=72))
    assert [message.payload.message for message in await world.outbox.take_due(9)] == [72]


@pytest.mark.postgresql
async def test_a_message_put_aside_is_released_by_a_concurrent_token(
    world, interaction_tokens, monkeypatch
):
    """Without a lock, the token would find no waiting message, and the message no token."""
    await world.challenge()
    (message,) = await world.outbox.take_due(10)
    _, other = world.open()
    await_interaction, tokens = outbox.await_interaction, [interaction_token(1)]

    async def slowly(*args):
        while tokens:
            await other.interaction_tokens.keep(tokens.pop())
        await await_interaction(*args)

    monkeypatch.setattr(outbox, "await_interaction", slowly)
    await world.outbox.await_interaction(message, None)

    assert await due_kinds(world) == ["challenge"]


async def test_a_token_in_its_last_minute_is_dropped(world, interaction_tokens, clock):
    await interaction_tokens.keep(interaction_token(1, message_id=77))
    clock.advance(seconds=LIFE.total_seconds() - 1)
    assert await interaction_tokens.find_for_message(HERE, 77) is not None
    clock.advance(seconds=1)

    assert await interaction_tokens.find_for_message(HERE, 77) is None
    assert await interaction_tokens.take(5) is None
    assert timedelta(minutes=15) > LIFE


@pytest.mark.both_databases
async def test_hourly_maintenance_deletes_old_tokens(world, interaction_tokens, clock):
    await interaction_tokens.keep(interaction_token(1))
    clock.advance(minutes=15)
    await world.services.maintenance.clean_up()

    async def kept(tx):
        return (await tx.connection.execute(select(stored))).all()

    assert await world.database.read(kept) == []


@pytest.mark.both_databases
async def test_deletes_a_token_that_discord_refuses(interaction_tokens):
    await interaction_tokens.keep(interaction_token(1))
    await interaction_tokens.discard(await interaction_tokens.take(5))

    assert await interaction_tokens.take(5) is None


async def test_the_token_of_an_interaction_delivered_twice_is_stored_once(interaction_tokens):
    await interaction_tokens.keep(interaction_token(1))
    await interaction_tokens.take(5)
    await interaction_tokens.keep(interaction_token(1))

    assert len([1 for _ in range(9) if await interaction_tokens.take(5)]) == MESSAGES - 1


def test_a_token_does_not_appear_in_its_repr():
    assert "token 1" not in repr(interaction_token(1))


async def test_an_outbox_message_knows_whether_it_is_for_a_user_install(world, interaction_tokens):
    await world.challenge(channel=5)
    await world.challenge(channel=8)

    assert {
        message.location.channel_id: message.user_install
        for message in await world.outbox.take_due(5)
    } == {
        5: True,
        8: False,
    }


async def test_a_message_without_a_token_waits_for_one_without_time_limit(
    world, interaction_tokens, clock
):
    await world.challenge()
    (message,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(message, None)
    clock.advance(days=20)
    assert await world.outbox.next_due() is None
    assert await due_kinds(world) == []

    world.woken.clear()
    await interaction_tokens.keep(interaction_token(1, THERE))
    assert await due_kinds(world) == []
    await interaction_tokens.keep(interaction_token(2))

    assert world.woken == ["woken"]
    assert await due_kinds(world) == ["challenge"]


async def test_a_message_without_a_token_does_not_block_its_game(world, interaction_tokens):
    game = await world.game()
    messages = await world.outbox.take_due(9)
    for message in messages:
        await world.outbox.await_interaction(message, None)

    await world.play(ANN, game, "a1 c3")

    assert "turn" in await due_kinds(world)


async def test_a_message_put_aside_does_not_block_other_messages(world, interaction_tokens):
    for opponent in (BEN, 103, 104):
        await world.challenge(ANN, opponent)
    aside, later, now = await world.outbox.take_due(5)
    await world.outbox.retry(now, timedelta(0), "Discord does not answer")
    await world.outbox.retry(later, timedelta(hours=1), "Discord does not answer")
    await world.outbox.await_interaction(aside, None)

    assert [message.id for message in await world.outbox.take_due(5)] == [now.id]


async def test_a_token_that_arrived_meanwhile_is_used_at_once(world, interaction_tokens):
    await world.challenge()
    (message,) = await world.outbox.take_due(5)
    await interaction_tokens.keep(interaction_token(1))

    await world.outbox.await_interaction(message, None)

    assert await due_kinds(world) == ["challenge"]


async def test_an_edit_waits_for_a_token_of_its_message(world, interaction_tokens):
    challenge = await world.challenge()
    (message,) = await world.outbox.take_due(5)
    await world.outbox.mark_sent(message, 77)
    await world.challenges.withdraw(world.act(ANN), challenge.id)
    (edit,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(edit, 77)

    await interaction_tokens.keep(interaction_token(1))
    assert await due_kinds(world) == []
    await interaction_tokens.keep(interaction_token(2, message_id=77))

    assert await due_kinds(world) == ["challenge_closed"]


async def test_messages_that_never_get_a_token_are_deleted(world, interaction_tokens, clock):
    await world.challenge()
    (message,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(message, None)
    clock.advance(days=31)

    await world.services.maintenance.clean_up()
    await interaction_tokens.keep(interaction_token(1))

    assert await due_kinds(world) == []


@pytest.mark.both_databases
async def test_no_message_waits_for_a_token_where_the_bot_is_a_member(world):
    await world.services.interaction_tokens.record_user_install(Location(7, 5))
    await world.services.interaction_tokens.record_user_install(HERE)
    await world.challenge()
    (message,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(message, None)

    await world.services.interaction_tokens.record_membership([8])
    assert await world.services.interaction_tokens.is_user_install(5)
    await world.services.interaction_tokens.record_membership([7, 8])

    assert not await world.services.interaction_tokens.is_user_install(5)
    (message,) = await world.outbox.take_due(5)
    assert not message.user_install


async def put_aside(world):
    """Let all due messages to channels wait for an interaction."""
    while messages := await world.outbox.take_due(20):
        for message in messages:
            if message.user_id is None:
                await world.outbox.await_interaction(message, None)
            else:
                await world.outbox.mark_sent(message, None)


@pytest.mark.both_databases
@pytest.mark.parametrize("joins", [True, False])
async def test_of_the_messages_that_waited_only_current_ones_are_posted(world, clock, joins):
    tokens, undo = world.services.interaction_tokens, world.services.undo
    await tokens.record_user_install(Location(7, 5))
    closed = await world.challenge()
    await world.challenges.withdraw(world.act(ANN), closed.id)
    await world.challenge(ANN, 103)
    over, game = await world.game(), await world.game()
    await world.games.resign(world.act(ANN), over)
    await world.play(ANN, game, "a1 c3")
    await undo.undo(world.act(ANN), game)
    await world.play(ANN, game, "a1 c3")
    clock.advance(hours=1)
    await undo.undo(world.act(ANN), game)
    await undo.decline(world.act(BEN), game)
    await world.services.end_requests.ask(world.act(ANN), game)
    await world.press(BEN, game, "e5")  # only Ben sees this half of his turn
    passed, kept, ends = await world.game(), await world.game(), world.services.end_requests
    for each in (passed, kept):
        await world.play(ANN, each, "a1 c3")
    clock.advance(hours=1)
    await undo.undo(world.act(ANN), passed)
    await undo.decline(world.act(BEN), passed)
    for each in (passed, kept):
        await ends.ask(world.act(ANN), each)
        await ends.decline(world.act(BEN), each)
    await world.play(BEN, passed, "e5 g7")
    await put_aside(world)

    if joins:
        await tokens.record_membership([7])
    else:
        await tokens.keep(interaction_token(1, message_id=77))

    now_current = [("turn", 2), ("undo_declined", 2), ("end_request", 2)]
    now_current += [("turn", 4), ("turn", 2), ("end_declined", 2)]
    others = [("challenge", None), *5 * [("challenge_closed", None)], ("result", 0)]
    assert sorted(await world.posted(), key=str) == sorted([*now_current, *others], key=str)


async def test_an_undone_turn_that_waited_is_not_posted_when_it_is_played_again(world):
    tokens = world.services.interaction_tokens
    await tokens.record_user_install(Location(7, 5))
    game = await world.game()
    await world.posted()
    await world.play(ANN, game, "a1 c3")
    await put_aside(world)
    await world.services.undo.undo(world.act(ANN), game)
    await world.play(ANN, game, "a1 c3")
    await put_aside(world)
    await tokens.keep(interaction_token(1))
    assert await world.posted() == [("turn", 2)]


async def notifications(world, user_id):
    """Return the due notifications of a person."""
    messages = await world.outbox.take_due(20)
    return [
        notification
        for message in messages
        if message.user_id == user_id
        and (notification := await world.services.notifications.compose(message))
    ]


async def announce_turn(world, game):
    (message,) = [message for message in await world.outbox.take_due(20) if message.kind == "turn"]
    assert message.game_id == game
    await world.services.notifications.notify_turn(message)
    await world.outbox.mark_sent(message, 9000 + message.id)


async def test_notifies_of_turns_only_players_who_want_it(world, interaction_tokens):
    await world.personal_settings.change_settings(world.act(BEN), {"outside": "dm"})
    game = await world.game()
    await announce_turn(world, game)
    assert await notifications(world, ANN) == []
    await world.posted()

    await world.play(ANN, game, "a1 c3")
    await announce_turn(world, game)

    (notification,) = await notifications(world, BEN)
    assert (notification.kind, notification.write, notification.user_install) == (
        NotificationKind.TURN,
        True,
        True,
    )


async def test_sends_nothing_to_a_player_without_notifications(world, interaction_tokens):
    await world.personal_settings.change_settings(world.act(BEN), {"outside": "dm"})
    await world.change_settings(world.act(BEN), turns="none")
    game = await world.game()
    await world.posted()
    await world.play(ANN, game, "a1 c3")
    await announce_turn(world, game)
    await world.games.resign(world.act(ANN), game)

    assert await notifications(world, BEN) == []


async def test_the_user_install_setting_has_no_effect_where_the_bot_is_a_member(world):
    await world.personal_settings.change_settings(world.act(ANN), {"outside": "dm"})
    game = await world.game()
    await announce_turn(world, game)

    assert await notifications(world, ANN) == []


async def test_notifies_of_results_only_players_who_want_it(world, interaction_tokens):
    await world.personal_settings.change_settings(world.act(BEN), {"outside": "dm"})
    game = await world.game()
    await world.posted()
    await world.games.resign(world.act(ANN), game)

    messages = await world.outbox.take_due(20)
    by_player = {
        message.user_id: await world.services.notifications.compose(message)
        for message in messages
        if message.user_id
    }

    assert by_player[ANN] is None
    assert (by_player[BEN].kind, by_player[BEN].user_install) == (NotificationKind.RESULT, True)
