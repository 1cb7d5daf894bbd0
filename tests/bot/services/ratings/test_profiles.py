"""Profiles and leaderboards: their content, their readers, and the time limit for old ratings."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from PIL import Image
from sqlalchemy import update

from bot.messages.message_draft import Viewer
from bot.messages.pictures import draw_rating_chart
from bot.messages.profile import leaderboard_page, profile_page
from bot.services.steps.rating_changes import (
    new_row,
    rate_game,
    standing_of,
    with_standing,
)
from bot.services.values.people.personal_settings import with_defaults
from bot.services.values.ratings.glicko2 import GameResult, Rating, updated
from bot.services.values.ratings.standings import LISTED_DEVIATION, LISTED_FOR, Standing, after_game
from bot.store.tables import games, players, ratings
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import ratings as ratings_table
from bot.store.tables.terms import Terms
from bot.words import profile as words
from renderer.rating_curve import draw_rating_curve

ANN, BEN, CAT, DAN = 101, 102, 103, 104
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan*"}
DEFAULTS = with_defaults({})
VIEWER = Viewer(ANN, DEFAULTS)
OFTEN = [ANN, BEN] * 6 + [ANN]


async def store_result(tx, pair, winner, at, guild=7, **how):
    """Store a game that ends now, rated unless `how` says otherwise."""
    how = {"rated": True, "size": 7, "turn": 60, "ending": "no-stones", **how}
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
    rules = {"game_key": "lifeline", "rules_version": 1, "options": options}
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
    levels = [(1, 1200, 90), (2, 1480, 90), (3, 1650, 90), (4, 1520, 170)]
    await world.database.write(store_levels, levels)
    assert (await profile(world, ANN, ANN)).ratings[0].level is None
    await results(world, (ANN, BEN), [BEN, ANN] * 8)
    shown = await profile(world, ANN, ANN)
    assert 1480 < shown.ratings[0].value < 1560
    assert shown.ratings[0].level == 2
    page = profile_page(shown, "Ann", VIEWER, is_me=True)
    assert "17 rated games · about as strong as bot level 2" in page.content


async def store_levels(tx, levels):
    """Store ratings of the engine's levels: level, rating, range."""
    rows = [
        replace(new_row("lifeline", -level), value=value, deviation=deviation, games=50)
        for level, value, deviation in levels
    ]
    await ratings.add(tx, rows)


async def test_a_level_is_named_for_the_ranges_of_leaderboards_only(world):
    await results(world, (ANN, BEN), OFTEN)
    await world.database.write(store_levels, [(1, 1500, 90)])
    for deviation, level in ((LISTED_DEVIATION, None), (LISTED_DEVIATION - 1, 1)):
        await world.database.write(set_range, ANN, deviation, world.clock())
        assert (await profile(world, ANN, ANN)).ratings[0].level == level


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


async def test_a_leaderboard_shows_ones_own_rating_in_its_game(world):
    await results(world, (ANN, BEN), OFTEN)
    stored = await world.database.read(ratings.find_of, ANN)
    asli = replace(stored[0], game_key="asli", value=1900.0, games=1)
    await world.database.write(ratings.add, [asli])
    shown = await profile(world, ANN, ANN)
    assert [each.game_key for each in shown.ratings] == ["lifeline", "asli"]
    assert len(shown.curve) == len(OFTEN)  # of the game played most
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


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("games_played", [1, 2, 300])
def test_the_curve_can_be_drawn_for_any_number_of_games(theme, games_played):
    points = [(1500 + number % 90, 350 - number) for number in range(games_played)]
    image = draw_rating_curve(points, "Ann" * 30, "Lifeline", (1500.4, 90), theme)
    assert Image.open(BytesIO(image)).size == (1080, 580)


def test_the_title_of_a_curve_has_the_present_rating_and_range(monkeypatch):
    said = []
    monkeypatch.setattr(
        "renderer.rating_curve.draw_text", lambda _, at, text, *__: said.append(text)
    )
    draw_rating_curve([(1400, 200), (1500, 90)], "Ann", "Lifeline", (1499.6, 120.4))
    assert said[:2] == ["Ann", "Lifeline  1500 ± 120"]


def test_a_curve_without_games_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        draw_rating_curve([], "Ann", "Lifeline", (1500, 350))


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
