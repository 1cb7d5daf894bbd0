"""Lessons on strategy: the accepted answers are exactly the turns that the solver proves to win."""

import pytest

from bot.learning.strategy import STRATEGY
from bot.learning.tasks import judge
from rules.moves import format_move, parse_move
from sparring import endgame_solver

MAX_NODES = 200_000
TASKS = [
    pytest.param(task, id=f"{tutorial.key}: {task.title()}")
    for tutorial in STRATEGY
    for task in tutorial.tasks
]


@pytest.fixture(autouse=True)
def _small_tables(monkeypatch):
    monkeypatch.setattr(endgame_solver, "TABLE_SLOTS", 1 << 14)


def winner_of(position):
    outcome = position.outcome()
    return outcome.winner if outcome else endgame_solver.solve_endgame(position, MAX_NODES).winner


@pytest.mark.parametrize("task", TASKS)
def test_the_accepted_turns_are_exactly_those_that_win(task):
    start, mover = task.position, task.position.to_move
    wins = {
        format_move(move, start.topology)
        for move in start.legal_moves()
        if winner_of(start.play(move)) is mover
    }

    assert {name for name in task.cells if judge(task, name).right} == wins
    assert winner_of(start) is mover


@pytest.mark.parametrize("task", TASKS)
def test_the_reply_to_a_wrong_turn_wins(task):
    for name in task.cells:
        verdict = judge(task, name)
        if not verdict.right:
            assert verdict.position.to_move is task.position.to_move
            assert winner_of(verdict.position) is task.position.to_move.other
            assert task.position.is_legal(parse_move(name, task.position.topology))
