"""A person with 300 games in progress: lists and the digest need no more statements than with 3."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.errors.game_lookup import WhichGame
from bot.messages.notifications import notification_message
from bot.services.values.clocks.due_dates import Due
from bot.store.tables import deadlines
from testbed.heartbeats import stay_up
from testbed.many_games import ManyGames, add_many_games
from testbed.sql_count import counting_sql

ANN, BEN, CHANNEL, GUILD = 101, 102, 5, 7
FEW = ManyGames(running=4, waiting=3, challenges=2, finished=3)


@pytest.fixture
def many(world):
    """Add games of a person."""

    async def add(user_id, numbers):
        now = world.clock()
        await world.database.write(stay_up, now)
        await world.change_settings(world.act(user_id), turns="dm")
        await add_many_games(world.database, user_id, GUILD, CHANNEL, now, numbers)

    return add


async def running(world, user_id):
    return await world.games.find_running(user_id)


async def running_here(world, user_id):
    return await world.games.find_visible_running(world.act(user_id), user_id)


async def which_game(world, user_id):
    with pytest.raises(WhichGame) as asked:
        await world.games.resolve(world.act(user_id, channel=6, guild=None), None)
    return asked.value.candidates


async def challenges(world, user_id):
    return await world.challenges.find_open(user_id)


async def finished(world, user_id):
    return (await world.services.history.find_finished(user_id)).games


async def plans(world, user_id):
    return (await world.services.plans.plans(user_id, size=999)).plans


async def digest(world, user_id):
    return (await composed_digest(world, user_id)).games


async def composed_digest(world, user_id):
    now = world.clock()
    await world.database.write(deadlines.put, Due.DIGEST, user_id, now)
    for each in await world.services.deadlines.find_due(10):
        await world.services.deadlines.handle(each)
    message = await world.due("digest")
    return await world.services.notifications.compose(message)


@pytest.mark.parametrize(
    ("look", "found"),
    [
        (running, 300),
        (running_here, 300),
        (which_game, 300),
        (challenges, 12),
        (finished, 10),
        (digest, 40),
        (plans, 260),
    ],
)
async def test_lists_need_the_same_statements_for_many_games(world, many, look, found):
    await many(BEN, FEW)
    await many(ANN, ManyGames())
    with counting_sql() as few:
        await look(world, BEN)
    with counting_sql() as sql:
        shown = await look(world, ANN)

    repeated = Counter(sql.statements).most_common(3)
    assert (len(sql.statements), len(shown)) == (len(few.statements), found), repeated


@pytest.mark.both_databases
async def test_a_digest_of_many_games_names_the_most_urgent_and_counts_the_others(world, many):
    await many(ANN, ManyGames())
    in_channel = await composed_digest(world, ANN)
    direct = replace(in_channel, elsewhere=frozenset())  # as it is delivered

    for notification, rest in (
        (direct, "- {} more (see `/games`)"),
        (in_channel, "- {} games elsewhere (see `/games`)"),
    ):
        content = notification_message(notification).content
        title, *lines, last = content.splitlines()
        assert len(content) <= 2000
        assert title == "**40 games are waiting for you**"
        assert last == rest.format(40 - len(lines))
        visible = [game.id for game in notification.games if game.id not in notification.elsewhere]
        named = [int(re.search("game ([0-9]+)", line)[1]) for line in lines]
        assert named == visible[: len(lines)]
        assert len(named) >= 7
    ends = [game.ends_at for game in in_channel.games if game.ends_at is not None]
    assert ends == sorted(ends)
