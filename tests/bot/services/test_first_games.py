"""Games with a legend in their pictures: the first game of one of their players."""

from bot.services.values.views import Player

ANN, BEN, CAT = 101, 102, 103


async def is_first(world, game_id):
    return (await world.games.get(game_id)).is_first


async def test_a_game_is_a_first_one_if_one_player_has_no_earlier_game(world):
    first = await world.game(ANN, BEN)
    again = await world.game(BEN, ANN)
    with_cat = await world.game(ANN, CAT)

    assert [await is_first(world, each) for each in (first, again, with_cat)] == [True, False, True]


async def test_the_first_game_of_each_kind_is_a_first_one(world):
    await world.game(ANN, BEN)
    asli = await world.game(ANN, BEN, game="asli", size=5)
    again = await world.game(ANN, BEN, game="asli", size=5)

    assert [await is_first(world, each) for each in (asli, again)] == [True, False]


async def test_deleted_players_are_no_beginners(world):
    await world.game(ANN, BEN)
    game = await world.game(ANN, CAT)
    assert await is_first(world, game)

    await world.services.privacy.delete(CAT)
    assert not await is_first(world, game)


async def test_the_engine_is_no_beginner(world):
    await world.game(ANN, BEN)
    game = await world.services.practice.begin(
        world.act(ANN), Player(CAT, "Engine"), 1, "lifeline", {"size": 4}
    )

    assert not await is_first(world, game.id)
