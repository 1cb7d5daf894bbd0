"""Check of the oracles against the test vectors, on which all comparisons with them depend."""

import pytest

from tests.rules import vectors
from tests.rules.oracle_adapter import OraclePosition

# No code of this project runs here, so tracing would only slow down the oracles.
pytestmark = pytest.mark.no_cover

GAMES = vectors.reference_games()


@pytest.mark.parametrize("name", [name for name in vectors.EXAMPLES if name != "LL-15"])
def test_the_oracle_passes_a_worked_example(name):
    vectors.check_any_example(OraclePosition, vectors.EXAMPLES[name])


@pytest.mark.parametrize("number", range(0, len(GAMES), 5))
def test_the_oracle_reproduces_a_sample_of_reference_games(number):
    vectors.check_reference_game(OraclePosition, GAMES[number])


@pytest.mark.drill
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_oracle_reproduces_every_reference_game(number):
    vectors.check_reference_game(OraclePosition, GAMES[number])


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
    position = vectors.begin_example(OraclePosition, example, komi=komi)
    for moves, legal in expected.items():
        assert vectors.walk(position, list(moves))[-1].legal() == legal


def test_a_12_star_turn_captures_after_its_first_placement():
    example = vectors.EXAMPLES["LL-16"]
    before = vectors.begin_example(OraclePosition, example)
    after = vectors.walk(before, ["c3"])[-1]
    taken = vectors.stones_lost(before.summary(), after.summary(), "white")
    assert taken == set(example["expect"]["enemy_removed_by_first"])
    assert after.summary()["to_move"] == "black"
