"""Removal of the bot from a server pauses the clocks of the games there."""

from datetime import timedelta

import pytest

from bot.messages.game_text import prompt
from bot.services.use_cases.servers.servers import KEPT
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue
from bot.words.turn_line import CLOCK_PAUSED

ANN, BEN = 101, 102
GUILD, OTHER = 7, 8
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
async def servers(world):
    await world.services.servers.record_join(GUILD)
    return world.services.servers


async def test_removal_pauses_and_return_resumes_a_strict_clock_to_the_second(
    world, timed, servers, pass_time, clock_of, planned
):
    game_id = await timed(strict=True)
    await pass_time(hours=10)
    await servers.record_removal(GUILD)
    await pass_time(days=20)
    assert (await clock_of(game_id)).since is None
    assert await planned(game_id) == {}
    assert prompt(await world.games.get(game_id), "Ben").endswith(CLOCK_PAUSED())

    await servers.record_join(GUILD)
    ends_at = world.clock.now + 62 * HOUR
    assert (await clock_of(game_id)).ends_at == ends_at
    assert (await planned(game_id))[BotDue.FALL] == ends_at
    assert (await world.games.get(game_id)).result is None


@pytest.mark.sqlite
async def test_a_move_made_elsewhere_during_the_removal_starts_no_clock(
    world, timed, servers, pass_time, clock_of
):
    game_id = await timed(strict=True)
    await servers.record_removal(GUILD)
    await world.play(ANN, game_id, "a1 c3")
    await pass_time(days=20)
    now = await clock_of(game_id)
    assert (now.since, now.seat) == (None, 1)


@pytest.mark.sqlite
async def test_the_clock_of_a_finished_game_does_not_resume(world, timed, servers, planned):
    over = await timed(strict=True)
    await world.games.resign(world.act(ANN), over)
    await world.posted()
    await servers.record_removal(GUILD)
    await servers.record_join(GUILD)
    assert await planned(over) == {}
    assert await world.posted() == []


@pytest.mark.sqlite
async def test_clocks_of_games_outside_the_server_keep_running(
    world, timed, servers, pass_time, clock_of
):
    game_id = await timed()
    await servers.record_join(OTHER)
    await servers.record_removal(OTHER)
    await pass_time(days=1)
    assert (await clock_of(game_id)).since is not None


async def test_vacations_and_removal_both_pause_a_clock(
    world, timed, servers, pass_time, clock_of, clock
):
    game_id = await timed()
    await servers.record_removal(GUILD)
    await world.services.vacations.start(world.act(BEN), clock.now + 2 * DAY)
    await pass_time(days=3)
    assert (await clock_of(game_id)).since is None
    await world.services.vacations.start(world.act(ANN), clock.now + 5 * DAY)
    await servers.record_join(GUILD)
    assert (await clock_of(game_id)).since is None
    assert not (await world.games.get(game_id)).undeliverable
    await pass_time(days=5)
    assert (await clock_of(game_id)).since == clock.now


@pytest.mark.sqlite
async def test_a_game_without_a_clock_is_not_closed_as_inactive(
    world, timed, servers, pass_time, sent_notifications
):
    game_id = await timed(Pace.NONE)
    await sent_notifications()
    await pass_time(days=29)
    await servers.record_removal(GUILD)
    await pass_time(days=20)
    assert await sent_notifications() == []
    await servers.record_join(GUILD)
    await pass_time(days=7)
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]
    await servers.record_removal(GUILD)
    await pass_time(days=20)
    assert (await world.games.get(game_id)).result is None


@pytest.mark.sqlite
async def test_a_removal_after_time_is_up_does_not_restart_inactivity(
    world, timed, servers, pass_time, planned, sent_notifications
):
    game_id = await timed()
    await pass_time(days=3)
    asleep = (await planned(game_id))[BotDue.ASLEEP]
    await pass_time(days=10)
    await servers.record_removal(GUILD)
    assert await planned(game_id) == {BotDue.ASLEEP: asleep}
    await pass_time(days=25)
    assert (await planned(game_id))[BotDue.ASLEEP] == asleep + 7 * DAY
    await sent_notifications()
    await servers.record_join(GUILD)
    await pass_time(hours=1)
    assert ("time_up", BEN, False) in await sent_notifications()
    assert await planned(game_id) == {BotDue.ASLEEP: asleep + 7 * DAY}


@pytest.mark.sqlite
async def test_the_posted_board_is_updated_only_when_the_clocks_resume(world, timed, servers):
    await timed()
    await world.posted()
    await servers.record_removal(GUILD)
    assert await world.posted() == []
    await servers.record_join(GUILD)
    assert await world.posted() == [("clock", None)]


@pytest.mark.both_databases
async def test_games_started_by_user_install_after_the_removal_continue(
    world, timed, servers, pass_time, clock_of
):
    old = await timed(Pace.NONE)
    await servers.record_removal(GUILD)
    await pass_time(hours=1)
    new = await timed()
    assert (await clock_of(new)).since is not None
    await pass_time(days=KEPT.days - 1)
    challenge = await world.challenge()
    await pass_time(days=1)

    closed, kept = await world.games.get(old), await world.games.get(new)
    assert (closed.result.ending, closed.location.guild_id) == ("server-gone", None)
    assert (kept.result, kept.location.guild_id) == (None, GUILD)
    assert (await world.challenges.get(challenge.id)).location.guild_id == GUILD
