"""Reports of opponents to the operator, and pairs who may be trading wins."""

import asyncio

import pytest

from bot.errors.refusals import NoSuchGame, NotYourGame, Refusal
from bot.operations.reports import report_lines
from bot.services.use_cases.reports import ReportReason
from bot.services.values.clocks.clock import Pace
from bot.services.values.views import Player, Terms

ANN, BEN, CAT = 101, 102, 103
RATED = Terms(pace=Pace.STANDARD, strict=True, rated=True)


async def rated_game(world, loser, winner):
    """Play a rated game that a player resigns in the first turns."""
    made = await world.challenges.propose(
        world.act(loser), Player(winner, f"P{winner}"), "lifeline", {"size": 4}, RATED
    )
    game = await world.challenges.accept(world.act(winner), made.id)
    await world.games.resign(world.act(loser), game.id)
    return game.id


@pytest.mark.both_databases
async def test_a_report_names_the_game_both_players_and_the_reason(world):
    game = await world.game()
    report = await world.services.reports.report(world.act(ANN), game, ReportReason.STALLING)
    assert (report.game_id, report.reported_id) == (game, BEN)
    (row,) = await world.services.reports.find_latest()
    (line,) = report_lines([row], [])
    assert (
        f"report {report.id}: game {game} (lifeline), Ann (101) reports Ben (102): stalling" in line
    )


async def test_a_game_is_reported_once_by_each_player_also_after_its_end(world):
    game = await world.game()
    actor = world.act(ANN)
    reports = world.services.reports
    twice = await asyncio.gather(
        *(reports.report(actor, game, ReportReason.CHEATING) for _ in range(2))
    )
    assert sorted(each is None for each in twice) == [False, True]
    with pytest.raises(Refusal, match="already reported this game"):
        await reports.report(world.act(ANN), game, ReportReason.NAME)
    await world.games.resign(world.act(ANN), game)
    await reports.report(world.act(BEN), game, ReportReason.OTHER)
    assert [row.reporter_id for row in await reports.find_latest()] == [BEN, ANN]


@pytest.mark.both_databases
async def test_two_reports_of_a_game_by_a_player_at_once_are_one(world):
    game = await world.game()
    _, second = world.open()
    done = await asyncio.gather(
        *(
            each.reports.report(world.act(ANN), game, ReportReason.CHEATING)
            for each in (world.services, second) * 3
        ),
        return_exceptions=True,
    )
    assert sorted(isinstance(each, Refusal) for each in done) == [False] + [True] * 5
    assert len(await world.services.reports.find_latest()) == 1


async def test_strangers_report_nothing(world):
    game = await world.game()
    with pytest.raises(NotYourGame):
        await world.services.reports.report(world.act(CAT), game, ReportReason.NAME)
    outside = world.act(CAT, guild=None, channel=99)
    for number in (game, 10**15):
        with pytest.raises(NoSuchGame):
            await world.services.reports.report(outside, number, ReportReason.NAME)


async def test_a_report_of_a_deleted_reporter_stays_without_their_id(world):
    game = await world.game()
    await world.services.reports.report(world.act(ANN), game, ReportReason.NAME)
    await world.services.privacy.delete(ANN)
    (row,) = await world.services.reports.find_latest()
    assert row.reporter_id == 0


@pytest.mark.both_databases
async def test_a_pair_that_plays_short_games_mostly_with_each_other_is_listed(world):
    for _ in range(3):
        await rated_game(world, ANN, BEN)
        await rated_game(world, BEN, ANN)
    await rated_game(world, CAT, BEN)
    (pair,) = await world.services.reports.find_likely_traders()
    assert (pair.first, pair.second, pair.games) == (ANN, BEN, 6)
    assert (pair.first_wins, pair.second_wins, pair.early) == (3, 3, 6)
    assert (pair.first_total, pair.second_total) == (6, 7)
    (_, _, line) = report_lines([], [pair])
    assert "players 101 and 102: 6 games, 3-3, 6 ended early" in line


async def test_a_pair_with_few_games_or_many_other_opponents_is_not_listed(world):
    for _ in range(4):
        await rated_game(world, ANN, BEN)
    assert await world.services.reports.find_likely_traders() == []
    await rated_game(world, ANN, BEN)
    assert len(await world.services.reports.find_likely_traders()) == 1
    for other in range(300, 305):
        await rated_game(world, ANN, other)
        await rated_game(world, BEN, other)
    assert await world.services.reports.find_likely_traders() == []
