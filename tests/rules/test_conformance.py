"""Conformance of the positions of every registered game.

Nothing here depends on a particular game: boards, options and moves come from the registry, so a
new game is tested as soon as it is registered.
"""

import dataclasses
import doctest
import importlib
import pkgutil
from itertools import pairwise

import pytest

import rules
from rules.moves import Choose, Hold, Komi, Place, Swap, format_move, parse_move, parse_turn
from rules.position import Colour, Phase
from rules.reasons import IllegalMove, ReasonKind
from rules.registry import find_game
from tests.rules.helpers import refused
from tests.rules.random_games import every_move, moves_of

# Measured in random games: 0.95 turns per cell in Lifeline, up to 1.9 in Asli and Liflina.
TURNS_A_CELL = 2.5


def test_random_games_end_within_a_bounded_number_of_turns(positions):
    points = len(positions[0].topology)
    spent = sum(isinstance(move, Komi | Hold) for move in moves_of(positions))
    assert positions[-1].turn - spent <= TURNS_A_CELL * points + 10


def test_the_game_is_over_exactly_when_no_move_is_legal(positions):
    assert all(position.outcome() is None for position in positions[:-1])
    assert positions[-1].outcome() is not None
    assert positions[-1].outcome().ending.sentence.endswith(".")


def test_the_seats_have_different_colours(positions):
    for position in positions:
        assert {position.colour_of(0), position.colour_of(1)} == set(Colour)
        assert position.seat_to_move in (0, 1)
        if position.phase in (Phase.SETUP, Phase.PLAY):
            assert position.colour_of(position.seat_to_move) is position.to_move


def test_the_seats_exchange_colours_only_by_a_swap_or_by_choosing_black(positions):
    for before, after in pairwise(positions):
        move = after.last_turn.moves[-1]
        exchange = isinstance(move, Swap) or move == Choose(Colour.BLACK)
        assert (before.swapped != after.swapped) == exchange


def test_ply_and_turn_increase_by_one(positions):
    for before, after in pairwise(positions):
        assert after.ply == before.ply + 1
        ended = before.placements_left == 1 or isinstance(after.last_turn.moves[-1], Swap)
        assert after.turn == before.turn + ended
        assert after.mid_turn == (not ended)
        assert ended or after.placements_left == before.placements_left - 1


def test_the_side_to_move_stays_within_a_turn_and_after_a_swap(positions):
    for before, after in pairwise(positions):
        if before.phase in (Phase.SETUP, Phase.PLAY):
            same = after.mid_turn or isinstance(after.last_turn.moves[-1], Swap)
            assert (after.to_move is before.to_move) == same


def test_a_swap_follows_exactly_the_turn_after_which_it_is_legal(positions):
    for before, after in pairwise(positions):
        if not after.mid_turn:
            assert before.swap_follows == (
                after.is_legal(Swap()) and before.to_move is not after.to_move
            )


def test_the_last_turn_explains_every_change_of_the_board(positions):
    turn_began = positions[0]
    for before, after in pairwise(positions):
        if not before.mid_turn:
            turn_began = before
        last = after.last_turn
        assert last.by is turn_began.to_move
        assert last.number == turn_began.turn
        for colour in Colour:
            had = turn_began.stones[colour] | (last.placed if colour is last.by else 0)
            assert had & ~after.stones[colour] & ~last.removed[colour] == 0
            assert after.stones[colour] & ~had == 0


def test_taken_counts_the_stones_missing_from_the_board(positions):
    placed = [0, 0]
    for before, after in pairwise(positions):
        if isinstance(after.last_turn.moves[-1], Place):
            placed[before.to_move] += 1
        on_board = [stones.bit_count() for stones in after.stones]
        assert [on + off for on, off in zip(on_board, after.taken, strict=True)] == placed


def test_the_prison_holds_one_colour_and_only_in_games_with_a_prison(positions):
    has_prison = find_game(positions[0].game).has_prison
    for position in positions:
        assert min(position.prison) == 0
        assert has_prison or position.prison == (0, 0)


def test_groups_and_regions_partition_the_board(positions):
    for position in positions:
        topology = position.topology
        parts = [*position.regions()]
        for colour in Colour:
            groups = position.groups(colour)
            assert sum(groups) == position.stones[colour]
            parts += groups
        assert sum(parts) == topology.full
        assert all(list(topology.components(part)) == [part] for part in parts)


def test_playing_does_not_change_the_previous_position(positions):
    for before, after in pairwise(positions[:30]):
        legal, shown, hashed = list(before.legal_moves()), repr(before), hash(before)
        again = before.play(after.last_turn.moves[-1])
        assert (again, hash(again)) == (after, hash(after))
        assert (list(before.legal_moves()), repr(before), hash(before)) == (legal, shown, hashed)
        assert before != after


def test_positions_are_immutable(positions):
    for field in dataclasses.fields(positions[-1]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(positions[-1], field.name, None)


def test_legal_moves_are_exactly_the_moves_that_are_not_refused(positions):
    for position in positions:
        legal = set(position.legal_moves())
        assert len(legal) == len(list(position.legal_moves()))
        for move in every_move(position):
            assert position.is_legal(move) == (move in legal)
            assert (position.why_illegal(move) is None) == (move in legal)


def test_several_moves_are_refused_as_each_of_them(positions):
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        moves = list(every_move(position))
        assert list(position.why_each_illegal(moves)) == list(map(position.why_illegal, moves))


def test_every_refusal_has_a_sentence_and_cells_on_the_board(positions):
    for position in positions[:: max(1, len(positions) // 6)] + positions[-1:]:
        for move in every_move(position):
            if position.is_legal(move):
                continue
            reason, _ = refused(position, move)
            assert reason.kind in ReasonKind
            assert reason.cells & ~position.topology.full == 0
            assert reason.ply is None or 0 <= reason.ply < position.ply


def test_no_move_is_legal_after_the_end(positions):
    for move in every_move(positions[-1]):
        with pytest.raises(IllegalMove):
            positions[-1].play(move)


def test_every_legal_move_parses_from_its_notation(positions):
    topology = positions[0].topology
    for position in positions:
        for move in position.legal_moves():
            assert parse_move(format_move(move, topology), topology) == move


def test_whole_turns_parse_from_their_notation(positions):
    topology = positions[0].topology
    for position in positions[1:]:
        moves = position.last_turn.moves
        words = " ".join(format_move(move, topology) for move in moves)
        assert parse_turn(words, topology) == moves


def test_hidden_stones_belong_to_the_side_in_the_middle_of_its_turn(positions):
    for position in positions:
        assert position.hidden & ~position.stones[position.to_move] == 0
        assert not position.hidden or position.mid_turn


def test_dangers_and_links_refer_to_groups_on_the_board(positions):
    for position in positions[:: max(1, len(positions) // 8)]:
        for colour in Colour:
            groups = position.groups(colour)
            for danger in position.in_danger(colour):
                assert danger.group in groups
                assert danger.cells
                assert danger.cells & ~position.board.empty == 0
            assert {link.group for link in position.links(colour)} <= set(groups)


MODULES = [module.name for module in pkgutil.walk_packages(rules.__path__, "rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_pass(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_docstring_examples():
    finder = doctest.DocTestFinder()
    found = [finder.find(importlib.import_module(name)) for name in MODULES]
    assert sum(bool(test.examples) for tests in found for test in tests) >= 8
