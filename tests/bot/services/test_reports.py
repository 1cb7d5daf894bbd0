"""Reports of opponents to the operator, and pairs who may be trading wins."""

import asyncio

import pytest

from bot.errors.permissions import TooFast
from bot.errors.refusals import NoSuchGame, NotYourGame, Refusal
from bot.operations.reports import report_lines
from bot.services.use_cases import reports as report_use_cases
from bot.services.use_cases.reports import FEW_TURNS, ReportReason
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.rate_limits import Allowance
from bot.services.values.views import Player, Terms
from bot.store.tables import reports as store
from bot.store.tables.reports import PairRow

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
    await reports.report(world.act(BEN), await world.game(), ReportReason.OTHER)
    assert [row.reporter_id for row in await reports.find_latest()] == [BEN, BEN, ANN]


async def test_the_list_has_the_latest_reports_up_to_its_limit(world, monkeypatch):
    monkeypatch.setattr(report_use_cases, "LISTED", 2)
    for game in [await world.game() for _ in range(2)]:
        for who in (ANN, BEN):
            await world.services.reports.report(world.act(who), game, ReportReason.NAME)
    found = await world.services.reports.find_latest()
    assert [(row.game_id, row.reporter_id) for row in found] == [(game, BEN), (game, ANN)]


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


async def test_practice_is_not_reported_and_the_reports_of_a_minute_are_limited(world):
    engine = Player(900, "Bot")
    made = await world.services.practice.begin(world.act(ANN), engine, 3, "lifeline", {"size": 5})
    game = await world.game()
    world.allowance = Allowance(challenges=1)
    world.restart()
    report = world.services.reports.report
    with pytest.raises(Refusal, match="practice"):
        await report(world.act(ANN), made.id, ReportReason.NAME)
    with pytest.raises(TooFast):
        await report(world.act(ANN), game, ReportReason.NAME)


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


def pair(games, wins, early, totals):
    return PairRow(ANN, BEN, games, *wins, early, *totals)


@pytest.mark.parametrize(
    ("row", "is_listed"),
    [
        (pair(6, (3, 3), 0, (10, 60)), True),
        (pair(6, (3, 3), 0, (60, 10)), True),
        (pair(6, (3, 3), 0, (11, 60)), False),
        (pair(5, (5, 0), 3, (5, 5)), True),
        (pair(5, (5, 0), 2, (5, 5)), False),
        (pair(5, (2, 3), 0, (5, 5)), True),
        (pair(6, (4, 2), 0, (6, 6)), False),
        (pair(6, (4, 3), 0, (6, 6)), False),
    ],
)
async def test_pairs_with_most_games_that_end_early_or_evenly_are_listed(
    world, monkeypatch, row, is_listed
):
    async def find(*_):
        return [row]

    monkeypatch.setattr(store, "find_frequent_pairs", find)
    assert await world.services.reports.find_likely_traders() == [row] * is_listed


async def test_only_decided_rated_games_of_people_count_for_a_pair(world):
    async def found(least):
        return await world.database.read(store.find_frequent_pairs, least, FEW_TURNS)

    numbers = [await rated_game(world, ANN, BEN) for _ in range(3)]
    await world.set_game(numbers[1], turn=FEW_TURNS)
    await world.set_game(numbers[2], turn=FEW_TURNS + 1)
    for _ in range(2):
        await rated_game(world, CAT, BEN)
    assert [(each.first, each.second, each.games, each.early) for each in await found(2)] == [
        (ANN, BEN, 3, 2),
        (BEN, CAT, 2, 2),
    ]
    assert [each.games for each in await found(3)] == [3]
    assert [(each.first_wins, each.second_wins) for each in await found(2)] == [(0, 3), (2, 0)]
    winner = (await world.games.get(numbers[0])).result.winner_seat
    usual = {"rated": True, "status": "finished", "winner_seat": winner}
    for change in ({"rated": False}, {"status": "running"}, {"winner_seat": None}):
        await world.set_game(numbers[0], **usual | change)
        assert await found(3) == [], change
    await world.set_game(numbers[0], **usual)
    await world.services.privacy.delete(CAT)
    assert [each.games for each in await found(2)] == [3]
    for seat in ("seat0", "seat1"):
        for number in numbers:
            await world.set_game(number, **{"seat0": ANN, "seat1": BEN, seat: 0})
        assert await found(3) == []


@pytest.mark.parametrize("change", [{"rated": False}, {"status": "running"}, {"winner_seat": None}])
async def test_only_decided_rated_games_count_in_the_totals_of_a_pair(world, change):
    for _ in range(2):
        await rated_game(world, ANN, BEN)
    others = [await rated_game(world, who, CAT) for who in (ANN, BEN)]

    async def totals():
        found = await world.database.read(store.find_frequent_pairs, 2, FEW_TURNS)
        return [(each.first_total, each.second_total) for each in found]

    assert await totals() == [(3, 3)]
    for left, other in zip(((2, 3), (2, 2)), others, strict=True):
        await world.set_game(other, **change)
        assert await totals() == [left]
