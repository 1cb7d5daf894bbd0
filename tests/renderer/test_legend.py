"""The legend of a first game."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import ImageChops

from bot.learning.boards import position_from_text
from bot.learning.move_effects import DangerOverlay
from renderer import signs
from renderer.draw import draw, layout_of
from renderer.endangered import Endangered
from renderer.geometry import MARGIN
from renderer.legend import Entry, Sign, legend_in_words
from renderer.overlays.danger import Danger
from renderer.overlays.legend import Legend
from renderer.overlays.lifelines import Lifelines
from renderer.overlays.preview import Preview
from renderer.overlays.tap_zones import TapZones
from renderer.overlays.zoom import Zoom
from renderer.scene import board_scene
from renderer.script_fonts import MEDIUM, font
from renderer.theme import THEMES, WHITE
from renderer.threads import CutThread, Thread
from renderer.typeface import text_width
from rules.moves import parse_move
from rules.position import Colour
from rules.registry import GAMES, find_game
from rules.topology import bits, hexhex
from tests.renderer.helpers import draw_scene, lightness, random_game, simple_scene
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
    owned = [bool(cells) for cells in board_scene(position).territory]
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


SHADED = {
    (True, False): "touches only black stones",
    (False, True): "touches only white stones",
}


@pytest.mark.parametrize("key", [game.key for game in GAMES])
@pytest.mark.parametrize("first_game", [False, True])
def test_shading_is_explained_by_colour_wherever_it_is_drawn(key, first_game):
    position, kinds = find_game(key).start(find_game(key).ruleset({"size": 5})), set()
    while position.outcome() is None and position.turn < 60:
        scene = board_scene(position, overlays=(Legend(),) if first_game else ())
        owned = tuple(map(bool, scene.territory))
        kinds.add(owned)
        labels = {entry.label for entry in scene.legend}
        for colours, label in SHADED.items():
            shaded = any(one and other for one, other in zip(owned, colours, strict=True))
            assert (label in labels) is shaded
        assert first_game or len(scene.legend) == sum(owned)
        moves = sorted(position.legal_moves(), key=str)
        position = position.play(moves[position.turn * 7 % len(moves)])
    assert len(kinds) > 1


@pytest.mark.parametrize("overlay", [Danger(), Lifelines(), TapZones()])
def test_shading_is_explained_under_overlays_too(overlay):
    position = position_from_text("lifeline", "XO.. ..O.. ...OOO X...... ...... ...O. ...X")

    assert board_scene(position, overlays=(overlay,)).legend == (Entry((Sign.WHITE_TERRITORY,)),)


def test_a_close_up_explains_only_the_shading_that_it_shows():
    history = random_game("asli", 90, size=9)
    shaded = [each for each in history if any(board_scene(each).territory)]
    position = min(shaded, key=lambda each: sum(map(int.bit_count, board_scene(each).territory)))
    black, white = board_scene(position).territory
    found = set()
    for cell in range(len(position.topology)):
        scene = board_scene(position, overlays=(Zoom(cell),))
        layout = layout_of(scene)
        shown = [
            cells
            for cells in (black, white)
            if any(
                0 <= x < layout.width and 0 <= y < layout.height
                for x, y in map(layout.centres.__getitem__, bits(cells))
            )
        ]
        assert len(scene.legend) == len(shown)
        found.add(len(shown))
    assert len(found) > 1


def test_the_shading_after_a_move_that_is_not_played_is_explained():
    history = random_game("asli", 40, size=5)
    turns = [(before, after) for before, after in pairwise(history) if not after.mid_turn]
    changed = [each for each in turns if len({board_scene(board).legend for board in each}) > 1]
    assert changed
    for before, after in changed:
        scene = board_scene(before, overlays=(Preview(after.last_turn.moves),))
        assert scene.legend == board_scene(after).legend


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
    plain = draw(replace(board_scene(position), legend=()), theme).convert("RGB")
    explained = draw(board_scene(position, overlays=(Legend(),)), theme).convert("RGB")
    footer = explained.crop((0, plain.height, plain.width, explained.height))

    assert explained.crop((0, 0, *plain.size)).tobytes() == plain.tobytes()
    assert len(footer.getcolors(maxcolors=100_000)) > 5


@pytest.mark.parametrize("theme", THEMES)
def test_the_tiles_of_the_legend_have_the_shades_of_the_board(theme):
    position = after_a_cut("lifeline")
    for sign, tint in zip(
        (Sign.BLACK_TERRITORY, Sign.WHITE_TERRITORY), THEMES[theme].tints, strict=True
    ):
        scene = replace(board_scene(position), territory=(0, 0), legend=())
        plain, keyed = (
            dict(map(reversed, draw(each, theme).convert("RGB").getcolors(100_000)))
            for each in (scene, replace(scene, legend=(Entry((sign,)),)))
        )
        assert keyed.get(tint, 0) - plain.get(tint, 0) > 500, "pixels"


SHADED_REGIONS = (
    "Shaded regions are territory: dark ones touch only black stones, pale ones only white stones."
)


def test_every_sign_has_a_label_and_a_sentence_of_its_own():
    entries = {sign: Entry((sign,)) for sign in Sign}
    assert {sign: (entry.label, entry.sentence) for sign, entry in entries.items()} == {
        Sign.LAST: ("last move", "A square marks the last move."),
        Sign.TAKEN: ("taken", "A cross marks taken stones."),
        Sign.CUT: (
            "cut lifeline",
            "A broken line with a red edge shows the lifeline that was cut.",
        ),
        Sign.LIFELINE: ("lifeline", "Lines show lifelines."),
        Sign.KILL: (
            "a stone here takes a group",
            "An exclamation mark shows where a stone takes a group.",
        ),
        Sign.CHANCE: (
            "take a group or win here",
            "A star shows where you can take a group or win.",
        ),
        Sign.DOOMED: (
            "taken by the last move",
            "Red rings mark the stones that the last move took.",
        ),
        Sign.BLACK_TERRITORY: ("touches only black stones", SHADED_REGIONS),
        Sign.WHITE_TERRITORY: ("touches only white stones", SHADED_REGIONS),
    }
    shown = [entries[sign] for sign in (Sign.TAKEN, Sign.LAST)]
    assert legend_in_words(shown) == "A cross marks taken stones. A square marks the last move."
    shading = [entries[sign] for sign in (Sign.BLACK_TERRITORY, Sign.WHITE_TERRITORY)]
    assert legend_in_words(shading) == SHADED_REGIONS, "said once"


BOARD = hexhex(5)


@pytest.mark.parametrize(
    ("scene", "expected"),
    [
        ({"black": "c3", "latest": "c3"}, [Entry((Sign.LAST,), 0, "C3")]),
        ({"white": "c3", "latest": "c3"}, [Entry((Sign.LAST,), 1, "C3")]),
        ({"black": "c3 e5", "white": "d4", "latest": "c3 e5"}, [Entry((Sign.LAST,), 0)]),
        (
            {"black": "c3", "latest": "c3", "taken": ("", "d4")},
            [Entry((Sign.LAST,), 0, "C3"), Entry((Sign.TAKEN,), 1)],
        ),
        (
            {"white": "c3", "latest": "c3", "taken": ("d4", "")},
            [Entry((Sign.LAST,), 1, "C3"), Entry((Sign.TAKEN,), 0)],
        ),
        (
            {"black": "e5", "latest": "c3", "taken": ("d4", "c3")},
            [Entry((Sign.LAST,), 1, "C3"), Entry((Sign.TAKEN,), 0)],
        ),
        (
            {"white": "e5", "latest": "c3", "taken": ("c3", "d4")},
            [Entry((Sign.LAST,), 0, "C3"), Entry((Sign.TAKEN,), 0)],
        ),
    ],
)
def test_a_sign_of_the_legend_has_the_colour_of_the_stone_that_it_marks(scene, expected):
    taken = tuple(BOARD.mask(each.split()) for each in scene.get("taken", ("", "")))
    changes = {"latest": BOARD.mask(scene["latest"].split()), "taken": taken}
    made = simple_scene(BOARD, scene.get("black", ""), scene.get("white", ""), **changes)
    assert list(Legend().over(made, None).legend) == expected


LINE = Thread(0, (1,), 2, 0, cut=False)


@pytest.mark.parametrize(
    ("marks", "signs"),
    [
        ((Endangered(3, 0),), []),
        ((Endangered(3, 4),), [Sign.KILL]),
        ((Endangered(0, 4),), [Sign.KILL]),
        ((Endangered(3, 4, chance=True),), [Sign.CHANCE]),
        ((Endangered(3, 4, chance=True), Endangered(8, 0)), [Sign.CHANCE]),
        ((Endangered(3, 4, chance=True), Endangered(8, 16)), [Sign.KILL, Sign.CHANCE]),
        ((LINE,), [Sign.LIFELINE]),
        ((replace(LINE, cut=True),), []),
        ((replace(LINE, cut=True), LINE), [Sign.LIFELINE]),
        ((CutThread(LINE, 1, has_stone=True),), [Sign.CUT]),
        ((LINE, Endangered(3, 4), CutThread(LINE, 1, has_stone=False)), list(Sign)[2:5]),
    ],
)
def test_the_legend_explains_each_kind_of_mark(marks, signs):
    """An endangered lifeline is explained by the sign on the cell that cuts it."""
    scene = simple_scene(BOARD, marks=marks, territory=(8, 0))
    rings, shading = Entry((Sign.DOOMED,), 1), Entry((Sign.BLACK_TERRITORY,))
    expected = [Entry((sign,)) for sign in signs]
    assert list(Legend().over(scene, None).legend) == [*expected, shading]
    ended = replace(scene, legend=(rings,))
    assert list(Legend().over(ended, None).legend) == [*expected, rings, shading]


def tile_of(sign, stone):
    """Return the picture of a sign of the legend, on its tile."""
    drawn = draw_scene(simple_scene(BOARD, legend=(Entry((sign,), stone),)))
    px = drawn.layout.px
    x, y = px(MARGIN) + px(50) // 2, drawn.image.height - px(12) - px(60) + px(60) // 2
    return drawn.image.crop((x - 25, y - 25, x + 25, y + 25))


@pytest.mark.parametrize(
    ("sign", "roles"),
    [
        (Sign.LAST, {"last", "white"}),
        (Sign.TAKEN, {"danger"}),
        (Sign.CUT, {"danger", "line"}),
        (Sign.LIFELINE, {"line", "white"}),
        (Sign.KILL, {"danger", "white"}),
        (Sign.CHANCE, {"badge", "white"}),
        (Sign.DOOMED, {"danger", "white"}),
        (Sign.BLACK_TERRITORY, {"line"}),
        (Sign.WHITE_TERRITORY, {"white"}),
    ],
)
def test_a_sign_of_the_legend_looks_as_on_the_board(sign, roles):
    theme = THEMES["dark"]
    colours = {
        "last": theme.last,
        "danger": theme.danger,
        "badge": theme.badge,
        "line": theme.stones[0].rim,
        "white": WHITE,
    }
    black, white = (tile_of(sign, stone) for stone in (0, 1))
    drawn = {colour for _, colour in white.getcolors(10_000)}
    assert {role for role, colour in colours.items() if colour in drawn} == roles
    darker = lightness(black.getpixel((15, 15))) < lightness(white.getpixel((15, 15))) - 50
    assert darker is (sign in (Sign.LAST, Sign.TAKEN, Sign.DOOMED)), "only these have a stone"


def test_a_long_legend_has_lines_that_fit_between_the_margins():
    layout = layout_of(simple_scene(BOARD))
    face = font(layout.px(29), MEDIUM)
    entries = tuple(Entry((sign,)) for sign in Sign)
    room, between = layout.width - 2 * layout.px(MARGIN), layout.px(30)
    widths = [layout.px(64) + text_width(entry.label, face) for entry in entries]
    lines, used = 1, -between
    for width in widths:
        if used + between + width > room:
            lines, used = lines + 1, -between
        used += between + width
    assert lines > 2
    plain, explained = (draw(simple_scene(BOARD, legend=each)).height for each in ((), entries))
    assert explained - plain == lines * layout.px(60) + layout.px(12)
