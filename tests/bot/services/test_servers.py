"""Removal from a server: data is kept for thirty days, then purged."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.errors.permissions import WrongChannel
from bot.services.steps.server_purge import BATCH
from bot.services.use_cases.servers.servers import KEPT
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Location, Player, Terms
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.schema import metadata
from testbed.due_dates import due_date

ANN, BEN = 101, 102
GUILD = 777_000_777


@pytest.fixture
def servers(world):
    return world.services.servers


@pytest.fixture
async def played(world):
    """A finished and an unfinished game, an open challenge, settings and a block in the server."""

    async def begin():
        made = await world.challenges.propose(
            world.act(ANN, guild=GUILD), Player(BEN, "Ben"), "lifeline", {"size": 4}
        )
        return (await world.challenges.accept(world.act(BEN, guild=GUILD), made.id)).id

    finished, running = await begin(), await begin()
    await world.games.resign(world.act(ANN, guild=GUILD), finished)
    await world.challenges.propose(world.act(BEN, guild=GUILD), Player(103, "Cat"), "asli", {})
    await world.services.server_settings.change(GUILD, threads=False)
    await world.services.moderation.block(world.act(BEN, guild=GUILD, rank=Rank.MODERATOR), 999)
    await world.services.servers.record_join(GUILD)
    return finished, running


async def later(world, time):
    """Advance the clock with the bot running, and handle all due deadlines."""
    world.clock.advance(seconds=time.total_seconds())
    while due := await world.services.deadlines.find_due(20):
        for each in due:
            await world.services.deadlines.handle(each)


async def everything(world):
    """Return all rows with the name of their table."""

    async def find(tx):
        return [
            (table.name, str(tuple(row)))
            for table in metadata.sorted_tables
            for row in (await tx.connection.execute(select(table))).all()
        ]

    return await world.database.read(find)


async def rows_of_server(world):
    return [table for table, row in await everything(world) if str(GUILD) in row]


async def test_deletes_everything_of_a_server_thirty_days_after_removal(world, servers, played):
    assert {"games", "challenges", "outbox", "meta", "server_blocks", "servers"} <= set(
        await rows_of_server(world)
    )
    await servers.record_removal(GUILD)

    await later(world, KEPT)

    assert await rows_of_server(world) == []


async def test_a_purge_closes_running_games_and_keeps_finished_results(world, servers, played):
    finished, running = played
    await servers.record_removal(GUILD)
    await later(world, KEPT)

    closed, over = await world.games.get(running), await world.games.get(finished)
    assert closed.result is not None
    assert closed.result.sentence.startswith("The bot was removed from the game's server")
    assert (closed.winner, closed.location.guild_id) == (None, None)
    assert over.winner is not None
    assert (await world.services.history.get_score(finished)).wins == (0, 1)
    assert [kind for kind, _ in await world.posted()] == []


async def test_a_purge_leaves_other_servers_unchanged(world, servers):
    made = await world.challenge()
    await world.challenges.accept(world.act(BEN), made.id)
    await world.challenge(BEN, ANN)
    await world.services.server_settings.change(7, threads=False)
    await world.services.moderation.block(world.act(BEN, rank=Rank.MODERATOR), 999)
    await world.services.interaction_tokens.record_user_install(Location(8, 55))
    for guild_id in (7, GUILD):
        await servers.record_join(guild_id)
    before = await everything(world)
    await world.services.server_settings.change(GUILD, threads=False)
    await servers.record_removal(GUILD)
    world.clock.advance(seconds=KEPT.total_seconds())

    for each in await world.services.deadlines.find_due(20):
        if each.kind == Due.PURGE:
            await world.services.deadlines.handle(each)

    assert await rows_of_server(world) == []
    assert set(before) - set(await everything(world)) == {("servers", str((GUILD, None, 0)))}


@pytest.mark.sqlite
async def test_a_purge_keeps_outbox_messages_of_user_installs_only(world, servers, played):
    await servers.record_removal(GUILD)
    world.clock.advance(days=1)
    guest = world.act(ANN, guild=GUILD)
    made = await world.challenges.propose(guest, Player(BEN, "Ben"), "lifeline", {"size": 4})
    await world.challenges.accept(world.act(BEN, guild=GUILD), made.id)
    await world.challenges.propose(world.act(ANN, guild=GUILD), None, "asli", {})
    await later(world, KEPT - timedelta(days=1))

    told = sorted(kind for kind, _ in await world.posted())
    assert told == ["challenge", "challenge", "challenge_closed", "turn"]


@pytest.mark.sqlite
async def test_lists_have_no_links_to_messages_of_a_removed_server(world, servers, played):
    await world.posted()
    await servers.record_removal(GUILD)
    await later(world, KEPT)

    games = (await world.services.history.find_finished(ANN)).games
    assert [each.turn_message_id for each in games] == [None, None]


async def test_a_rematch_after_a_purge_is_posted_where_it_is_requested(world, servers, played):
    finished, _ = played
    await world.posted()
    await servers.record_removal(GUILD)
    await later(world, KEPT)
    await servers.record_join(GUILD)
    history, ann = world.services.history, world.act(ANN, guild=GUILD, channel=66)

    wish = await history.rematch(ann, finished)

    assert wish.location == Location(GUILD, 66)
    assert [row.location for row in await world.outbox.take_due(9)] == [Location(GUILD, 66)]
    # the opponent presses the button of the same old message, or of another message elsewhere
    game = await history.rematch(world.act(BEN, guild=GUILD, channel=77), finished)
    assert game.location == Location(GUILD, 66)


@pytest.mark.sqlite
async def test_a_rematch_after_a_purge_respects_the_allowed_channels(world, servers, played):
    finished, _ = played
    await servers.record_removal(GUILD)
    await later(world, KEPT)
    await servers.record_join(GUILD)
    await world.services.server_settings.change(GUILD, channels=(55,))
    history, ann = world.services.history, world.act(ANN, guild=GUILD, channel=66)
    with pytest.raises(WrongChannel):
        await history.rematch(ann, finished)
    assert (await history.rematch(ann, finished, parent_id=55)).location == Location(GUILD, 66)


@pytest.mark.sqlite
async def test_a_private_rematch_of_a_game_without_channel_is_offered_by_direct_message(
    world, servers, played
):
    finished, _ = played
    await servers.record_removal(GUILD)
    await later(world, KEPT)
    offered = await world.services.history.rematch(world.act(ANN, guild=None), finished)
    assert offered.location == Location(None, NO_CHANNEL)


@pytest.mark.sqlite
async def test_keeps_everything_until_the_thirty_days_are_over(world, servers, played):
    before = await rows_of_server(world)
    await servers.record_removal(GUILD)

    await later(world, KEPT - timedelta(hours=1))

    assert set(before) <= set(await rows_of_server(world))
    assert (await world.games.get(played[1])).result is None


@pytest.mark.sqlite
async def test_a_bot_that_rejoins_in_time_finds_everything(world, servers, played):
    await servers.record_removal(GUILD)
    world.clock.advance(days=29)
    await servers.record_join(GUILD)

    await later(world, KEPT)

    assert (await world.games.get(played[1])).result is None
    assert await due_date(world.services.deadlines, Due.PURGE, GUILD) is None


async def test_detects_a_removal_during_downtime_at_startup(world, servers, played):
    await servers.compare([])
    assert await due_date(world.services.deadlines, Due.PURGE, GUILD) is not None

    await servers.compare([GUILD, 5])
    assert await due_date(world.services.deadlines, Due.PURGE, GUILD) is None


@pytest.mark.sqlite
async def test_ignores_servers_of_other_processes(world, servers, played):
    await servers.compare([], lambda guild_id: guild_id != GUILD)

    assert await due_date(world.services.deadlines, Due.PURGE, GUILD) is None


async def test_records_a_removal_from_an_unknown_server(world, servers):
    await world.game()
    await servers.record_removal(7)
    await later(world, KEPT)

    assert (await world.games.get(1)).location.guild_id is None


@pytest.mark.sqlite
async def test_closes_many_games_in_batches(world, servers, played, monkeypatch):
    monkeypatch.setattr("bot.services.steps.server_purge.BATCH", 1)
    assert BATCH > 1
    await servers.record_removal(GUILD)
    await later(world, KEPT)

    assert await rows_of_server(world) == []


async def test_a_removal_counts_from_its_moment_until_the_bot_is_back(world, servers):
    await servers.record_join(GUILD)
    at, second = world.clock.now, timedelta(seconds=1)
    assert not await servers.has_left(GUILD, at)
    await servers.record_removal(GUILD)
    moments = (at - second, at, at + second)
    assert [await servers.has_left(GUILD, each) for each in moments] == [True, True, False]
    assert not await servers.has_left(GUILD + 1, at)
    await servers.record_join(GUILD)
    assert not await servers.has_left(GUILD, at)


async def test_what_begins_after_a_removal_stays_and_all_else_goes(world, servers, played):
    _, running = played
    guest = {"guild": GUILD}
    with_it = (await world.challenges.propose(world.act(ANN, **guest), None, "asli", {})).id
    last = await world.challenges.propose(
        world.act(ANN, **guest), Player(BEN, "Ben"), "lifeline", {"size": 4}
    )
    last = (await world.challenges.accept(world.act(BEN, **guest), last.id)).id
    await servers.record_removal(GUILD)
    world.clock.advance(seconds=1)
    after = await world.challenges.propose(
        world.act(ANN, **guest), Player(BEN, "Ben"), "lifeline", {"size": 5}
    )
    after_game = (await world.challenges.accept(world.act(BEN, **guest), after.id)).id
    after = (await world.challenges.propose(world.act(ANN, **guest), None, "asli", {})).id
    await later(world, KEPT)

    games = [await world.games.get(each) for each in (running, last, after_game)]
    assert [each.result is None for each in games] == [False, False, True]
    assert [each.location.guild_id for each in games] == [None, None, GUILD]
    challenges = [await world.challenges.get(each) for each in (with_it, after)]
    assert [each.location.guild_id for each in challenges] == [None, GUILD]
    assert [each.status == "open" for each in challenges] == [False, True]


async def test_servers_that_came_back_or_left_during_downtime_are_told_apart(world, servers):
    async def planned():
        dates = [await due_date(world.services.deadlines, Due.PURGE, each) for each in (1, 2, 3, 4)]
        return [None if each is None else each - world.clock.now for each in dates]

    await servers.compare([1, 2])
    assert await planned() == [None] * 4
    await servers.compare([2, 3])
    assert await planned() == [KEPT, None, None, None]
    await servers.compare([1, 4], lambda guild_id: guild_id != 3)
    assert await planned() == [None, KEPT, None, None]
    world.clock.advance(days=1)
    await servers.compare([1, 4])
    assert await planned() == [None, KEPT - timedelta(days=1), KEPT, None]


async def test_looks_offers_and_user_installs_of_before_go_and_later_ones_stay(world, servers):
    await servers.record_join(GUILD)
    await world.services.server_settings.change(GUILD, lobby=55)
    for posted in (world.services.week, world.services.daily):
        await posted.switch(world.act(900, guild=GUILD, rank=Rank.MANAGER), 66)
    await world.services.server_settings.change(8, lobby=55)
    terms = Terms(pace=Pace.STANDARD, strict=True)
    for who, guild in ((ANN, GUILD), (BEN, 8)):
        actor = world.act(who, guild=guild)
        await world.services.lobby.offer(actor, "lifeline", {"size": 4 + who % 2}, terms, 0)

    async def begin():
        """Begin a game in the server, watched by Cat, through a user install."""
        ann, ben = world.act(ANN, guild=GUILD), Player(BEN, "Ben")
        wish = await world.challenges.propose(ann, ben, "lifeline", {"size": 4})
        game = await world.challenges.accept(world.act(BEN, guild=GUILD), wish.id)
        await world.services.last_looks.record(103, game)
        return game.id

    async def left(table, column="game_id"):
        async def read(tx):
            query = select(metadata.tables[table].c[column])
            return [*(await tx.connection.execute(query)).scalars()]

        return await world.database.read(read)

    await begin()
    await world.services.interaction_tokens.record_user_install(Location(GUILD, 71))
    await servers.record_removal(GUILD)
    world.clock.advance(seconds=1)
    later_game = await begin()
    await world.services.interaction_tokens.record_user_install(Location(GUILD, 72))
    world.clock.advance(seconds=KEPT.total_seconds())
    for each in await world.services.deadlines.find_due(20):
        if each.kind == Due.PURGE:
            await world.services.deadlines.handle(each)

    assert await left("last_looks") == [later_game]
    assert await left("user_install_channels", "channel_id") == [72]
    assert set(await left("offers", "guild_id")) == {None, 8}
    of_server = [await left(each, "guild_id") for each in ("week_channels", "daily_channels")]
    assert of_server == [[], []]
