"""Visibility of games: for everyone at their location, elsewhere only for their players."""

import pytest

from bot.errors.refusals import GameOver, NoSuchGame, NotYourGame
from bot.services.values.views import Location, Player
from bot.store.tables.servers import NO_CHANNEL

ELSEWHERE = {"guild": 99, "channel": 98}
PRIVATE = {"guild": None, "channel": 97}


async def test_players_may_see_their_game_from_anywhere(world, people):
    ann, _, _ = people
    game_id = await world.game()
    for location in ({}, ELSEWHERE, PRIVATE):
        assert (await world.games.get_visible(world.act(ann, **location), game_id)).id == game_id


async def test_members_of_the_server_may_watch(world, people):
    _, _, cat = people
    game_id = await world.game()
    assert (await world.games.get_visible(world.act(cat, channel=77), game_id)).id == game_id
    with pytest.raises(NotYourGame):
        await world.games.get_own(world.act(cat), game_id)


@pytest.mark.parametrize("location", [ELSEWHERE, PRIVATE], ids=["elsewhere", "private"])
async def test_the_game_does_not_exist_for_other_people(world, people, location):
    _, _, cat = people
    game_id = await world.game()
    stranger = world.act(cat, **location)
    actions = [
        world.games.get_visible(stranger, game_id),
        world.games.get_own(stranger, game_id),
        world.games.play(stranger, game_id, "a1 c3"),
        world.games.resign(stranger, game_id),
        world.services.undo.undo(stranger, game_id),
        world.services.notifications.mute(stranger, game_id, muted=True),
        world.services.history.rematch(stranger, game_id),
        world.services.time.claim(stranger, game_id),
    ]
    for action in actions:
        with pytest.raises(NoSuchGame):
            await action


async def test_own_refuses_a_finished_game(world, people):
    ann, ben, _ = people
    game_id = await world.game()
    await world.games.resign(world.act(ben), game_id)
    with pytest.raises(GameOver):
        await world.games.get_own(world.act(ann), game_id)


@pytest.mark.both_databases
async def test_lists_of_other_players_show_only_visible_games(world, people):
    ann, _, cat = people
    running, over = await world.game(), await world.game()
    await world.games.resign(world.act(ann), over)
    history = world.services.history

    assert [game.id for game in await world.games.find_visible_running(world.act(cat), ann)] == [
        running
    ]
    assert [
        game.id for game in (await history.find_visible_finished(world.act(cat), ann)).games
    ] == [over]
    for location in (ELSEWHERE, PRIVATE):
        stranger, owner = world.act(cat, **location), world.act(ann, **location)
        assert await world.games.find_visible_running(stranger, ann) == []
        assert (await history.find_visible_finished(stranger, ann)).games == ()
        assert len(await world.games.find_visible_running(owner, ann)) == 1
        assert len((await history.find_visible_finished(owner, ann)).games) == 1


async def test_games_of_other_players_that_wait_for_them_are_listed_first(world, people):
    ann, _, cat = people
    games = [await world.game() for _ in range(2)]
    await world.play(ann, games[0], "a1 c3")
    listed = await world.games.find_visible_running(world.act(cat), ann)
    assert [game.id for game in listed] == games[::-1]


async def test_a_private_game_is_not_listed_in_another_private_channel(world, people):
    ann, ben, cat = people
    there = {"guild": None, "channel": 96}
    games = []
    for _ in range(2):
        made = await world.challenges.propose(
            world.act(ann, **there), Player(ben, "Ben"), "lifeline", {"size": 4}
        )
        games.append((await world.challenges.accept(world.act(ben, **there), made.id)).id)
    running, over = games
    await world.games.resign(world.act(ann, **there), over)
    history = world.services.history

    async def seen_from(**location):
        reader = world.act(cat, **location)
        listed = await world.games.find_visible_running(reader, ann)
        page = await history.find_visible_finished(reader, ann)
        won = [each.lost for each in page.tallies]
        return [game.id for game in listed], [game.id for game in page.games], won

    assert await seen_from(**there) == ([running], [over], [1])
    for location in (PRIVATE, ELSEWHERE, {"guild": None, "channel": NO_CHANNEL}):
        assert await seen_from(**location) == ([], [], [])


async def test_only_the_players_see_a_game_whose_server_is_gone(world, people):
    ann, _, cat = people
    game_id = await world.game()
    await world.services.locations.move(game_id, Location(None, NO_CHANNEL))

    assert await world.games.get_visible(world.act(ann, **PRIVATE), game_id)
    with pytest.raises(NoSuchGame):
        await world.games.get_visible(world.act(cat, guild=None, channel=NO_CHANNEL), game_id)
