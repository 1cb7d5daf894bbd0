"""Pixels of every mark on a board, on both shapes and in all themes."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderer.draw import draw, draw_png, layout_of
from renderer.layout import lay_out
from renderer.scene import Banner, Scene
from renderer.script_fonts import font
from renderer.theme import THEMES, WHITE
from renderer.typeface import text_width
from renderer.words import Seat
from rules.topology import Topology, hexhex, square
from tests.renderer.helpers import (
    BOARDS,
    COLOUR_BLINDNESS,
    OFFERED,
    WORDS,
    bare_board,
    draw_scene,
    lightness,
    places_drawn_over,
    simple_scene,
    simulate_colour_blindness,
)

BOTH_SHAPES = pytest.mark.parametrize("topology", BOARDS.values(), ids=list(BOARDS))
EVERY_THEME = pytest.mark.parametrize("theme", list(THEMES))


def mask(topology: Topology, names: str) -> int:
    return topology.mask(names.split())


@BOTH_SHAPES
@EVERY_THEME
def test_stones_are_drawn_only_in_their_cells(topology: Topology, theme: str) -> None:
    drawn = draw_scene(simple_scene(topology, black="d4 e6", white="f7"), theme)
    assert lightness(drawn.at("d4", 0.1, 0.1)) < 100
    assert lightness(drawn.at("e6", 0.1, 0.1)) < 100
    assert lightness(drawn.at("f7", 0.1, 0.1)) > 220
    assert drawn.at("c3", 0.2, 0.25) in (drawn.theme.board, drawn.theme.board_alt)


@BOTH_SHAPES
@EVERY_THEME
def test_stones_have_a_rim_that_is_visible_on_territory(topology: Topology, theme: str) -> None:
    drawn = draw_scene(
        simple_scene(topology, white="d4", territory=(0, mask(topology, "d5 e5"))), theme
    )
    rim = drawn.theme.stones[1].rim
    nearest = min(
        max(abs(a - b) for a, b in zip(colour, rim, strict=True)) for colour in drawn.around("d4")
    )
    assert nearest < 30


@BOTH_SHAPES
@EVERY_THEME
@pytest.mark.parametrize("colour", ["black", "white"])
def test_the_last_move_has_a_square_with_a_white_rim_in_the_stone(
    topology: Topology, theme: str, colour: str
) -> None:
    scene = simple_scene(topology, **{colour: "d4 e6"}, latest=mask(topology, "d4"))
    drawn = draw_scene(scene, theme)
    for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        assert drawn.at("d4", dx * 0.13, dy * 0.13) == drawn.theme.last
        assert drawn.at("d4", dx * 0.2, dy * 0.13) == WHITE
    stone = drawn.at("d4", 0.32, 0)
    assert stone not in {drawn.theme.last, drawn.theme.danger}
    assert drawn.theme.last not in drawn.around("e6")


@BOTH_SHAPES
@EVERY_THEME
def test_a_last_move_that_was_captured_has_a_square_around_its_ghost(
    topology: Topology, theme: str
) -> None:
    cells = mask(topology, "d4")
    drawn = draw_scene(simple_scene(topology, taken=(cells, 0), latest=cells), theme)
    corner = 0.5 - 0.03
    assert drawn.at("d4", corner, 0) == drawn.theme.last
    assert drawn.at("d4", 0, corner) == drawn.theme.last
    assert drawn.at("d4", 0.42, 0.42) == drawn.theme.last, "a square reaches further than a ring"


@pytest.mark.parametrize("sight", [None, *COLOUR_BLINDNESS])
@EVERY_THEME
def test_the_rim_of_the_last_move_stands_out_on_black_stones(theme: str, sight: str | None) -> None:
    black, last = THEMES[theme].stones[0].body, THEMES[theme].last
    seen = [lightness(simulate_colour_blindness(colour, sight)) for colour in (WHITE, black, last)]
    assert seen[0] - seen[1] > 150
    assert seen[0] - seen[2] > 80


@BOTH_SHAPES
@EVERY_THEME
def test_the_coordinates_of_the_last_move_are_inverted(topology: Topology, theme: str) -> None:
    drawn = draw_scene(simple_scene(topology, black="d6", pointed=mask(topology, "d6")), theme)
    size = drawn.layout.label
    for site in drawn.layout.labels:
        x, y = site.centre
        box = (x - size * 0.5, y - size * 0.5, x + size * 0.5, y + size * 0.5)
        wanted = site.text in ("D", "6")
        assert (drawn.theme.last in drawn.colours(box)) is wanted
        assert (WHITE in drawn.colours(box)) is wanted or theme == "high"


@BOTH_SHAPES
@EVERY_THEME
def test_a_captured_stone_is_a_ghost_with_a_cross(topology: Topology, theme: str) -> None:
    taken = (mask(topology, "d4"), mask(topology, "f7"))
    drawn = draw_scene(simple_scene(topology, taken=taken), theme)
    for cell in ("d4", "f7"):
        assert drawn.at(cell) == drawn.theme.danger
        assert drawn.at(cell, 0.12, 0.12) == drawn.theme.danger
        assert drawn.at(cell, 0.12, -0.12) == drawn.theme.danger
        assert drawn.at(cell, 0.28, 0.02) != drawn.theme.danger
    assert lightness(drawn.at("d4", 0.28, 0.12)) < lightness(drawn.at("f7", 0.28, 0.12))


@BOTH_SHAPES
@EVERY_THEME
def test_a_previewed_stone_is_a_ghost_without_a_cross(topology: Topology, theme: str) -> None:
    scene = simple_scene(topology, black="b2", shades=(mask(topology, "d4"), mask(topology, "f7")))
    drawn = draw_scene(scene, theme)
    assert drawn.theme.danger not in drawn.around("d4") | drawn.around("f7")
    assert lightness(drawn.at("b2", 0.1, 0.1)) < lightness(drawn.at("d4", 0.1, 0.1))
    assert lightness(drawn.at("d4", 0.1, 0.1)) < lightness(drawn.at("f7", 0.1, 0.1)) - 60


@BOTH_SHAPES
@EVERY_THEME
def test_territory_is_tinted_with_a_diamond_in_its_owners_colour(
    topology: Topology, theme: str
) -> None:
    owned = (mask(topology, "d4"), mask(topology, "f7"))
    drawn = draw_scene(simple_scene(topology, territory=owned), theme)
    for cell, tint in zip(("d4", "f7"), drawn.theme.tints, strict=True):
        assert drawn.at(cell, 0.22, 0.22) == tint
        assert drawn.at(cell, -0.22, 0.22) == tint
    assert drawn.at("d4") == drawn.theme.stones[0].rim
    assert drawn.at("f7") == WHITE
    assert drawn.at("c9", 0.22, 0.22) in (drawn.theme.board, drawn.theme.board_alt)


def test_on_square_boards_the_tint_does_not_extend_under_stones() -> None:
    topology = BOARDS["square"]
    owned = (mask(topology, "d4"), 0)
    drawn = draw_scene(simple_scene(topology, black="d5 e3", white="c4", territory=owned))
    corner = 0.46
    assert drawn.at("d4", corner, corner) == drawn.theme.tints[0]
    for cell in ("d5", "e3", "c4"):
        assert drawn.at(cell, -corner, corner) == drawn.theme.board


@EVERY_THEME
def test_every_fifth_row_and_column_of_a_large_hexhex_board_is_a_line(theme: str) -> None:
    for size, guided in ((7, False), (8, True), (12, True)):
        topology = hexhex(size)
        drawn = draw_scene(simple_scene(topology), theme)
        plain = (drawn.theme.board, drawn.theme.board_alt)
        for cell, away in (("e5", (0.3, 0)), ("e6", (0.15, 0.26)), ("e6", (-0.15, -0.26))):
            assert (drawn.at(cell, *away) not in plain) is guided
        for cell, away in (("d6", (0.3, 0)), ("f6", (0.15, 0.26)), ("f6", (0.15, -0.26))):
            assert drawn.at(cell, *away) in plain


def test_names_of_nine_letters_are_not_cut() -> None:
    boards = (*map(hexhex, range(3, 13)), *map(square, (5, 9, 13, 19)))
    wide = [(hexhex(5), name) for name in ("Gwendolyn", "Johannes2", "Wolfgang2")]
    for board, name in [*((board, "Aleksandr") for board in boards), *wide]:
        layout = layout_of(simple_scene(board))
        face = font(layout.px(23))
        for room in layout.name_room:
            assert text_width(name, face) <= room - layout.px(46 + 18)


@BOTH_SHAPES
@EVERY_THEME
def test_a_pill_marks_the_side_to_move(topology: Topology, theme: str) -> None:
    for active in (0, 1):
        seats = tuple(
            replace(seat, active=index == active) for index, seat in enumerate(WORDS.seats)
        )
        words = replace(WORDS, seats=seats)
        drawn = draw_scene(simple_scene(topology, words=words), theme)
        beside_the_stones = (22, drawn.layout.width - 23)
        shown = [drawn.pixel(x, 51) == drawn.theme.pill for x in beside_the_stones]
        assert shown == [active == 0, active == 1]


@BOTH_SHAPES
@EVERY_THEME
def test_every_word_of_the_header_is_in_the_picture(topology: Topology, theme: str) -> None:
    def image(scene: Scene) -> bytes:
        return draw(scene, theme).tobytes()

    scene = simple_scene(topology, words=WORDS)
    shown = image(scene)
    black, white = WORDS.seats
    changes = (
        {"title": "Turn 63"},
        {"last": "E6 D7", "last_line": "last E6 D7"},
        {"last_caption": "offered", "last_line": "E6: offered"},
        {"prison": True},
        {"status": "White: 2 stones", "remarkable": True},
        {"seats": (replace(black, name="Aurelie"), white)},
        {"seats": (replace(black, held=4), white)},
        {"seats": (black, replace(white, held=99))},
        {"seats": (black, replace(white, komi="komi 5"))},
    )
    for change in changes:
        assert image(replace(scene, words=replace(WORDS, **change))) != shown, change


@BOTH_SHAPES
@EVERY_THEME
def test_before_the_choice_the_header_shows_no_colours(topology: Topology, theme: str) -> None:
    seats = tuple(replace(seat, chosen=False) for seat in WORDS.seats)
    drawn = draw_scene(simple_scene(topology, words=replace(WORDS, seats=seats)), theme)
    for middle in (51, drawn.layout.width - 51):
        assert lightness(drawn.pixel(middle - 12, 51)) < 110
        assert lightness(drawn.pixel(middle + 12, 51)) > 200


@BOTH_SHAPES
def test_a_name_with_unsupported_characters_is_replaced_by_the_colour(topology: Topology) -> None:
    def named(name: str) -> bytes:
        words = replace(WORDS, seats=(Seat(name, 0, "", active=False), WORDS.seats[1]))
        return draw(simple_scene(topology, words=words)).tobytes()

    assert named("ᏣᎳᎩ") == named("Black")
    assert named("Zoë") != named("Black")


def test_long_names_and_large_numbers_stay_clear_of_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("renderer.draw.empty_board", bare_board)
    seats = tuple(Seat("W" * 40, 999, "", active=True) for _ in range(2))
    words = replace(WORDS, seats=seats, title="Turn 1999", status="White: stone 2 of 2")
    words = replace(words, last="AA27 AA26", last_caption="took 99, lost 99")
    for topology in OFFERED:
        assert places_drawn_over(words, topology) == [], topology


def test_words_longer_by_half_stay_clear_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renderer.draw.empty_board", bare_board)
    seats = Seat("W" * 40, 999, "", active=True), Seat("W" * 40, 999, "komi 397 xxxx", active=True)
    words = replace(
        WORDS,
        seats=seats,
        title="Turn 1999 xxxx",
        status="White: stone 2 of 2 xxxxxxxxx",
        last="AA27 AA26 xxxx",
        last_caption="took 99, lost 99 xxxxxxx",
        last_line="AA27 AA26 took 99, lost 99 xxxxxxx",
    )
    for topology in OFFERED:
        shown = replace(words, prison=topology.shape == "square")
        covered = set(places_drawn_over(shown, topology))
        assert covered.isdisjoint(lay_out(topology, 540).centres), topology


@BOTH_SHAPES
@EVERY_THEME
def test_a_banner_extends_the_picture_without_changing_the_board(
    topology: Topology, theme: str
) -> None:
    scene = simple_scene(topology, black="d4")
    banner = Banner("A1 is not allowed", "It would be dead. " * 10, alarming=True)
    bare, longer = draw_scene(scene, theme), draw_scene(replace(scene, banner=banner), theme)
    height = bare.image.height
    assert longer.image.height > height + 60
    assert longer.image.crop((0, 0, bare.image.width, height)).tobytes() == bare.image.tobytes()
    assert longer.theme.danger in longer.colours((20, height, 60, longer.image.height))


@pytest.fixture(scope="module", params=OFFERED, ids=repr)
def offered(request: pytest.FixtureRequest) -> Topology:
    """Each board in turn: tests of one run together, so that its empty board is drawn once."""
    topology: Topology = request.param
    return topology


def test_all_cells_look_alike_to_the_pixel(offered: Topology) -> None:
    # Rows of hexagons alternate between two shades; these share one.
    names = ["b2", "c2", "c4"] if offered.shape == "hexhex" else ["b2", "d2", "b4"]
    drawn = draw_scene(simple_scene(offered, black=" ".join(names)))
    half = drawn.layout.stone // 2 - 2
    cells = [drawn.layout.centres[offered.cell(name)] for name in names]
    crops = {drawn.image.crop((x - half, y - half, x + half, y + half)).tobytes() for x, y in cells}
    assert len(crops) == 1


def test_every_board_is_drawn_as_a_small_png_of_256_colours(offered: Topology) -> None:
    check_png(offered, "dark")


@pytest.mark.parametrize("topology", [hexhex(3), hexhex(12), square(5), square(27)], ids=repr)
@pytest.mark.parametrize("theme", ["light", "high"])
def test_other_themes_are_drawn_as_a_small_png_of_256_colours(
    topology: Topology, theme: str
) -> None:
    check_png(topology, theme)


def check_png(topology: Topology, theme: str) -> None:
    half = topology.full & int("01" * 400, 2)
    scene = simple_scene(topology, words=WORDS)
    scene = replace(scene, stones=(half, topology.full & ~half))
    data = draw_png(scene, theme)
    assert data.startswith(b"\x89PNG")
    assert len(data) <= 110_000
    image = Image.open(BytesIO(data))
    assert image.mode == "P"
    assert image.size == (lay_out(topology).width, lay_out(topology).height)
