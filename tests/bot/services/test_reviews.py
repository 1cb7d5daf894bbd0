"""Looking back: how many games wait for one person, and that the others' turn comes."""

import pytest

from bot.errors import Refusal
from bot.store.engine.commit_tracking import has_committed, track_commits

ANN, BEN, CAT = 101, 102, 103
FOUND = {"points": []}


@pytest.fixture
def ask(world):
    async def asking(user_id, game_id):
        return await world.services.reviews.ask(world.act(user_id), game_id)

    return asking


@pytest.fixture
async def over(world):
    """Four finished games of Ann and Ben."""
    games = []
    for _ in range(4):
        games.append(await world.game())
        await world.games.resign(world.act(ANN), games[-1])
    return games


async def test_a_person_has_three_games_waiting_at_most_and_others_may_still_ask(world, over, ask):
    for game_id in over[:3]:
        assert await ask(ANN, game_id) is None

    with pytest.raises(Refusal, match="look back on 3 games for you"):
        await ask(ANN, over[3])
    assert await ask(CAT, over[3]) is None


@pytest.mark.sqlite
async def test_to_ask_again_for_what_waits_is_not_refused(world, over, ask):
    for game_id in (*over[:3], *over[:3]):
        assert await ask(ANN, game_id) is None
    assert await ask(BEN, over[0]) is None


@pytest.mark.sqlite
async def test_what_was_found_makes_room(world, over, ask):
    for game_id in over[:3]:
        await ask(ANN, game_id)

    await world.services.reviews.keep(over[1], FOUND)

    assert await ask(ANN, over[3]) is None
    assert await ask(ANN, over[1]) == FOUND


@pytest.mark.sqlite
async def test_who_looks_at_what_was_found_stores_nothing(world, over, ask):
    """Else a picture too many would be answered by "What you did is done"."""
    track_commits()
    await ask(ANN, over[0])
    assert has_committed()
    await world.services.reviews.keep(over[0], FOUND)
    track_commits()
    assert await ask(BEN, over[0]) == FOUND
    assert not has_committed()


@pytest.mark.sqlite
async def test_each_game_is_tried_three_times_whatever_becomes_of_others(world, over, ask):
    for game_id in over[:2]:
        await ask(ANN, game_id)
        world.clock.advance(minutes=1)

    tried = [await world.services.reviews.next() for _ in range(10)]

    assert [each.game_id for each in tried if each] == [over[0]] * 3 + [over[1]] * 3


@pytest.mark.sqlite
async def test_what_was_given_up_makes_room(world, over, ask):
    for game_id in over[:3]:
        await ask(ANN, game_id)

    while await world.services.reviews.next() is not None:
        pass

    assert await ask(ANN, over[3]) is None
