"""Profiles and leaderboards: their content, their readers, and the time limit for old ratings."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, update

from bot.messages.message_draft import RatingChart, Viewer
from bot.messages.pictures import draw_rating_chart
from bot.messages.profile import leaderboard_page, profile_page
from bot.services.steps.rating_changes import (
    new_row,
    rate_game,
    standing_of,
    with_standing,
)
from bot.services.use_cases.ratings import ratings as ratings_use_cases
from bot.services.use_cases.ratings.ratings import Leader, Leaderboard, Profile, ShownRating
from bot.services.values.people.personal_settings import with_defaults
from bot.services.values.people.reliability import Reliability
from bot.services.values.ratings.glicko2 import GameResult, Rating, updated
from bot.services.values.ratings.standings import LISTED_DEVIATION, LISTED_FOR, Standing, after_game
from bot.services.values.views import Player
from bot.store.tables import games, players, ratings
from bot.store.tables.games_with_people import Totals
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import games as games_table
from bot.store.tables.schema import ratings as ratings_table
from bot.store.tables.terms import Terms
from bot.words import profile as words

ANN, BEN, CAT, DAN = 101, 102, 103, 104
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan*"}
DEFAULTS = with_defaults({})
VIEWER = Viewer(ANN, DEFAULTS)
OFTEN = [ANN, BEN] * 6 + [ANN]


async def store_result(tx, pair, winner, at, guild=7, **how):
    """Store a game that ends now, rated unless `how` says otherwise."""
    how = {"rated": True, "size": 7, "turn": 60, "ending": "no-stones", "game": "lifeline", **how}
    for each in pair:
        await players.remember(tx, each, NAMES[each], at)
    options = {"size": how["size"], "start": "strong-pie"}
    new = {
        "guild_id": guild,
        "channel_id": 5,
        "seat0": pair[0],
        "seat1": pair[1],
        "seat_to_move": 0,
        **how.get("columns", {}),
    }
    rules = {"game_key": how["game"], "rules_version": 1, "options": options}
    game_id = await games.add(tx, Terms(rated=how["rated"]), created_at=at, **new, **rules)
    row = await games.find(tx, game_id)
    row = await games.change(tx, row, turn=how["turn"])
    over = await games.finish(tx, row, how["ending"], pair.index(winner) if winner else None, at)
    await rate_game(tx, over, at)


async def results(world, pair, winners, **how):
    for winner in winners:
        await world.database.write(store_result, pair, winner, world.clock(), **how)
        world.clock.advance(hours=1)


async def profile(world, viewer, person):
    return await world.services.ratings.profile(world.act(viewer), person)


async def board(world, viewer=ANN, guild=None, game="lifeline"):
    return await world.services.ratings.leaderboard(world.act(viewer), game, guild)


async def test_a_profile_has_ratings_results_streaks_and_head_to_head(world):
    await results(world, (ANN, BEN), [ANN, ANN, BEN, ANN, None])
    await results(world, (ANN, CAT), [ANN, ANN])
    shown = await profile(world, BEN, ANN)
    assert (shown.results.won, shown.results.drawn, shown.results.lost) == (5, 1, 1)
    assert (shown.streak, shown.best_streak) == (2, 2)
    against = shown.against_viewer
    assert (against.won, against.drawn, against.lost) == (3, 1, 1)
    assert (shown.favourites, shown.results.turns, shown.results.cut) == (
        (("lifeline", 7, 7),),
        59,
        0,
    )
    assert len(shown.curve) == 7
    assert shown.curve[-1][0] == shown.ratings[0].value
    assert shown.ratings[0].games == 7


async def test_a_profile_page_says_it_in_words_and_in_a_picture(world):
    await results(world, (ANN, BEN), [ANN, ANN, BEN])
    shown = await profile(world, BEN, ANN)
    page = profile_page(shown, "Ann", replace(VIEWER, user_id=BEN), is_me=False)
    assert page.content.startswith("**Profile of Ann**\n- Lifeline: **")
    assert page.content.splitlines()[2:] == [
        "Games: 2 won, 0 drawn, 1 lost.",
        "Winning streak: 0 (best 2).",
        "Longest game: 59 turns.",
        "Most played: Lifeline, size 7 (3).",
        "You won 1, drew 0 and lost 2 of your games with this player.",
    ]
    own = profile_page(shown, "A*n", VIEWER, is_me=True)
    assert own.content.startswith(words.title("A\\*n"))
    assert "games with this player" not in own.content
    picture = draw_rating_chart(page.rating_chart)
    assert picture.content.startswith(b"\x89PNG")
    assert picture.description.startswith("Rating in Lifeline over 3 rated games: now ")


WHOLE = Profile(
    ratings=(ShownRating("asli", 1650.4, 80.6, 12, 3), ShownRating("lifeline", 1400, 200, 1)),
    curve=((1500.0, 300.0), (1650.4, 80.0)),
    results=Totals(games=20, won=11, drawn=2, late=1, turns=90, cut=1),
    favourites=(("asli", 9, 12), ("lifeline", 5, 8)),
    streak=1,
    best_streak=4,
    against_viewer=Totals(games=9, won=5, drawn=1, late=0, turns=80, cut=5),
    reliability=Reliability(19, 20, timedelta(hours=3)),
    championships=2,
)


def test_a_profile_has_each_line_in_order_and_only_what_there_is_to_say():
    both = [
        "- Asli: **1650 ± 81** · 12 rated games · about as strong as bot level 3",
        "- Lifeline: **1400 ± 200** · 1 rated game",
    ]
    of_games = [
        "🏆 Champion of 2 seasons",
        "Games: 11 won, 2 drawn, 7 lost.",
        "Winning streak: 1 (best 4).",
        "Longest game: 90 turns.",
        "Largest cut: 1 stone.",
        "Most played: Asli, size 9 (12) · Lifeline, size 5 (8).",
        "D\\*n finished 19 of their last 20 games.",
        "D\\*n usually answers within 3 hours.",
    ]
    against = "You won 3, drew 1 and lost 5 of your games with this player."

    def lines(profile=WHOLE, *, is_me=False, **how):
        page = profile_page(profile, "D*n", VIEWER, is_me=is_me, **how)
        title, *rest = page.content.splitlines()
        assert title == "**Profile of D\\*n**"
        return rest

    assert lines() == [*both, *of_games, against]
    assert lines(is_me=True, hidden=True) == [*both, *of_games, words.ONLY_YOU()]
    assert lines(replace(WHOLE, against_viewer=None)) == [*both, *of_games]
    assert lines(replace(WHOLE, results=None)) == [words.NO_GAMES(), *both]
    poor = Totals(games=1, won=1, drawn=0, late=0, turns=0, cut=0)
    assert lines(Profile(results=poor, favourites=WHOLE.favourites[1:], best_streak=1)) == [
        "Games: 1 won, 0 drawn, 0 lost.",
        "Most played: Lifeline, size 5 (8).",
    ]


def test_the_chart_of_a_profile_is_of_its_person_in_the_readers_theme():
    viewer = replace(VIEWER, settings={**DEFAULTS, "theme": "light"})
    page = profile_page(WHOLE, "D*n", viewer, is_me=False)
    style = viewer.display_settings
    now = (1650.4, 80.6)
    assert page.rating_chart == RatingChart("rating.png", WHOLE.curve, "D*n", "Asli", now, style)
    assert profile_page(Profile(hidden=True), "D*n", viewer, is_me=False).rating_chart is None


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("is_listed", [True, False])
def test_a_leaderboard_has_its_leaders_in_order_and_the_readers_rank(here, is_listed):
    shown = [ShownRating("asli", 1700.6 - 100 * n, 80.4 + n, 30) for n in range(3)]
    people = [Player(BEN, "B*n"), Player(CAT, "Cat"), Player(DAN, "Dan")]
    leaders = tuple(map(Leader, (1, 2, 2), people, shown))
    page = leaderboard_page(Leaderboard("asli", leaders, shown[2], 4, is_listed), here=here)
    where = "in this server" if here else "everywhere"
    assert page.content.splitlines() == [
        f"**Asli: highest ratings {where}**",
        "1. B\\*n **1701 ± 80**",
        "2. Cat **1601 ± 81**",
        "2. Dan **1501 ± 82**",
        (words.own_rank if is_listed else words.own_unlisted)(4, 1500.6, 82.4),
        words.CONDITIONS(),
    ]
    empty = leaderboard_page(Leaderboard("asli", ()), here=here).content.splitlines()
    assert empty[1:] == [words.NO_LEADERS(), words.NO_OWN_RATING(), words.CONDITIONS()]


@pytest.mark.parametrize("most", [99, 2])
async def test_the_curve_has_the_last_games_that_changed_the_rating_in_order(
    world, monkeypatch, most
):
    monkeypatch.setattr(ratings_use_cases, "MOST_EVENTS", most)
    late, early = {"ending": "time"}, {"ending": "resigned", "turn": 2}
    for how in ({}, {"game": "asli"}, early, late, late, {}, {}):
        await results(world, (ANN, BEN), [BEN], **how)
    await world.database.write(delete_game, 6)
    changes = [await world.database.read(ratings.find_events, number) for number in (1, 4, 7)]
    expected = [(ann.new_value, ann.new_deviation) for ann, _ in changes]
    assert (await profile(world, ANN, ANN)).curve == tuple(expected[-most:])


async def delete_game(tx, game_id):
    await tx.connection.execute(delete(games_table).where(games_table.c.id == game_id))


@pytest.mark.parametrize(("winners", "told"), [([BEN, ANN], False), ([ANN, ANN], True)])
async def test_a_streak_is_of_at_least_two_games(world, winners, told):
    await results(world, (ANN, BEN), winners)
    shown = await profile(world, ANN, ANN)
    assert shown.best_streak == len(winners) - (not told)
    page = profile_page(shown, "Ann", VIEWER, is_me=True)
    assert ("Winning streak" in page.content) is told


async def test_the_picture_shows_the_same_range_as_the_words_after_a_pause(world):
    await results(world, (ANN, BEN), OFTEN)
    before = (await profile(world, ANN, ANN)).ratings[0].deviation
    world.clock.advance(days=200)
    page = profile_page(await profile(world, ANN, ANN), "Ann", VIEWER, is_me=True)
    value, deviation = page.rating_chart.now
    assert deviation > before + 1
    assert f"**{value:.0f} ± {deviation:.0f}**" in page.content
    picture = draw_rating_chart(page.rating_chart)
    assert f"now {value:.0f} ± {deviation:.0f}," in picture.description


def test_the_picture_is_told_in_words():
    points = ((1500.0, 200.0), (1700.4, 150.0), (1450.2, 140.0), (1600.0, 130.0))
    assert words.chart_in_words("Asli", points, (1601.0, 135.0)) == (
        "Rating in Asli over 4 rated games: now 1601 ± 135, lowest 1450, highest 1700."
    )


async def test_the_picture_is_about_the_most_played_game(world):
    await results(world, (ANN, BEN), [ANN, BEN])
    shown = await profile(world, ANN, ANN)
    (most,) = shown.ratings
    other = replace(most, game_key="asli", value=most.value + 100, games=1)
    page = profile_page(replace(shown, ratings=(most, other)), "Ann", VIEWER, is_me=True)
    assert page.rating_chart.game == "Lifeline"
    assert page.rating_chart.now == (most.value, most.deviation)


async def test_results_of_deleted_games_leave_a_profile_without_a_picture(world):
    await results(world, (ANN, BEN), [ANN])
    shown = replace(await profile(world, ANN, ANN), curve=())
    page = profile_page(shown, "Ann", VIEWER, is_me=True)
    assert page.rating_chart is None
    assert "Games: 1 won, 0 drawn, 0 lost." in page.content


async def test_a_sure_rating_is_compared_with_the_sure_levels(world):
    """A player learns which level plays about as well, once both ratings have a narrow range."""
    await results(world, (ANN, BEN), [ANN])
    levels = [(1, 1200, 90), (2, 1480, 90), (3, 1650, 90), (4, 1520, 160)]
    await world.database.write(store_levels, levels)
    await world.database.write(store_levels, [(5, 1520, 90)], "asli")
    assert (await profile(world, ANN, ANN)).ratings[0].level is None
    await results(world, (ANN, BEN), [BEN, ANN] * 8)
    shown = await profile(world, ANN, ANN)
    assert 1480 < shown.ratings[0].value < 1560
    assert shown.ratings[0].level == 2
    page = profile_page(shown, "Ann", VIEWER, is_me=True)
    assert "17 rated games · about as strong as bot level 2" in page.content


async def store_levels(tx, levels, game="lifeline"):
    """Store ratings of the engine's levels: level, rating, range."""
    rows = [
        replace(new_row(game, -level), value=value, deviation=deviation, games=50)
        for level, value, deviation in levels
    ]
    await ratings.add(tx, rows)


async def test_a_level_is_named_for_the_ranges_of_leaderboards_only(world):
    await results(world, (ANN, BEN), OFTEN)
    await world.database.write(store_levels, [(1, 1500, 90)])
    for deviation, level in ((LISTED_DEVIATION, None), (LISTED_DEVIATION - 1, 1)):
        await world.database.write(set_range, ANN, deviation, world.clock())
        assert (await profile(world, ANN, ANN)).ratings[0].level == level


async def test_of_two_equally_near_levels_the_lower_is_named(world):
    await results(world, (ANN, BEN), OFTEN)
    own = (await profile(world, ANN, ANN)).ratings[0].value
    await world.database.write(store_levels, [(4, own + 64, 90), (3, own - 64, 90)])
    assert (await profile(world, ANN, ANN)).ratings[0].level == 3


async def test_someone_who_has_only_practised_has_no_rating(world):
    await world.database.write(players.remember, ANN, "Ann", world.clock())
    await world.database.write(ratings.add, [new_row("lifeline", ANN)])
    await results(world, (ANN, BEN), [ANN], rated=False)
    shown = await profile(world, ANN, ANN)
    assert (shown.ratings, shown.curve, shown.results.won) == ((), (), 1)
    assert (await board(world, ANN)).own is None


@pytest.mark.parametrize(
    ("user_id", "hidden", "listed"),
    [(ANN, False, True), (ANN, True, False), (-3, False, False)],
)
def test_neither_hidden_people_nor_the_engine_are_listed(user_id, hidden, listed):
    row = new_row("lifeline", user_id, hidden=hidden)
    standing = Standing(Rating(1900, 80, 0.05), 30, THEN)
    changed = with_standing(row, standing)
    assert standing_of(changed) == standing
    assert (changed.user_id, changed.hidden) == (user_id, hidden)
    assert changed.listed_until == (standing.listed_until if listed else None)


async def set_range(tx, user_id, deviation, at):
    of_person = update(ratings_table).where(ratings_table.c.user_id == user_id)
    await tx.connection.execute(of_person.values(deviation=deviation, changed_at=at))


async def test_whoever_only_lost_to_the_reader_has_results_against_them(world):
    await results(world, (ANN, BEN), [ANN, ANN])
    against = (await profile(world, ANN, BEN)).against_viewer
    assert (against.won, against.lost) == (0, 2)


async def test_a_streak_goes_by_the_ends_of_games(world):
    await results(world, (ANN, BEN), [BEN, ANN])
    earlier = world.clock() - timedelta(days=9)
    await world.database.write(store_result, (ANN, BEN), BEN, earlier)  # a larger number
    shown = await profile(world, ANN, ANN)
    assert (shown.streak, shown.best_streak) == (1, 1)


async def test_a_person_without_rated_games_has_no_number(world):
    page = profile_page(await profile(world, ANN, ANN), "Ann", VIEWER, is_me=True)
    assert page.rating_chart is None
    assert "No finished games with people yet." in page.content


async def test_games_with_people_count_rated_or_not_but_not_practice_or_games_without_result(world):
    await results(world, (ANN, BEN), [ANN, BEN], rated=False, size=4, turn=31)
    await results(world, (BEN, ANN), [ANN, ANN, None], rated=False, turn=90)
    cut = {"largest_cut": 9, "cut_seat": 0}
    await results(world, (ANN, CAT), [CAT], rated=False, turn=12, columns=cut)
    other = {"largest_cut": 30, "cut_seat": 1}
    await results(world, (ANN, CAT), [CAT], rated=False, columns=other)
    practice = {"engine_seat": 1, "engine_level": 2}
    await results(world, (ANN, DAN), [ANN], rated=False, turn=300, columns=practice)
    await results(world, (ANN, DAN), [None], rated=False, turn=300, ending="left")

    shown = await profile(world, BEN, ANN)

    assert not shown.ratings
    assert (shown.results.won, shown.results.drawn, shown.results.lost) == (3, 1, 3)
    assert (shown.streak, shown.best_streak) == (0, 2)
    assert (shown.results.turns, shown.results.cut) == (89, 9)
    assert shown.favourites == (("lifeline", 7, 5), ("lifeline", 4, 2))
    against = shown.against_viewer
    assert (against.won, against.drawn, against.lost) == (3, 1, 1)
    assert (await profile(world, ANN, CAT)).results.cut == 30
    page = profile_page(shown, "Ann", replace(VIEWER, user_id=BEN), is_me=False)
    assert page.rating_chart is None
    assert "\nLargest cut: 9 stones.\n" in page.content
    assert "\nYou won 1, drew 1 and lost 3 of your games with this player." in page.content


@pytest.mark.both_databases
@pytest.mark.parametrize("seat", [0, 1])
async def test_the_largest_cut_of_a_profile_is_the_persons_in_either_seat(world, seat):
    pair = (ANN, BEN) if seat == 0 else (BEN, ANN)
    for stones, by in ((4, seat), (30, 1 - seat)):
        columns = {"largest_cut": stones, "cut_seat": by}
        await results(world, pair, [ANN], rated=False, columns=columns)
    assert (await profile(world, ANN, ANN)).results.cut == 4
    assert (await profile(world, BEN, BEN)).results.cut == 30


async def test_a_profile_says_nothing_about_games_that_the_reader_has_not_played(world):
    await results(world, (ANN, BEN), [ANN, BEN])
    practice = {"engine_seat": 1, "engine_level": 2}
    await results(world, (ANN, CAT), [ANN], rated=False, columns=practice)
    shown = await profile(world, CAT, ANN)
    assert shown.against_viewer is None
    page = profile_page(shown, "Ann", replace(VIEWER, user_id=CAT), is_me=False)
    assert "with this player" not in page.content


async def test_a_profile_names_the_three_most_played_sizes(world):
    for size, number in ((4, 1), (5, 3), (6, 2), (7, 2)):
        await results(world, (ANN, BEN), [ANN] * number, rated=False, size=size)
    favourites = (await profile(world, ANN, ANN)).favourites
    assert [(size, number) for _, size, number in favourites] == [(5, 3), (6, 2), (7, 2)]


async def test_deleted_people_leave_the_games_of_others_in_their_profiles(world):
    await results(world, (ANN, BEN), [ANN] * 5)
    await results(world, (ANN, CAT), [ANN])
    for gone, left in ((BEN, 6), (CAT, 6)):
        await world.services.privacy.delete(gone)
        shown = await profile(world, DAN, ANN)
        assert shown.results.won == left
        assert (await profile(world, DAN, gone)).results is None
    assert await world.services.ratings.reliability(DELETED_USER_ID) is None


@pytest.mark.both_databases
async def test_hidden_ratings_are_seen_by_their_owner_only(world):
    await results(world, (ANN, BEN), OFTEN)
    await world.personal_settings.change_settings(world.act(ANN), {"ratings": "hidden"})
    assert (await profile(world, BEN, ANN)).hidden
    assert [each.player.user_id for each in (await board(world)).leaders] == [BEN]
    page = profile_page(await profile(world, BEN, ANN), "A*n", VIEWER, is_me=False)
    assert page.content == words.hidden("A\\*n")
    own = await profile(world, ANN, ANN)
    assert own.ratings
    page = profile_page(own, "Ann", VIEWER, is_me=True, hidden=True)
    assert "Only you can see this" in page.content
    await world.personal_settings.change_settings(world.act(ANN), {"ratings": "shown"})
    assert [each.player.user_id for each in (await board(world)).leaders] == [ANN, BEN]


async def test_hiding_and_showing_ratings_is_for_all_games(world):
    for game in ("lifeline", "asli"):
        await results(world, (ANN, BEN), OFTEN, game=game)
    played = [each.game_key for each in (await profile(world, ANN, ANN)).ratings]
    assert played == ["asli", "lifeline"]  # equally often
    for setting, listed in (("hidden", [BEN]), ("shown", [ANN, BEN])):
        await world.personal_settings.change_settings(world.act(ANN), {"ratings": setting})
        for game in ("lifeline", "asli"):
            leaders = (await board(world, game=game)).leaders
            assert [each.player.user_id for each in leaders] == listed


async def test_a_leaderboard_has_the_best_players_of_its_game_in_order(world, monkeypatch):
    await results(world, (ANN, BEN), [ANN])
    await results(world, (DAN, CAT), [DAN], game="asli")
    await results(world, (CAT, DAN), [CAT])
    values = {ANN: 1500, BEN: 1700, CAT: 1700, DAN: 1600}
    for who, value in values.items():
        await world.database.write(make_sure, world.clock(), who, value)
    expected = [(1, BEN), (1, CAT), (3, DAN), (4, ANN)]
    for most in (20, 3):
        monkeypatch.setattr(ratings_use_cases, "LEADERS", most)
        shown = await board(world, ANN)
        assert [(each.rank, each.player.user_id) for each in shown.leaders] == expected[:most]
        assert [each.rating.value for each in shown.leaders] == [
            values[who] for _, who in expected[:most]
        ]
        assert (shown.own_rank, shown.own.value) == (4, 1500)
    assert {each.player.user_id for each in (await board(world, game="asli")).leaders} == {CAT, DAN}


async def make_sure(tx, now, user_id, value):
    """Set a person's ratings to a value that leaderboards list."""
    sure = {"value": value, "deviation": 90, "listed_until": now + timedelta(days=9)}
    of_person = update(ratings_table).where(ratings_table.c.user_id == user_id)
    await tx.connection.execute(of_person.values(sure))


async def test_someone_is_listed_until_the_moment_when_their_time_is_over(world):
    await results(world, (ANN, BEN), OFTEN)
    (row,) = await world.database.read(ratings.find_of, ANN)
    for before, is_listed in ((timedelta(microseconds=1), True), (timedelta(0), False)):
        world.clock.now = row.listed_until - before
        shown = await board(world, ANN)
        assert (ANN in [each.player.user_id for each in shown.leaders]) is is_listed
        assert shown.is_listed is is_listed


async def test_a_leaderboard_needs_a_narrow_range_and_a_game_in_ninety_days(world):
    await results(world, (ANN, BEN), OFTEN)
    await results(world, (CAT, DAN), [CAT])
    shown = await board(world, CAT)
    assert [each.player.name for each in shown.leaders] == ["Ann", "Ben"]
    assert (shown.own.games, shown.own_rank, shown.is_listed) == (1, 1, False)
    text = leaderboard_page(shown, here=False).content
    assert f"You aren't listed. With **{shown.own.value:.0f} ± " in text
    assert "you'd be number 1." in text
    assert "a range (±) under 160 and a rated game in the last 90 days" in text
    assert "You're number 2" in leaderboard_page(await board(world, BEN), here=True).content
    world.clock.advance(days=91)
    late = await board(world, ANN)
    assert (late.leaders, late.is_listed) == ((), False)
    assert late.own.games == len(OFTEN)


@pytest.mark.both_databases
async def test_a_server_shows_those_who_have_played_rated_games_there(world):
    await results(world, (ANN, BEN), OFTEN, guild=8)
    assert (await board(world, guild=7)).leaders == ()
    assert not (await board(world, guild=7)).is_listed
    there = await board(world, guild=8)
    assert [each.rank for each in there.leaders] == [1, 2]
    assert (there.own_rank, there.is_listed) == (1, True)
    await results(world, (CAT, DAN), [CAT, CAT, DAN] * 5, guild=7)
    assert (await board(world)).own_rank == 2  # after Cat
    assert (await board(world, guild=8)).own_rank == 1


async def test_a_server_lists_those_who_have_played_that_game_there(world):
    await results(world, (ANN, BEN), [ANN], guild=7)
    await results(world, (ANN, BEN), [ANN], guild=8, game="asli")
    await results(world, (CAT, DAN), [CAT], guild=7, game="asli")
    for who in (ANN, BEN, CAT, DAN):
        await world.database.write(make_sure, world.clock(), who, 1600)
    for guild, game, listed in (
        (7, "lifeline", {ANN, BEN}),
        (8, "lifeline", set()),
        (7, "asli", {CAT, DAN}),
        (8, "asli", {ANN, BEN}),
    ):
        shown = await board(world, ANN, guild, game)
        assert {each.player.user_id for each in shown.leaders} == listed
        assert shown.is_listed is (ANN in listed)
    await results(world, (ANN, BEN), [ANN], guild=7, game="asli")
    assert len((await board(world, ANN, 7, "asli")).leaders) == 4


async def test_a_leaderboard_shows_ones_own_rating_in_its_game(world):
    await results(world, (ANN, BEN), OFTEN)
    stored = await world.database.read(ratings.find_of, ANN)
    asli = replace(stored[0], game_key="asli", value=1900.0, games=1)
    await world.database.write(ratings.add, [asli])
    shown = await profile(world, ANN, ANN)
    assert [each.game_key for each in shown.ratings] == ["lifeline", "asli"]
    assert len(shown.curve) == len(OFTEN)  # of the game played most
    assert [each.player.user_id for each in (await board(world)).leaders] == [ANN, BEN]
    for game, value in (("asli", 1900.0), ("lifeline", stored[0].value)):
        assert (await board(world, ANN, game=game)).own.value == value
    assert (await board(world, ANN, game="liflina")).own is None


async def test_hidden_people_see_their_own_rank(world):
    await results(world, (ANN, BEN), OFTEN)
    await world.personal_settings.change_settings(world.act(BEN), {"ratings": "hidden"})
    shown = await board(world, BEN)
    assert (shown.own_rank, shown.is_listed) == (2, False)


async def test_an_empty_leaderboard_says_how_to_begin(world):
    text = leaderboard_page(await board(world), here=True).content
    assert "No one is on this leaderboard yet." in text
    assert "You have no rating in this game yet." in text


@pytest.mark.both_databases
async def test_names_on_the_leaderboard_are_escaped(world):
    await results(world, (DAN, BEN), [DAN, BEN] * 6 + [DAN])
    assert "Dan\\*" in leaderboard_page(await board(world), here=False).content


async def test_equal_ratings_share_a_rank(world):
    await results(world, (ANN, BEN), OFTEN)

    async def level(tx):
        row = (await ratings.find_of(tx, ANN))[0]
        same = update(ratings_table).where(ratings_table.c.user_id == BEN)
        await tx.connection.execute(same.values(value=row.value))
        assert with_standing(row, standing_of(row)) == row

    await world.database.write(level)
    assert [each.rank for each in (await board(world)).leaders] == [1, 1]


THEN = datetime(2030, 1, 1, tzinfo=UTC)
OPPONENT = Rating(1600, 80)


@pytest.mark.parametrize("weeks", [0, 1, 52])
def test_a_rating_ages_by_one_period_a_week_before_a_game(weeks):
    standing = Standing(Rating(1500, 60), 9, THEN)
    after = after_game(standing, OPPONENT, 1.0, THEN + timedelta(weeks=weeks))
    assert after.rating == updated(standing.rating, [GameResult(OPPONENT, 1.0)], weeks)


def test_a_rating_at_the_limit_of_the_range_is_not_listed():
    assert Standing(Rating(1500, LISTED_DEVIATION), 9, THEN).listed_until is None
    assert Standing(Rating(1500, LISTED_DEVIATION - 1), 9, THEN).listed_until > THEN


def test_a_rating_is_listed_until_its_range_is_too_wide_and_at_most_for_ninety_days():
    for deviation, volatility in ((LISTED_DEVIATION - 1, 0.06), (LISTED_DEVIATION - 1, 0.0001)):
        standing = Standing(Rating(1500, deviation, volatility), 9, THEN)
        until, moment = standing.listed_until, timedelta(seconds=1)
        widest = standing.rating_at(until).deviation
        assert widest <= LISTED_DEVIATION + 1e-6
        is_wide = standing.rating_at(until + moment).deviation > LISTED_DEVIATION
        assert is_wide is (volatility > 0.01)
        assert (until == THEN + LISTED_FOR) is not is_wide
