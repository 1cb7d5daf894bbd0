"""Limits on waiting reviews, and the order of attempts."""

import pytest

from bot.errors.refusals import Refusal
from bot.store.engine.commit_tracking import has_committed, track_commits

ANN, BEN, CAT = 101, 102, 103
FOUND = {"points": []}


@pytest.fixture
def ask(world):
    async def asking(user_id, game_id):
        return await world.services.reviews.request(world.act(user_id), game_id)

    return asking


@pytest.fixture
async def over(world):
    """Four finished games between Ann and Ben."""
    games = []
    for _ in range(4):
        games.append(await world.game())
        await world.games.resign(world.act(ANN), games[-1])
    return games


async def test_limits_waiting_reviews_per_person(world, over, ask):
    for game_id in over[:3]:
        assert await ask(ANN, game_id) is None

    with pytest.raises(Refusal, match="waiting for 3 reviews"):
        await ask(ANN, over[3])
    assert await ask(CAT, over[3]) is None


@pytest.mark.sqlite
async def test_a_repeated_request_for_a_waiting_review_is_allowed(world, over, ask):
    for game_id in (*over[:3], *over[:3]):
        assert await ask(ANN, game_id) is None
    assert await ask(BEN, over[0]) is None


@pytest.mark.sqlite
async def test_a_finished_review_allows_another_request(world, over, ask):
    for game_id in over[:3]:
        await ask(ANN, game_id)

    await world.services.reviews.store(over[1], FOUND)

    assert await ask(ANN, over[3]) is None
    assert await ask(ANN, over[1]) == FOUND


@pytest.mark.sqlite
async def test_reading_an_existing_review_stores_nothing(world, over, ask):
    """After a stored action, a rate-limited reply would claim that something has changed."""
    track_commits()
    await ask(ANN, over[0])
    assert has_committed()
    await world.services.reviews.store(over[0], FOUND)
    track_commits()
    assert await ask(BEN, over[0]) == FOUND
    assert not has_committed()


@pytest.mark.sqlite
async def test_attempts_each_review_three_times_independently(world, over, ask):
    for game_id in over[:2]:
        await ask(ANN, game_id)
        world.clock.advance(minutes=1)

    tried = [await world.services.reviews.claim_next() for _ in range(10)]

    assert [each.game_id for each in tried if each] == [over[0]] * 3 + [over[1]] * 3


@pytest.mark.sqlite
async def test_a_review_given_up_allows_another_request(world, over, ask):
    for game_id in over[:3]:
        await ask(ANN, game_id)

    while await world.services.reviews.claim_next() is not None:
        pass

    assert await ask(ANN, over[3]) is None
