"""Invitation of a server's managers to its settings, once, with the third result."""

import asyncio

import pytest

from bot.services.steps.manager_invitation import INVITED_AFTER
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Player
from bot.store.tables.outbox_kinds import OutboxKind

ANN, BEN, BOSS = 101, 102, 104
GUILD = 7


@pytest.fixture(autouse=True)
async def joined(world):
    await world.services.servers.record_join(GUILD)


async def results(world):
    """Mark all outbox messages as sent; return whether each result invites the managers."""
    invited = []
    while messages := await world.outbox.take_due(10):
        for message in messages:
            await world.outbox.mark_sent(message, 9000 + message.id)
            if message.kind == OutboxKind.RESULT:
                invited.append(message.payload.invites)
    return invited


async def finish(world, times=1):
    for _ in range(times):
        await world.games.resign(world.act(ANN), await world.game())
    return await results(world)


async def test_the_third_result_invites_and_no_other_does(world):
    assert await finish(world, 2) == [False, False]
    world.restart()
    assert await finish(world) == [True]
    world.restart()
    assert await finish(world, 3) == [False] * 3


async def test_a_repeated_resignation_counts_once(world):
    for _ in range(2):
        game, actor = await world.game(), world.act(ANN)
        await asyncio.gather(*(world.games.resign(actor, game) for _ in range(2)))

    assert await finish(world, 2) == [False, False, True, False]


async def test_only_one_of_several_processes_invites(world):
    _, other = world.open()
    await finish(world, INVITED_AFTER - 1)
    games = [await world.game() for _ in range(4)]
    processes = (world.services, other, world.services, other)

    await asyncio.gather(
        *(
            each.games.resign(world.act(ANN), game)
            for each, game in zip(processes, games, strict=True)
        )
    )

    assert sorted(await results(world)) == [False, False, False, True]


async def test_games_without_a_result_do_not_count(world):
    await finish(world, 2)
    await world.games.leave(world.act(ANN), await world.game())
    moderator = world.act(BOSS, rank=Rank.MODERATOR)
    await world.services.moderation.close(moderator, await world.game())
    assert await results(world) == [False, False]

    assert await finish(world) == [True]


async def test_practice_does_not_count(world):
    await finish(world, 2)
    engine = Player(BOSS, "Bot")
    begun = await world.services.practice.begin(world.act(ANN), engine, 1, "lifeline", {"size": 4})
    await world.set_game(begun.id, guild_id=GUILD, channel_id=5)  # shown in a thread
    await world.games.resign(world.act(ANN), begun.id)
    assert await results(world) == [False]

    assert await finish(world) == [True]


async def test_each_server_counts_its_own_games(world):
    await finish(world, 2)
    await world.services.servers.record_join(8)
    made = await world.challenge()
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.set_game(game, guild_id=8)

    await world.games.resign(world.act(ANN, guild=8), game)

    assert await results(world) == [False]


@pytest.mark.parametrize("used", ["settings", "daily"])
async def test_managers_who_have_used_setup_are_not_invited(world, used):
    boss = world.act(BOSS, rank=Rank.MANAGER)
    if used == "daily":
        await world.services.daily.configure(boss, 5, 9)
    else:
        await world.services.server_settings.configure(boss, threads=False)

    assert await finish(world, 4) == [False] * 4


async def test_a_server_without_the_bot_is_not_invited(world):
    await world.services.servers.record_removal(GUILD)

    assert await finish(world, 4) == [False] * 4
