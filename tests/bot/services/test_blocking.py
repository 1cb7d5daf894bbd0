"""Blocks by people and by servers."""

import pytest

from bot.errors.permissions import CannotBlock, MayNotPlay, NotPlayingHere, TooFast, YouBlocked
from bot.services.use_cases.people.blocking import MOST
from bot.services.values.people.permissions import Rank
from bot.services.values.people.rate_limits import Allowance
from bot.services.values.views import Player


def moderator(world, user_id):
    return world.act(user_id, rank=Rank.MODERATOR)


async def test_refuses_challenges_between_a_blocker_and_a_blocked_player(world, people):
    ann, ben, _ = people
    await world.services.blocks.block(world.act(ann), ben)

    with pytest.raises(MayNotPlay):
        await world.challenge(ben, ann)
    with pytest.raises(YouBlocked):
        await world.challenge(ann, ben)


async def test_a_refused_challenge_stores_no_outbox_message(world, people):
    ann, ben, _ = people
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.challenge(ben, ann)
    assert await world.posted() == []


@pytest.mark.parametrize("blocker", [0, 1])
async def test_refuses_acceptance_of_an_open_challenge_across_a_block(world, people, blocker):
    ann, ben, _ = people
    open_one = await world.challenges.propose(world.act(ann), None, "lifeline", {"size": 4})
    pair = (ann, ben)
    await world.services.blocks.block(world.act(pair[blocker]), pair[1 - blocker])

    with pytest.raises((MayNotPlay, YouBlocked)[blocker]):
        await world.challenges.accept(world.act(ben), open_one.id)


async def test_lists_a_challenge_across_a_block_only_for_the_challenger(world, people):
    ann, ben, _ = people
    made = await world.challenge(ann, ben)
    for blocker in (ann, ben):
        await world.services.blocks.block(world.act(blocker), ann + ben - blocker)

        assert await world.challenges.find_open(ben) == ()
        assert [each.id for each in await world.challenges.find_open(ann)] == [made.id]
        await world.services.blocks.unblock(world.act(blocker), ann + ben - blocker)
    assert [each.id for each in await world.challenges.find_open(ben)] == [made.id]


async def test_refuses_answers_to_a_challenge_made_before_the_block(world, people):
    ann, ben, _ = people
    challenge = await world.challenge(ann, ben)
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.challenges.accept(world.act(ben), challenge.id)
    with pytest.raises(MayNotPlay):
        await world.challenges.change_terms(world.act(ben), challenge.id, {"size": 5})
    assert (await world.challenges.get(challenge.id)).status == "open"


async def test_refuses_a_blocked_player_before_the_form_opens(world, people):
    ann, ben, cat = people
    blocks = world.services.blocks
    challenge = await world.challenge(ann, ben)
    await blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.challenges.get_open(world.act(ben), challenge.id)

    await blocks.unblock(world.act(ann), ben)
    await world.services.moderation.block(moderator(world, cat), ben)
    with pytest.raises(NotPlayingHere):
        await world.challenges.get_open(world.act(ben), challenge.id)


async def test_refuses_a_blocked_player_before_a_challenge(world, people):
    ann, ben, cat = people
    blocks = world.services.blocks
    await blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await blocks.refuse(world.act(ben), ann)
    with pytest.raises(YouBlocked):
        await blocks.refuse(world.act(ann), ben)
    await blocks.refuse(world.act(ben), cat)
    await world.services.moderation.block(moderator(world, ann), ben)
    for other in (None, cat):
        with pytest.raises(NotPlayingHere):
            await blocks.refuse(world.act(ben), other)


async def test_refuses_a_rematch_across_a_block(world, people):
    ann, ben, _ = people
    game_id = await world.game(ann, ben)
    await world.games.resign(world.act(ben), game_id)
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.services.history.rematch(world.act(ben), game_id)


async def test_refuses_acceptance_of_a_rematch_requested_before_the_block(world, people):
    ann, ben, _ = people
    game_id = await world.game(ann, ben)
    await world.games.resign(world.act(ben), game_id)
    await world.services.history.rematch(world.act(ben), game_id)
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(YouBlocked):
        await world.services.history.rematch(world.act(ann), game_id)


async def test_a_block_affects_neither_running_games_nor_other_opponents(world, people):
    ann, ben, cat = people
    game_id = await world.game(ann, ben)
    await world.services.blocks.block(world.act(ann), ben)
    await world.play(ann, game_id, "a1 c3")
    for one, other in ((cat, ann), (cat, ben), (ben, cat)):
        await world.challenge(one, other)


async def test_an_unblocked_player_may_challenge_again(world, people):
    ann, ben, _ = people
    await world.services.blocks.block(world.act(ann), ben)
    assert await world.services.blocks.find_blocked(ann) == [ben]
    press = world.act(ann)
    for _ in range(2):  # delivered twice
        await world.services.blocks.unblock(press, ben)
    await world.game(ben, ann)
    with pytest.raises(CannotBlock):
        await world.services.blocks.unblock(world.act(ann), ben)


async def test_each_person_and_server_has_its_own_list_of_blocks(world, people):
    ann, ben, cat = people
    await world.services.blocks.block(world.act(ann), ben)
    await world.services.blocks.block(world.act(cat), ben)
    await world.services.blocks.block(world.act(cat), ann)
    assert await world.services.blocks.find_blocked(ann) == [ben]
    await world.services.blocks.unblock(world.act(ann), ben)
    assert set(await world.services.blocks.find_blocked(cat)) == {ann, ben}
    here, there = (world.act(ann, guild=each, rank=Rank.MODERATOR) for each in (7, 99))
    await world.services.moderation.block(here, ben)
    await world.services.moderation.block(there, cat)
    assert await world.services.moderation.find_blocked(here) == [ben]


async def test_a_repeated_block_is_stored_once_and_a_self_block_refused(world, people):
    ann, ben, _ = people
    for _ in range(2):
        await world.services.blocks.block(world.act(ann), ben)
    assert await world.services.blocks.find_blocked(ann) == [ben]
    with pytest.raises(CannotBlock):
        await world.services.blocks.block(world.act(ann), ann)


async def test_refuses_blocks_beyond_the_limit(world, people, monkeypatch):
    monkeypatch.setattr("bot.services.use_cases.people.blocking.MOST", 2)
    ann, ben, cat = people
    await world.services.blocks.block(world.act(ann), ben)
    await world.services.blocks.block(world.act(ann), cat)
    with pytest.raises(CannotBlock, match="blocked 2 players, the maximum"):
        await world.services.blocks.block(world.act(ann), 999)
    assert MOST >= 100


async def test_refuses_new_games_of_a_member_blocked_in_the_server(world, people):
    ann, ben, cat = people
    from_cat = await world.challenge(cat, ben)
    from_ben = await world.challenge(ben, ann)
    await world.services.moderation.block(moderator(world, ann), ben)

    with pytest.raises(NotPlayingHere):
        await world.challenge(ben, cat)
    for place in (world.act(ben), world.act(ben, guild=None, channel=1)):
        with pytest.raises(NotPlayingHere):
            await world.challenges.accept(place, from_cat.id)
    with pytest.raises(MayNotPlay):
        await world.challenge(cat, ben)
    assert (await world.challenges.get(from_ben.id)).status == "withdrawn"


async def test_a_member_blocked_in_one_server_may_play_in_another(world, people):
    ann, ben, cat = people
    await world.services.moderation.block(moderator(world, ann), ben)
    await world.challenges.propose(
        world.act(ben, guild=99), Player(cat, "Cat"), "lifeline", {"size": 4}
    )


async def test_a_server_block_returns_running_games_and_can_be_lifted(world, people):
    ann, ben, cat = people
    game_id = await world.game(ben, cat)
    done = await world.services.moderation.block(moderator(world, ann), ben)
    assert done.games == (game_id,)
    assert await world.services.moderation.find_blocked(moderator(world, ann)) == [ben]
    press = moderator(world, ann)
    for _ in range(2):  # delivered twice
        await world.services.moderation.unblock(press, ben)
    await world.challenge(ben, cat)


async def test_limits_challenges_and_games_per_minute(tmp_path, world, people, clock):
    ann, ben, _cat = people
    world.allowance = Allowance(challenges=2, games=1)
    world.restart()
    first, second = await world.challenge(ann, ben), await world.challenge(ann, ben)
    with pytest.raises(TooFast):
        await world.challenge(ann, ben)
    await world.challenges.accept(world.act(ben), first.id)
    with pytest.raises(TooFast):
        await world.challenges.accept(world.act(ben), second.id)
    clock.advance(minutes=1)
    await world.challenges.accept(world.act(ben), second.id)
