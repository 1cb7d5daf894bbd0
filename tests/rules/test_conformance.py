"""What the positions of every registered game keep, whatever its rules.

Nothing here names a game: boards, options and moves come from the entries and the positions. A new
game is tested by being registered.
"""

import dataclasses
from itertools import pairwise

import pytest

from rules.moves import Choose, Hold, Komi, Place, Swap, format_move, parse_move, parse_turn
from rules.position import Colour, Phase
from rules.reasons import IllegalMove, ReasonKind
from rules.registry import find_game
from tests.rules.playing import refused
from tests.rules.registered import every_move, moves_of

# Random games: Lifeline 0.95, Asli and Liflina up to 1.9 turns a cell.
TURNS_A_CELL = 2.5


def test_a_random_game_comes_to_an_end_in_bounds(course):
    points = len(course[0].topology)
    spent = sum(isinstance(move, Komi | Hold) for move in moves_of(course))
    assert course[-1].turn - spent <= TURNS_A_CELL * points + 10


def test_the_game_is_over_exactly_when_no_move_is_legal(course):
    assert all(position.outcome() is None for position in course[:-1])
    assert course[-1].outcome() is not None
    assert course[-1].outcome().ending.sentence.endswith(".")


def test_the_seats_always_have_both_colours(course):
    for position in course:
        assert {position.colour_of(0), position.colour_of(1)} == set(Colour)
        assert position.seat_to_move in (0, 1)
        if position.phase in (Phase.SETUP, Phase.PLAY):
            assert position.colour_of(position.seat_to_move) is position.to_move


def test_the_seats_exchange_colours_only_by_a_swap_or_by_choosing_black(course):
    for before, after in pairwise(course):
        move = after.last_turn.moves[-1]
        exchange = isinstance(move, Swap) or move == Choose(Colour.BLACK)
        assert (before.swapped != after.swapped) == exchange


def test_the_numbers_of_moves_and_turns_grow_one_by_one(course):
    for before, after in pairwise(course):
        assert after.ply == before.ply + 1
        ended = before.placements_left == 1 or isinstance(after.last_turn.moves[-1], Swap)
        assert after.turn == before.turn + ended
        assert after.mid_turn == (not ended)
        assert ended or after.placements_left == before.placements_left - 1


def test_the_same_side_moves_on_within_a_turn_and_after_a_swap(course):
    for before, after in pairwise(course):
        if before.phase in (Phase.SETUP, Phase.PLAY):
            same = after.mid_turn or isinstance(after.last_turn.moves[-1], Swap)
            assert (after.to_move is before.to_move) == same


def test_the_last_turn_tells_what_changed_on_the_board(course):
    turn_began = course[0]
    for before, after in pairwise(course):
        if not before.mid_turn:
            turn_began = before
        last = after.last_turn
        assert last.by is turn_began.to_move
        assert last.number == turn_began.turn
        for colour in Colour:
            had = turn_began.stones[colour] | (last.placed if colour is last.by else 0)
            assert had & ~after.stones[colour] & ~last.removed[colour] == 0
            assert after.stones[colour] & ~had == 0


def test_the_stones_taken_are_those_missing_from_the_board(course):
    placed = [0, 0]
    for before, after in pairwise(course):
        if isinstance(after.last_turn.moves[-1], Place):
            placed[before.to_move] += 1
        on_board = [stones.bit_count() for stones in after.stones]
        assert [on + gone for on, gone in zip(on_board, after.taken, strict=True)] == placed


def test_the_prison_holds_one_colour_at_most_and_only_where_there_is_one(course):
    has_prison = find_game(course[0].game).has_prison
    for position in course:
        assert min(position.prison) == 0
        assert has_prison or position.prison == (0, 0)


def test_groups_and_regions_part_the_board(course):
    for position in course:
        topology = position.topology
        parts = [*position.regions()]
        for colour in Colour:
            groups = position.groups(colour)
            assert sum(groups) == position.stones[colour]
            parts += groups
        assert sum(parts) == topology.full
        assert all(list(topology.components(part)) == [part] for part in parts)


def test_playing_changes_nothing_in_the_position_before(course):
    for before, after in pairwise(course[:30]):
        legal, shown, hashed = list(before.legal_moves()), repr(before), hash(before)
        again = before.play(after.last_turn.moves[-1])
        assert (again, hash(again)) == (after, hash(after))
        assert (list(before.legal_moves()), repr(before), hash(before)) == (legal, shown, hashed)
        assert before != after


def test_a_position_cannot_be_changed(course):
    for field in dataclasses.fields(course[-1]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(course[-1], field.name, None)


def test_legal_moves_are_exactly_the_moves_that_are_not_refused(course):
    for position in course:
        legal = set(position.legal_moves())
        assert len(legal) == len(list(position.legal_moves()))
        for move in every_move(position):
            assert position.is_legal(move) == (move in legal)
            assert (position.why_illegal(move) is None) == (move in legal)


def test_every_refusal_has_a_sentence_and_cells_of_the_board(course):
    for position in course[:: max(1, len(course) // 6)] + course[-1:]:
        for move in every_move(position):
            if position.is_legal(move):
                continue
            reason, _ = refused(position, move)
            assert reason.kind in ReasonKind
            assert reason.cells & ~position.topology.full == 0
            assert reason.ply is None or 0 <= reason.ply < position.ply


def test_nothing_is_legal_after_the_end(course):
    for move in every_move(course[-1]):
        with pytest.raises(IllegalMove):
            course[-1].play(move)


def test_every_legal_move_reads_back_from_its_text(course):
    topology = course[0].topology
    for position in course:
        for move in position.legal_moves():
            assert parse_move(format_move(move, topology), topology) == move


def test_a_whole_turn_reads_back_from_its_text(course):
    topology = course[0].topology
    for position in course[1:]:
        moves = position.last_turn.moves
        words = " ".join(format_move(move, topology) for move in moves)
        assert parse_turn(words, topology) == moves


def test_what_is_hidden_is_a_stone_of_the_side_that_is_not_done(course):
    for position in course:
        assert position.hidden & ~position.stones[position.to_move] == 0
        assert not position.hidden or position.mid_turn


def test_dangers_and_links_are_of_groups_on_the_board(course):
    for position in course[:: max(1, len(course) // 8)]:
        for colour in Colour:
            groups = position.groups(colour)
            for danger in position.in_danger(colour):
                assert danger.group in groups
                assert danger.cells
                assert danger.cells & ~position.board.empty == 0
            assert {link.group for link in position.links(colour)} <= set(groups)
