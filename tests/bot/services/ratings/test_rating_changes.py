"""Ratings of finished games: which games count, once each, and the line in the result."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import combinations, cycle, islice

import pytest
from sqlalchemy import func, select, text, update

from bot.errors.refusals import CannotChallenge
from bot.errors.storage import DatabaseBusy
from bot.messages.ratings import rating_lines
from bot.operations.ratings import report
from bot.services import Limits
from bot.services.steps.game_end import end_game
from bot.services.use_cases.ratings.recomputation import Difference, Recomputed
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.games.played_opening import opening_of
from bot.services.values.people.permissions import Rank
from bot.services.values.ratings.conditions import RatingReason, rating_reason
from bot.services.values.ratings.glicko2 import GameResult, Rating, expected_score, updated
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import Begins, Player, RatingChange, RatingNumbers, Terms
from bot.store.tables import games as games_table
from bot.store.tables import players, ratings
from bot.store.tables.schema import games, rating_events
from bot.store.tables.schema import ratings as ratings_table
from bot.words import ratings as words

ANN, BEN, CAT = 101, 102, 103
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat"}
RATED = Terms(pace=Pace.BRISK, strict=True, rated=True)
OPENING = ("a1 c3", "e5 e1", "b4", "d2", "a3")
STONES = ("a1", "e5", "b4", "d2", "a3")
OPTIONS = {"size": 5, "start": "strong-pie"}
LEVEL, ENGINE = 3, 900


async def rated_game(world, first=ANN, second=BEN, terms=RATED, game="lifeline", **options):
    asked = Player(second, NAMES[second])
    chosen = {"size": 5, **options}
    made = await world.challenges.propose(world.act(first), asked, game, chosen, terms)
    return (await world.challenges.accept(world.act(second), made.id)).id


async def past_the_opening(world, game, players=(ANN, BEN)):
    """Play the first five turns of a game."""
    for turn, move in enumerate(OPENING):
        await world.play(players[turn % 2], game, move)


async def finished(world, loser=ANN, players=(ANN, BEN), **how):
    """Rated game that a player resigned after its first turns."""
    game = await rated_game(world, *players, **how)
    await past_the_opening(world, game, players)
    await world.games.resign(world.act(loser), game)
    return game


async def lose_on_time(world, game):
    world.clock.advance(days=40)
    due = [each for each in await world.services.deadlines.find_due(99) if each.kind == BotDue.FALL]
    for each in due:
        await world.services.deadlines.handle(each)
    return game


async def rating(world, user_id, game_key="lifeline"):
    rows = await world.database.read(ratings.find_of, user_id)
    return next((row for row in rows if row.game_key == game_key), None)


async def value(world, user_id):
    row = await rating(world, user_id)
    return 1500 if row is None else row.value


async def lines(world, game):
    score = await world.services.history.get_score(game)
    return rating_lines(await world.games.get(game), score.ratings)


async def test_a_rated_game_moves_both_ratings_as_glicko_2_says(world):
    await finished(world)
    expected = updated(Rating(), [GameResult(Rating(), 0)], 0)
    ann, ben = await rating(world, ANN), await rating(world, BEN)
    assert (ann.value, ann.deviation, ann.games) == (expected.value, expected.deviation, 1)
    assert ben.value == pytest.approx(3000 - expected.value)


async def test_the_result_says_why_the_numbers_moved(world):
    game = await finished(world)
    (line,) = await lines(world, game)
    changes = "**Ben** 1500 → 1662 ± 290, **Ann** 1500 → 1338 ± 290"
    assert line == f"Rating: {changes}. The winner's chances were 50%."


async def test_the_chances_in_a_result_are_those_of_the_winner(world):
    for _ in range(2):
        game = await finished(world)  # Ben, in the second seat, wins
    (event, other) = await world.database.read(ratings.find_events, game)
    by_seat = (
        Rating(event.old_value, event.old_deviation),
        Rating(other.old_value, other.old_deviation),
    )
    chances = 100 * expected_score(by_seat[1], by_seat[0])
    assert chances > 60
    (line,) = await lines(world, game)
    assert line.endswith(f"The winner's chances were {chances:.0f}%.")


async def test_a_draw_moves_both_ratings_towards_each_other(world):
    await finished(world)  # Ben has 1662, Ann 1338
    game = await rated_game(world)
    await past_the_opening(world, game)

    async def draw(tx):
        row = await games_table.find(tx, game)
        await end_game(tx, row, "repetition", None, world.clock())

    before = await rating(world, ANN), await rating(world, BEN)
    await world.database.write(draw)
    ann, ben = (
        updated(rating_of(own), [GameResult(rating_of(other), 0.5)], 0)
        for own, other in (before, before[::-1])
    )
    assert (await value(world, ANN), await value(world, BEN)) == (ann.value, ben.value)
    assert before[0].value < ann.value < ben.value < before[1].value
    (line,) = await lines(world, game)
    assert line == (
        f"Rating: **Ann** 1338 → {ann.value:.0f} ± {ann.deviation:.0f}, **Ben** 1662 → "
        f"{ben.value:.0f} ± {ben.deviation:.0f}. The game was a draw. Ann was expected to score "
        f"{100 * expected_score(*map(rating_of, before)):.0f}%."
    )


def rating_of(row):
    return Rating(row.value, row.deviation, row.volatility)


def changes(*scores, reason="result", hidden=()):
    """Return changes by seat: a win from 1500 to 1600 ± 90, a loss from 1700 to 1650 ± 80."""
    numbers = {1: RatingNumbers(1500, 1600, 90, 0.25), 0: RatingNumbers(1700.4, 1649.6, 80.4, 0.8)}
    return [
        RatingChange(reason, reason in ("result", "time"), score, seat in hidden, numbers[score])
        for seat, score in enumerate(scores)
    ]


WON = "**{}** 1500 → 1600 ± 90, **{}** 1700 → 1650 ± 80. The winner's chances were 25%."
A, B = "A\\*n", "B\\_n"


@pytest.mark.parametrize(
    ("changed", "lines"),
    [
        ([], []),
        (changes(1, 0), [f"Rating: {WON.format(A, B)}"]),
        (changes(0, 1), [f"Rating: {WON.format(B, A)}"]),
        (changes(0, 1, reason="time"), [f"Rating: {WON.format(B, A)}"]),
        (changes(1, 0, reason="short"), [words.TOO_SHORT()]),
        (changes(1, 0, reason="removed"), [words.REMOVED()]),
        (changes(0, 1, reason="repeated-time"), [words.repeated_time(A)]),
        (changes(1, 0, reason="repeated-time"), [words.repeated_time(B)]),
        (changes(1, 0, hidden=[0]), [words.hidden(A)]),
        (changes(1, 0, hidden=[1]), [words.hidden(B)]),
        (changes(1, 0, hidden=[0, 1]), [words.BOTH_HIDDEN()]),
    ],
)
def test_the_line_of_a_result_is_about_the_right_player_in_either_seat(game_after, changed, lines):
    game = game_after(seats=(Player(1, "A*n"), Player(2, "B_n")))
    assert rating_lines(game, changed) == lines


async def test_time_without_games_makes_a_rating_less_sure(world):
    await finished(world)
    world.clock.advance(days=700)
    later = await finished(world)
    (event, _) = await world.database.read(ratings.find_events, later)
    assert event.idle.days == 700
    assert event.opponent_deviation > event.old_deviation


async def test_a_game_that_is_not_agreed_as_rated_moves_nothing(world):
    game = await finished(world, terms=replace(RATED, rated=False))
    assert await rating(world, ANN) is None
    assert await lines(world, game) == []


@pytest.mark.parametrize(
    ("terms", "game", "options", "word"),
    [
        (Terms(rated=True), "lifeline", {}, "pace"),
        (Terms(pace=Pace.BRISK, rated=True), "lifeline", {}, "automatic loss on time"),
        (RATED, "lifeline", {"start": "none"}, "even"),
        (RATED, "lifeline", {"start": "komi-pie", "komi": 3}, "even"),
        (RATED, "asli", {"komi": 0}, "even"),
        (RATED, "liflina", {"handicap": 2}, "even"),
        (RATED, "cornered", {"komi": 2}, "even"),
        (RATED, "cornered", {"start": "12*"}, "even"),
    ],
)
async def test_a_rated_game_needs_a_strict_clock_and_even_terms(world, terms, game, options, word):
    with pytest.raises(CannotChallenge, match=word):
        await rated_game(world, terms=terms, game=game, **options)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("lifeline", {"start": "weak-pie"}),
        ("lifeline", {"start": "komi-pie"}),
        ("cornered", {}),
        ("asli", {}),
        ("liflina", {}),
    ],
)
async def test_pies_swaps_and_offered_komi_are_even(world, game, options):
    assert await rated_game(world, game=game, **options)


async def test_a_counter_challenge_and_a_rematch_stay_rated(world):
    asked = Player(BEN, "Ben")
    made = await world.challenges.propose(world.act(ANN), asked, "lifeline", {"size": 5}, RATED)
    answer = await world.challenges.change_terms(world.act(BEN), made.id, {"size": 6})
    assert answer.terms.rated
    game = (await world.challenges.accept(world.act(ANN), answer.id)).id
    await world.games.resign(world.act(ANN), game)
    rematch = await world.services.history.rematch(world.act(ANN), game)
    assert rematch.terms.rated


async def test_a_game_resigned_in_its_first_four_turns_does_not_count(world):
    game = await rated_game(world)
    await world.play(ANN, game, "a1 c3")
    await world.games.resign(world.act(BEN), game)
    assert await value(world, ANN) == 1500
    assert await lines(world, game) == ["Not rated: the game ended in its first four turns."]


@pytest.mark.parametrize(("turns", "counts"), [(3, False), (4, True)])
async def test_a_game_resigned_in_its_fifth_turn_counts(world, turns, counts):
    game = await rated_game(world)
    for person, cells in zip((ANN, BEN) * 2, OPENING[:turns], strict=False):
        await world.play(person, game, cells)
    await world.games.resign(world.act(BEN), game)
    assert (await value(world, ANN) > 1500) is counts


@pytest.mark.parametrize("turn", [1, 4, 5])
@pytest.mark.parametrize("repeated", [True, False])
def test_a_game_counts_by_its_ending_and_only_a_resignation_can_be_early(turn, repeated):
    reasons = dict.fromkeys((None, *NO_RESULT), RatingReason.REMOVED)
    reasons["time"] = RatingReason.REPEATED_TIME if repeated else RatingReason.TIME
    reasons["resigned"] = RatingReason.RESULT if turn == 5 else RatingReason.SHORT
    reasons |= dict.fromkeys(("no-stones", "repetition"), RatingReason.RESULT)
    found = {each: rating_reason(each, turn, repeated=repeated) for each in reasons}
    assert found == reasons
    assert [each for each in RatingReason if each.counts] == ["result", "time"]


async def test_a_closed_game_changes_no_rating(world):
    game = await rated_game(world)
    await past_the_opening(world, game)
    await world.services.moderation.close(world.act(CAT, rank=Rank.MODERATOR), game)
    assert await rating(world, ANN) is None


async def test_the_first_loss_on_time_counts_and_serial_ones_do_not(world):
    boards = [await rated_game(world) for _ in range(3)]
    for game in boards:
        await lose_on_time(world, game)
    reasons = [
        event.reason
        for game in boards
        for event in await world.database.read(ratings.find_events, game)
    ]
    assert sorted(reasons) == ["repeated-time"] * 4 + ["time"] * 2


async def test_a_loss_on_time_counts_again_after_a_finished_game(world):
    await lose_on_time(world, await rated_game(world))
    await finished(world, loser=BEN)
    last = await lose_on_time(world, await rated_game(world))
    (event, _) = await world.database.read(ratings.find_events, last)
    assert (event.user_id, event.reason, event.score) == (ANN, "time", 0)


async def test_a_loss_on_time_after_a_win_on_time_counts(world):
    await lose_on_time(world, await rated_game(world, BEN, ANN))  # Ben loses
    last = await lose_on_time(world, await rated_game(world, ANN, BEN))
    events = await world.database.read(ratings.find_events, last)
    assert [(each.user_id, each.reason, each.score) for each in events] == [
        (ANN, "time", 0),
        (BEN, "time", 1),
    ]
    assert (await recompute(world)).differences == []


async def test_a_repeated_loss_on_time_says_so(world):
    first, second = await rated_game(world), await rated_game(world)
    await lose_on_time(world, first)
    said = [*await lines(world, first), *await lines(world, second)]
    assert sum(line.startswith("Not rated: **Ann** also lost") for line in said) == 1


async def practice(world, options=None, *, first=ANN, turns=OPENING, undo=False, game="lifeline"):
    """Practice game that Ann resigned after some turns; `first` may be the engine."""
    begins = Begins.CHALLENGER if first == ANN else Begins.OPPONENT
    engine, chosen = Player(ENGINE, "Lifeline"), {"size": 5, **(options or {})}
    begin = world.services.practice.begin
    made = await begin(world.act(ANN), engine, LEVEL, game, chosen, Terms(begins))
    for turn, move in enumerate(turns):
        await world.play((first, ANN + ENGINE - first)[turn % 2], made.id, move)
    if undo:
        await world.services.undo.undo(world.act(ANN), made.id)
    await world.games.resign(world.act(ANN), made.id)
    return made.id


@pytest.mark.parametrize("first", [ANN, ENGINE])
async def test_practice_rates_the_level_and_never_the_person(world, first):
    number = await practice(world, first=first)
    (level,) = await world.database.read(ratings.find_levels, "lifeline")
    assert (level.user_id, level.games, level.listed_until) == (-LEVEL, 1, None)
    assert level.value > 1500
    assert (await rating(world, ANN)).games == 0
    (event,) = await world.database.read(ratings.find_events, number)
    assert (event.user_id, event.seat, event.score) == (-LEVEL, int(first == ANN), 1)
    assert not await world.database.read(ratings.is_member, 7, "lifeline", ANN)


@pytest.mark.parametrize(
    ("how", "counts"),
    [
        ({}, 1),
        ({"undo": True}, 0),
        ({"turns": OPENING[:4]}, 1),
        ({"turns": OPENING[:3]}, 0),
        ({"options": {"start": "weak-pie"}, "turns": STONES}, 1),
        ({"options": {"start": "none"}, "turns": STONES}, 0),
        ({"game": "cornered", "turns": STONES}, 1),
        ({"game": "cornered", "options": {"komi": 2}, "turns": STONES}, 0),
    ],
)
async def test_only_an_even_practice_game_without_undo_counts_for_its_level(world, how, counts):
    number = await practice(world, **how)
    events = await world.database.read(ratings.find_events, number)
    assert len(events) == counts


async def test_practice_that_goes_on_from_another_game_counts_for_no_level_and_no_score(world):
    engine = Player(ENGINE, "Lifeline")
    ended = await world.services.practice.begin(
        world.act(ANN), engine, LEVEL, "lifeline", {"size": 5}
    )
    await past_the_opening(world, ended.id, (ANN, ENGINE))
    result = await world.games.resign(world.act(ANN), ended.id)
    opening = opening_of(result.record, len(result.record.moves))
    game = await world.services.practice.play_on(world.act(ANN), engine, LEVEL, result, opening)
    await world.games.resign(world.act(ANN), game.id)
    (level,) = await world.database.read(ratings.find_levels, "lifeline")
    assert level.games == 1
    score = await world.services.history.get_score(game.id)
    assert sorted(score.wins) == [0, 1]


async def test_a_double_press_of_resign_rates_once(world):
    game = await rated_game(world)
    await past_the_opening(world, game)
    actor = world.act(ANN)
    await asyncio.gather(*(world.games.resign(actor, game) for _ in range(2)))
    assert (await rating(world, ANN)).games == 1


async def test_deleted_people_leave_their_events_to_the_deleted_user(world):
    game = await finished(world)
    before = await value(world, BEN)
    await world.services.privacy.delete(ANN)
    assert await rating(world, ANN) is None
    assert await value(world, BEN) == before
    events = await world.database.read(ratings.find_events, game)
    assert [event.user_id for event in events] == [0, BEN]


async def test_the_export_has_the_ratings_of_that_person_alone(world):
    await finished(world)
    tables = await world.services.privacy.export(ANN)
    assert [row["user_id"] for row in tables["ratings"]] == [ANN]
    assert [row["user_id"] for row in tables["rating_events"]] == [ANN]


@pytest.mark.both_databases
@pytest.mark.parametrize("hiding", [ANN, BEN])
async def test_the_result_has_no_number_if_one_player_hides_their_ratings(world, hiding):
    await world.personal_settings.change_settings(world.act(hiding), {"ratings": "hidden"})
    game = await finished(world, loser=ANN)
    (line,) = await lines(world, game)
    assert line.startswith(f"Rated: both ratings changed. **{NAMES[hiding]}** hides their rating.")
    score = await world.services.history.get_score(game)
    assert [each.hidden for each in score.ratings] == [hiding == ANN, hiding == BEN]
    assert [each.numbers for each in score.ratings] == [None, None]
    await world.personal_settings.change_settings(world.act(hiding), {"ratings": "shown"})
    assert "1500 → 1662" in (await lines(world, game))[0]


async def test_the_result_has_no_number_if_both_players_hide_their_ratings(world):
    for each in (ANN, BEN):
        await world.personal_settings.change_settings(world.act(each), {"ratings": "hidden"})
    assert await lines(world, await finished(world)) == [words.BOTH_HIDDEN()]


async def test_a_result_has_no_number_once_a_player_is_deleted(world):
    game = await finished(world)
    await world.services.privacy.delete(ANN)
    score = await world.services.history.get_score(game)
    assert [(each.hidden, each.numbers) for each in score.ratings] == [(True, None), (False, None)]


async def test_a_game_that_changes_no_rating_says_why_for_people_who_hide_theirs(world):
    await world.personal_settings.change_settings(world.act(ANN), {"ratings": "hidden"})
    game = await rated_game(world)
    await world.games.resign(world.act(ANN), game)
    assert await lines(world, game) == [words.TOO_SHORT()]


async def test_an_export_has_no_rating_of_an_opponent(world):
    await finished(world)
    (event,) = (await world.services.privacy.export(BEN))["rating_events"]
    assert (event["old_value"], round(event["new_value"])) == (1500, 1662)
    assert [name for name in event if name.startswith("opponent")] == []


async def test_hidden_ratings_stay_hidden_after_a_game_and_can_be_shown_again(world):
    await world.personal_settings.change_settings(world.act(ANN), {"ratings": "hidden"})
    await finished(world)
    assert [(await rating(world, each)).hidden for each in (ANN, BEN)] == [True, False]
    await world.personal_settings.change_settings(world.act(ANN), {"ratings": "shown"})
    assert not (await rating(world, ANN)).hidden


async def recompute(world, without=()):
    return await world.services.recomputation.recompute(without)


async def several_games(world):
    """Games of three people with results of each kind."""
    pairs = [(ANN, BEN), (BEN, CAT), (CAT, ANN)] * 2
    done = []
    for number, pair in enumerate(pairs):
        done.append(await finished(world, loser=pair[number % 2], players=pair))
        world.clock.advance(days=3, hours=number)
    await lose_on_time(world, await rated_game(world))
    await lose_on_time(world, await rated_game(world))
    return done


@pytest.mark.both_databases
async def test_a_recomputation_gives_the_same_digits(world):
    await several_games(world)
    await practice(world)
    done = await recompute(world)
    assert (done.events, done.differences, done.removed) == (17, [], [])


@pytest.mark.parametrize(("first", "loser"), [("nothing", ANN), ("a loss on time", BEN)])
async def test_a_short_game_does_not_decide_whether_a_loss_on_time_is_repeated(world, first, loser):
    if first == "a loss on time":
        await lose_on_time(world, await rated_game(world))
    await world.games.resign(world.act(loser), await rated_game(world))
    last = await lose_on_time(world, await rated_game(world))
    (event, _) = await world.database.read(ratings.find_events, last)
    assert event.reason == ("time" if first == "nothing" else "repeated-time")
    assert (await recompute(world)).differences == []


async def test_a_recomputation_after_a_deletion_gives_the_same_digits(world):
    await several_games(world)
    await world.services.privacy.delete(ANN)
    assert (await recompute(world)).differences == []


async def test_losses_on_time_of_two_deleted_people_are_no_repeated_loss(world):
    for loser in (ANN, CAT):
        await lose_on_time(world, await rated_game(world, loser))
    for gone in (ANN, CAT):
        await world.services.privacy.delete(gone)
    assert (await recompute(world)).differences == []


@pytest.mark.both_databases
async def test_a_recomputation_says_what_differs_and_corrects_it(world):
    await several_games(world)
    right = await value(world, ANN)

    async def spoil(tx):
        wrong = update(ratings_table).where(ratings_table.c.user_id == ANN)
        await tx.connection.execute(wrong.values(value=9.0))

    await world.database.write(spoil)
    (difference,) = (await world.services.recomputation.check()).differences
    assert (difference.user_id, difference.name, difference.stored) == (ANN, "value", 9.0)
    assert difference.recomputed == right
    assert await value(world, ANN) == 9.0
    await recompute(world)
    assert await value(world, ANN) == right


@pytest.mark.parametrize(
    ("stored", "last"),
    [(True, "All differences are corrected."), (False, "Nothing was changed.")],
)
def test_the_report_lists_twenty_differences_and_the_excluded_games(stored, last):
    of_game = Difference(7, "asli", ANN, "new_value", 9.0, 1500.0)
    present = Difference(None, "lifeline", -LEVEL, "games", 3, 4)
    told = [
        "game 7, asli, player 101: new_value is 9.0, should be 1500.0.",
        *["present rating, lifeline, player -3: games is 3, should be 4."] * 19,
    ]
    for number, more in ((20, []), (21, ["1 more differences are not listed."])):
        done = Recomputed(44, [7, 9], [of_game, *[present] * (number - 1)])
        assert list(report(done, stored=stored)) == [
            *told,
            *more,
            "Excluded games: 7, 9.",
            f"44 rating changes recomputed. {last}",
        ]
    nothing = "44 rating changes recomputed. There are no differences."
    assert list(report(Recomputed(44), stored=stored)) == [nothing]


@pytest.mark.sqlite
async def test_a_check_of_ratings_does_not_wait_for_a_writer(world, tmp_path):
    await finished(world)
    with closing(sqlite3.connect(tmp_path / "games.db")) as writer:
        writer.execute("BEGIN IMMEDIATE")
        done = await world.services.recomputation.check()
    assert (done.events, done.differences) == (2, [])


@pytest.mark.both_databases
@pytest.mark.parametrize("how", ["moderated", "deleted", "named"])
async def test_a_game_that_no_longer_counts_is_taken_out(world, how):
    first = await finished(world, loser=ANN)
    await finished(world, loser=BEN)

    async def spoil(tx):
        if how == "moderated":
            closed = update(games).where(games.c.id == first)
            await tx.connection.execute(closed.values(ending="moderated", winner_seat=None))
        elif how == "deleted":
            for table in ("plies", "outbox", "clocks", "turn_notifications"):
                gone = text(f"DELETE FROM {table} WHERE game_id = {first}")
                await tx.connection.execute(gone)
            await tx.connection.execute(text("UPDATE challenges SET game_id = NULL"))
            await tx.connection.execute(text(f"DELETE FROM games WHERE id = {first}"))

    await world.database.write(spoil)
    done = await recompute(world, [first] if how == "named" else [])
    assert done.removed == [first]
    assert (await rating(world, ANN)).games == 1
    expected = updated(Rating(), [GameResult(Rating(), 1)], 0)
    assert await value(world, ANN) == expected.value
    assert (await recompute(world)).differences == []


async def test_a_recomputation_keeps_ratings_hidden_and_names_excluded_games_in_order(world):
    first, second, third = [await finished(world) for _ in range(3)]
    await world.personal_settings.change_settings(world.act(ANN), {"ratings": "hidden"})
    assert (await recompute(world, [third, first])).removed == [first, third]
    assert [(await rating(world, each)).hidden for each in (ANN, BEN)] == [True, False]
    reasons = [
        {each.reason for each in await world.database.read(ratings.find_events, number)}
        for number in (first, second, third)
    ]
    assert reasons == [{"removed"}, {"result"}, {"removed"}]
    assert await lines(world, first) == [words.REMOVED()]


async def test_a_recomputation_of_no_games_changes_nothing(world):
    assert (await recompute(world)).differences == []


@pytest.mark.both_databases
@pytest.mark.parametrize("limits", [Limits(running_games=2000)])
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(24, id="few"),
        pytest.param(1000, id="many", marks=[pytest.mark.drill, pytest.mark.timeout(1200)]),
    ],
)
async def test_games_that_end_at_once_are_each_rated_once(world, limits, number):
    await world.database.write(store_games, number, world.clock())
    other, services = world.open()
    both = (world.games, services.games)
    pairs = islice(cycle(combinations(range(1, 61), 2)), number)
    resigning = [
        resign(both[game % 2], world.act(pair[game % 2]), game)
        for game, pair in enumerate(pairs, 1)
    ]
    await asyncio.gather(*resigning)

    async def counted(tx):
        total = select(func.count()).select_from(rating_events)
        played = select(func.sum(ratings_table.c.games))
        return [(await tx.connection.execute(each)).scalar_one() for each in (total, played)]

    assert await other.read(counted) == [2 * number, 2 * number]
    assert (await recompute(world)).differences == []


async def resign(service, actor, game):
    """Resign a game; repeat this while the bot is busy and nothing has changed."""
    while True:
        try:
            return await service.resign(actor, game)
        except DatabaseBusy:
            await asyncio.sleep(1)


async def store_games(tx, number, at):
    """Store rated games of sixty people after their first turns."""
    for person in range(1, 61):
        await players.remember(tx, person, f"P{person}", at)
    for pair in islice(cycle(combinations(range(1, 61), 2)), number):
        new = {
            "guild_id": 7,
            "channel_id": 5,
            "seat0": pair[0],
            "seat1": pair[1],
            "seat_to_move": 0,
        }
        rules = {"game_key": "lifeline", "rules_version": 1, "options": OPTIONS}
        game_id = await games_table.add(tx, Terms(rated=True), created_at=at, **new, **rules)
        game = await games_table.find(tx, game_id)
        moves = [(seat % 2, each) for seat, turn in enumerate(OPENING) for each in turn.split()]
        for ply, (seat, move) in enumerate(moves):
            await games_table.append(tx, replace(game, ply=ply), seat, [move], at)
        await games_table.change(tx, game, ply=len(moves), turn=6, seat_to_move=1)
