"""The turn line names exactly the legal kinds of move."""

import pytest

from bot.words.turn_line import turn_line
from rules.setup import setup


def test_the_line_names_no_colour_before_colours_are_chosen(game_after):
    offer = game_after(game="asli", size=7).position
    choice = game_after("offer 4", game="asli", size=7).position

    assert turn_line("Ann", offer).startswith("Ann, your turn: offer a komi, the number of")
    assert turn_line("Ben", choice) == (
        "Ben, your turn: choose your colour; "
        "with the komi of 4, White may spend 4 turns without a stone."
    )
    nothing = game_after("offer 0", game="asli", size=7).position
    assert turn_line("Ben", nothing).endswith("the komi is 0.")


@pytest.mark.parametrize(
    ("prisoners", "task"),
    [
        ((0, 0), "place a stone."),
        ((1, 0), "place a stone, or hold, which lets a prisoner out."),
    ],
)
def test_a_legal_hold_is_named_beside_the_placement(prisoners, task):
    position = setup("asli", {"size": 5}, black=["a1"], white=["e5"], to_move="white",
                     prison=prisoners)  # fmt: skip

    assert turn_line("Ben", position) == f"Ben, your turn as **White**: {task}"


def test_an_illegal_placement_is_not_named():
    # worked example AS-10: White has no legal placement left
    position = setup("asli", {"size": 3}, black=["a2", "b1"], white=["a1"], to_move="white",
                     prison=(1, 0), ever_two_groups=(True, False))  # fmt: skip

    assert turn_line("Ben", position).endswith("**White**: hold, which lets a prisoner out.")


def test_spending_komi_is_named_when_it_is_legal(game_after):
    after = "offer 2 black a1 c3 e5 g7 d1"
    position = game_after(after, start="komi-pie").position

    assert turn_line("Ben", position).endswith("place a stone, or spend a point of komi.")


def test_in_12_star_a_point_of_komi_replaces_one_stone(game_after):
    moves = "d4 a1 g7 d6 c4"
    game = {"game": "cornered", "start": "twelve-star", "komi": 2}
    whole = game_after(moves, **game).position
    half = game_after(f"{moves} komi", viewer=22, **game).position

    assert turn_line("Ben", whole).endswith(
        "place 2 stones, or spend a point of komi instead of a stone."
    )
    assert turn_line("Ben", half).endswith("place 1 more stone, or spend a point of komi.")
