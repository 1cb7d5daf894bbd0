"""Limits on waiting reviews, and the order of attempts."""

import pytest

from bot.errors.refusals import NoSuchGame, Refusal
from bot.store.engine.commit_tracking import has_committed, track_commits
from bot.store.tables import interactions
from bot.store.tables.outbox_kinds import OutboxKind
from bot.words import refusals

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
async def test_the_limit_counts_only_the_reviews_that_a_person_requested_first(world, over, ask):
    for game_id in over[:3]:
        await ask(ANN, game_id)
        assert await ask(BEN, game_id) is None

    assert await ask(BEN, over[3]) is None


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("moves", "refused"),
    [
        ((), None),
        (((ANN, "a1"),), None),
        (((ANN, "offer 3"),), refusals.NOTHING_PLAYED()),
        (((ANN, "offer 3"), (BEN, "black")), None),
        (None, refusals.NO_REVIEW_YET()),
    ],
)
async def test_only_a_finished_game_with_colours_is_reviewed(world, ask, moves, refused):
    is_asli = any("offer" in turn for _, turn in moves or ())
    game_id = await world.game(game="asli" if is_asli else "lifeline", size=5)
    for user_id, turn in moves or ():
        await world.play(user_id, game_id, turn)
    if moves is not None:
        await world.games.resign(world.act(BEN), game_id)
    if refused is None:
        assert await ask(ANN, game_id) is None
        claimed = await world.services.reviews.claim_next()
        assert (claimed.game_id, len(claimed.record.moves)) == (game_id, 2 * is_asli)
        assert claimed.board.size == 5
        return
    with pytest.raises(Refusal) as refusal:
        await ask(ANN, game_id)
    assert refusal.value.sentence == refused
    assert await world.services.reviews.claim_next() is None
    assert await world.services.reviews.get(game_id) is None


@pytest.mark.sqlite
async def test_a_review_is_for_people_who_may_see_the_game(world, over):
    abroad = world.act(CAT, channel=99, guild=98)
    with pytest.raises(NoSuchGame):
        await world.services.reviews.request(abroad, over[0])
    await world.services.reviews.request(world.act(ANN), over[0])
    await world.services.reviews.store(over[0], FOUND)
    with pytest.raises(NoSuchGame):
        await world.services.reviews.request(abroad, over[0])


@pytest.mark.sqlite
async def test_reviews_are_made_in_the_order_of_their_requests(world, over, ask):
    for game_id in (over[2], over[0], over[3]):
        await ask(CAT, game_id)
        world.clock.advance(minutes=1)

    assert (await world.services.reviews.claim_next()).game_id == over[2]
    await world.services.reviews.store(over[2], FOUND)
    assert (await world.services.reviews.claim_next()).game_id == over[0]


@pytest.mark.sqlite
async def test_a_review_is_posted_once_and_a_failure_too(world, over, ask):
    for game_id in over[:2]:
        await ask(ANN, game_id)
    await world.posted()

    for content in (FOUND, {"points": [[0, 0.5, False]]}):
        await world.services.reviews.store(over[0], content)
    for _ in range(5):
        await world.services.reviews.claim_next()
    await world.services.reviews.store(over[1], FOUND)

    assert await world.services.reviews.get(over[0]) == FOUND
    assert await world.services.reviews.get(over[1]) is None
    assert [kind for kind, _ in await world.posted()] == [
        OutboxKind.REVIEW,
        OutboxKind.REVIEW_GIVEN_UP,
    ]


@pytest.mark.sqlite
async def test_everyone_who_asked_for_a_review_is_remembered(world, over, ask):
    for user_id, game_id in ((ANN, over[0]), (BEN, over[0]), (ANN, over[0]), (CAT, over[1])):
        await ask(user_id, game_id)
    await world.services.reviews.store(over[0], FOUND)
    await ask(CAT, over[0])  # reads only
    for game_id, people in ((over[0], {ANN, BEN}), (over[1], {CAT})):
        found = await world.database.read(
            interactions.find_users, interactions.REVIEW, game_id, (ANN, BEN, CAT)
        )
        assert set(found) == people


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
