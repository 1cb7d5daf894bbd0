"""Places where the bot is a guest: tokens, rows that wait to be heard, letters instead."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.services.delivery.interaction_tokens import LIFE, MESSAGES, InteractionToken
from bot.services.notifications.kinds import NotificationKind
from bot.services.notifications.settings import NotificationWay
from bot.services.views import Location
from bot.store.tables import outbox
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.schema import interaction_tokens as stored

ANN, BEN = 101, 102
HERE, THERE = Location(None, 5), Location(None, 6)


@pytest.fixture
async def interaction_tokens(world):
    await world.services.interaction_tokens.record_user_install(HERE)
    return world.services.interaction_tokens


def interaction_token(number, location=HERE, message_id=None):
    return InteractionToken(number, location, message_id, f"token {number}")


async def taken(world):
    """The kinds of all rows that are due."""
    return [row.kind for row in await world.outbox.take_due(10)]


async def test_to_be_a_guest_in_one_place_is_not_to_be_one_in_another(interaction_tokens):
    assert [
        await interaction_tokens.is_user_install(each.channel_id) for each in (HERE, THERE)
    ] == [True, False]


async def test_the_newest_token_speaks_until_it_is_used_up(interaction_tokens):
    await interaction_tokens.keep(interaction_token(2))
    await interaction_tokens.keep(interaction_token(1))

    spoken = [(await interaction_tokens.take(5)).token for _ in range(2 * MESSAGES)]

    assert spoken == ["token 2"] * MESSAGES + ["token 1"] * MESSAGES
    assert await interaction_tokens.take(5) is None


async def test_a_token_speaks_in_its_own_place_and_for_its_own_message(interaction_tokens):
    await interaction_tokens.keep(interaction_token(1, message_id=77))
    await interaction_tokens.keep(interaction_token(2, THERE, message_id=78))

    assert (await interaction_tokens.take(5)).token == "token 1"
    assert (await interaction_tokens.find_for_message(HERE, 77)).token == "token 1"
    assert await interaction_tokens.find_for_message(HERE, 78) is None


async def test_a_token_changes_the_messages_that_it_has_sent_while_it_lives(
    interaction_tokens, clock
):
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


async def test_a_token_frees_only_the_closing_of_its_own_message(world, interaction_tokens):
    """As many as a game has turns may wait, and each would be tried at each press."""
    game = await world.game()
    await world.posted()
    old = [PostedMessage(number, None, 5) for number in (71, 72)]
    await world.outbox.close_later(game, old)
    await world.outbox.close_later(game, old)
    rows = await world.outbox.take_due(9)
    assert [row.payload for row in rows] == [{"message": 71}, {"message": 72}]
    for row in rows:
        await world.outbox.await_interaction(row, row.payload["message"])

    await interaction_tokens.keep(interaction_token(1))
    assert await taken(world) == []
    await interaction_tokens.keep(interaction_token(2, message_id=72))
    assert [row.payload for row in await world.outbox.take_due(9)] == [{"message": 72}]


@pytest.mark.postgresql
async def test_a_row_is_not_overlooked_by_a_token_that_comes_while_it_is_put_aside(
    world, interaction_tokens, monkeypatch
):
    """Each would miss the other: the token finds no row that waits, and the row no token."""
    await world.challenge()
    (row,) = await world.outbox.take_due(10)
    _, other = world.open()
    await_interaction, tokens = outbox.await_interaction, [interaction_token(1)]

    async def slowly(*args):
        while tokens:
            await other.interaction_tokens.keep(tokens.pop())
        await await_interaction(*args)

    monkeypatch.setattr(outbox, "await_interaction", slowly)
    await world.outbox.await_interaction(row, None)

    assert await taken(world) == ["challenge"]


async def test_a_token_is_too_old_in_its_last_minute_and_is_dropped(
    world, interaction_tokens, clock
):
    await interaction_tokens.keep(interaction_token(1, message_id=77))
    clock.advance(seconds=LIFE.total_seconds() - 1)
    assert await interaction_tokens.find_for_message(HERE, 77) is not None
    clock.advance(seconds=1)

    assert await interaction_tokens.find_for_message(HERE, 77) is None
    assert await interaction_tokens.take(5) is None
    assert timedelta(minutes=15) > LIFE


async def test_old_tokens_go_with_the_hourly_upkeep(world, interaction_tokens, clock):
    await interaction_tokens.keep(interaction_token(1))
    clock.advance(minutes=15)
    await world.services.maintenance.tidy()

    async def kept(tx):
        return (await tx.connection.execute(select(stored))).all()

    assert await world.database.read(kept) == []


async def test_a_token_that_discord_refuses_is_forgotten(interaction_tokens):
    await interaction_tokens.keep(interaction_token(1))
    await interaction_tokens.discard(await interaction_tokens.take(5))

    assert await interaction_tokens.take(5) is None


async def test_an_interaction_that_arrives_twice_is_kept_once(interaction_tokens):
    await interaction_tokens.keep(interaction_token(1))
    await interaction_tokens.take(5)
    await interaction_tokens.keep(interaction_token(1))

    assert len([1 for _ in range(9) if await interaction_tokens.take(5)]) == MESSAGES - 1


def test_a_token_is_never_written_down():
    assert "token 1" not in repr(interaction_token(1))


async def test_a_row_says_whether_the_bot_is_a_guest(world, interaction_tokens):
    await world.challenge(channel=5)
    await world.challenge(channel=8)

    assert {
        row.location.channel_id: row.user_install for row in await world.outbox.take_due(5)
    } == {
        5: True,
        8: False,
    }


async def test_an_unheard_row_waits_for_a_voice_and_for_no_clock(world, interaction_tokens, clock):
    await world.challenge()
    (row,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(row, None)
    clock.advance(days=20)
    assert await world.outbox.next_due() is None
    assert await taken(world) == []

    world.woken.clear()
    await interaction_tokens.keep(interaction_token(1, THERE))
    assert await taken(world) == []
    await interaction_tokens.keep(interaction_token(2))

    assert world.woken == ["woken"]
    assert await taken(world) == ["challenge"]


async def test_an_unheard_row_holds_up_nothing_of_its_game(world, interaction_tokens):
    game = await world.game()
    rows = await world.outbox.take_due(9)
    for row in rows:
        await world.outbox.await_interaction(row, None)

    await world.play(ANN, game, "a1 c3")

    assert "turn" in await taken(world)


async def test_a_row_that_waits_or_is_put_aside_lets_the_others_go(world, interaction_tokens):
    for opponent in (BEN, 103, 104):
        await world.challenge(ANN, opponent)
    aside, later, now = await world.outbox.take_due(5)
    await world.outbox.retry(now, timedelta(0), "Discord does not answer")
    await world.outbox.retry(later, timedelta(hours=1), "Discord does not answer")
    await world.outbox.await_interaction(aside, None)

    assert [row.id for row in await world.outbox.take_due(5)] == [now.id]


async def test_a_voice_that_came_in_the_meantime_is_used_at_once(world, interaction_tokens):
    await world.challenge()
    (row,) = await world.outbox.take_due(5)
    await interaction_tokens.keep(interaction_token(1))

    await world.outbox.await_interaction(row, None)

    assert await taken(world) == ["challenge"]


async def test_a_change_waits_for_a_voice_on_a_message(world, interaction_tokens):
    challenge = await world.challenge()
    (row,) = await world.outbox.take_due(5)
    await world.outbox.mark_sent(row, 77)
    await world.challenges.withdraw(world.act(ANN), challenge.id)
    (edit,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(edit, 77)

    await interaction_tokens.keep(interaction_token(1))
    assert await taken(world) == []
    await interaction_tokens.keep(interaction_token(2, message_id=77))

    assert await taken(world) == ["challenge_closed"]


async def test_what_nobody_ever_hears_is_forgotten(world, interaction_tokens, clock):
    await world.challenge()
    (row,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(row, None)
    clock.advance(days=31)

    await world.services.maintenance.tidy()
    await interaction_tokens.keep(interaction_token(1))

    assert await taken(world) == []


async def test_at_home_nothing_waits_any_more(world):
    await world.services.interaction_tokens.record_user_install(Location(7, 5))
    await world.services.interaction_tokens.record_user_install(HERE)
    await world.challenge()
    (row,) = await world.outbox.take_due(5)
    await world.outbox.await_interaction(row, None)

    await world.services.interaction_tokens.record_membership([8])
    assert await world.services.interaction_tokens.is_user_install(5)
    await world.services.interaction_tokens.record_membership([7, 8])

    assert not await world.services.interaction_tokens.is_user_install(5)
    (row,) = await world.outbox.take_due(5)
    assert not row.user_install


async def notifications(world, user_id):
    """What a person is written, of everything that is due now."""
    rows = await world.outbox.take_due(20)
    return [
        notification
        for row in rows
        if row.user_id == user_id
        and (notification := await world.services.notifications.compose(row))
    ]


async def turn_told(world, game):
    (row,) = [row for row in await world.outbox.take_due(20) if row.kind == "turn"]
    assert row.game_id == game
    await world.services.notifications.notify_turn(row)
    await world.outbox.mark_sent(row, 9000 + row.id)


async def test_only_who_wants_it_is_written_to_about_a_turn(world, interaction_tokens):
    await world.players.set_preference(world.act(BEN), "outside", "dm")
    game = await world.game()
    await turn_told(world, game)
    assert await notifications(world, ANN) == []
    await world.posted()

    await world.play(ANN, game, "a1 c3")
    await turn_told(world, game)

    (notification,) = await notifications(world, BEN)
    assert (notification.kind, notification.write, notification.user_install) == (
        NotificationKind.TURN,
        True,
        True,
    )


async def test_who_wants_to_hear_nothing_hears_nothing(world, interaction_tokens):
    await world.players.set_preference(world.act(BEN), "outside", "dm")
    await world.change_settings(world.act(BEN), way=NotificationWay.NONE)
    game = await world.game()
    await world.posted()
    await world.play(ANN, game, "a1 c3")
    await turn_told(world, game)
    await world.games.resign(world.act(ANN), game)

    assert await notifications(world, BEN) == []


async def test_at_home_the_wish_for_guests_places_changes_nothing(world):
    await world.players.set_preference(world.act(ANN), "outside", "dm")
    game = await world.game()
    await turn_told(world, game)

    assert await notifications(world, ANN) == []


async def test_a_result_is_written_to_those_who_want_it(world, interaction_tokens):
    await world.players.set_preference(world.act(BEN), "outside", "dm")
    game = await world.game()
    await world.posted()
    await world.games.resign(world.act(ANN), game)

    rows = await world.outbox.take_due(20)
    told = {
        row.user_id: await world.services.notifications.compose(row) for row in rows if row.user_id
    }

    assert told[ANN] is None
    assert (told[BEN].kind, told[BEN].user_install) == (NotificationKind.RESULT, True)
