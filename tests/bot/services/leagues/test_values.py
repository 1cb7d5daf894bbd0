"""Groups, pairings, tables and promotions against the oracle, over random seasons."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from bot.services.steps.league_tables import movements
from bot.services.values.leagues import groups, table
from bot.services.values.leagues.pairings import pairings
from bot.services.values.leagues.season import Season
from tests.bot.services.leagues import oracle

POINTS = {"1": (1.0, 0.0), "2": (0.0, 1.0), "=": (0.5, 0.5), "-": (0.0, 0.0), "": None}
RESULTS = ["1"] * 9 + ["2"] * 9 + ["="] * 3 + ["-", ""]


def as_played(game):
    first, second, result, how = game
    return table.LeagueGame((first, second), POINTS[result], how == "time", how == "left")


def rows(lines):
    return [
        (each.number, each.place, each.points, each.among_tied, each.berger, each.timeouts)
        for each in lines
    ]


def results_of(line, lines, games):
    """Return the numbers of a player's wins, draws and losses that count in the table."""
    placed = {each.number for each in lines if each.place is not None}
    results = [
        {"1": "2", "2": "1"}.get(result, result) if line.number == second else result
        for first, second, result, _ in games
        if line.number in (first, second) and {first, second} <= placed
    ]
    return tuple(map(results.count, ("1", "=", "2")))


def random_games(chance, size):
    """Return a season of a group; some people give up many games."""
    weak = {number for number in range(size) if chance.random() < 0.2}
    games = []
    for first, second in pairings(size):
        result, how = chance.choice(RESULTS), ""
        lost = {"1": second, "2": first}.get(result)
        if lost is not None and (lost in weak or chance.random() < 0.05):
            how = chance.choice(["time", "time", "left"])
        games.append((first, second, result, how))
    return games


@pytest.mark.parametrize("size", range(2, 11))
def test_everybody_meets_everybody_once_with_balanced_colours(size):
    pairs = pairings(size)
    assert oracle.everybody_once(range(size), pairs)
    differences = oracle.colour_differences(range(size), pairs).values()
    assert max(map(abs, differences)) <= 1
    assert size % 2 == 0 or set(differences) == {0}


def test_a_table_is_that_of_the_oracle():
    chance, shared, out = random.Random(1), 0, 0
    for _ in range(1000):
        size = chance.randint(4, 7)
        games = random_games(chance, size)
        lines = table.table(size, [as_played(game) for game in games])
        found = rows(lines)
        assert found == oracle.standings(list(range(size)), games)
        for each in lines:
            assert (each.won, each.drawn, each.lost) == results_of(each, lines, games)
        places = [row[1] for row in found]
        out += None in places
        shared += len(set(places)) < len(places) - places.count(None) + 1
    assert shared > 100
    assert out > 50


@pytest.mark.parametrize(
    ("given_up", "games", "is_out"), [(2, 5, False), (3, 5, True), (2, 4, False), (3, 4, True)]
)
def test_results_leave_the_table_with_less_than_half_of_the_games_finished(given_up, games, is_out):
    played = [(0, other, "2" if other <= given_up else "1", "") for other in range(1, games + 1)]
    played = [(*game[:3], "time" if game[2] == "2" else "") for game in played]
    assert table.withdrawn(games + 1, [as_played(game) for game in played]) == (
        {0} if is_out else set()
    )


def test_one_who_left_before_any_of_their_games_began_has_no_place():
    games = [as_played((0, 1, "1", ""))]
    assert [each.place for each in table.table(4, games)] == [1, 2, 2, 2]
    lines = table.table(4, games, [1, 3])
    assert [(each.number, each.place) for each in lines] == [(0, 1), (1, 2), (2, 2), (3, None)]


def test_one_without_a_place_never_goes_up():
    games = [as_played((0, other, "1", "time")) for other in range(1, 6)]
    lines = table.table(6, games)
    assert [each.place for each in lines] == [1, *[None] * 5]
    moves = movements(2, 3, lines)
    assert moves == [groups.Movement.UP, *[groups.Movement.STAY] * 3, *[groups.Movement.DOWN] * 2]
    counted = table.table(6, [as_played((0, other, "1", "")) for other in range(1, 6)])
    assert movements(2, 3, counted)[:2] == [groups.Movement.UP] * 2


def test_each_tie_break_decides_when_those_before_it_are_equal():
    def order(*games):
        lines = table.table(4, [as_played(game) for game in games])
        return [(each.number, each.place) for each in lines]

    # 0 and 1 have as many points; 1 has beaten 0
    assert order((1, 0, "1", ""), (0, 2, "1", ""))[:2] == [(1, 1), (0, 2)]
    # 0 has beaten one with a point, 1 one without
    games = ((0, 2, "1", ""), (1, 3, "1", ""), (2, 3, "=", ""), (0, 3, "=", ""), (1, 2, "=", ""))
    assert order(*games)[:2] == [(0, 1), (1, 1)]
    assert order(*games[:2], (2, 3, "1", ""), (0, 3, "=", ""), (1, 2, "=", ""))[:2] == [
        (0, 1),
        (1, 2),
    ]
    # equal but for a game lost on time
    late = ((0, 2, "1", ""), (3, 1, "1", ""), (1, 2, "1", ""), (3, 0, "1", "time"))
    assert order(*late)[1:3] == [(1, 2), (0, 3)]
    # nothing decides
    assert [place for _, place in order()] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (3, []),
        (4, [4]),
        (7, [7]),
        (8, [4, 4]),
        (9, [5, 4]),
        (10, [5, 5]),
        (11, [6, 5]),
        (12, [6, 6]),
        (13, [7, 6]),
        (15, [5, 5, 5]),
        (18, [6, 6, 6]),
        (22, [6, 6, 5, 5]),
    ],
)
def test_groups_of_a_first_season_are_even(people, sizes):
    found = groups.new_groups([], list(range(people)))
    assert [len(group) for group in found] == sizes
    assert [each for group in found for each in group] == (list(range(people)) if sizes else [])


def test_those_who_stay_in_the_lowest_group_may_share_a_new_one_with_newcomers():
    stay = groups.Movement.STAY
    only = [groups.Standing(each, 1, each, stay, lowest=True) for each in range(7)]
    assert [len(group) for group in groups.new_groups(only, range(7, 12))] == [6, 6]


def test_four_hundred_people_are_divided_at_once():
    found = groups.new_groups([], list(range(400)))
    assert {len(group) for group in found} == {6, 5} or {len(group) for group in found} <= {6, 7}


def next_season(chance, current, newcomers, leaving):
    """Play a season at random; return the groups after it, and the promises it broke."""
    tables, standings = [], []
    for number, group in enumerate(current, start=1):
        games = random_games(chance, len(group))
        lines = table.table(len(group), [as_played(game) for game in games])
        named = [(group[first], group[second], result, how) for first, second, result, how in games]
        tables.append(oracle.standings(group, named))
        assert [group[line.number] for line in lines] == [row[0] for row in tables[-1]]
        for order, line in enumerate(lines):
            moves = groups.movement(order, len(group), number, len(current))
            lowest = number == len(current)
            standings.append(groups.Standing(group[line.number], number, order, moves, lowest))
    staying = [each for each in standings if chance.random() >= leaving]
    after = groups.new_groups(staying, newcomers)
    directions = oracle.directions(current, tables)
    moved = {"up": groups.Movement.UP, "stay": groups.Movement.STAY, "down": groups.Movement.DOWN}
    assert {each.player: each.movement for each in standings} == {
        player: moved[direction] for player, (_, direction) in directions.items()
    }
    return after, oracle.broken_promises(directions, after, len(current))


@pytest.mark.parametrize("seed", range(12))
def test_no_promise_is_broken_over_twenty_seasons(seed):
    chance, numbers = random.Random(seed), iter(range(10**6))
    current = groups.new_groups([], [next(numbers) for _ in range(chance.randint(4, 60))])
    for _ in range(20):
        leaving = chance.choice([0, 0.1, 0.2, 0.5])
        newcomers = [next(numbers) for _ in range(chance.choice([0, 0, 1, 3, 10, 40]))]
        after, broken = next_season(chance, current, newcomers, leaving)
        assert broken == []
        people = sum(map(len, after))
        assert all(4 <= len(group) <= 7 for group in after[:-1])
        # the last group may be larger if a promise of the others needs it
        assert not after or 4 <= len(after[-1]) <= 10
        assert people <= 7 or len(after) > 1 or people <= 10
        current = after or groups.new_groups([], [next(numbers) for _ in range(12)])


def test_of_players_who_share_a_place_only_the_first_ones_move():
    drawn = table.table(6, [table.LeagueGame(pair, (0.5, 0.5)) for pair in pairings(6)])
    up, stay, down = groups.Movement.UP, groups.Movement.STAY, groups.Movement.DOWN
    assert {each.place for each in drawn} == {1}
    assert movements(1, 3, drawn) == [stay] * 4 + [down] * 2
    assert movements(2, 3, drawn) == [up] * 2 + [stay] * 2 + [down] * 2
    assert movements(3, 3, drawn) == [up] * 2 + [stay] * 4


def test_newcomers_enter_the_lowest_groups():
    stay = groups.Movement.STAY
    standings = [
        groups.Standing(f"{group}{order}", group, order, stay, group == 2)
        for group in (1, 2)
        for order in range(6)
    ]
    found = groups.new_groups(standings, ["new", "newer"])
    assert found[-1][-2:] == ["new", "newer"]


def test_in_one_group_those_from_above_come_first_and_those_from_below_last():
    up, stay, down = groups.Movement.UP, groups.Movement.STAY, groups.Movement.DOWN
    standings = [
        *(groups.Standing(f"top {order}", 1, order, stay) for order in range(4)),
        groups.Standing("down", 1, 4, down),
        groups.Standing("up", 3, 0, up),
        *(groups.Standing(f"middle {order}", 2, order, stay) for order in (1, 2)),
    ]
    (_, second) = groups.new_groups(standings, [])
    assert second == ["down", "middle 1", "middle 2", "up"]


@pytest.mark.parametrize(("promised", "people"), [(6, 8), (7, 10)])
def test_a_group_is_larger_than_seven_where_another_would_break_a_promise(promised, people):
    stay, up = groups.Movement.STAY, groups.Movement.UP
    standings = [
        *(groups.Standing(order, 1, order, stay) for order in range(promised - 2)),
        *(groups.Standing(10 + order, 2, order, up, lowest=True) for order in range(2)),
    ]
    newcomers = range(20, 20 + people - promised)
    assert [len(each) for each in groups.new_groups(standings, newcomers)] == [people]


@pytest.mark.parametrize("weeks", [4, 5, 15, 16])
def test_a_season_has_all_of_its_weeks(weeks):
    season = Season(datetime(2030, 1, 1, tzinfo=UTC), weeks)
    assert season.ends - season.begins == 2 * season.total == timedelta(weeks=weeks)


def test_a_season_ends_when_all_time_is_used():
    begins = datetime(2030, 1, 1, tzinfo=UTC)
    season = Season(begins, 8)
    assert season.total == timedelta(days=28)
    assert season.half == begins + timedelta(days=28)
    assert season.ends == begins + timedelta(days=56)
    assert season.next_begins == begins + timedelta(days=63)
    late = season.ends - timedelta(days=14)
    assert season.replay_total(late) == timedelta(days=7)
    assert season.replay_total(late + timedelta(seconds=1)) is None
