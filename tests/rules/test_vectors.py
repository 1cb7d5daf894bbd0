"""The rules against the test vectors: worked examples, games, and other programs' positions."""

from pathlib import Path

import pytest

from tests.rules import vectors
from tests.rules.rules_adapter import RulesPosition

GAMES = vectors.reference_games()
REASONS = {
    "board unchanged": {"nothing-changes", "forbidden-cell"},
    "region not adjacent to own group": {"no-friend-in-region"},
    "own group cornered": {"own-group-dies"},
    "own group dead": {"own-group-dies"},
    "own group without lifeline": {"own-group-dies"},
    "minimal incursion answered by minimal incursion": {"minimal-incursion"},
    "no enemy stone in prison": {"no-prisoner"},
    "repetition": {"repeats-position"},
}
REFUSED = [
    name
    for name, example in vectors.EXAMPLES.items()
    if isinstance(example["expect"], dict) and example["expect"].get("legal") is False
]
SAMPLE = Path(__file__).parents[2].parent / "shared" / "vectors" / "engines-sample.jsonl.gz"


@pytest.mark.parametrize("name", [name for name in vectors.EXAMPLES if name != "LL-15"])
def test_a_worked_example_passes(name):
    vectors.check_any_example(RulesPosition, vectors.EXAMPLES[name])


@pytest.mark.parametrize("name", REFUSED)
def test_a_worked_example_is_refused_with_its_reason(name):
    example = vectors.EXAMPLES[name]
    position = vectors.begin_example(RulesPosition, example)
    *first, last = vectors.example_moves(example)
    reason = vectors.walk(position, first)[-1].why_illegal(last)
    assert reason.kind.value in REASONS[example["expect"]["reason"]]


def test_a_repetition_is_refused_with_the_repeated_ply():
    example = vectors.EXAMPLES["LF-14"]
    position = RulesPosition.start("liflina", {"size": 3, "komi": 0})
    *steps, last = [step["action"] for step in example["expect"]]
    reason = vectors.walk(position, steps)[-1].why_illegal(last)
    assert (reason.kind.value, reason.ply) == ("repeats-position", 3)


@pytest.mark.parametrize("first", range(0, len(GAMES), 10))
def test_ten_reference_games_are_reproduced(first):
    for game in GAMES[first : first + 10]:
        vectors.check_reference_game(RulesPosition, game)


def test_a_12_star_turn_that_cannot_be_completed_loses():
    position = vectors.begin_example(RulesPosition, vectors.EXAMPLES["LL-15"])
    assert position.legal() == set()
    assert position.winner() == "black"


@pytest.mark.parametrize("turn", [("b1", "komi"), ("c1", "komi"), ("komi", "b1"), ("komi", "c1")])
def test_a_12_star_turn_can_be_completed_with_one_komi_point(turn):
    position = vectors.begin_example(RulesPosition, vectors.EXAMPLES["LL-15"], komi=1)
    after = vectors.walk(position, list(turn))[-1].summary()
    assert (after["to_move"], after["komi"]) == ("black", 0)


def test_a_12_star_turn_of_two_komi_points_leaves_the_stones():
    position = vectors.begin_example(RulesPosition, vectors.EXAMPLES["LL-15"], komi=2)
    after = vectors.walk(position, ["komi", "komi"])[-1]
    assert after.summary()["to_move"] == "black"
    assert after.position.stones == position.position.stones


def test_a_12_star_turn_captures_after_its_first_placement():
    example = vectors.EXAMPLES["LL-16"]
    before = vectors.begin_example(RulesPosition, example)
    half = vectors.walk(before, ["c3"])[-1]
    taken = vectors.stones_lost(before.summary(), half.summary(), "white")
    assert taken == set(example["expect"]["enemy_removed_by_first"])
    assert (half.summary()["to_move"], half.position.placements_left) == ("black", 1)


def test_a_stone_cornered_within_the_turn_is_allowed_only_as_its_first_half():
    example = vectors.EXAMPLES["LL-16"]
    state = vectors.example_state(example)
    alone = RulesPosition.at("cornered", {"size": 3}, **state)
    assert alone.why_illegal("c3").kind.value == "own-group-dies"


@pytest.fixture(scope="module")
def engine_positions():
    if not SAMPLE.exists():
        pytest.skip("the sample of other programs' positions is not available")
    return vectors.read_lines(SAMPLE)


@pytest.mark.parametrize("source", ["ludii", "abstractplay"])
def test_other_programs_list_the_same_legal_turns(engine_positions, source):
    checked = 0
    for sample in engine_positions:
        if sample["source"] == source:
            checked += vectors.check_engine_position(RulesPosition, sample)
    assert checked > 400


def test_the_sample_of_other_programs_is_complete(engine_positions):
    assert len(engine_positions) == 1560
