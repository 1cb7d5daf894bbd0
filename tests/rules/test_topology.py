"""Topologies: names, neighbours, rays, borders and flood fills."""

import copy
import pickle

import pytest

from rules.topology import bits, column_name, hexhex, select, square

BOARDS = [hexhex(3), hexhex(4), hexhex(7), hexhex(12), square(2), square(5), square(19), square(27)]


def named(board, mask):
    return {board.names[cell] for cell in bits(mask)}


def test_hexhex_names_run_from_the_lower_left_corner():
    assert " ".join(hexhex(3).names) == ("a1 b1 c1 a2 b2 c2 d2 a3 b3 c3 d3 e3 b4 c4 d4 e4 c5 d5 e5")


def test_square_names_skip_no_letter():
    assert square(19).names[8] == "i1"
    assert square(19).names[-1] == "s19"


def test_column_aa_follows_column_z():
    assert [column_name(index) for index in (0, 25, 26)] == ["a", "z", "aa"]
    assert square(27).names[26] == "aa1"


@pytest.mark.parametrize(("size", "cells"), [(3, 19), (5, 61), (7, 127), (12, 397)])
def test_hexhex_boards_have_the_expected_number_of_cells(size, cells):
    assert len(hexhex(size)) == cells


def test_axial_coordinates_follow_from_the_names():
    board = hexhex(4)
    for cell, name in enumerate(board.names):
        number, letter = int(name[1:]), ord(name[0]) - ord("a")
        assert board.points[cell] == (letter - number + 1, number - 4)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_neighbours_are_one_step_apart(board):
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1)}
    if board.shape == "hexhex":
        steps |= {(1, -1), (-1, 1)}
    for cell, (x, y) in enumerate(board.points):
        near = {board.points[other] for other in bits(board.neighbours[cell])}
        assert near == {(x + dx, y + dy) for dx, dy in steps} & set(board.points)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_cells_are_found_by_their_names(board):
    assert [board.cell(name) for name in board.names] == list(range(len(board)))


@pytest.mark.parametrize("name", ["C3", " c 3 ", "c-3", "C03", "-c-3-"])
def test_case_spaces_dashes_and_leading_zeros_do_not_matter(name):
    assert hexhex(3).cell(name) == 9


@pytest.mark.parametrize("name", ["", "a", "3", "a4", "z1", "a0", "a1b2", "aaa1", "a100"])
def test_an_unknown_cell_raises_key_error(name):
    with pytest.raises(KeyError):
        hexhex(3).cell(name)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_rays_are_straight_lines_to_the_edge_with_rising_ones_first(board):
    for cell in range(len(board)):
        rays = board.rays[cell]
        half = len(rays) // 2
        for direction, ray in enumerate(rays):
            line = list(bits(ray))
            assert all((other > cell) is (direction < half) for other in line)
            inward = line if direction < half else line[::-1]
            for before, after in zip([cell, *inward], inward, strict=False):
                assert board.neighbours[before] >> after & 1


def test_the_rays_of_a_corner_are_its_two_sides():
    board = square(3)
    east, north, west, south = board.rays[0]
    assert (named(board, east), named(board, north)) == ({"b1", "c1"}, {"a2", "a3"})
    assert (west, south) == (0, 0)


def test_rings_include_diagonals_only_on_square_boards():
    board = square(3)
    assert board.rings[4] == board.full ^ 1 << 4
    assert hexhex(3).rings == hexhex(3).neighbours


def test_the_border_of_a_set_lies_outside_it():
    board = square(3)
    assert named(board, board.border(board.mask(["a1", "a2"]))) == {"a3", "b1", "b2"}
    assert board.border(board.full) == 0
    assert board.border(0) == 0


def test_flood_and_components_respect_walls():
    board = square(3)
    walls = board.mask(["b1", "b2", "b3"])
    left, right = board.components(board.full ^ walls)
    assert named(board, left) == {"a1", "a2", "a3"}
    assert named(board, right) == {"c1", "c2", "c3"}
    assert board.flood(1, left | right) == left


def test_diagonal_cells_are_not_connected():
    board = square(2)
    assert len(board.components(board.mask(["a1", "b2"]))) == 2


def test_walk_stops_when_the_goal_is_reached():
    board = square(27)
    met = board.walk(1, board.full, board.mask(["b1"]))
    assert met.bit_count() == 3


def test_select_picks_in_ascending_order():
    assert list(select("abcdef", 0b101001)) == ["a", "d", "f"]
    assert list(select("abcdef", 0)) == []


@pytest.mark.parametrize(
    ("build", "size", "sizes"),
    [
        (hexhex, 2, "3 to 12"),
        (hexhex, 13, "3 to 12"),
        (square, 1, "2 to 27"),
        (square, 28, "2 to 27"),
    ],
)
def test_unsupported_sizes_are_refused_with_the_range(build, size, sizes):
    with pytest.raises(ValueError, match=f"whole number from {sizes}"):
        build(size)


def test_topologies_are_singletons():
    assert hexhex(5) is hexhex(5)
    for board in (hexhex(5), square(9)):
        assert copy.deepcopy(board) is board
        assert pickle.loads(pickle.dumps(board)) is board
