"""Tutorial: right answers agree with the rules, and every wrong answer has an explanation."""

import re
from collections import Counter
from types import SimpleNamespace

import pytest

from bot.learning.alternative_text import describe_picture
from bot.learning.boards import position_from_text
from bot.learning.goals import saves_groups
from bot.learning.move_effects import DangerOverlay, removed_by, threatened_by
from bot.learning.strategy import STRATEGY as STRATEGY_TUTORIALS
from bot.learning.tasks import HOLD, judge
from bot.learning.tutorial import TUTORIALS
from renderer.describe import describe
from renderer.overlays.candidates import Candidates
from renderer.overlays.lifelines import Lifelines
from renderer.scene import Header, board_scene
from renderer.threads import cut_threads, threads
from renderer.words import colour_name
from rules.moves import Hold, Place, parse_move
from rules.position import Colour
from rules.values import Danger

TASKS = [task for tutorial in TUTORIALS for task in tutorial.tasks]
ANSWERS = [
    pytest.param(task, name, id=f"{task.title()}: {name}") for task in TASKS for name in task.cells
]
STRATEGY = [task for tutorial in STRATEGY_TUTORIALS for task in tutorial.tasks]
RIGHT = {
    "basics": ["d4", "b2", "a2"],
    "more": ["e5", "c4", "e5", "c3"],
    "asli": ["a4"],
    "liflina": ["e3"],
    "two-groups": ["d5", "g6", "g7"],
    "bigger-half": ["a3", "c1", "a3"],
    "free-moves": ["b2", "d3", "c3"],
    "cut-connect": ["f3", "g4", "g4"],
    "asli-prison": ["d2", "e1", "e4"],
    "asli-hold": ["hold", "hold", "b5"],
    "liflina-prison": ["a2", "e2", "d2"],
    "liflina-hold": ["hold", "d3", "e4"],
}


def right(task):
    return [name for name in task.cells if judge(task, name).right]


def task_named(title):
    return next(task for task in TASKS if task.title() == title)


def test_each_task_has_one_right_answer():
    found = {each.key: [right(task) for task in each.tasks] for each in TUTORIALS}

    assert found == {key: [[name] for name in names] for key, names in RIGHT.items()}


def test_the_first_tutorial_teaches_life_death_and_the_last_stone():
    life, death, last = TUTORIALS[0].tasks
    alive, cut, won = (judge(task, right(task)[0]).position for task in TUTORIALS[0].tasks)

    assert threads(life.position)
    assert threads(alive, Colour.BLACK)
    assert [thread.cut for thread in threads(death.position, Colour.WHITE)] == [False, True]
    assert cut.last_turn.removed[Colour.WHITE]
    assert cut_threads(cut)
    assert not won.stones[Colour.WHITE]
    assert all(won.play(move).outcome().winner is Colour.BLACK for move in won.legal_moves())
    assert last.reply


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda tutorial: tutorial.key)
def test_a_tutorial_is_about_one_game(tutorial):
    assert {task.position.game for task in tutorial.tasks} == {tutorial.game}


@pytest.mark.parametrize(("task", "name"), ANSWERS)
def test_every_candidate_is_an_empty_cell_or_a_legal_hold(task, name):
    if name == HOLD:
        assert task.position.is_legal(Hold())
        assert task.cells[-1] == HOLD
        return
    cell = task.position.topology.cell(name)

    assert task.position.board.empty >> cell & 1


@pytest.mark.parametrize(("task", "name"), ANSWERS)
def test_every_answer_gets_a_sentence_and_a_picture(task, name):
    verdict = judge(task, name)

    assert 15 <= len(verdict.sentence) <= 300
    assert verdict.overlays or verdict.position != task.position
    assert describe(verdict.position)
    board_scene(verdict.position, Header(), verdict.overlays)


@pytest.mark.parametrize(("task", "name"), ANSWERS)
def test_an_illegal_candidate_is_explained_by_the_rules(task, name):
    reason = task.position.why_illegal(parse_move(name, task.position.topology))

    verdict = judge(task, name)

    shown = [overlay for overlay in verdict.overlays if getattr(overlay, "reason", None)]
    assert [overlay.reason for overlay in shown] == ([reason] if reason else [])
    if reason:
        assert verdict.sentence == reason.sentence


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title())
def test_the_marks_of_a_question_stay_on_the_right_answer_only_where_they_explain_it(task):
    (name,) = right(task)
    verdict, move = judge(task, name), parse_move(name, task.position.topology)
    after = task.position.play(move)
    if task.reply:
        after = after.play(parse_move(task.reply, after.topology))
    assert verdict.position == after
    assert verdict.overlays == (task.overlays if task.title() == "Life" else ())


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title())
def test_candidates_are_numbered_in_reading_order(task):
    points = task.position.topology.points

    assert list(task.candidates) == sorted(
        task.candidates, key=lambda cell: (-points[cell][1], points[cell][0])
    )


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title())
def test_the_alternative_text_numbers_the_candidates_from_one(task):
    words = describe_picture(task.position, (Candidates(task.candidates),))
    labels = map(task.position.topology.label, task.candidates)
    assert all(f"{number} on {cell}" in words for number, cell in enumerate(labels, start=1))


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title())
def test_a_task_is_short(task):
    assert len(task.title()) <= 40
    assert len(task.question()) <= 300
    assert len(task.praise()) <= 300
    assert 20 <= len(task.others()) <= 150
    assert 3 <= len(task.cells) <= 5


def test_strategy_has_four_lessons_on_lifeline_and_two_on_each_game_with_a_prison():
    lessons = Counter(tutorial.game for tutorial in STRATEGY_TUTORIALS)

    assert lessons == {"lifeline": 4, "asli": 2, "liflina": 2}
    assert {len(tutorial.tasks) for tutorial in STRATEGY_TUTORIALS} == {3}


@pytest.mark.parametrize("task", STRATEGY, ids=lambda task: task.title())
def test_a_wrong_turn_of_strategy_is_refuted_on_the_board(task):
    for name in set(task.cells) - set(right(task)):
        verdict = judge(task, name)

        assert verdict.sentence.startswith(f"{colour_name(task.position.to_move.other)} answers ")
        assert verdict.position.ply == task.position.ply + 2


@pytest.mark.parametrize("task", STRATEGY, ids=lambda task: task.title())
def test_numbers_in_the_texts_of_strategy_are_true(task):
    """“takes 10 stones”, “threatens 17 black stones”, “you lose 13 stones”, “costs you 17”."""
    before = task.position
    answers = [before.play(parse_move(name, before.topology)) for name in task.cells]
    taken, lost, threatened = (
        {
            sum(each.bit_count() for each in found)
            for found in ([count(before, after)] if after else [] for after in answers)
        }
        for count in (
            lambda b, a: removed_by(b, a)[0],
            lambda b, a: removed_by(b, a)[1],
            threatened_by,
        )
    )
    said = f"{task.question()} {task.praise()} {task.others()}"
    for pattern, counts in (
        (r"takes (?:all )?(\d+)", taken),
        (r"(?:lose|cost you|costs you) (\d+)", lost),
        (r"threatens (\d+) black", threatened),
    ):
        assert {int(number) for number in re.findall(pattern, said)} <= counts


def test_a_failed_rescue_shows_the_capturing_cell():
    save = task_named("Save a group")

    verdict = judge(save, "e5")

    assert "White can take them with C4" in verdict.sentence
    killer = verdict.position.topology.cell("c4")
    (danger,) = verdict.overlays[0].dangers
    assert danger.cells == 1 << killer


def test_a_wrong_last_placement_shows_the_refutation():
    last = task_named("Free moves")

    verdict = judge(last, "a3")

    assert "White answers with C5" in verdict.sentence
    assert verdict.position.ply == last.position.ply + 2


def test_joining_all_groups_says_how_many_stones_are_lost():
    verdict = judge(task_named("The last stone"), "d5")

    assert (
        verdict.sentence
        == "You lose all 9 of your stones. A new stone would see no friend, so White wins."
    )
    assert not verdict.position.stones[Colour.BLACK]


def test_a_missed_cut_shows_the_other_way():
    verdict = judge(task_named("Death"), "b4")

    assert verdict.overlays == (Lifelines(Colour.WHITE, warnings=False),)
    assert "White still has another path" in verdict.sentence


def test_one_stone_in_danger_is_named_in_the_singular():
    board = position_from_text("lifeline", "O... .OX.X .XO..O .....O. OO...O X..X. ..XX")

    miss = saves_groups(board, board.play(Place(board.topology.cell("e5"))))

    assert miss.sentence == "The stone on C5 is still in danger: White can take it with C4."


def test_the_first_three_tasks_say_what_a_new_player_must_know():
    words = " ".join(
        said() for task in TUTORIALS[0].tasks for said in (task.question, task.praise, task.others)
    )

    for needed in (
        "Connected stones of one colour are a **group**",
        "die, so nothing would change: that isn't allowed",
        "your first two stones need no friend, but those two may not touch each other",
        "You can't pass",
        "no new white stone could live",
    ):
        assert needed in words


def test_every_group_left_in_danger_is_marked_and_the_first_one_is_named():
    before = position_from_text("lifeline", "O... .OX.X .XO..O .....O. OO...O X..X. ..XX")
    mask, after = before.topology.mask, before.play(Place(before.topology.cell("e5")))
    dangers = (Danger(mask(["a1", "b1"]), mask(["c1", "d2"])), Danger(mask(["c5"]), mask(["c4"])))
    found = saves_groups(before, with_dangers(after, dangers))
    assert found.sentence == (
        "The stones on A1 and B1 are still in danger: White can take them with C1 or D2."
    )
    assert found.overlays == (DangerOverlay(dangers),)


def with_dangers(position, dangers):
    return SimpleNamespace(topology=position.topology, in_danger={Colour.BLACK: dangers}.get)


def test_each_way_of_the_second_task_passes_the_cell_that_cuts_it():
    death = task_named("Death")
    (cut,) = right(death)
    (red,) = [each for each in threads(death.position, Colour.WHITE) if each.cut]

    assert death.position.topology.cell(cut) in red.path
