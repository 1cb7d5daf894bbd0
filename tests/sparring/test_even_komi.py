"""Even komi: boards with matches on both sides of even."""

import pytest

from rules.registry import find_game
from sparring.even_komi import even_komi, nearest_even_komi, read_matches


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
