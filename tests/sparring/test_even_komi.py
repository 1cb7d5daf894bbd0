"""Even komi: boards with matches on both sides of even."""

from itertools import pairwise

import pytest

from rules.registry import find_game
from sparring import even_komi as module
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
    ("game", "size", "share", "komi", "estimated"),
    [
        ("asli", 13, 0.5, 20, 11 / 24),
        ("asli", 13, 0.58, 19, 0.573),
        ("asli", 13, 0.7, 18, 0.6875),
        ("asli", 13, 0.9, 16, 22 / 24),
        ("asli", 13, 1, 12, 1),
        ("liflina", 9, 0.5, 13, 0.485),
        ("liflina", 9, 1, 8, 1),
        ("liflina", 19, 0.99, 12, 1),
    ],
)
def test_the_komi_for_a_share_is_the_nearest_one_between_measured_values(
    game, size, share, komi, estimated
):
    assert komi_for(game, size, share) == (komi, pytest.approx(estimated, abs=0.001))


def test_matches_in_which_more_komi_helped_black_are_pooled():
    pooled = (16 + 21 + 24 + 24 + 19) / (24 + 24 + 24 + 24 + 20)
    assert komi_for("asli", 9, 1) == (9, pytest.approx(pooled))
    # matches of two kinds of players at 15
    assert komi_for("asli", 9, 0) == (20, pytest.approx((7 + 7) / (24 + 20)))
    assert komi_for("asli", 9, 0.39) == (15, pytest.approx((12 + 5) / 44))


@pytest.mark.parametrize(("game", "size"), measured_boards())
def test_more_komi_for_the_stronger_player_means_fewer_wins_of_black(game, size):
    found = [komi_for(game, size, percent / 100) for percent in range(50, 101)]
    assert all(a[0] >= b[0] and a[1] <= b[1] for a, b in pairwise(found))
    # no step of the curves is larger than a quarter
    assert all(abs(each[1] - percent / 100) < 0.13 for percent, each in enumerate(found, 50))


def test_an_unmeasured_board_has_no_komi_for_a_share():
    assert komi_for("asli", 11, 0.5) is None


def test_the_measured_boards_have_an_even_komi():
    assert measured_boards() == [("asli", 9), ("asli", 13), ("liflina", 9), ("liflina", 19)]


def measured(monkeypatch, **wins):
    """Replace the matches by some on one board, each of 16 games, given by the wins of Black."""
    board = ("asli", 7)
    matches = [(board, int(komi.removeprefix("at")), won, 16) for komi, won in wins.items()]
    monkeypatch.setattr(module, "read_matches", lambda: tuple(matches))
    even_komi.cache_clear()
    return board


@pytest.fixture(autouse=True)
def _forgotten():
    yield
    even_komi.cache_clear()


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        ({"at3": 9, "at8": 8, "at9": 7}, (8, 9)),
        ({"at3": 9, "at8": 7, "at9": 6}, (3, 8)),
        ({"at9": 2, "at3": 11, "at6": 9}, (6, 9)),
        ({"at3": 9, "at8": 8}, None),
        ({"at3": 7, "at8": 6}, None),
    ],
)
def test_black_wins_half_of_the_games_at_the_smaller_komi_and_fewer_at_the_larger(
    monkeypatch, wins, expected
):
    board = measured(monkeypatch, **wins)
    assert even_komi(*board) == expected
    assert measured_boards() == ([board] if expected else [])
    assert nearest_even_komi("asli", 5) == ((7, *expected) if expected else None)


def test_of_komi_with_equally_near_shares_the_largest_is_chosen(monkeypatch):
    board = measured(monkeypatch, at2=12, at4=8, at5=8, at7=4)
    shares = (1, 0.75, 0.6875, 0.625, 0.5625, 0.5, 0.3125, 0)
    assert [komi_for(*board, share) for share in shares] == [
        *((2, 0.75), (2, 0.75), (3, 0.625), (3, 0.625)),
        *((5, 0.5), (5, 0.5), (7, 0.25), (7, 0.25)),
    ]
