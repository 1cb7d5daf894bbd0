"""Even komi: boards with matches on both sides of even."""

import pytest

from rules.registry import find_game
from sparring.even_komi import (
    even_komi,
    komi_for,
    measured_boards,
    nearest_even_komi,
    read_matches,
)


@pytest.mark.parametrize(
    ("game", "size", "expected"),
    [
        ("asli", 9, (12, 15)),
        ("liflina", 9, (12, 14)),
        ("liflina", 19, (16, 20)),
        ("asli", 13, (16, 20)),
        ("asli", 11, None),
        ("lifeline", 5, None),
    ],
)
def test_the_even_komi_is_between_two_measured_values(game, size, expected):
    assert even_komi(game, size) == expected


def test_every_match_can_be_played():
    for (game, size), komi, wins, games in read_matches():
        rules = find_game(game)
        rules.start(rules.ruleset({"size": size, "komi": komi}))
        assert 0 <= wins <= games


def test_a_board_without_matches_gets_the_figures_of_the_nearest_size():
    assert nearest_even_komi("asli", 11) == (9, 12, 15)
    assert nearest_even_komi("asli", 19) == (13, 16, 20)
    assert nearest_even_komi("liflina", 13) == (9, 12, 14)
    assert nearest_even_komi("lifeline", 5) is None


@pytest.mark.parametrize(
    ("share", "komi"), [(0.5, 12), (0.65, 12), (0.67, 9), (0.95, 9), (0.96, 6), (1, 6)]
)
def test_the_komi_for_a_share_is_the_largest_with_which_black_wins_that_often(share, komi):
    found, measured = komi_for("asli", 9, share)
    assert found == komi
    assert measured >= share
    assert komi_for("asli", 13, 1) == (12, 1)
    assert komi_for("asli", 11, share) is None


def test_the_measured_boards_have_an_even_komi():
    assert measured_boards() == [("asli", 9), ("asli", 13), ("liflina", 9), ("liflina", 19)]
