"""Who does not begin games with whom: blocks of people and of servers."""

import pytest

from bot.errors.permissions import CannotBlock, MayNotPlay, NotPlayingHere, TooFast, YouBlocked
from bot.services.people.blocking import MOST
from bot.services.people.permissions import Rank
from bot.services.people.rate_limits import Allowance
from bot.services.views import Player


def moderator(world, user_id):
    return world.act(user_id, rank=Rank.MODERATOR)


async def test_the_blocked_one_cannot_challenge_and_the_blocker_is_reminded(world, people):
    ann, ben, _ = people
    await world.services.blocks.block(world.act(ann), ben)

    with pytest.raises(MayNotPlay):
        await world.challenge(ben, ann)
    with pytest.raises(YouBlocked):
        await world.challenge(ann, ben)


async def test_a_refused_challenge_leaves_nothing_behind(world, people):
    ann, ben, _ = people
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.challenge(ben, ann)
    assert await world.posted() == []


@pytest.mark.parametrize("blocker", [0, 1])
async def test_an_open_challenge_is_not_accepted_across_a_block(world, people, blocker):
    ann, ben, _ = people
    open_one = await world.challenges.propose(world.act(ann), None, "lifeline", {"size": 4})
    pair = (ann, ben)
    await world.services.blocks.block(world.act(pair[blocker]), pair[1 - blocker])

    with pytest.raises((MayNotPlay, YouBlocked)[blocker]):
        await world.challenges.accept(world.act(ben), open_one.id)


async def test_a_challenge_across_a_block_is_listed_for_its_maker_only(world, people):
    ann, ben, _ = people
    made = await world.challenge(ann, ben)
    for blocker in (ann, ben):
        await world.services.blocks.block(world.act(blocker), ann + ben - blocker)

        assert await world.challenges.open_with(ben) == ()
        assert [each.id for each in await world.challenges.open_with(ann)] == [made.id]
        await world.services.blocks.unblock(world.act(blocker), ann + ben - blocker)
    assert [each.id for each in await world.challenges.open_with(ben)] == [made.id]


async def test_a_challenge_from_before_the_block_is_not_accepted_or_countered(world, people):
    ann, ben, _ = people
    challenge = await world.challenge(ann, ben)
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.challenges.accept(world.act(ben), challenge.id)
    with pytest.raises(MayNotPlay):
        await world.challenges.change_terms(world.act(ben), challenge.id, {"size": 5})
    assert (await world.challenges.get(challenge.id)).status == "open"


async def test_who_is_blocked_is_refused_before_a_form_as_after_it(world, people):
    ann, ben, cat = people
    challenge = await world.challenge(ann, ben)
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.challenges.answerable(world.act(ben), challenge.id)

    blocks = world.services.blocks
    with pytest.raises(MayNotPlay):
        await blocks.refuse(world.act(ben), ann)
    with pytest.raises(YouBlocked):
        await blocks.refuse(world.act(ann), ben)
    await blocks.refuse(world.act(ben), cat)
    await world.services.moderation.block(moderator(world, ann), ben)
    for other in (None, cat):
        with pytest.raises(NotPlayingHere):
            await blocks.refuse(world.act(ben), other)


async def test_no_rematch_across_a_block(world, people):
    ann, ben, _ = people
    game_id = await world.game(ann, ben)
    await world.games.resign(world.act(ben), game_id)
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(MayNotPlay):
        await world.services.history.rematch(world.act(ben), game_id)


async def test_a_rematch_that_was_wished_before_the_block_is_not_accepted(world, people):
    ann, ben, _ = people
    game_id = await world.game(ann, ben)
    await world.games.resign(world.act(ben), game_id)
    await world.services.history.rematch(world.act(ben), game_id)
    await world.services.blocks.block(world.act(ann), ben)
    with pytest.raises(YouBlocked):
        await world.services.history.rematch(world.act(ann), game_id)


async def test_running_games_go_on_and_others_may_still_challenge(world, people):
    ann, ben, cat = people
    game_id = await world.game(ann, ben)
    await world.services.blocks.block(world.act(ann), ben)
    await world.play(ann, game_id, "a1 c3")
    for one, other in ((cat, ann), (cat, ben), (ben, cat)):
        await world.challenge(one, other)


async def test_unblocked_they_play_again(world, people):
    ann, ben, _ = people
    await world.services.blocks.block(world.act(ann), ben)
    assert await world.services.blocks.blocked(ann) == [ben]
    await world.services.blocks.unblock(world.act(ann), ben)
    await world.game(ben, ann)
    with pytest.raises(CannotBlock):
        await world.services.blocks.unblock(world.act(ann), ben)


async def test_a_list_of_who_is_blocked_is_that_of_its_owner_alone(world, people):
    ann, ben, cat = people
    await world.services.blocks.block(world.act(ann), ben)
    await world.services.blocks.block(world.act(cat), ben)
    await world.services.blocks.block(world.act(cat), ann)
    assert await world.services.blocks.blocked(ann) == [ben]
    await world.services.blocks.unblock(world.act(ann), ben)
    assert set(await world.services.blocks.blocked(cat)) == {ann, ben}
    here, there = (world.act(ann, guild=each, rank=Rank.MODERATOR) for each in (7, 99))
    await world.services.moderation.block(here, ben)
    await world.services.moderation.block(there, cat)
    assert await world.services.moderation.blocked(here) == [ben]


async def test_a_block_is_made_once_and_never_of_oneself(world, people):
    ann, ben, _ = people
    for _ in range(2):
        await world.services.blocks.block(world.act(ann), ben)
    assert await world.services.blocks.blocked(ann) == [ben]
    with pytest.raises(CannotBlock):
        await world.services.blocks.block(world.act(ann), ann)


async def test_there_are_only_so_many_blocks(world, people, monkeypatch):
    monkeypatch.setattr("bot.services.people.blocking.MOST", 2)
    ann, ben, cat = people
    await world.services.blocks.block(world.act(ann), ben)
    await world.services.blocks.block(world.act(ann), cat)
    with pytest.raises(CannotBlock, match="2 are blocked"):
        await world.services.blocks.block(world.act(ann), 999)
    assert MOST >= 100


async def test_who_is_blocked_in_a_server_begins_no_game_there(world, people):
    ann, ben, cat = people
    theirs = await world.challenge(cat, ben)
    mine = await world.challenge(ben, ann)
    await world.services.moderation.block(moderator(world, ann), ben)

    with pytest.raises(NotPlayingHere):
        await world.challenge(ben, cat)
    with pytest.raises(NotPlayingHere):
        await world.challenges.accept(world.act(ben), theirs.id)
    with pytest.raises(MayNotPlay):
        await world.challenge(cat, ben)
    assert (await world.challenges.get(mine.id)).status == "withdrawn"


async def test_elsewhere_they_play_on(world, people):
    ann, ben, cat = people
    await world.services.moderation.block(moderator(world, ann), ben)
    await world.challenges.propose(
        world.act(ben, guild=99), Player(cat, "Cat"), "lifeline", {"size": 4}
    )


async def test_a_moderator_hears_which_games_go_on_and_may_let_them_play_again(world, people):
    ann, ben, cat = people
    game_id = await world.game(ben, cat)
    done = await world.services.moderation.block(moderator(world, ann), ben)
    assert done.games == (game_id,)
    assert await world.services.moderation.blocked(moderator(world, ann)) == [ben]
    await world.services.moderation.unblock(moderator(world, ann), ben)
    await world.challenge(ben, cat)


async def test_challenges_and_games_are_counted_by_the_minute(tmp_path, world, people, clock):
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
