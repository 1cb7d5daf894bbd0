"""Many leagues and seasons: on the real clock values, and on the real services.

A season of the first kind is played move by move with `Clock`; people are slow, go away for days
or stop for good. The second kind plays on a database, with restarts and outages.
"""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.services.values.clocks.clock import Pace, started
from bot.services.values.leagues import groups, table
from bot.services.values.leagues.pairings import pairings
from bot.services.values.leagues.season import Season
from tests.bot.services.leagues import oracle
from tests.bot.services.leagues.test_values import as_played

DAY = timedelta(days=1)
WEEKS = 8
TURNS = 65  # of a game of usual length
# a season over a change of daylight saving time: the dates of a season are in UTC
BEGINS = datetime(2030, 3, 1, 12, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)


@dataclass(frozen=True)
class Habits:
    """How a person plays: mean hours for a turn, a journey, and the day on which they stop."""

    hours: float
    away: tuple[datetime, datetime] | None
    stops: datetime | None

    def answers(self, chance, at):
        """Return when the person moves in a turn that begins at a moment; None for never."""
        moves = at + timedelta(hours=min(chance.expovariate(1 / self.hours), 20 * self.hours))
        if self.away is not None and self.away[0] <= moves < self.away[1]:
            moves = self.away[1]
        return None if self.stops is not None and moves >= self.stops else moves


def habits(chance, begins):
    away = stops = None
    if chance.random() < 0.2:
        stops = begins + chance.uniform(0, 56) * DAY
    elif chance.random() < 1 / 7:
        leaves = begins + chance.uniform(0, 50) * DAY
        away = leaves, leaves + chance.uniform(5, 12) * DAY
    return Habits(chance.choice([6, 12, 18, 30]), away, stops)


def play(chance, players, begins, season):
    """Play a game; return (result for the first player, how it was lost, end)."""
    clock = started(Pace.SEASON, begins, 0, strict=True, total=(season.ends - begins) / 2)
    at = begins
    for _ in range(chance.randint(TURNS // 2, TURNS * 2)):
        moves = players[clock.seat].answers(chance, at)
        if moves is None or clock.has_fallen(moves):
            return "12"[1 - clock.seat], "time", clock.ends_at
        at = moves
        clock = clock.moved(at, 1 - clock.seat)
    return chance.choice("12"), "", at


def play_season(chance, current, begins):
    """Play a season of a league; return its tables by the oracle, and the end of its last game."""
    season, tables, last = Season(begins, WEEKS), [], begins
    for group in current:
        people = {each: habits(chance, begins) for each in group}
        games = []
        for first, second in pairings(len(group)):
            made = begins + chance.uniform(0, 60) * timedelta(seconds=1)
            seats = (people[group[first]], people[group[second]])
            result, how, ended = play(chance, seats, made, season)
            games.append((group[first], group[second], result, how))
            last = max(last, ended)
        tables.append(oracle.standings(group, games))
        numbers = {player: number for number, player in enumerate(group)}
        numbered = [(numbers[a], numbers[b], result, how) for a, b, result, how in games]
        own = table.table(len(group), [as_played(game) for game in numbered])
        found = [
            (group[x.number], x.place, x.points, x.among_tied, x.berger, x.timeouts) for x in own
        ]
        assert found == tables[-1]
    assert last <= season.ends
    return tables, last


@pytest.mark.parametrize(
    ("leagues", "seasons"),
    [(3, 2), pytest.param(1000, 20, marks=[pytest.mark.drill, pytest.mark.timeout(36000)])],
)
def test_no_game_is_unfinished_and_no_promise_broken(leagues, seasons):
    for seed in range(leagues):
        chance, numbers = random.Random(seed), iter(range(10**6))
        current = groups.new_groups([], [next(numbers) for _ in range(chance.randint(4, 20))])
        begins = BEGINS
        for _ in range(seasons):
            tables, last = play_season(chance, current, begins)
            directions = oracle.directions(current, tables)
            standings = [
                groups.Standing(
                    row[0],
                    number,
                    order,
                    groups.movement(order, len(rows), number, len(tables)),
                    number == len(tables),
                )
                for number, rows in enumerate(tables, start=1)
                for order, row in enumerate(rows)
                if row[1] is not None and chance.random() > 0.1
            ]
            newcomers = [next(numbers) for _ in range(chance.choice([1, 2, 4]))]
            after = groups.new_groups(standings, newcomers)
            assert oracle.broken_promises(directions, after, len(current)) == []
            for group in after:
                differences = oracle.colour_differences(range(len(group)), pairings(len(group)))
                assert max(map(abs, differences.values())) <= 1
            current = after or groups.new_groups([], [next(numbers) for _ in range(6)])
            begins = last + timedelta(days=7)


@pytest.mark.parametrize(
    ("people", "seasons"),
    [(8, 1), pytest.param(30, 20, marks=[pytest.mark.drill, pytest.mark.timeout(36000)])],
)
async def test_seasons_follow_one_another_over_restarts_and_outages(world, club, people, seasons):
    chance, newest = random.Random(people), 100 + people
    await club.begin(people=people)
    for number in range(1, seasons + 1):
        before = await club.groups(number)
        tables = await _play_at_random(world, club, chance, number, before)
        for group, rows in enumerate(tables, start=1):
            lines = [each.line for each in (await club.table(group, number)).rows]
            found = [
                (before[group - 1][x.number], x.place, x.points, x.among_tied, x.berger, x.timeouts)
                for x in lines
            ]
            assert found == rows
        newest += 1
        await club.join(newest)
        world.clock.advance(days=2)  # an outage
        await world.services.deadlines.record_heartbeat()
        begins = (await club.page(newest)).upcoming.begins
        await club.wait(seconds=(begins - world.clock.now).total_seconds())
        directions = oracle.directions(before, tables)
        after = await club.groups(number + 1)
        assert oracle.broken_promises(directions, after, len(before)) == []
        assert newest in after[-1]


async def _play_at_random(world, club, chance, number, groups_before):
    """End all games of a season at random; return the tables of the oracle."""
    games = await club.running()
    chance.shuffle(games)
    results = []
    for game, first, second in games[: len(games) * 3 // 4]:
        loser = chance.choice([first, second])
        await world.games.resign(world.act(loser), game)
        results.append((first, second, "2" if loser == first else "1", ""))
        if chance.random() < 0.1:
            world.restart()
    await club.wait(days=5)  # no player moves in the others
    results += [(first, second, "2", "time") for _, first, second in games[len(games) * 3 // 4 :]]
    assert (await club.seasons())[number - 1].ended_at is not None
    for each in {person for game in games for person in game[1:]}:
        await club.service.join(world.act(each), club.league)  # whoever was asked stays
    return [
        oracle.standings(group, [game for game in results if game[0] in group])
        for group in groups_before
    ]
