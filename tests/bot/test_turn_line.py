"""The turn line names exactly the legal kinds of move."""

import pytest

from bot.words.turn_line import turn_line
from rules.setup import setup


def test_the_line_names_no_colour_before_colours_are_chosen(game_after):
    offer = game_after(game="asli", size=7).position
    choice = game_after("offer 4", game="asli", size=7).position

    assert turn_line("Ann", offer).startswith("Ann, offer a komi (turns that White may skip).")
    assert turn_line("Ben", choice) == ("Ben, pick a colour. The komi is 4: White may skip 4 turns")
    nothing = game_after("offer 0", game="asli", size=7).position
    assert turn_line("Ben", nothing).endswith("The komi is 0")


@pytest.mark.parametrize(
    ("prisoners", "task"),
    [
        ((0, 0), ""),
        ((1, 0), ": place a stone or hold"),
    ],
)
def test_a_legal_hold_is_named_beside_the_placement(prisoners, task):
    position = setup("asli", {"size": 5}, black=["a1"], white=["e5"], to_move="white",
                     prison=prisoners)  # fmt: skip

    assert turn_line("Ben", position).endswith(f"(White){task}")


def test_an_illegal_placement_is_not_named():
    # worked example AS-10: White has no legal placement left
    position = setup("asli", {"size": 3}, black=["a2", "b1"], white=["a1"], to_move="white",
                     prison=(1, 0), ever_two_groups=(True, False))  # fmt: skip

    assert turn_line("Ben", position).endswith("(White): you can only hold")


def test_spending_komi_is_named_when_it_is_legal(game_after):
    after = "offer 2 black a1 c3 e5 g7 d1"
    position = game_after(after, start="komi-pie").position

    assert turn_line("Ben", position).endswith("place a stone or spend komi")


def test_in_12_star_a_point_of_komi_replaces_one_stone(game_after):
    moves = "d4 a1 g7 d6 c4"
    game = {"game": "cornered", "start": "twelve-star", "komi": 2}
    whole = game_after(moves, **game).position
    half = game_after(f"{moves} komi", viewer=22, **game).position

    assert turn_line("Ben", whole).endswith("place 2 stones, or spend komi instead of one of them")
    assert turn_line("Ben", half).endswith("place one more stone or spend komi")


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_the_player_who_can_place_the_last_stone_is_told(key):
    position = setup(key, {"size": 3}, black=["a1", "c3"], white=[], to_move="black")
    assert turn_line("Ann", position).endswith("(Black): place the winning stone")


def test_a_player_without_stones_may_go_on_in_liflina():
    position = setup("liflina", {"size": 5}, black=["a1", "c3"], white=[], to_move="black")
    assert "last stone" not in turn_line("Ann", position)
