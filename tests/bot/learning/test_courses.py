"""Lessons: consistent with the worked examples and the rules, and short."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.learning.boards import position_from_text
from bot.learning.courses import COURSES, course
from bot.learning.steps import TitleOverlay, after_move, illegal_overlay
from renderer.describe import describe
from renderer.scene import Header, board_scene
from renderer.threads import CutThread
from rules.moves import Place
from rules.position import Colour
from rules.registry import GAMES, UnknownGame, find_game

EXAMPLES = {
    example["id"]: example
    for example in json.loads(
        (Path(__file__).parents[2] / "rules" / "data" / "worked-examples.json").read_text()
    )
}
STEPS = [
    pytest.param(key, step, id=f"{key}: {step.title()}")
    for key, steps in COURSES.items()
    for step in steps
]


def stones(position):
    return tuple(
        {name for cell, name in enumerate(position.topology.names) if mask >> cell & 1}
        for mask in position.stones
    )


def test_every_game_has_five_lessons():
    lessons = {key: len(steps) for key, steps in COURSES.items()}
    files = "bot/learning/courses/ has a file for each game, named by its key"
    assert lessons == {game.key: 5 for game in GAMES}, files


@pytest.mark.parametrize(("key", "step"), STEPS)
def test_a_lesson_shows_the_worked_example_that_it_names(key, step):
    file = f"bot/learning/courses/{key}.py"
    assert step.position.game == key, f"a board of another game in {file}"
    if not step.example:
        return
    example = EXAMPLES[step.example]
    assert example["game"] == key, f"leave `example` of this lesson empty in {file}"
    assert step.position.topology.size == example["size"]
    before = set(example["black"]), set(example["white"])
    gone = example["expect"].get("captured") or example["expect"].get("enemy_removed") or []
    gone = {*gone, *(example["expect"].get("own_removed") or [])}
    played = example["action"]
    played = {played} if isinstance(played, str) else set(played["place"])
    now = stones(step.position)
    if now != before:  # the lesson shows the board after the example's move
        mover = Colour[example["to_move"].upper()]
        expected = [set(before[0]), set(before[1])]
        expected[mover] |= played
        assert now == tuple(side - gone for side in expected)


@pytest.mark.parametrize(("key", "step"), STEPS)
def test_a_lesson_is_short_and_has_an_alternative_text(key, step):
    assert 1 <= len(step.title()) <= 40
    assert 40 <= len(step.text()) <= 700
    assert step.text().count("**") % 2 == 0
    assert find_game(key).name in describe(step.position)
    scene = board_scene(step.position, Header(), step.overlays)
    added = [mark for mark in scene.marks if not isinstance(mark, CutThread)]
    assert bool(added) == bool(step.overlays)


def test_statements_of_lessons_about_positions_are_true():
    end = COURSES["lifeline"][4].position
    assert not end.stones[Colour.WHITE]
    assert all(end.play(move).outcome().winner is Colour.BLACK for move in end.legal_moves())
    first = COURSES["asli"][0].position
    assert (first.prison, first.to_move) == ((3, 0), Colour.WHITE)  # komi 3
    stuck = COURSES["cornered"][4].position
    assert list(stuck.legal_moves()) == []
    assert stuck.outcome().winner is Colour.BLACK
    empty = {name for name in stuck.topology.names if not any(name in s for s in stones(stuck))}
    assert empty == {"d2", "d4"}
    assert COURSES["asli"][0].position.is_legal(Place(0))
    assert COURSES["liflina"][1].position.prison == (2, 0)


def test_examples_without_a_source_are_marked_as_rulings():
    (repeats,) = [step for step in COURSES["liflina"] if "an earlier position" in step.text()]
    assert "We added this rule" in repeats.text()


RUNNING = after_move(position_from_text("lifeline", "... .X.. ..... .XX. O.O"), "d4")
OVER = COURSES["cornered"][4].position


@pytest.mark.parametrize("position", [RUNNING, OVER])
@pytest.mark.parametrize("asks", [False, True])
def test_a_title_replaces_the_last_move_and_names_a_player_to_move_only_if_it_asks(position, asks):
    plain = board_scene(position, Header())
    titled = board_scene(position, Header(), (TitleOverlay("Turn 2 of 3", asks=asks),))
    words = replace(plain.words, title="Turn 2 of 3", last="", last_caption="", last_line="")
    if position is RUNNING and not asks:
        seats = tuple(replace(each, active=False) for each in words.seats)
        words = replace(words, seats=seats, status="", remarkable=False)
    assert titled == replace(plain, words=words)
    assert (plain.words.last == "") is (position is OVER)
    assert any(each.active for each in plain.words.seats) is (position is RUNNING)


def test_a_legal_move_has_no_overlay_of_a_refusal():
    board = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")

    with pytest.raises(ValueError, match="b1 is allowed"):
        illegal_overlay(board, "b1")


def test_a_board_in_text_is_parsed_as_its_diagram_shows():
    board = position_from_text("asli", "O.... X.... ..... ..X.. ..O.O")

    assert " ".join(board.diagram().replace(" ", "").split()) == "O.... X.... ..... ..X.. ..O.O"
    assert after_move(board, "b5").last_turn.removed == (0, 1 << board.topology.cell("a5"))


def test_an_unknown_game_has_no_course():
    with pytest.raises(UnknownGame):
        course("chess")
