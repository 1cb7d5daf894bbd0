"""Watching a game of others: one private notification at its end, however it ends."""

import pytest
from sqlalchemy import select

from bot.errors.refusals import NoSuchGame, Refusal
from bot.messages.notifications import notification_message
from bot.services.use_cases.games import watching
from bot.services.values.notifications.notification import Postponed
from bot.store.tables import players
from bot.store.tables.schema import outbox, watchers
from tests.bot.services.conftest import ANN, BEN, CAT, CHANNEL, GUILD
from tests.bot.services.test_game_end import ENDS, by_removal

DAN, EVE = 104, 105


async def watch(world, game_id, who=CAT, **where):
    return await world.services.watching.switch(world.act(who, **where), game_id)


async def told(world):
    """Return the notifications of watched games that wait to be sent."""
    world.clock.advance(seconds=5)
    return [each for each in await world.outbox.take_due(50) if each.kind == "watched"]


async def stored(world):
    async def read(tx):
        return [tuple(row) for row in await tx.connection.execute(select(watchers))]

    return await world.database.read(read)


@pytest.mark.both_databases
async def test_watchers_are_told_the_end_once_by_direct_message_only(world):
    game_id = await world.game()
    assert await watch(world, game_id)
    assert await watch(world, game_id, DAN)
    await world.games.resign(world.act(ANN), game_id)

    found = await told(world)

    assert [(each.user_id, each.game_id, each.location.channel_id) for each in found] == [
        (CAT, None, 0),
        (DAN, None, 0),
    ]
    assert await stored(world) == []
    await world.database.write(players.remember, ANN, "A*n", world.clock())
    notification = await world.services.notifications.compose(found[0])
    assert (notification.write, notification.to.user_id) == (True, CAT)
    text = notification_message(notification).content
    assert text == f"**Ben** won game {game_id} (Lifeline, size 4): A\\*n against Ben."


async def test_nothing_is_posted_for_a_person_who_refuses_direct_messages(world):
    game_id = await world.game()
    await watch(world, game_id)
    await world.games.resign(world.act(ANN), game_id)
    (message,) = await told(world)
    await world.refuse_direct_messages(CAT, world.clock())
    found = await world.services.notifications.compose(message)
    assert found is None or isinstance(found, Postponed)


async def test_it_is_sent_to_people_without_notifications_because_they_asked_for_it(world):
    game_id = await world.game()
    await watch(world, game_id)
    await world.change_settings(world.act(CAT), turns="none")
    await world.games.resign(world.act(ANN), game_id)
    (message,) = await told(world)
    assert (await world.services.notifications.compose(message)).write


async def test_choosing_it_again_stops_and_a_repeated_press_changes_nothing(world):
    game_id = await world.game()
    press = world.act(CAT)
    switch = world.services.watching.switch
    assert [await switch(press, game_id), await switch(press, game_id)] == [True, True]
    assert await stored(world) == [(game_id, CAT)]
    assert not await watch(world, game_id)
    assert await stored(world) == []
    await world.games.resign(world.act(ANN), game_id)
    assert await told(world) == []


@pytest.mark.parametrize("end", [each for each in ENDS if each is not by_removal])
async def test_watchers_are_told_however_a_game_ends(world, monkeypatch, end):
    began = world.challenges.accept

    async def watched(actor, challenge_id):
        game = await began(actor, challenge_id)
        await watch(world, game.id, EVE)
        return game

    monkeypatch.setattr(world.challenges, "accept", watched)
    game_id = await end(world)
    waiting = await told(world)
    assert [(each.user_id, each.payload.game) for each in waiting] == [(EVE, game_id)]
    assert await stored(world) == []
    text = notification_message(await world.services.notifications.compose(waiting[0])).content
    assert ("without a winner" in text) is (ENDS[end] not in (None, "resigned", "time"))


async def test_a_game_is_hidden_from_strangers_and_its_players_need_not_watch(world):
    game_id = await world.game()
    for where in ({"guild": GUILD + 1}, {"guild": None, "channel": CHANNEL}):
        with pytest.raises(NoSuchGame):
            await watch(world, game_id, **where)
    for player in (ANN, BEN):
        with pytest.raises(Refusal, match="You play in this game"):
            await watch(world, game_id, player)
    await world.games.resign(world.act(ANN), game_id)
    with pytest.raises(Refusal, match="This game is over"):
        await watch(world, game_id)
    assert await stored(world) == []


@pytest.mark.parametrize("limit", ["MOST_WATCHED", "MOST_WATCHERS"])
async def test_the_numbers_of_games_and_of_watchers_are_limited(world, monkeypatch, limit):
    monkeypatch.setattr(watching, limit, 2)
    games = [await world.game() for _ in range(3)]
    pairs = [(game, CAT) for game in games]
    if limit == "MOST_WATCHERS":
        pairs = [(games[0], who) for who in (CAT, DAN, EVE)]
    for game, who in pairs[:2]:
        assert await watch(world, game, who)
    with pytest.raises(Refusal):
        await watch(world, *pairs[2])
    assert not await watch(world, *pairs[0])
    assert await watch(world, *pairs[2])


async def test_deleted_watchers_and_players_are_forgotten_one_after_the_other(world):
    game_id = await world.game()
    await watch(world, game_id)
    await watch(world, game_id, DAN)
    exported = await world.services.privacy.export(CAT)
    assert exported["watchers"] == [{"game_id": game_id, "user_id": CAT}]
    await world.services.privacy.delete(CAT)
    assert await stored(world) == [(game_id, DAN)]
    await world.services.privacy.delete(ANN)
    (message,) = await told(world)
    text = notification_message(await world.services.notifications.compose(message)).content
    assert text == f"**Ben** won game {game_id} (Lifeline, size 4): deleted player against Ben."
    await world.services.privacy.delete(DAN)
    assert await world.services.notifications.compose(message) is None

    async def of_dan(tx):
        query = select(outbox.c.id).where(outbox.c.user_id == DAN)
        return (await tx.connection.execute(query)).all()

    assert await world.database.read(of_dan) == []


async def test_a_removed_server_tells_nobody(world):
    await world.services.servers.record_join(GUILD)
    game_id = await world.game()
    await watch(world, game_id)
    await world.services.servers.record_removal(GUILD)
    world.clock.advance(days=31)
    while due := await world.services.deadlines.find_due(9):
        for each in due:
            await world.services.deadlines.handle(each)
    assert await told(world) == []
    assert await stored(world) == []
