"""Komi offers: the form and the challenge state the possible and the usual komi."""

import pytest

from bot.messages.game_controls import offer_form
from rules.registry import GAMES

MOST_CHARACTERS = 45  # Discord's limit for the label of a field


@pytest.mark.parametrize(
    ("size", "label", "example"),
    [
        (9, "Turns White may skip (usually 12 to 15)", "12"),
        (5, "Turns White may skip (0 to 25)", "7"),
        (11, "Turns White may skip (0 to 121)", "15"),
        (27, "Turns White may skip (0 to 729)", "33"),
    ],
)
def test_the_label_names_the_usual_komi_and_the_example_fits_the_board(
    game_after, size, label, example
):
    (field,) = offer_form(game_after(game="asli", size=size)).fields

    assert (field.label, field.placeholder) == (label, example)


@pytest.mark.parametrize("game", [game for game in GAMES if game.has_prison], ids=lambda g: g.key)
def test_the_label_fits_on_every_board(game_after, game):
    sizes = game.option("size")
    for size in (sizes.minimum, 9, sizes.maximum):
        (field,) = offer_form(game_after(game=game.key, size=size)).fields

        assert len(field.label) <= MOST_CHARACTERS


def test_the_field_of_a_game_without_figures_names_no_komi(game_after):
    (field,) = offer_form(game_after(size=5, start="komi-pie")).fields

    assert field.placeholder == "A whole number"
