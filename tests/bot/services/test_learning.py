"""Who is learning: a player in the first three games, unless they said no."""

from bot.services.people.players import FIRST_GAMES

ANN, BEN, CAT = 101, 102, 103


async def test_the_first_three_games_of_a_player_come_with_hints(world):
    games = [await world.game(ANN, BEN) for _ in range(FIRST_GAMES)]
    games.append(await world.game(CAT, BEN))

    learning = [await world.players.gets_hints(BEN, game) for game in games]

    assert learning == [True, True, True, False]
    assert await world.players.gets_hints(CAT, games[-1])


async def test_a_game_stays_one_of_the_first_when_more_are_begun(world):
    games = [await world.game(ANN, BEN) for _ in range(FIRST_GAMES + 1)]

    assert await world.players.gets_hints(ANN, games[0])
    assert not await world.players.gets_hints(ANN, games[-1])


async def test_who_wants_no_hints_gets_none(world):
    game = await world.game(ANN, BEN)
    await world.players.set_preference(world.act(ANN), "hints", "off")

    assert not await world.players.gets_hints(ANN, game)
    assert await world.players.gets_hints(BEN, game)


async def test_hints_that_were_switched_off_can_come_back(world):
    game = await world.game(ANN, BEN)
    await world.players.set_preference(world.act(ANN), "hints", "off")
    await world.players.set_preference(world.act(ANN), "hints", "on")

    assert await world.players.gets_hints(ANN, game)
