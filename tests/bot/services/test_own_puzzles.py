"""Puzzles from a person's own mistakes: their owner, their dates and their effects."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.services.use_cases.puzzles.puzzles import (
    MAX_TRIES,
    NoMistakeDue,
    PuzzlePlace,
    PuzzleStats,
)
from bot.services.values.puzzles import own
from bot.services.values.puzzles.own import COMES_BACK, FIRST_OWN
from bot.store.tables import mistakes, puzzles
from bot.store.tables.players import DELETED_USER_ID
from rules.colour import Colour
from sparring.puzzles import collection
from sparring.puzzles.puzzle import to_line
from sparring.review import Mistake

ANN, BEN = 101, 102
CONTENT = {"points": [], "turning_points": []}
PUZZLE = next(
    each
    for each in collection.load()
    if each.game == "lifeline" and len(each.steps) == 1 and len(each.steps[0].refutations) > 2
)
OTHER = next(each for each in collection.load() if each.game == "asli")
WRONG = list(PUZZLE.steps[0].refutations)[:MAX_TRIES]


def mistake(ply, by=Colour.BLACK, puzzle=PUZZLE):
    return Mistake(ply, by, to_line(puzzle))


@pytest.fixture
def review(world):
    """Finish a game and store a review with mistakes; return the game's number."""

    async def stored(*found, **game):
        game_id = await world.game(**game)
        for user_id, turn in ((ANN, "a1 c3"), (BEN, "e5 g7"), (ANN, "d4")):
            await world.play(user_id, game_id, turn)
        await world.games.resign(world.act(ANN), game_id)
        await world.services.reviews.request(world.act(ANN), game_id)
        await world.services.reviews.store(game_id, CONTENT, found)
        return game_id

    return stored


@pytest.fixture
def choose(world):
    async def chosen(user_id=ANN, game="", besides=0):
        actor = world.act(user_id)
        return await world.services.puzzles.choose_mistake(actor, game, besides=besides)

    return chosen


@pytest.fixture
def judge(world):
    async def turn(view, turn, user_id=ANN):
        place = PuzzlePlace(view.puzzle, 0, 0, hinted=True)
        return await world.services.puzzles.turn(world.act(user_id), place, turn)

    return turn


async def fail(judge, view):
    for turn in WRONG:
        last = await judge(view, turn)
    return last


async def rows_of(world, user_id):
    return await world.database.read(mistakes.find_unsolved, user_id)


async def test_a_mistake_is_a_puzzle_of_the_player_who_made_it(review, choose, world):
    game_id = await review(mistake(2, Colour.WHITE))

    view = await choose(BEN)

    assert view.puzzle.number >= FIRST_OWN
    assert replace(view.puzzle, id=PUZZLE.id) == PUZZLE
    assert (view.mistake.game_id, view.mistake.ply) == (game_id, 2)
    assert (view.wrong, view.repeated, view.first) == (0, False, False)
    assert await choose(ANN) == NoMistakeDue(0, None)


async def test_after_a_swap_it_belongs_to_the_person_with_the_colour(world, choose):
    game_id = await world.game()
    for user_id, turn in ((ANN, "a1 c3"), (BEN, "swap"), (ANN, "e5 g7"), (BEN, "d4")):
        await world.play(user_id, game_id, turn)
    await world.games.resign(world.act(ANN), game_id)
    await world.services.reviews.request(world.act(ANN), game_id)

    await world.services.reviews.store(game_id, CONTENT, [mistake(5, Colour.BLACK)])

    assert (await choose(BEN)).mistake.ply == 5
    assert await choose(ANN) == NoMistakeDue(0, None)


@pytest.mark.both_databases
async def test_a_turn_is_a_puzzle_once(review, world):
    game_id = await review(mistake(2))
    await world.services.reviews.store(game_id, CONTENT, [mistake(2), mistake(4)])
    assert [row.ply for row in await rows_of(world, ANN)] == [2]

    new = mistakes.NewMistake(ANN, game_id, 2, to_line(PUZZLE), world.clock())
    await world.database.write(mistakes.add, new)
    await world.database.write(mistakes.add, replace(new, ply=4))
    assert [row.ply for row in await rows_of(world, ANN)] == [2, 4]


@pytest.mark.sqlite
async def test_neither_the_engine_nor_a_deleted_player_has_puzzles(world):
    game_id = await world.game()
    await world.play(ANN, game_id, "a1 c3")
    await world.games.resign(world.act(ANN), game_id)
    await world.services.reviews.request(world.act(ANN), game_id)
    await world.set_game(game_id, engine_seat=1, engine_level=2)
    await world.services.privacy.delete(ANN)

    found = [mistake(2, Colour.BLACK), mistake(3, Colour.WHITE)]
    await world.services.reviews.store(game_id, CONTENT, found)

    assert await rows_of(world, BEN) == await rows_of(world, DELETED_USER_ID) == []


async def test_the_one_that_is_due_for_longest_comes_first(review, choose, world):
    await review(mistake(2), mistake(4, puzzle=OTHER))
    world.clock.advance(minutes=1)
    await review(mistake(2, puzzle=OTHER))

    assert (await choose()).mistake.ply == 2
    assert (await choose(game="asli")).mistake.ply == 4
    now = world.clock()
    due = now - timedelta(minutes=1)
    assert await choose(game="liflina") == NoMistakeDue(3, due, elsewhere=True)


async def test_the_next_puzzle_is_another_one_as_long_as_one_is_due(review, choose, judge):
    await review(mistake(2), mistake(4), mistake(6))
    plies, view = [], await choose()
    for _ in range(4):
        plies.append(view.mistake.ply)
        view = await choose(besides=view.puzzle.number)
    assert plies == [2, 4, 6, 2]
    await fail(judge, view)
    left = await choose(besides=view.puzzle.number)
    await fail(judge, left)
    last = await choose(game="lifeline", besides=left.puzzle.number)
    assert {view.mistake.ply, left.mistake.ply, last.mistake.ply} == {2, 4, 6}
    assert await choose(besides=last.puzzle.number) == last


async def test_another_game_is_named_only_while_one_of_its_puzzles_is_due(
    review, choose, judge, world
):
    await review(mistake(2), mistake(4, puzzle=OTHER))
    await fail(judge, await choose(game="asli"))
    tomorrow = world.clock() + COMES_BACK[0]
    assert await choose(game="asli") == NoMistakeDue(2, tomorrow, elsewhere=True)

    world.clock.advance(hours=1)
    await fail(judge, await choose())
    assert await choose(game="asli") == NoMistakeDue(2, tomorrow)
    # of the wanted game the next one, though another game's comes sooner
    assert await choose(game="lifeline") == NoMistakeDue(2, tomorrow + timedelta(hours=1))
    assert await choose(game="liflina") == NoMistakeDue(2, tomorrow)


async def test_a_puzzle_that_comes_back_waits_for_those_due_before_it(review, choose, judge, world):
    await review(mistake(2), mistake(4))
    first = await choose()
    await fail(judge, first)
    world.clock.advance(days=1)
    second = await choose()
    assert (first.mistake.ply, second.mistake.ply) == (2, 4)
    await fail(judge, second)
    assert (await choose()).mistake.ply == 2
    await judge(first, PUZZLE.steps[0].answer)
    (row,) = await rows_of(world, ANN)
    solved = await world.database.read(mistakes.find, ANN, row.id - 1)
    assert (solved.due_at, solved.failures, row.failures) == (None, 1, 1)


async def test_the_answer_without_a_due_puzzle_names_the_earliest(review, choose, judge, world):
    await review(mistake(2), mistake(4))
    await fail(judge, await choose())
    earliest = world.clock.now + COMES_BACK[0]
    world.clock.advance(hours=1)
    await fail(judge, await choose())
    assert await choose() == NoMistakeDue(2, earliest)


async def test_a_failed_puzzle_comes_back_after_one_three_and_nine_days(
    review, choose, judge, world
):
    await review(mistake(2))
    for wait in (*COMES_BACK, COMES_BACK[-1]):
        ended = await fail(judge, await choose())
        assert ended.wrong == MAX_TRIES
        assert ended.mistake.due_at == world.clock() + wait
        world.clock.advance(seconds=wait.total_seconds() - 1)
        assert await choose() == NoMistakeDue(1, world.clock() + timedelta(seconds=1))
        world.clock.advance(seconds=1)
        assert (await choose()).wrong == 0
    assert [each.days for each in COMES_BACK] == [1, 3, 9]


async def test_a_solved_puzzle_never_comes_back(review, choose, judge, world):
    await review(mistake(2))
    view = await choose()
    await judge(view, WRONG[0])
    ended = await judge(view, PUZZLE.steps[0].answer)

    assert ended.mistake.due_at is None
    world.clock.advance(days=400)
    assert await choose() == NoMistakeDue(1, None)


async def test_asking_for_the_solution_is_a_failure(review, choose, world):
    await review(mistake(2))
    view = await choose()

    shown = await world.services.puzzles.give_up(world.act(ANN), PuzzlePlace(view.puzzle))

    assert shown.mistake.due_at == world.clock() + COMES_BACK[0]


async def test_an_open_attempt_goes_on_after_a_restart_and_in_another_process(
    review, choose, judge, world
):
    await review(mistake(2))
    await judge(await choose(), WRONG[0])
    world.restart()
    _, other = world.open()

    assert (await choose()).wrong == 1
    view = await other.puzzles.choose_mistake(world.act(ANN), "")
    assert (view.wrong, view.repeated) == (1, False)


@pytest.mark.both_databases
async def test_a_turn_pressed_twice_at_once_counts_once(review, choose, judge, world):
    await review(mistake(2))
    view = await choose()
    for turn in WRONG[:2]:
        await judge(view, turn)

    await asyncio.gather(judge(view, WRONG[2]), judge(view, WRONG[2]))

    (row,) = await rows_of(world, ANN)
    assert (row.failures, row.due_at) == (1, world.clock() + COMES_BACK[0])


async def test_an_old_message_changes_nothing_until_the_puzzle_comes_back(
    review, choose, judge, world
):
    await review(mistake(2))
    view = await choose()
    await fail(judge, view)
    before = await rows_of(world, ANN)

    again = await judge(view, PUZZLE.steps[0].answer)

    assert again.repeated
    assert await rows_of(world, ANN) == before


async def test_own_puzzles_change_no_rating_and_no_results(review, choose, judge, world):
    await review(mistake(2))
    view = await choose()
    place = PuzzlePlace(view.puzzle)  # as from a forged button
    await world.services.puzzles.turn(world.act(ANN), place, PUZZLE.steps[0].answer)

    assert await world.services.puzzles.stats(ANN) == PuzzleStats()
    assert await world.database.read(puzzles.find_puzzles, [view.puzzle.number]) == {}


async def test_a_stranger_cannot_see_an_own_puzzle(review, choose, world):
    await review(mistake(2))
    number = (await choose()).puzzle.number
    service = world.services.puzzles

    assert (await service.find(ANN, number)).steps == PUZZLE.steps
    assert await service.find(BEN, number) is None
    assert await service.find(ANN, number + 1) is None
    assert await service.find(BEN, PUZZLE.number) == PUZZLE
    assert await service.find(BEN, FIRST_OWN - 1) is None


@pytest.mark.both_databases
async def test_a_person_keeps_the_newest_puzzles(review, choose, judge, world, monkeypatch):
    monkeypatch.setattr("bot.services.steps.own_puzzles.MOST_KEPT", 3)
    await review(mistake(2), mistake(4), mistake(6))
    oldest = await choose()
    await judge(oldest, WRONG[0])

    await review(mistake(2), mistake(4, Colour.WHITE))

    assert [row.ply for row in await rows_of(world, ANN)] == [4, 6, 2]
    assert [row.ply for row in await rows_of(world, BEN)] == [4]
    assert await world.database.read(puzzles.find_attempt, ANN, oldest.puzzle.number) is None
    assert await world.services.puzzles.find(ANN, oldest.puzzle.number) is None
    assert own.MOST_KEPT == 100
