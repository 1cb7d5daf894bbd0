"""Hints in a player's first three games, unless switched off."""

from bot.services.people.personal_settings import FIRST_GAMES

ANN, BEN, CAT = 101, 102, 103


async def test_shows_hints_in_a_players_first_three_games(world):
    games = [await world.game(ANN, BEN) for _ in range(FIRST_GAMES)]
    games.append(await world.game(CAT, BEN))

    learning = [await world.personal_settings.gets_hints(BEN, game) for game in games]

    assert learning == [True, True, True, False]
    assert await world.personal_settings.gets_hints(CAT, games[-1])


async def test_keeps_showing_hints_in_a_first_game_after_later_games_begin(world):
    games = [await world.game(ANN, BEN) for _ in range(FIRST_GAMES + 1)]

    assert await world.personal_settings.gets_hints(ANN, games[0])
    assert not await world.personal_settings.gets_hints(ANN, games[-1])


async def test_shows_no_hints_when_they_are_switched_off(world):
    game = await world.game(ANN, BEN)
    await world.personal_settings.set_preference(world.act(ANN), "hints", "off")

    assert not await world.personal_settings.gets_hints(ANN, game)
    assert await world.personal_settings.gets_hints(BEN, game)


async def test_shows_hints_again_when_they_are_switched_back_on(world):
    game = await world.game(ANN, BEN)
    await world.personal_settings.set_preference(world.act(ANN), "hints", "off")
    await world.personal_settings.set_preference(world.act(ANN), "hints", "on")

    assert await world.personal_settings.gets_hints(ANN, game)
