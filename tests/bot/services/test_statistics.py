"""Numbers of players and games for `/about`."""

import pytest

from bot.services.use_cases.operations.statistics import GOOD_FOR, Statistics
from bot.services.values.views import Begins, Player, Terms

ANN, BEN, CAT, BOT = 101, 102, 103, 900


@pytest.mark.parametrize("begins", [Begins.CHALLENGER, Begins.OPPONENT])
async def test_does_not_count_the_engine_as_a_player(world, begins):
    options = {"size": 4}
    await world.game(ANN, BEN)
    await world.services.practice.begin(
        world.act(CAT), Player(BOT, "Lifeline"), 1, "lifeline", options, Terms(begins)
    )

    assert await world.services.statistics.count() == Statistics(players=3, running=2, finished=0)


@pytest.mark.both_databases
async def test_does_not_count_the_deleted_user_as_a_player(world, clock):
    game_id = await world.game(ANN, BEN)
    await world.games.resign(world.act(ANN), game_id)
    assert await world.services.statistics.count() == Statistics(players=2, running=0, finished=1)

    await world.services.privacy.delete(ANN)

    clock.advance(seconds=GOOD_FOR.total_seconds() + 1)
    assert await world.services.statistics.count() == Statistics(players=1, running=0, finished=1)
