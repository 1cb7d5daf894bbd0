"""Tips in a player's first three games with people, and with the bot, unless switched off."""

from bot.services.use_cases.people.personal_settings import FEWEST_TURNS, FIRST_GAMES

ANN, BEN, CAT = 101, 102, 103


async def gets_tips(world, user_id, game_id):
    return await world.personal_settings.gets_tips(user_id, await world.games.get(game_id))


async def played(world, first=ANN, second=BEN, *, turns=FEWEST_TURNS + 1, **columns):
    """Return a game that ended in a given turn."""
    game = await world.game(first, second)
    await world.games.resign(world.act(first), game)
    await world.set_game(game, turn=turns, **columns)
    return game


async def test_shows_tips_in_a_players_first_three_games(world):
    games = [await played(world) for _ in range(FIRST_GAMES)]
    games.append(await played(world, CAT, BEN))

    assert [await gets_tips(world, BEN, game) for game in games] == [True, True, True, False]
    assert await gets_tips(world, CAT, games[-1])


async def test_keeps_showing_tips_in_a_first_game_after_later_games_begin(world):
    games = [await played(world) for _ in range(FIRST_GAMES + 1)]

    assert await gets_tips(world, ANN, games[0])
    assert not await gets_tips(world, ANN, games[-1])


async def test_games_hardly_played_or_continued_do_not_use_up_tips(world):
    for _ in range(FIRST_GAMES):
        await played(world, turns=FEWEST_TURNS)
        await played(world, opening_plies=9)
    game = await played(world)

    assert await gets_tips(world, ANN, game)


async def test_counts_games_with_people_and_with_the_bot_separately(world):
    for _ in range(FIRST_GAMES):
        await played(world, engine_seat=1, engine_level=2)
    with_ben = await played(world)
    with_bot = await played(world, engine_seat=1, engine_level=2)

    assert await gets_tips(world, ANN, with_ben)
    assert not await gets_tips(world, ANN, with_bot)


async def test_shows_no_tips_when_they_are_switched_off(world):
    game = await world.game(ANN, BEN)
    await world.personal_settings.change_settings(world.act(ANN), {"tips": "off"})

    assert not await gets_tips(world, ANN, game)
    assert await gets_tips(world, BEN, game)


async def test_shows_tips_again_when_they_are_switched_back_on(world):
    game = await world.game(ANN, BEN)
    await world.personal_settings.change_settings(world.act(ANN), {"tips": "off"})
    await world.personal_settings.change_settings(world.act(ANN), {"tips": "on"})

    assert await gets_tips(world, ANN, game)
