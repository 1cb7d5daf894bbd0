"""Watching a game of others: private notifications of its turns, once a day, and of its end."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import func, select

from bot.errors.refusals import NoSuchGame, Refusal
from bot.messages.notifications import notification_message
from bot.services.use_cases.games import watching
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.notifications.notification import Postponed
from bot.store.tables import games, players
from bot.store.tables.schema import outbox, watchers
from bot.words import watching as words
from testbed.games import random_turn
from testbed.sql_count import counting_sql
from tests.bot.services.conftest import ANN, BEN, CAT, CHANNEL, GUILD
from tests.bot.services.test_game_end import ENDS, before_the_end, by_removal

DAN, EVE = 104, 105
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def watch(world, game_id, who=CAT, **where):
    return await world.services.watching.switch(world.act(who, **where), game_id)


async def told(world, kind="watched"):
    """Take the notifications of a kind about watched games that wait to be sent."""
    world.clock.advance(seconds=5)
    return [each for each in await world.outbox.take_due(50) if each.kind == kind]


async def turn_news(world):
    """Take the only notification of turns; return it with its present text."""
    (message,) = await told(world, "watched_turns")
    return message, await composed(world, message)


async def composed(world, message):
    """Return the games that a notification names now, how long it must wait, or None."""
    found = await world.services.notifications.compose(message)
    if isinstance(found, Postponed):
        return found.delay
    return None if found is None else [game.id for game in found.games]


async def outbox_rows(world, who):
    """Return the number of stored notifications to a person, sent or not."""

    async def count(tx):
        query = select(func.count()).select_from(outbox).where(outbox.c.user_id == who)
        return (await tx.connection.execute(query)).scalar_one()

    return await world.database.read(count)


async def send(world, message):
    await world.outbox.mark_sent(message, 9000 + message.id)


async def play_on(world, *game_ids):
    """Play the next turn of each game."""
    for game_id in game_ids:
        game = await world.mover_view(game_id)
        await world.play(
            game.to_move.user_id, game_id, random_turn(game.position, Random(game.position.ply))
        )


async def stored(world):
    async def read(tx):
        return [tuple(row)[:2] for row in await tx.connection.execute(select(watchers))]

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


async def test_news_are_sent_to_people_without_notifications_because_they_asked_for_it(world):
    game_id = await world.game()
    await watch(world, game_id)
    await world.change_settings(world.act(CAT), turns="none")
    await play_on(world, game_id)
    (message,) = await told(world, "watched_turns")
    assert (await world.services.notifications.compose(message)).write
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
        with pytest.raises(Refusal, match="You're playing in this game"):
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
    mine = {"game_id": game_id, "user_id": CAT, "since": world.clock()}
    assert exported["watchers"] == [mine]
    await world.services.privacy.delete(CAT)
    assert await stored(world) == [(game_id, DAN)]
    await world.services.privacy.delete(ANN)
    (message,) = await told(world)
    text = notification_message(await world.services.notifications.compose(message)).content
    assert text == f"**Ben** won game {game_id} (Lifeline, size 4): deleted player against Ben."
    await world.services.privacy.delete(DAN)
    assert await world.services.notifications.compose(message) is None
    assert await outbox_rows(world, DAN) == 0


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


@pytest.mark.both_databases
async def test_turns_of_several_games_are_told_in_one_message(world):
    first, second = await world.game(), await world.game()
    for game_id in (first, second):
        await watch(world, game_id)
    await watch(world, second, DAN)
    await play_on(world, first)
    world.clock.advance(seconds=1)
    await play_on(world, second, second)

    messages = await told(world, "watched_turns")

    assert [(each.user_id, each.game_id, each.location.channel_id) for each in messages] == [
        (CAT, None, 0),
        (DAN, None, 0),
    ]
    notification = await world.services.notifications.compose(messages[0])
    assert (notification.write, [game.id for game in notification.games]) == (True, [second, first])
    assert await composed(world, messages[1]) == [second]
    named = [f"game {game} (Lifeline, size 4)" for game in (second, first)]
    assert notification_message(notification).content == words.moved(named)


async def test_a_notification_links_to_the_turns_and_names_at_most_ten_games(world):
    game_id = await world.game()
    await watch(world, game_id)
    await play_on(world, game_id)
    await world.database.write(games.set_turn_message, game_id, 77)
    (message,) = await told(world, "watched_turns")
    found = await world.services.notifications.compose(message)
    assert f"(https://discord.com/channels/{GUILD}/{CHANNEL}/77)" in (
        notification_message(found).content
    )
    many = notification_message(replace(found, games=found.games * 12)).content
    assert many.startswith("12 games you're watching have new turns")
    assert (many.count("/77)"), "2 more" in many) == (10, True)


@pytest.mark.both_databases
async def test_turns_are_told_at_most_once_a_day(world):
    game_id = await world.game()
    await watch(world, game_id)
    await play_on(world, game_id)
    message, news = await turn_news(world)
    assert news == [game_id]
    await send(world, message)
    assert await told(world, "watched_turns") == []

    world.clock.advance(hours=1)
    await play_on(world, game_id, game_id)
    (message,) = await told(world, "watched_turns")
    assert await composed(world, message) == DAY - HOUR - 2 * timedelta(seconds=5)
    await world.services.notifications.postpone(message, DAY)
    # a change of settings makes every notification due, but this one still waits
    await world.change_settings(world.act(CAT), turns="dm")
    message, wait = await turn_news(world)
    away = world.clock() + 3 * DAY
    await world.services.vacations.start(world.act(CAT), away)
    assert await composed(world, message) == 3 * DAY
    await world.services.vacations.end(world.act(CAT))
    world.clock.advance(seconds=wait.total_seconds() - 1)
    assert await composed(world, message) == timedelta(seconds=1)
    world.clock.advance(seconds=1)
    assert await composed(world, message) == [game_id]


async def test_a_game_with_turns_only_before_the_last_notification_is_not_named(world):
    old, new = await world.game(), await world.game()
    for game_id in (old, new):
        await watch(world, game_id)
    world.clock.advance(seconds=1)
    await play_on(world, old)
    message, news = await turn_news(world)
    assert news == [old]
    await send(world, message)
    world.clock.advance(days=2)
    await play_on(world, new)
    assert (await turn_news(world))[1] == [new]


async def test_a_turn_before_the_game_was_watched_is_not_told(world):
    seen, other = await world.game(), await world.game()
    await watch(world, other)
    await play_on(world, other, seen)
    world.clock.advance(seconds=1)
    await watch(world, seen)
    message, news = await turn_news(world)
    assert news == [other]
    await play_on(world, seen)
    assert await composed(world, message) == [seen, other]


async def test_the_first_stone_of_a_turn_is_not_told(world):
    game_id = await world.game()
    await watch(world, game_id)
    await world.play(ANN, game_id, "a1")
    assert await told(world, "watched_turns") == []
    await world.play(ANN, game_id, "c3")
    assert (await turn_news(world))[1] == [game_id]


@pytest.mark.both_databases
async def test_a_turn_that_was_undone_is_not_told(world):
    kept, undone = await world.game(), await world.game()
    await play_on(world, undone)
    world.clock.advance(seconds=1)
    for game_id in (kept, undone):
        await watch(world, game_id)
        await play_on(world, game_id)
    await world.services.undo.undo(world.act(BEN), undone)
    await world.press(BEN, undone, "e5")  # the first half of his turn
    message, news = await turn_news(world)
    assert news == [kept]
    await world.play(BEN, undone, "b4")
    assert await composed(world, message) == [undone, kept]


@pytest.mark.parametrize("end", ["unwatched", "over"])
async def test_turns_are_no_news_once_a_game_is_over_or_not_watched(world, end):
    game_id = await world.game()
    await watch(world, game_id)
    await play_on(world, game_id)
    if end == "over":
        await world.games.resign(world.act(ANN), game_id)
    else:
        await watch(world, game_id)
    world.clock.advance(seconds=5)
    kinds = {each.kind: each for each in await world.outbox.take_due(50)}
    assert await composed(world, kinds["watched_turns"]) is None
    assert ("watched" in kinds) is (end == "over")
    # a notification that was not sent delays no other
    await world.outbox.mark_sent(kinds["watched_turns"], None)
    another = await world.game()
    await watch(world, another)
    await play_on(world, another)
    assert (await turn_news(world))[1] == [another]


async def test_quiet_hours_and_vacations_delay_news_of_turns(world):
    game_id = await world.game()
    await watch(world, game_id)
    await play_on(world, game_id)
    await world.change_settings(world.act(CAT), quiet=Quiet(3 * 60, 4 * 60))
    message, wait = await turn_news(world)
    assert wait == world.clock().replace(hour=4, minute=0, second=0) - world.clock()
    await world.services.vacations.start(world.act(CAT), world.clock() + DAY)
    assert await composed(world, message) >= DAY
    await world.services.notifications.postpone(message, DAY)
    world.clock.advance(days=3, hours=2)
    await play_on(world, game_id)
    assert (await turn_news(world))[1] == [game_id]


async def test_turns_are_told_to_people_who_accept_direct_messages_again(world):
    game_id = await world.game()
    await watch(world, game_id)
    await play_on(world, game_id)
    await world.refuse_direct_messages(CAT, world.clock())
    message, wait = await turn_news(world)
    assert wait >= DAY
    await world.refuse_direct_messages(CAT, None)
    assert await composed(world, message) == [game_id]


async def test_the_last_turn_is_told_by_the_end_alone(world):
    game_id, ((seat, text),) = await before_the_end(world, 1)
    await watch(world, game_id)
    await world.play((ANN, BEN)[seat], game_id, text)
    world.clock.advance(seconds=5)
    kinds = [each.kind for each in await world.outbox.take_due(50)]
    assert ("watched" in kinds, "watched_turns" in kinds) == (True, False)


async def test_watchers_and_players_are_deleted_one_after_the_other_between_turns(world):
    game_id = await world.game()
    for who in (CAT, DAN):
        await watch(world, game_id, who)
    await play_on(world, game_id)
    first, second = await told(world, "watched_turns")
    await world.services.privacy.delete(CAT)
    assert await composed(world, first) is None
    assert await composed(world, second) == [game_id]
    await world.services.privacy.delete(ANN)
    assert await composed(world, second) is None


async def test_the_games_of_a_server_are_forgotten_for_one_person(world):
    first, second = await world.game(), await world.game()
    for game_id in (first, second):
        await watch(world, game_id)
        await watch(world, game_id, DAN)
    await world.services.watching.forget(CAT, [second])
    assert await stored(world) == [(first, CAT), (first, DAN), (second, DAN)]


async def test_a_turn_while_a_notification_is_on_its_way_adds_no_second_one(world):
    game_id = await world.game()
    await watch(world, game_id)
    await play_on(world, game_id)
    message, _ = await turn_news(world)
    await play_on(world, game_id)
    assert await outbox_rows(world, CAT) == 1
    await send(world, message)
    await play_on(world, game_id)
    assert await outbox_rows(world, CAT) == 2


async def test_news_of_a_turn_wait_for_the_message_that_they_link_to(world):
    game_id = await world.game()
    await watch(world, game_id)
    await world.posted()
    await play_on(world, game_id)
    assert [kind for kind, _ in await world.posted()] == ["turn"]
    assert len(await told(world, "watched_turns")) == 1


async def test_a_watched_turn_costs_one_statement_while_a_notification_waits(world):
    async def cost():
        with counting_sql() as sql:
            await play_on(world, game_id)
        return len(sql.statements)

    game_id = await world.game()
    await play_on(world, game_id)
    unwatched = await cost()
    await watch(world, game_id)
    assert [await cost() for _ in range(3)] == [unwatched + extra for extra in (2, 1, 1)]


async def test_the_day_without_news_of_turns_begins_with_the_last_of_them(world):
    game_id, over = await world.game(), await world.game()
    for each in (game_id, over):
        await watch(world, each)
    world.clock.advance(seconds=1)
    for _ in range(2):
        await play_on(world, game_id)
        message, news = await turn_news(world)
        assert news == [game_id]
        await send(world, message)
        world.clock.advance(days=2)
    await world.games.resign(world.act(ANN), over)
    (end,) = await told(world)
    await send(world, end)
    await play_on(world, game_id)
    message, news = await turn_news(world)
    assert news == [game_id], "news of an end do not count"
    await send(world, message)
    await play_on(world, game_id)
    assert (await turn_news(world))[1] == DAY - timedelta(seconds=5)


async def test_news_do_not_link_to_a_server_that_removed_the_bot(world):
    await world.services.servers.record_join(GUILD)
    game_id = await world.game()
    await watch(world, game_id)
    await play_on(world, game_id)
    await world.database.write(games.set_turn_message, game_id, 77)
    (message,) = await told(world, "watched_turns")
    await world.services.servers.record_removal(GUILD)
    found = await world.services.notifications.compose(message)
    assert notification_message(found).content == words.moved(
        [f"game {game_id} (Lifeline, size 4)"]
    )
