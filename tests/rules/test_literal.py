"""The literal programs pass the vectors themselves; else comparing with them proves nothing."""

import pytest

from tests.rules import vectors
from tests.rules.literal_play import Literal

# Nothing of ours runs here; tracing would only slow the literal programs down.
pytestmark = pytest.mark.no_cover

GAMES = vectors.reference_games()


@pytest.mark.parametrize("name", [name for name in vectors.EXAMPLES if name != "LL-15"])
def test_a_worked_example_holds_in_the_literal_program(name):
    vectors.check_any_example(Literal, vectors.EXAMPLES[name])


@pytest.mark.parametrize("number", range(0, len(GAMES), 3))
def test_a_reference_game_is_what_the_literal_program_says(number):
    vectors.check_reference_game(Literal, GAMES[number])


@pytest.mark.drill
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_reference_game_is_what_the_literal_program_says(number):
    vectors.check_reference_game(Literal, GAMES[number])


@pytest.mark.parametrize(
    ("komi", "expected"),
    [
        (0, {(): set()}),
        (1, {(): {"b1", "c1", "komi"}, ("komi",): {"b1", "c1"}, ("b1",): {"komi"}}),
        (2, {(): {"b1", "c1", "komi"}, ("komi",): {"b1", "c1", "komi"}, ("b1",): {"komi"}}),
    ],
)
def test_a_12_star_turn_can_be_completed_with_komi(komi, expected):
    example = vectors.EXAMPLES["LL-15"]
    position = vectors.begin_example(Literal, example, komi=komi)
    for moves, legal in expected.items():
        assert vectors.walk(position, list(moves))[-1].legal() == legal


def test_a_12_star_turn_captures_after_its_first_placement():
    example = vectors.EXAMPLES["LL-16"]
    before = vectors.begin_example(Literal, example)
    after = vectors.walk(before, ["c3"])[-1]
    taken = vectors.stones_lost(before.shown(), after.shown(), "white")
    assert taken == set(example["expect"]["enemy_removed_by_first"])
    assert after.shown()["to_move"] == "black"
