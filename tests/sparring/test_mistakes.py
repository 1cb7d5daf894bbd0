"""Puzzles from turning points: exactly one turn wins, and the played one loses."""

import random
from dataclasses import replace

import pytest

from rules.moves import Place, format_move, parse_move
from rules.record import Record, replay
from rules.registry import find_game
from sparring.endgame_solver import count_empty_cells, solve_endgame
from sparring.puzzles import mistakes
from sparring.puzzles.mistakes import find_mistakes
from sparring.puzzles.proof import UnprovedError
from sparring.puzzles.puzzle import from_line
from sparring.puzzles.themes import find_themes
from sparring.review import Review, TurningPoint, pack_review, unpack_review
from sparring.time_slices import run_to_end
from tests.puzzles.puzzle_check import fault_of

NODES = 100_000


def random_record(key, options, rng):
    ruleset = find_game(key).ruleset(options)
    record = Record(ruleset, ())
    position = replay(record)
    while position.outcome() is None:
        move = rng.choice(list(position.legal_moves()))
        record, position = replace(record, moves=(*record.moves, move)), position.play(move)
    return record


def late_points(record, most_empty):
    """Return every placement late in a game as a turning point."""
    start = replace(record, moves=())
    position, found = replay(start), []
    for ply, move in enumerate(record.moves):
        late = position.phase.name == "PLAY" and count_empty_cells(position) <= most_empty
        if late and isinstance(move, Place):
            found.append(TurningPoint(ply, position.to_move, move, move, 1.0, 0.0))
        position = position.play(move)
    return found


def winning_moves(position):
    mover = position.to_move
    return {
        format_move(move, position.topology)
        for move in position.legal_moves()
        if winner_after(position.play(move)) is mover
    }


def winner_after(position):
    outcome = position.outcome()
    return outcome.winner if outcome else solve_endgame(position, NODES).winner


@pytest.mark.parametrize(
    ("key", "options", "empty"),
    [
        ("lifeline", {"size": 4, "start": "none"}, 6),
        ("cornered", {"size": 4, "start": "none"}, 8),
        ("asli", {"size": 5, "komi": 2}, 7),
    ],
)
def test_a_mistake_is_a_puzzle_exactly_if_one_turn_won(key, options, empty):
    made = 0
    for seed in range(8):
        record = random_record(key, options, random.Random(seed))
        points = late_points(record, empty)
        found = {each.ply: each for each in run_to_end(find_mistakes(record, points))}
        for point in points:
            before = replay(replace(record, moves=record.moves[: point.ply]))
            played = format_move(point.played, before.topology)
            wins = winning_moves(before)
            is_mistake = len(wins) == 1 and played not in wins
            assert (point.ply in found) == is_mistake
            if point.ply not in found:
                continue
            made += 1
            puzzle = from_line(found[point.ply].puzzle)
            assert {puzzle.steps[0].answer} == wins
            assert puzzle.start.stones == before.stones
            assert found[point.ply].by is before.to_move
            assert fault_of(found[point.ply].puzzle) == ""
            assert puzzle.themes == find_themes(puzzle)
    assert made


def test_the_answer_of_a_puzzle_was_legal_in_the_game():
    """In this game, the only winning turn would repeat the position after turn 8."""
    game = find_game("liflina")
    ruleset = game.ruleset({"size": 3})
    position, played = game.start(ruleset), []
    for name in ["offer 3", "white", "c2", "a2", "c1", "c3", "a1", "b2", "a3", "hold", "b3"]:
        played.append(parse_move(name, position.topology))
        position = position.play(played[-1])
    before, mover = position, position.to_move
    played.append(next(iter(position.legal_moves())))
    point = TurningPoint(before.ply, mover, played[-1], played[-1], 0.9, 0.1)
    (puzzle,) = [run_to_end(mistakes._make_puzzle(before))]
    assert not before.is_legal(parse_move(puzzle.steps[0].answer, before.topology))
    assert run_to_end(find_mistakes(Record(ruleset, tuple(played)), [point])) == ()


def late_mistake():
    for seed in range(20):
        record = random_record("lifeline", {"size": 4, "start": "none"}, random.Random(seed))
        points = late_points(record, 6)
        if found := run_to_end(find_mistakes(record, points)):
            return record, points, found
    raise AssertionError


@pytest.mark.parametrize(
    ("limit", "value"), [("MAX_NODES", 0), ("MAX_EMPTY", 1), ("MAX_CHOICES", 1)]
)
def test_a_position_beyond_a_limit_is_no_puzzle(limit, value, monkeypatch):
    record, points, found = late_mistake()
    monkeypatch.setattr(mistakes, limit, value)

    assert found
    assert run_to_end(find_mistakes(record, points)) == ()


def test_a_position_at_the_limit_of_empty_cells_is_a_puzzle(monkeypatch):
    record, points, found = late_mistake()
    empty = [
        count_empty_cells(replay(replace(record, moves=record.moves[: each.ply]))) for each in found
    ]
    monkeypatch.setattr(mistakes, "MAX_EMPTY", max(empty))
    assert run_to_end(find_mistakes(record, points)) == found
    monkeypatch.setattr(mistakes, "MAX_EMPTY", max(empty) - 1)
    left = run_to_end(find_mistakes(record, points))
    expected = [each for each, cells in zip(found, empty, strict=True) if cells < max(empty)]
    assert list(left) == expected


def test_a_puzzle_has_at_most_as_many_turns_as_buttons(monkeypatch):
    record, points, found = late_mistake()
    widest = {
        each: max(len(step.refutations) for step in from_line(each.puzzle).steps) for each in found
    }
    most = max(widest.values())
    monkeypatch.setattr(mistakes, "MAX_CHOICES", most + 1)  # the answer is a button, too
    assert run_to_end(find_mistakes(record, points)) == found
    monkeypatch.setattr(mistakes, "MAX_CHOICES", most)
    left = run_to_end(find_mistakes(record, points))
    assert list(left) == [each for each in found if widest[each] < most]


def test_the_first_step_remains_of_a_line_that_is_not_proved(monkeypatch):
    record, points, found = late_mistake()

    def find_line(prover, position):
        yield
        raise UnprovedError

    monkeypatch.setattr(mistakes.Prover, "find_line", find_line)
    left = run_to_end(find_mistakes(record, points))

    assert [(each.ply, each.by) for each in left] == [(each.ply, each.by) for each in found]
    for each, whole in zip(left, found, strict=True):
        step, *_ = from_line(whole.puzzle).steps
        assert from_line(each.puzzle).steps == (replace(step, reply=""),)


@pytest.mark.parametrize("seed", [2, 5, 9, 14])
def test_a_turn_of_two_placements_is_no_puzzle(seed):
    options = {"size": 4, "start": "twelve-star"}
    record = random_record("cornered", options, random.Random(seed))

    assert run_to_end(find_mistakes(record, late_points(record, 6))) == ()


def test_the_proofs_take_many_slices():
    """Turns of players are computed between them."""
    record, points, _ = late_mistake()

    assert sum(1 for _ in find_mistakes(record, points)) > 10


def test_mistakes_are_packed_with_their_review():
    record, points, found = late_mistake()
    review = Review((), tuple(points), found)
    board = replay(record).topology

    assert unpack_review(pack_review(review, board), board) == review
