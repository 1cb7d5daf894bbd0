"""Tutorial: answers are right by the rules, and every wrong one has an explanation."""

import pytest

from bot.learning.boards import position_from_text
from bot.learning.goals import saves_groups
from bot.learning.tasks import judge
from bot.learning.tutorial import TASKS
from renderer.describe import describe
from renderer.scene import Header, board_scene
from rules.moves import Place

ANSWERS = [
    pytest.param(task, name, id=f"{task.title}: {name}") for task in TASKS for name in task.cells
]
RIGHT = ["e5", "f7", "d3", "c4", "e5", "c3", "a4", "e3"]


def right(task):
    return [name for name in task.cells if judge(task, name).right]


def test_there_are_eight_tasks_and_each_has_one_right_answer():
    assert [right(task) for task in TASKS] == [[name] for name in RIGHT]


@pytest.mark.parametrize(("task", "name"), ANSWERS)
def test_every_candidate_is_an_empty_cell(task, name):
    cell = task.position.topology.cell(name)

    assert task.position.board.empty >> cell & 1


@pytest.mark.parametrize(("task", "name"), ANSWERS)
def test_every_answer_gets_a_sentence_and_a_picture(task, name):
    verdict = judge(task, name)

    assert 20 <= len(verdict.sentence) <= 300
    assert name.upper() in verdict.sentence or verdict.overlays or verdict.right
    assert describe(verdict.position)
    board_scene(verdict.position, Header(), verdict.overlays)


@pytest.mark.parametrize(("task", "name"), ANSWERS)
def test_an_illegal_candidate_is_explained_by_the_rules(task, name):
    move = Place(task.position.topology.cell(name))
    reason = task.position.why_illegal(move)

    verdict = judge(task, name)

    shown = [overlay for overlay in verdict.overlays if getattr(overlay, "reason", None)]
    assert [overlay.reason for overlay in shown] == ([reason] if reason else [])
    if reason:
        assert verdict.sentence == reason.sentence


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title)
def test_candidates_are_numbered_in_reading_order(task):
    points = task.position.topology.points

    assert list(task.candidates) == sorted(
        task.candidates, key=lambda cell: (-points[cell][1], points[cell][0])
    )


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title)
def test_a_task_is_short(task):
    assert len(task.title) <= 40
    assert len(task.question) <= 300
    assert len(task.praise) <= 300
    assert 3 <= len(task.cells) <= 5


def test_a_failed_rescue_shows_the_capturing_cell():
    save = next(task for task in TASKS if task.title == "Save a group")

    verdict = judge(save, "e5")

    assert "White takes them with C4" in verdict.sentence
    killer = verdict.position.topology.cell("c4")
    (danger,) = verdict.overlays[0].dangers
    assert danger.cells == 1 << killer


def test_a_wrong_last_placement_shows_the_refutation():
    last = next(task for task in TASKS if task.title == "The last placement")

    verdict = judge(last, "a3")

    assert "White answers C5" in verdict.sentence
    assert verdict.position.ply == last.position.ply + 2


def test_one_stone_in_danger_is_named_in_the_singular():
    board = position_from_text("lifeline", "O... .OX.X .XO..O .....O. OO...O X..X. ..XX")

    miss = saves_groups(board, board.play(Place(board.topology.cell("e5"))))

    assert miss.sentence == "The stone on C5 is still in danger: White takes it with C4."
