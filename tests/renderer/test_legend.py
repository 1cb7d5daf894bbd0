"""The legend of a first game."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from PIL import ImageChops

from bot.learning.boards import position_from_text
from bot.learning.move_effects import DangerOverlay
from renderer import signs
from renderer.draw import draw
from renderer.endangered import Endangered
from renderer.legend import Entry, Sign, legend_in_words
from renderer.overlays.candidates import Badge, NumberedSign
from renderer.overlays.danger import Danger
from renderer.overlays.legend import Legend
from renderer.overlays.lifelines import Lifelines
from renderer.overlays.tap_zones import ZoneLabel
from renderer.scene import board_scene
from renderer.theme import THEMES
from rules.moves import parse_move
from rules.position import Colour
from rules.registry import GAMES, find_game
from rules.topology import bits
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
    crossed = shown.taken[0] | shown.taken[1]
    owned = [bool(cells & ~crossed) for cells in shown.territory]
    expected = [Sign.LAST, Sign.TAKEN, Sign.CUT]
    expected += [Sign.BLACK_TERRITORY] * owned[0] + [Sign.WHITE_TERRITORY] * owned[1]

    assert legend(position) == expected


def test_the_legend_explains_the_name_of_the_cell_of_the_last_move():
    game = find_game("lifeline").start(find_game("lifeline").ruleset({"start": "weak-pie"}))
    one = game.play(parse_move("f12", game.topology))
    first = board_scene(one, overlays=(Legend(),)).legend[0]
    assert first.label == "last move: F12, where F and 12 meet"

    pair = find_game("lifeline").start(find_game("lifeline").ruleset({}))
    for name in ("a1", "c3"):
        pair = pair.play(parse_move(name, pair.topology))
    assert board_scene(pair, overlays=(Legend(),)).legend[0].label == "last move"


def test_the_legend_explains_the_signs_of_other_overlays():
    position = after_a_cut("lifeline", lambda it: it.in_danger(it.to_move))

    assert Sign.KILL in legend(position, Danger())
    assert Sign.LIFELINE in legend(position, Lifelines())
    assert not {Sign.KILL, Sign.LIFELINE} & set(legend(position))


@dataclass(frozen=True)
class Covered:
    """Overlay of badges, zone labels or warnings on all territory."""

    make: Callable[[int], object]

    def over(self, scene, _position):
        cells = bits(scene.territory[0] | scene.territory[1])
        return replace(scene, marks=(*scene.marks, *map(self.make, cells)))


@pytest.mark.parametrize(
    "make",
    [
        lambda cell: Badge(cell, "1"),
        lambda cell: ZoneLabel(cell, "1"),
        lambda cell: Endangered(0, 1 << cell),
        lambda cell: NumberedSign(cell, "1", chance=True),
    ],
)
def test_covered_diamonds_are_not_explained(make):
    position = position_from_text("lifeline", "XO.. ..O.. ...OOO X...... ...... ...O. ...X")
    territory = {Sign.BLACK_TERRITORY, Sign.WHITE_TERRITORY}

    assert territory & set(legend(position))
    assert not territory & set(legend(position, Covered(make)))


@pytest.mark.parametrize("chance", [False, True])
def test_the_legend_tells_a_chance_from_a_danger(chance):
    position = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    shown = legend(position, DangerOverlay(position.in_danger(Colour.BLACK), chance))

    assert {Sign.KILL, Sign.CHANCE} & set(shown) == {Sign.CHANCE if chance else Sign.KILL}


@pytest.mark.parametrize("text", ["", "7", "24"])
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_chance_and_a_danger_differ_in_shape_and_colour(theme, text):
    warning = signs.warning(48, theme.danger, text or "!")
    star = signs.star(48, theme.badge, text)
    outside = ImageChops.difference(warning.getchannel("A"), star.getchannel("A"))

    assert theme.danger != theme.badge
    assert sum(outside.point(lambda alpha: alpha > 200).tobytes()) > 48 * 48 / 10


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
    assert (
        legend_in_words(entries[:2]) == "A square marks the last move. A cross marks taken stones."
    )
