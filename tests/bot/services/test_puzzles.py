"""Puzzles: selection for each person, counted attempts, difficulty, votes and results."""

import asyncio
from collections import Counter
from datetime import timedelta

import pytest

from bot.errors.refusals import Refusal
from bot.services.use_cases.puzzles.puzzles import (
    COMES_AGAIN,
    MAX_TRIES,
    PuzzlePlace,
    PuzzleStats,
)
from bot.services.values.puzzles import selection
from bot.services.values.puzzles.own import FIRST_OWN
from bot.services.values.puzzles.selection import FIRST_PUZZLES, NEW_SOLVER, SETTLED
from bot.services.values.ratings.glicko2 import GameResult, Rating, updated
from bot.store.tables import players
from bot.store.tables import puzzles as store
from bot.words import puzzle as words
from sparring.levels import SEARCHABLE
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Theme

ANN, BEN = 101, 102
PUZZLE = next(
    each
    for each in collection.load()
    if len(each.steps) == 2 and len(each.steps[0].refutations) >= MAX_TRIES
)
FIRST, SECOND, THIRD = list(PUZZLE.steps[0].refutations)[:3]


@pytest.fixture
def puzzles(world):
    return world.services.puzzles


@pytest.fixture
def judge(world):
    async def turn(user_id, turn, step=0, *, tries=0, hinted=False, puzzle=PUZZLE):
        place = PuzzlePlace(puzzle, step, tries, hinted)
        return await world.services.puzzles.turn(world.act(user_id), place, turn)

    return turn


async def solve(judge, user_id, puzzle=PUZZLE, **how):
    for step, here in enumerate(puzzle.steps):
        view = await judge(user_id, here.answer, step, puzzle=puzzle, **how)
    return view


async def read(world, query, *args):
    return await world.database.read(query, *args)


@pytest.mark.parametrize("game", [game.key for game in SEARCHABLE])
def test_puzzles_are_chosen_by_game_and_theme(game):
    found = selection.wanted("cut", game)
    assert found
    assert all(each.game == game and Theme.CUT in each.themes for each in found)


def test_a_theme_that_a_game_cannot_have_is_refused():
    with pytest.raises(Refusal, match="no such puzzle"):
        selection.wanted("hold", "lifeline")


async def test_a_person_is_shown_every_puzzle_once_before_one_comes_again(world, puzzles):
    kind = len(selection.wanted("hold", "asli"))
    seen = [await puzzles.choose(world.act(ANN), "hold", "asli") for _ in range(kind)]
    assert len({view.puzzle.number for view in seen}) == kind
    assert not any(view.repeated for view in seen)
    last = await puzzles.choose(world.act(BEN), "hold", "asli")
    assert not last.repeated


async def test_a_puzzle_that_comes_again_is_another_one_than_the_last(world, puzzles, judge):
    kind = selection.wanted("hold", "asli")
    for each in kind:
        await solve(judge, ANN, each)
    besides = kind[0].number
    again = [await puzzles.choose(world.act(ANN), "hold", "asli", besides=besides) for _ in kind]
    assert all(view.repeated for view in again)
    assert besides not in {view.puzzle.number for view in again}


async def test_the_only_puzzle_of_its_kind_comes_again_at_once(world, puzzles, judge):
    (only,) = selection.wanted("hold", "liflina")
    await solve(judge, ANN, only)
    again = await puzzles.choose(world.act(ANN), "hold", "liflina", besides=only.number)
    assert (again.puzzle, again.repeated) == (only, True)


async def test_puzzles_are_near_the_strength_of_the_person(world, puzzles):
    await world.database.write(_remember_strength, ANN, 1600.0, world.clock())
    strong = [(await puzzles.choose(world.act(ANN), "", "")).difficulty for _ in range(5)]
    both = [(await puzzles.choose(world.act(BEN), "", "")).difficulty for _ in range(10)]
    new = both[FIRST_PUZZLES:]  # the first ones are easy
    assert all(abs(each - 1600) < 60 for each in strong)
    assert all(abs(each - NEW_SOLVER.value) < 60 for each in new)


async def _remember_strength(tx, user_id, value, now):
    await players.remember(tx, user_id, "Ann", now)
    await store.put_solver(tx, store.SolverRow(user_id, value, 60, 0.06, 50, now))


async def test_puzzles_kept_for_the_day_are_not_shown(puzzles, world):
    """One puzzle in eight is kept, but none of a single turn."""
    kept = [each for each in collection.load() if len(each.steps) > 1 and each.number % 8 == 0]
    assert len(kept) > 100
    assert list(selection.kept_puzzles()) == kept
    numbers = {each.number for each in kept}
    others = [each for each in collection.load() if each.number not in numbers]
    assert selection.wanted("", "") == others


def test_ratings_are_read_of_the_forty_puzzles_that_are_nearest_at_first():
    found = selection.wanted("", "asli")
    near = selection.nearest(found, 1300)
    distances = sorted(abs(each.difficulty - 1300) for each in found)
    assert [abs(each.difficulty - 1300) for each in near] == distances[:40]


def test_one_of_the_ten_puzzles_nearest_by_their_rating_is_drawn():
    *found, harder, easier = sorted(selection.wanted("", "asli"), key=lambda e: e.difficulty)[:22]
    least = found[0].difficulty
    rows = {
        each.number: store.PuzzleRow(each.number, value, 60, 0.06, attempts=SETTLED)
        for each, value in ((found[0], least + 999.0), (harder, least - 1.0), (easier, least + 1.0))
    }
    shown = selection.to_show([*found, harder, easier], rows, least)
    assert found[0] not in shown
    assert (harder in shown, easier in shown, len(shown)) == (True, True, 10)


@pytest.mark.parametrize(
    ("rating", "seen", "met"),
    [(1200, 0, 1000), (1200, 4, 1000), (1200, 5, 1200), (800, 0, 800), (800, 5, 800)],
)
def test_the_first_five_puzzles_are_no_harder_than_for_beginners(rating, seen, met):
    assert selection.strength_to_meet(rating, seen=seen) == met


async def test_one_wrong_cell_at_two_turns_counts_twice(judge):
    puzzle, step, wrong = next(
        (each, each.choices[1], wrong)
        for each in collection.load()
        for wrong in each.steps[0].refutations
        if len(each.choices) > 1 and wrong in each.steps[each.choices[1]].refutations
    )
    assert (await judge(ANN, wrong, puzzle=puzzle)).wrong == 1
    assert (await judge(ANN, wrong, step, puzzle=puzzle)).wrong == 2


@pytest.mark.parametrize(("steps", "choices"), [(2, [0, 1]), (2, [0]), (3, [0]), (3, [0, 2])])
async def test_a_puzzle_is_solved_with_its_last_choice(judge, world, steps, choices):
    """Nobody is asked for forced turns, at the end or between two choices."""
    found = (each for each in collection.load() if len(each.steps) == steps)
    puzzle = next(each for each in found if each.choices == choices)
    for step in choices:
        await judge(ANN, puzzle.steps[step].answer, step, puzzle=puzzle)
        attempt = await read(world, store.find_attempt, ANN, puzzle.number)
        assert attempt.solved is (True if step == choices[-1] else None)


async def test_the_same_wrong_turn_counts_once(judge):
    assert (await judge(ANN, FIRST)).wrong == 1
    assert (await judge(ANN, FIRST)).wrong == 1
    # a second panel, whose buttons still count no tries
    assert (await judge(ANN, SECOND)).wrong == 2
    assert not (await judge(ANN, SECOND, tries=1)).repeated


async def test_a_button_pressed_twice_at_once_counts_once(judge, world):
    both = await asyncio.gather(judge(ANN, FIRST), judge(ANN, FIRST))
    assert [view.wrong for view in both] == [1, 1]
    assert (await read(world, store.find_puzzles, [PUZZLE.number]))[PUZZLE.number].attempts == 1


async def test_three_wrong_turns_end_the_attempt(judge, world):
    for turn in (FIRST, SECOND, THIRD):
        view = await judge(ANN, turn)
    assert view.wrong == MAX_TRIES
    row = await read(world, store.find_attempt, ANN, PUZZLE.number)
    assert row.solved is False
    assert row.ended_at == world.clock()


async def test_a_repeated_attempt_changes_nothing(judge, world, puzzles):
    await judge(ANN, FIRST)
    await solve(judge, ANN)
    before = (
        await read(world, store.find_attempt, ANN, PUZZLE.number),
        await read(world, store.find_solver, ANN),
        await read(world, store.find_puzzles, [PUZZLE.number]),
    )
    world.clock.advance(days=1)
    assert (await judge(ANN, SECOND, tries=1)).wrong == 2
    assert (await solve(judge, ANN)).repeated
    await puzzles.give_up(world.act(ANN), PuzzlePlace(PUZZLE))
    after = (
        await read(world, store.find_attempt, ANN, PUZZLE.number),
        await read(world, store.find_solver, ANN),
        await read(world, store.find_puzzles, [PUZZLE.number]),
    )
    assert after == before


async def test_solving_at_once_raises_the_person_and_lowers_the_puzzle(judge, world):
    await solve(judge, ANN)
    solver = await read(world, store.find_solver, ANN)
    row = (await read(world, store.find_puzzles, [PUZZLE.number]))[PUZZLE.number]
    first = Rating(float(PUZZLE.difficulty), 200.0)
    stronger = updated(NEW_SOLVER, [GameResult(first, 1.0)], 0)
    harder = updated(first, [GameResult(NEW_SOLVER, 0.0)], 0)
    assert solver.value > NEW_SOLVER.value
    assert row.value < PUZZLE.difficulty
    assert Rating(solver.value, solver.deviation, solver.volatility) == stronger
    assert Rating(row.value, row.deviation, row.volatility) == harder
    assert (solver.attempts, row.attempts) == (1, 1)


async def test_after_a_break_only_the_person_is_rated_less_surely(judge, world, puzzles):
    await solve(judge, ANN)
    value, deviation = (await puzzles.stats(ANN)).rating
    before = (await read(world, store.find_puzzles, [PUZZLE.number]))[PUZZLE.number]
    world.clock.advance(days=365)
    later, wider = (await puzzles.stats(ANN)).rating
    assert later == value
    assert deviation < wider < NEW_SOLVER.deviation
    await solve(judge, BEN)
    after = (await read(world, store.find_puzzles, [PUZZLE.number]))[PUZZLE.number]
    old = Rating(before.value, before.deviation, before.volatility)
    harder = updated(old, [GameResult(NEW_SOLVER, 0.0)], 0)
    assert Rating(after.value, after.deviation, after.volatility) == harder


@pytest.mark.parametrize(("late", "counts"), [(timedelta(0), True), (timedelta(seconds=1), False)])
async def test_an_attempt_of_up_to_ninety_days_changes_the_rating(judge, world, late, counts):
    await world.database.write(players.remember, ANN, "Ann", world.clock())
    begun = store.AttemptRow(ANN, PUZZLE.number, world.clock() - timedelta(days=90) - late)
    await world.database.write(store.put_attempt, begun)
    await solve(judge, ANN)
    assert (await read(world, store.find_solver, ANN) is not None) is counts
    assert timedelta(days=90) == COMES_AGAIN


@pytest.mark.parametrize("way", ["wrong turn", "solution"])
async def test_a_wrong_turn_or_the_solution_lowers_the_person_once(judge, world, puzzles, way):
    if way == "wrong turn":
        await judge(ANN, FIRST)
    else:
        await puzzles.give_up(world.act(ANN), PuzzlePlace(PUZZLE))
    lowered = await read(world, store.find_solver, ANN)
    assert lowered.value < NEW_SOLVER.value
    attempt = await read(world, store.find_attempt, ANN, PUZZLE.number)
    assert (attempt.wrong, attempt.solved) == ((1, None) if way == "wrong turn" else (0, False))
    await solve(judge, ANN)
    assert await read(world, store.find_solver, ANN) == lowered


async def test_a_chosen_theme_is_a_hint_and_changes_no_rating(judge, world, puzzles):
    await solve(judge, ANN, hinted=True)
    assert await read(world, store.find_solver, ANN) is None
    assert await read(world, store.find_puzzles, [PUZZLE.number]) == {}
    assert (await puzzles.stats(ANN)).at_once == 1


async def test_the_difficulty_follows_the_attempts_from_the_twentieth_on(judge):
    for number in range(SETTLED):
        view = await solve(judge, 1000 + number)
        assert (view.difficulty == PUZZLE.difficulty) == (number + 1 < SETTLED)
    assert view.difficulty < PUZZLE.difficulty - 100


@pytest.mark.parametrize("votes", [(1,), (-1,), (1, 1, -1), (-1, -1, 1), (1, -1, 1), (-1, 1, -1)])
async def test_a_vote_can_be_changed_and_counts_once(world, puzzles, votes):
    for vote in votes:
        await puzzles.vote(world.act(ANN), PUZZLE, vote)
    await puzzles.vote(world.act(BEN), PUZZLE, -1)
    row = (await read(world, store.find_puzzles, [PUZZLE.number]))[PUZZLE.number]
    assert (row.likes, row.dislikes) == ((1, 1) if votes[-1] == 1 else (0, 2))


@pytest.mark.parametrize(
    ("likes", "dislikes", "is_shown"), [(0, 4, True), (2, 3, False), (3, 3, True), (3, 2, True)]
)
def test_a_puzzle_is_left_out_only_if_more_of_five_voters_dislike_it(likes, dislikes, is_shown):
    found = sorted(selection.wanted("", "lifeline"), key=lambda each: each.difficulty)[:20]
    votes = store.PuzzleRow(found[0].number, 1200, 200, 0.06, likes=likes, dislikes=dislikes)
    shown = selection.to_show(found, {found[0].number: votes}, found[0].difficulty)
    assert (found[0] in shown) is is_shown


def test_puzzles_that_most_voters_dislike_are_not_shown():
    found = selection.wanted("", "asli")[:30]
    bad = {
        each.number: store.PuzzleRow(each.number, 1200, 200, 0.06, dislikes=5) for each in found[:9]
    }
    shown = selection.to_show(found, bad, 1200)
    assert not {each.number for each in shown} & bad.keys()
    assert selection.to_show(found[:9], bad, 1200)


def by_number(puzzle):
    return puzzle.number


async def test_results_count_first_attempts(judge, world, puzzles):
    assert await puzzles.stats(ANN) == PuzzleStats()
    others = {"cut", "save", "race"}, {"cut", "race"}, {"cut", "race", "sacrifice"}
    (at_once, seen, *_), *found = (
        sorted((each for each in collection.load() if {*each.themes} == themes), key=by_number)
        for themes in ({"save"}, *others)
    )
    late, given_up, still_open = (each[-1] for each in found)
    await solve(judge, ANN, at_once)
    for puzzle in (late, still_open):
        await judge(ANN, next(iter(puzzle.steps[0].refutations)), puzzle=puzzle)
    await solve(judge, ANN, late)
    await puzzles.give_up(world.act(ANN), PuzzlePlace(given_up))
    await puzzles.vote(world.act(ANN), seen, 1)
    await solve(judge, BEN, seen)
    stats = await puzzles.stats(ANN)
    assert (stats.at_once, stats.later, stats.failed, stats.tried) == (1, 1, 2, 4)
    assert stats.rating is not None
    shown = (at_once, late, given_up, still_open)
    tried = Counter(theme for each in shown for theme in each.themes)
    assert {*stats.themes} == {(each, tried[each], int(each == "save")) for each in tried}
    assert [count for _, count, _ in stats.themes] == [3, 3, 2, 1]


async def test_a_person_without_a_rated_attempt_has_no_rating(judge, puzzles):
    await solve(judge, ANN, hinted=True)
    stats = await puzzles.stats(ANN)
    assert (stats.tried, stats.rating) == (1, None)


async def test_results_survive_a_restart(judge, world):
    await judge(ANN, FIRST)
    world.restart()
    view = await world.services.puzzles.look(ANN, PuzzlePlace(PUZZLE))
    assert (view.wrong, view.repeated) == (1, False)


async def test_a_first_puzzle_is_from_the_first_steps_of_lifeline(world, puzzles):
    view = await puzzles.choose(world.act(ANN), "", "")

    assert view.puzzle.game == "lifeline"
    assert Theme.FIRST_STEPS in view.puzzle.themes


async def test_without_a_choice_puzzles_are_of_the_games_that_the_person_has_played(world, puzzles):
    await world.game(game="asli", size=5)

    seen = [(await puzzles.choose(world.act(ANN), "", "")).puzzle for _ in range(5)]

    assert {each.game for each in seen} == {"asli"}
    assert Theme.FIRST_STEPS in seen[0].themes


async def test_with_a_theme_alone_puzzles_are_of_the_games_that_the_person_has_played(
    world, puzzles
):
    seen = [(await puzzles.choose(world.act(ANN), "first-steps", "")).puzzle for _ in range(3)]
    assert {each.game for each in seen} == {"lifeline"}

    hold = await puzzles.choose(world.act(ANN), "hold", "")  # Lifeline has no holds
    assert hold.puzzle.game != "lifeline"


async def test_each_person_has_five_first_puzzles_of_their_own(world, puzzles):
    for person in (ANN, BEN):
        world.clock.advance(minutes=1)
        shown = []
        for _ in range(FIRST_PUZZLES + 1):
            world.clock.advance(seconds=1)
            shown.append((await puzzles.choose(world.act(person), "", "")).first)
        assert shown == [*[True] * FIRST_PUZZLES, False]


@pytest.mark.both_databases
async def test_puzzles_from_own_mistakes_are_none_of_the_first_puzzles(world, puzzles):
    await world.database.write(players.remember, ANN, "Ann", world.clock())
    for number in range(FIRST_PUZZLES):
        own = store.AttemptRow(ANN, FIRST_OWN + number, world.clock())
        await world.database.write(store.put_attempt, own)
    world.clock.advance(seconds=1)

    shown = await puzzles.choose(world.act(ANN), "", "")
    assert shown.first
    assert words.how_hard(shown.difficulty) == "easy"
    assert Theme.FIRST_STEPS in shown.puzzle.themes


async def test_the_first_puzzles_need_no_knowledge_of_komi(world, puzzles):
    first = [(await puzzles.choose(world.act(ANN), "", "")).puzzle for _ in range(5)]
    assert not any(each.start.komi for each in first)

    later = selection.familiar(selection.wanted("", "lifeline"), (), seen=5)
    assert any(each.start.komi for each in later)


@pytest.mark.parametrize("game", ["", "lifeline", "asli"])
async def test_the_first_puzzles_are_easy(world, puzzles, game):
    shown = [await puzzles.choose(world.act(ANN), "", game) for _ in range(FIRST_PUZZLES)]
    assert {words.how_hard(each.difficulty) for each in shown} == {"easy"}


def test_when_all_familiar_puzzles_are_seen_the_others_follow():
    others = selection.wanted("hold", "asli")

    assert selection.familiar(others, {"lifeline"}, seen=0) == others


@pytest.mark.parametrize(("games", "game"), [((), "lifeline"), (("cornered",), "cornered")])
def test_a_first_puzzle_is_familiar_then_without_komi_then_a_first_step(games, game):
    def kind(*, komi, first, of=game):
        found = [
            each
            for each in selection.wanted("", of)
            if bool(each.komi) is komi and (Theme.FIRST_STEPS in each.themes) is first
        ]
        return found[:3]

    other = "cornered" if game == "lifeline" else "lifeline"
    strange = [*kind(komi=False, first=True, of=other), *kind(komi=True, first=True, of=other)]
    easy, easy_komi = kind(komi=False, first=True), kind(komi=True, first=True)
    plain, komi = kind(komi=False, first=False), kind(komi=True, first=False)
    for unseen, found in (
        ([*strange, *easy, *easy_komi, *plain, *komi], easy),
        ([*strange, *easy_komi, *plain, *komi], plain),
        ([*strange, *easy_komi, *komi], [*easy_komi, *komi]),
        (strange, strange),
    ):
        assert selection.familiar(unseen, games, seen=0) == found
    every = [*easy, *easy_komi, *plain, *komi]
    assert selection.familiar([*strange, *every], games, seen=1) == [*easy, *plain]
    assert selection.familiar([*strange, *every], games, seen=FIRST_PUZZLES - 1) == [*easy, *plain]
    assert selection.familiar([*strange, *every], games, seen=FIRST_PUZZLES) == every
