"""Properties of arbitrary positions, including positions that random games do not reach."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.rules.oracle_adapter import PROGRAMS, OraclePosition
from tests.rules.rules_adapter import RulesPosition
from tests.rules.strategies import (
    GeneratedPosition,
    exchange_colours,
    exchange_summary_colours,
    generated_positions,
)


@pytest.mark.parametrize("key", PROGRAMS)
def test_generated_positions_match_the_oracle(key):
    @settings(max_examples=40)
    @given(generated_positions(key))
    def check(position):
        actual, oracle = position.build_with(RulesPosition), position.build_with(OraclePosition)
        assert actual.legal() == oracle.legal()
        assert actual.winner() == oracle.winner()
        for move in actual.legal():
            assert actual.play(move).summary() == oracle.play(move).summary()

    check()


# The only cells that join no groups are adjacent: with a stone on one, the other joins two.
SIDE_BY_SIDE = [
    {
        "size": 3,
        "black": "a1 a2 c2 c4 d2 d3 d4",
        "white": "b1 c1 c3 c5 d5 e3 e4 e5",
    },
    {
        "size": 4,
        "black": "a2 a3 c1",
        "white": "a1 a4 b1 b3 b4 b5 c3 c4 d1 d2 d3 d4 d7 e5 f4 f6 f7 g6 g7",
    },
]


@pytest.mark.parametrize("case", SIDE_BY_SIDE, ids=["size 3", "size 4"])
def test_a_12_star_turn_with_two_adjacent_safe_cells_matches_the_oracle(case):
    state = {"black": case["black"].split(), "white": case["white"].split(), "to_move": "black"}
    position = GeneratedPosition("cornered", {"size": case["size"], "start": "twelve-star"}, state)
    legal = position.build_with(OraclePosition).legal()
    assert position.build_with(RulesPosition).legal() == legal


@pytest.mark.parametrize("key", PROGRAMS)
def test_the_rules_are_symmetric_in_the_colours(key):
    @settings(max_examples=50)
    @given(generated_positions(key))
    def check(position):
        # Only White can have komi.
        position = replace(position, state=position.state | {"komi": 0})
        one, two = (
            position.build_with(RulesPosition),
            exchange_colours(position).build_with(RulesPosition),
        )
        assert two.legal() == one.legal()
        for move in one.legal():
            assert two.play(move).summary() == exchange_summary_colours(one.play(move).summary())

    check()


@given(generated_positions("lifeline"))
def test_lifeline_cells_are_legal_when_their_region_touches_a_friend(position):
    state = position.build_with(OraclePosition).state
    mine = state.stones(state.to_move)
    by_region = {
        name
        for region in state.board.regions(state.black, state.white)
        if state.board.touch(region, mine)
        for name in state.board.write(region)
    }
    assert position.build_with(RulesPosition).legal() - {"komi"} == by_region


@given(generated_positions("lifeline"))
def test_in_lifeline_a_side_can_place_while_it_has_a_stone(position):
    actual = position.build_with(RulesPosition)
    mine = actual.summary()[position.state["to_move"]]
    assert bool(actual.legal() - {"komi"}) == bool(mine)


@given(generated_positions("asli"))
def test_an_asli_incursion_without_capture_is_a_first_stone(position):
    actual, state = position.build_with(RulesPosition), position.build_with(OraclePosition).state
    me, enemy = state.to_move, "white" if state.to_move == "black" else "black"
    for move in actual.legal() - {"hold"}:
        region = state.board.region_of(state.board.by_name[move], state.black, state.white)
        took = len(state.stones(enemy)) - len(actual.play(move).summary()[enemy])
        if state.owned_by_enemy(region) and not took:
            assert not state.stones(me)
