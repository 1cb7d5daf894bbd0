"""Moderators closing games and blocking members in their own server."""

import asyncio

import pytest

from bot.errors.permissions import (
    CannotBlock,
    NotManager,
    NotModerator,
    OwnGame,
    WrongChannel,
)
from bot.errors.refusals import BadSetting, GameOver, NoSuchGame, StaleButton
from bot.services.use_cases.servers.server_settings import ChannelChange, ServerSettings
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Player
from bot.store.tables.key_values import of_guild

MODERATOR = 900


@pytest.fixture
def moderator(world):
    def act(**more):
        return world.act(MODERATOR, rank=Rank.MODERATOR, **more)

    return act


async def test_closes_a_game_without_a_result_and_announces_it_once(world, moderator):
    game_id = await world.game()
    await world.posted()

    closed = await world.services.moderation.close(moderator(), game_id)

    assert closed.result is not None
    assert (closed.winner, closed.result.ending) == (None, "moderated")
    assert "moderator" in closed.result.sentence
    assert await world.posted() == [("result", 0)]


async def test_a_closed_game_accepts_no_moves_and_is_not_scored(world, moderator, people):
    ann, _ben, _ = people
    game_id = await world.game()
    await world.services.moderation.close(moderator(), game_id)
    with pytest.raises(GameOver, match="moderator"):
        await world.play(ann, game_id, "a1 c3")
    score = await world.services.history.get_score(game_id)
    assert (score.wins, score.draws) == ((0, 0), 0)


async def test_refuses_to_close_twice_but_accepts_a_repeated_press(world, moderator):
    game_id = await world.game()
    press = moderator(interaction=5)
    first = await world.services.moderation.close(press, game_id)
    again = await world.services.moderation.close(press, game_id)
    assert first.result == again.result
    with pytest.raises(GameOver):
        await world.services.moderation.close(moderator(), game_id)
    assert [kind for kind, _ in await world.posted()].count("result") == 1


async def test_closing_a_game_stops_its_clock(world, moderator, clock):
    game_id = await world.game()
    await world.services.moderation.close(moderator(), game_id)
    clock.advance(days=60)
    assert await world.services.deadlines.find_due(10) == []


async def test_a_confirmation_from_before_a_move_is_stale(world, moderator, people):
    ann, _, _ = people
    game_id = await world.game()
    asked = await world.services.moderation.closable(moderator(), game_id)
    await world.play(ann, game_id, "a1 c3")
    with pytest.raises(StaleButton):
        await world.services.moderation.close(moderator(), game_id, revision=asked.revision)


async def test_a_hidden_first_stone_does_not_make_the_confirmation_stale(world, moderator, people):
    game_id = await world.game()
    asked = await world.services.moderation.closable(moderator(), game_id)
    await world.play(people[0], game_id, "a1")
    over = await world.services.moderation.close(moderator(), game_id, revision=asked.revision)
    assert over.to_move is None


async def test_refuses_members_players_and_moderators_of_other_servers(world, moderator, people):
    ann, _, cat = people
    game_id = await world.game()
    with pytest.raises(NotModerator):
        await world.services.moderation.close(world.act(cat), game_id)
    with pytest.raises(OwnGame):
        await world.services.moderation.close(world.act(ann, rank=Rank.MANAGER), game_id)
    with pytest.raises(NoSuchGame):
        await world.services.moderation.close(moderator(guild=99), game_id)
    with pytest.raises(NotModerator):
        await world.services.moderation.close(moderator(guild=None), game_id)


async def test_a_block_returns_the_running_games_of_this_server_only(world, moderator, people):
    ann, ben, _ = people
    here = await world.game()
    elsewhere = await world.challenges.propose(
        world.act(ann, guild=99, channel=98), Player(ben, "Ben"), "lifeline", {"size": 4}
    )
    await world.challenges.accept(world.act(ben, guild=99, channel=98), elsewhere.id)
    assert (await world.services.moderation.block(moderator(), ben)).games == (here,)


async def test_a_block_withdraws_the_challenges_that_the_member_made_in_this_server(
    world, moderator, people
):
    ann, ben, cat = people
    here = await world.challenge(ben, ann)
    received, of_others = await world.challenge(ann, ben), await world.challenge(cat, ann)
    actor, asked = world.act(ben, guild=99, channel=98), Player(ann, "Ann")
    elsewhere = await world.challenges.propose(actor, asked, "lifeline", {"size": 4})
    await world.posted()
    await world.services.moderation.block(moderator(), ben)
    made = (here, received, of_others, elsewhere)
    statuses = [(await world.challenges.get(each.id)).status for each in made]
    assert statuses == ["withdrawn", "open", "open", "open"]
    (card,) = await world.outbox.take_due(9)
    assert (card.kind, card.challenge_id) == ("challenge_closed", here.id)


async def test_a_repeated_block_of_a_member_only_names_the_running_games(world, moderator, people):
    _, ben, _ = people
    running = await world.game()
    done = [await world.services.moderation.block(moderator(), ben) for _ in range(2)]
    assert [(each.user_id, each.games) for each in done] == [(ben, (running,))] * 2
    exported = await world.services.privacy.export(MODERATOR)
    assert [each["by_id"] for each in exported["server_blocks"]] == [MODERATOR]
    assert await world.services.moderation.find_blocked(moderator()) == [ben]


async def test_a_server_blocks_a_limited_number_of_members(world, moderator, people, monkeypatch):
    monkeypatch.setattr("bot.services.use_cases.people.blocking.MOST", 2)
    block = world.services.moderation.block
    for each in people[:2]:
        await block(moderator(), each)
    with pytest.raises(CannotBlock, match="2 players, the maximum"):
        await block(moderator(), people[2])
    assert (await block(moderator(), people[0])).user_id == people[0]
    await block(world.act(MODERATOR, guild=99, rank=Rank.MODERATOR), people[2])


async def test_refuses_server_blocks_by_members(world, people):
    ann, ben, _ = people
    moderation = world.services.moderation
    for action in (moderation.block, moderation.unblock):
        with pytest.raises(NotModerator):
            await action(world.act(ann), ben)
    with pytest.raises(NotModerator):
        await moderation.find_blocked(world.act(ann))


async def test_refuses_a_self_block_and_an_unblock_of_an_unblocked_member(world, moderator, people):
    with pytest.raises(CannotBlock):
        await world.services.moderation.block(moderator(), MODERATOR)
    with pytest.raises(CannotBlock):
        await world.services.moderation.unblock(moderator(), people[0])


async def test_only_managers_may_change_server_settings(world, people):
    ann, _, _ = people
    guilds = world.services.server_settings
    with pytest.raises(NotManager):
        await guilds.configure(world.act(ann, rank=Rank.MODERATOR), threads=False)
    changed = await guilds.configure(world.act(ann, rank=Rank.MANAGER), threads=False)
    assert not changed.threads


async def test_reading_server_settings_stores_nothing(world, people):
    manager = world.act(people[0], rank=Rank.MANAGER)
    usual = await world.services.server_settings.get_settings(manager.guild_id)

    assert await world.services.server_settings.configure(manager) == usual
    assert await world.services.key_values.read(of_guild(manager.guild_id)) is None


async def test_concurrent_changes_to_the_channel_list_are_all_kept(world, people):
    guilds = world.services.server_settings

    def by(person):
        return world.act(person, rank=Rank.MANAGER)

    await asyncio.gather(
        *(guilds.configure(by(people[0]), ChannelChange(each, allowed=True)) for each in (5, 6, 7))
    )
    assert set((await guilds.get_settings(world.act(1).guild_id)).channels) == {5, 6, 7}

    wanted = (
        ChannelChange(5, allowed=False),
        ChannelChange(7, allowed=False),
        ChannelChange(8, allowed=True),
    )
    await asyncio.gather(*(guilds.configure(by(people[1]), each) for each in wanted))
    assert set((await guilds.get_settings(world.act(1).guild_id)).channels) == {6, 8}


async def test_a_usual_size_is_one_of_the_usual_game(world, people):
    guilds, manager = world.services.server_settings, people[0]

    async def configure(**changes):
        changed = await guilds.configure(world.act(manager, rank=Rank.MANAGER), **changes)
        assert changed == await guilds.get_settings(world.act(1).guild_id)
        return changed.game, changed.size

    assert await configure(size=12) == (None, 12)  # of the bot's own usual game
    for wrong in ({"size": 13}, {"size": 2}, {"game": "liflina", "size": 12}):
        with pytest.raises(BadSetting) as refusal:
            await configure(**wrong)
        game = "Liflina" if "game" in wrong else "Lifeline"
        assert refusal.value.sentence.startswith(game)
        assert await configure() == (None, 12)
    assert await configure(game="liflina") == ("liflina", None)  # which has no board of 12
    assert await configure(game="liflina", size=19) == ("liflina", 19)
    assert await configure(game="asli") == ("asli", 19)


async def test_settings_come_back_as_they_were_stored(world, people):
    guilds = world.services.server_settings
    values = {"threads": False, "channels": (6, 5), "game": "asli", "size": 9, "lobby": 8}
    values |= {"pace": Pace.BRISK, "strict": True, "language": "de"}
    stored = await guilds.change(7, **values)
    assert stored == ServerSettings(**values) == await guilds.get_settings(7)
    assert [await guilds.get_settings(each) for each in (8, None)] == [ServerSettings()] * 2


async def test_a_change_of_the_channels_forgets_those_that_were_deleted(world, people):
    guilds = world.services.server_settings
    for existing, allowed, left in (
        ({5, 6}, True, (6, 5)),
        (None, True, (6, 7, 5)),
        ({6, 8}, False, (6,)),
        (None, False, (6, 7)),
    ):
        await guilds.change(7, channels=(6, 7))
        manager = world.act(people[0], rank=Rank.MANAGER)
        change = ChannelChange(5, allowed=allowed, existing=existing)
        assert (await guilds.configure(manager, change)).channels == left


async def test_a_repeated_press_changes_settings_once(world, people):
    guilds = world.services.server_settings
    press = world.act(people[0], rank=Rank.MANAGER)
    assert not (await guilds.configure(press, threads=False)).threads
    await guilds.configure(world.act(people[0], rank=Rank.MANAGER), threads=True)
    assert (await guilds.configure(press, threads=False)).threads


async def test_challenges_elsewhere_are_refused_but_in_threads_of_allowed_channels(world, people):
    guilds = world.services.server_settings
    await guilds.refuse_elsewhere(7, 1)  # all channels are allowed
    await guilds.change(7, channels=(5, 6))
    await guilds.refuse_elsewhere(8, 1)
    for channels in ((5,), (6, None), (1, 6)):
        await guilds.refuse_elsewhere(7, *channels)
    for channels in ((1,), (None,), (1, 2)):
        with pytest.raises(WrongChannel) as refusal:
            await guilds.refuse_elsewhere(7, *channels)
        assert refusal.value.channels == (5, 6)
