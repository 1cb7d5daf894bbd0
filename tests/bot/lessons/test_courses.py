"""Lessons: drawn from the worked examples, true by the rules, short enough to be read."""

import json
from pathlib import Path

import pytest

from bot.learning.boards import position_from_text
from bot.learning.courses import COURSES, course, course_from_summary
from bot.learning.steps import after_move, illegal_overlay
from renderer.describe import describe
from renderer.scene import Header, board_scene
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
    pytest.param(key, step, id=f"{key}: {step.title}")
    for key, steps in COURSES.items()
    for step in steps
]


def stones(position):
    return tuple(
        {name for cell, name in enumerate(position.topology.names) if mask >> cell & 1}
        for mask in position.stones
    )


def test_every_game_is_taught_in_five_steps():
    assert {key: len(steps) for key, steps in COURSES.items()} == {game.key: 5 for game in GAMES}


@pytest.mark.parametrize(("key", "step"), STEPS)
def test_a_step_shows_its_own_game_and_the_worked_example_it_names(key, step):
    assert step.position.game == key
    if not step.example:
        return
    example = EXAMPLES[step.example]
    assert example["game"] == key
    assert step.position.topology.size == example["size"]
    before = set(example["black"]), set(example["white"])
    gone = example["expect"].get("captured") or example["expect"].get("enemy_removed") or []
    gone = {*gone, *(example["expect"].get("own_removed") or [])}
    played = example["action"]
    played = {played} if isinstance(played, str) else set(played["place"])
    now = stones(step.position)
    if now != before:  # the step shows the board after the example's move
        mover = Colour[example["to_move"].upper()]
        expected = [set(before[0]), set(before[1])]
        expected[mover] |= played
        assert now == tuple(side - gone for side in expected)


@pytest.mark.parametrize(("key", "step"), STEPS)
def test_a_step_is_short_and_its_picture_has_words(key, step):
    assert 1 <= len(step.title) <= 40
    assert 40 <= len(step.text) <= 700
    assert step.text.count("**") % 2 == 0
    assert find_game(key).name in describe(step.position)
    scene = board_scene(step.position, Header(), step.overlays)
    assert bool(scene.marks) == bool(step.overlays)


def test_what_a_lesson_says_about_a_position_is_so():
    lifeline, cornered, asli, liflina = COURSES.values()
    end = lifeline[4].position
    assert not end.stones[Colour.WHITE]
    assert all(end.play(move).outcome().winner is Colour.BLACK for move in end.legal_moves())
    stuck = cornered[4].position
    assert list(stuck.legal_moves()) == []
    assert stuck.outcome().winner is Colour.BLACK
    empty = {name for name in stuck.topology.names if not any(name in s for s in stones(stuck))}
    assert empty == {"d2", "d4"}
    assert asli[0].position.is_legal(Place(0))
    assert liflina[1].position.prison == (2, 0)


def test_what_no_text_of_the_author_says_is_shown_as_a_ruling():
    (repeats,) = [step for step in COURSES["liflina"] if "an earlier board" in step.text]
    assert "a *ruling* of ours" in repeats.text


def test_a_lesson_cannot_show_the_refusal_of_an_allowed_move():
    board = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")

    with pytest.raises(ValueError, match="b1 is allowed"):
        illegal_overlay(board, "b1")


def test_a_drawn_board_is_what_the_diagram_shows():
    board = position_from_text("asli", "O.... X.... ..... ..X.. ..O.O")

    assert " ".join(board.diagram().replace(" ", "").split()) == "O.... X.... ..... ..X.. ..O.O"
    assert after_move(board, "b5").last_turn.removed == (0, 1 << board.topology.cell("a5"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_without_pictures_is_taught_from_its_entry(game):
    first, second = course_from_summary(game)

    assert first.text == game.summary
    assert all(hint in second.text for hint in game.hints)


def test_there_is_no_course_of_an_unknown_game():
    with pytest.raises(UnknownGame):
        course("chess")
