"""The legend of a first game."""

import pytest

from renderer.draw import draw
from renderer.legend import Entry, Sign, legend_in_words
from renderer.overlays.danger import Danger
from renderer.overlays.legend import Legend
from renderer.overlays.lifelines import Lifelines
from renderer.scene import board_scene
from renderer.theme import THEMES
from rules.registry import GAMES, find_game
from tests.renderer.test_cut_lifelines import after_a_cut


def legend(position, *overlays):
    """Return the signs that the legend of a position explains."""
    entries = board_scene(position, overlays=(*overlays, Legend())).legend
    return [sign for entry in entries for sign in entry.signs]


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_an_empty_board_needs_no_legend(key):
    game = find_game(key)
    assert legend(game.start(game.ruleset({}))) == []


def test_the_legend_explains_the_signs_in_the_picture_and_no_others():
    position = after_a_cut("lifeline")
    shown = board_scene(position)
    owned = [bool(cells) for cells in shown.territory]
    expected = [Sign.LAST, Sign.TAKEN, Sign.CUT]
    expected += [Sign.BLACK_TERRITORY] * owned[0] + [Sign.WHITE_TERRITORY] * owned[1]

    assert legend(position) == expected


def test_the_legend_explains_the_signs_of_other_overlays():
    position = after_a_cut("lifeline", lambda it: it.in_danger(it.to_move))

    assert Sign.KILL in legend(position, Danger())
    assert Sign.LIFELINE in legend(position, Lifelines())
    assert not {Sign.KILL, Sign.LIFELINE} & set(legend(position))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_legend_stands_below_an_unchanged_board(key, theme):
    position = after_a_cut(key)
    plain = draw(board_scene(position), theme).convert("RGB")
    explained = draw(board_scene(position, overlays=(Legend(),)), theme).convert("RGB")
    footer = explained.crop((0, plain.height, plain.width, explained.height))

    assert explained.crop((0, 0, *plain.size)).tobytes() == plain.tobytes()
    assert len(footer.getcolors(maxcolors=100_000)) > 5


def test_every_sign_has_a_label_and_a_sentence():
    entries = [Entry((sign,)) for sign in Sign]
    assert all(entry.label and entry.sentence.endswith(".") for entry in entries)
    assert legend_in_words(entries[:2]) == "A ring marks the last move. A cross marks taken stones."
