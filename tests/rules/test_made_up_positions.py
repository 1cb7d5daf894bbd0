"""What the rules say about any position, not only those that random games reach."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.rules.literal_play import PROGRAMS, Literal
from tests.rules.made_up import Made, exchanged, exchanged_words, made
from tests.rules.our_play import Ours


@pytest.mark.parametrize("key", PROGRAMS)
def test_any_position_has_the_legal_moves_of_the_literal_rules_with_their_effects(key):
    @settings(max_examples=60)
    @given(made(key))
    def check(position):
        ours, literal = position.on(Ours), position.on(Literal)
        assert ours.legal() == literal.legal()
        assert ours.winner() == literal.winner()
        for move in ours.legal():
            assert ours.play(move).shown() == literal.play(move).shown()

    check()


# The only cells that join no groups lie side by side: with a stone on one, the other joins two.
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
def test_a_12_star_turn_that_only_seems_to_have_two_safe_cells_is_refused(case):
    state = {"black": case["black"].split(), "white": case["white"].split(), "to_move": "black"}
    position = Made("cornered", {"size": case["size"], "start": "twelve-star"}, state)
    legal = position.on(Literal).legal()
    assert position.on(Ours).legal() == legal


@pytest.mark.parametrize("key", PROGRAMS)
def test_exchanging_the_colours_exchanges_everything_that_follows(key):
    @given(made(key))
    def check(position):
        # Komi is White's alone.
        position = replace(position, state=position.state | {"komi": 0})
        one, two = position.on(Ours), exchanged(position).on(Ours)
        assert two.legal() == one.legal()
        for move in one.legal():
            assert two.play(move).shown() == exchanged_words(one.play(move).shown())

    check()


@given(made("lifeline"))
def test_in_lifeline_a_cell_is_legal_exactly_when_its_region_touches_a_friend(position):
    state = position.on(Literal).state
    mine = state.stones(state.to_move)
    by_region = {
        name
        for region in state.board.regions(state.black, state.white)
        if state.board.touch(region, mine)
        for name in state.board.write(region)
    }
    assert position.on(Ours).legal() - {"komi"} == by_region


@given(made("lifeline"))
def test_in_lifeline_the_side_to_move_can_place_while_it_has_a_stone(position):
    ours = position.on(Ours)
    mine = ours.shown()[position.state["to_move"]]
    assert bool(ours.legal() - {"komi"}) == bool(mine)


@given(made("asli"))
def test_in_asli_an_incursion_that_takes_nothing_is_only_ever_a_first_stone(position):
    ours, state = position.on(Ours), position.on(Literal).state
    me, enemy = state.to_move, "white" if state.to_move == "black" else "black"
    for move in ours.legal() - {"hold"}:
        region = state.board.region_of(state.board.by_name[move], state.black, state.white)
        took = len(state.stones(enemy)) - len(ours.play(move).shown()[enemy])
        if state.owned_by_enemy(region) and not took:
            assert not state.stones(me)
