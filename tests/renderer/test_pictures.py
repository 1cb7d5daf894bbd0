"""Every mark of a board, probed at its pixels, on both shapes and in all themes."""

from dataclasses import replace

import pytest

from renderer.draw import draw, draw_png
from renderer.layout import lay_out
from renderer.scene import Banner, Scene
from renderer.theme import THEMES, WHITE
from renderer.words import TIMES, Seat
from rules.topology import Topology
from tests.renderer.studio import BOARDS, OFFERED, WORDS, lightness, plain, shoot

BOTH_SHAPES = pytest.mark.parametrize("topology", BOARDS.values(), ids=list(BOARDS))
EVERY_THEME = pytest.mark.parametrize("theme", list(THEMES))


def mask(topology: Topology, names: str) -> int:
    return topology.mask(names.split())


@BOTH_SHAPES
@EVERY_THEME
def test_stones_stand_in_their_cells_and_nowhere_else(topology: Topology, theme: str) -> None:
    shot = shoot(plain(topology, black="d4 e6", white="f7"), theme)
    assert lightness(shot.at("d4", 0.1, 0.1)) < 100
    assert lightness(shot.at("e6", 0.1, 0.1)) < 100
    assert lightness(shot.at("f7", 0.1, 0.1)) > 220
    assert shot.at("c3", 0.2, 0.25) in (shot.theme.board, shot.theme.board_alt)


@BOTH_SHAPES
@EVERY_THEME
def test_a_stone_has_a_rim_that_shows_on_any_ground(topology: Topology, theme: str) -> None:
    shot = shoot(plain(topology, white="d4", territory=(0, mask(topology, "d5 e5"))), theme)
    rim = shot.theme.stones[1].rim
    nearest = min(
        max(abs(a - b) for a, b in zip(colour, rim, strict=True)) for colour in shot.around("d4")
    )
    assert nearest < 30


@BOTH_SHAPES
@EVERY_THEME
@pytest.mark.parametrize("colour", ["black", "white"])
def test_the_last_move_has_a_ring_in_the_stone(topology: Topology, theme: str, colour: str) -> None:
    scene = plain(topology, **{colour: "d4 e6"}, rings=mask(topology, "d4"))
    shot = shoot(scene, theme)
    middle_of_the_line = 0.31 - 0.115 / 2
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        probe = shot.at("d4", dx * middle_of_the_line, dy * middle_of_the_line)
        assert probe == shot.theme.last
    assert shot.theme.last not in shot.around("e6")
    assert shot.at("d4") != shot.theme.last


@BOTH_SHAPES
@EVERY_THEME
def test_the_coordinates_of_the_last_move_are_inverted(topology: Topology, theme: str) -> None:
    shot = shoot(plain(topology, black="d6", pointed=mask(topology, "d6")), theme)
    size = shot.layout.label
    for site in shot.layout.labels:
        x, y = site.centre
        box = (x - size * 0.5, y - size * 0.5, x + size * 0.5, y + size * 0.5)
        wanted = site.text in ("D", "6")
        assert (shot.theme.last in shot.colours(box)) is wanted
        assert (WHITE in shot.colours(box)) is wanted or theme == "high"


@BOTH_SHAPES
@EVERY_THEME
def test_a_stone_just_taken_is_a_ghost_with_a_cross(topology: Topology, theme: str) -> None:
    taken = (mask(topology, "d4"), mask(topology, "f7"))
    shot = shoot(plain(topology, taken=taken), theme)
    for cell in ("d4", "f7"):
        assert shot.at(cell) == shot.theme.danger
        assert shot.at(cell, 0.12, 0.12) == shot.theme.danger
        assert shot.at(cell, 0.12, -0.12) == shot.theme.danger
        assert shot.at(cell, 0.28, 0.02) != shot.theme.danger
    assert lightness(shot.at("d4", 0.28, 0.12)) < lightness(shot.at("f7", 0.28, 0.12))


@BOTH_SHAPES
@EVERY_THEME
def test_a_stone_not_played_yet_is_a_ghost_without_a_cross(topology: Topology, theme: str) -> None:
    scene = plain(topology, black="b2", shades=(mask(topology, "d4"), mask(topology, "f7")))
    shot = shoot(scene, theme)
    assert shot.theme.danger not in shot.around("d4") | shot.around("f7")
    assert lightness(shot.at("b2", 0.1, 0.1)) < lightness(shot.at("d4", 0.1, 0.1))
    assert lightness(shot.at("d4", 0.1, 0.1)) < lightness(shot.at("f7", 0.1, 0.1)) - 60


@BOTH_SHAPES
@EVERY_THEME
def test_territory_is_tinted_with_a_diamond_in_its_owners_colour(
    topology: Topology, theme: str
) -> None:
    owned = (mask(topology, "d4"), mask(topology, "f7"))
    shot = shoot(plain(topology, territory=owned), theme)
    for cell, tint in zip(("d4", "f7"), shot.theme.tints, strict=True):
        assert shot.at(cell, 0.22, 0.22) == tint
        assert shot.at(cell, -0.22, 0.22) == tint
    assert shot.at("d4") == shot.theme.stones[0].rim
    assert shot.at("f7") == WHITE
    assert shot.at("c9", 0.22, 0.22) in (shot.theme.board, shot.theme.board_alt)


def test_on_square_boards_the_tint_reaches_under_the_owners_stones_only() -> None:
    topology = BOARDS["square"]
    owned = (mask(topology, "d4"), 0)
    shot = shoot(plain(topology, black="d5 e3", white="c4", territory=owned))
    corner = 0.46
    assert shot.at("d5", corner, corner) == shot.theme.tints[0]
    assert shot.at("e3", corner, corner) == shot.theme.tints[0]
    assert shot.at("c4", -corner, corner) == shot.theme.board


@BOTH_SHAPES
@EVERY_THEME
def test_a_pill_marks_the_side_to_move(topology: Topology, theme: str) -> None:
    for active in (0, 1):
        seats = tuple(
            replace(seat, active=index == active) for index, seat in enumerate(WORDS.seats)
        )
        words = replace(WORDS, seats=seats)
        shot = shoot(plain(topology, words=words), theme)
        beside_the_stones = (22, shot.layout.width - 23)
        shown = [shot.pixel(x, 51) == shot.theme.pill for x in beside_the_stones]
        assert shown == [active == 0, active == 1]


@BOTH_SHAPES
@EVERY_THEME
def test_every_word_of_the_header_is_in_the_picture(topology: Topology, theme: str) -> None:
    def image(scene: Scene) -> bytes:
        return draw(scene, theme).tobytes()

    scene = plain(topology, words=WORDS)
    shown = image(scene)
    black, white = WORDS.seats
    changes = (
        {"title": "Turn 63"},
        {"last": f"E6 {TIMES}3"},
        {"last_caption": "offered"},
        {"prison": True},
        {"status": "White: 2 stones", "remarkable": True},
        {"seats": (replace(black, name="Aurelie"), white)},
        {"seats": (replace(black, held=4), white)},
        {"seats": (black, replace(white, held=99))},
        {"seats": (black, replace(white, komi=5))},
    )
    for change in changes:
        assert image(replace(scene, words=replace(WORDS, **change))) != shown, change


@BOTH_SHAPES
@EVERY_THEME
def test_before_the_choice_nobody_has_a_colour_in_the_header(
    topology: Topology, theme: str
) -> None:
    seats = tuple(replace(seat, chosen=False) for seat in WORDS.seats)
    shot = shoot(plain(topology, words=replace(WORDS, seats=seats)), theme)
    for middle in (51, shot.layout.width - 51):
        assert lightness(shot.pixel(middle - 12, 51)) < 110
        assert lightness(shot.pixel(middle + 12, 51)) > 200


@BOTH_SHAPES
def test_a_name_the_font_lacks_is_shown_as_the_colour(topology: Topology) -> None:
    def named(name: str) -> bytes:
        words = replace(WORDS, seats=(Seat(name, 0, 0, active=False), WORDS.seats[1]))
        return draw(plain(topology, words=words)).tobytes()

    assert named("日本語") == named("Black")
    assert named("Zoë") != named("Black")


@pytest.mark.parametrize("topology", OFFERED, ids=repr)
def test_long_names_and_large_numbers_stay_clear_of_the_board(topology: Topology) -> None:
    seats = tuple(Seat("W" * 40, 999, 0, active=True) for _ in range(2))
    words = replace(WORDS, seats=seats, title="Turn 1999", status="White: stone 2 of 2")
    words = replace(words, last=f"AA27 AA26 {TIMES}99", last_caption="colours swapped")
    empty = shoot(plain(topology), width=540).image
    full = shoot(plain(topology, words=words), width=540).image
    layout = lay_out(topology, 540)
    reach = layout.stone // 2
    for x, y in layout.centres:
        box = (x - reach, y - reach, x + reach, y + reach)
        assert empty.crop(box).tobytes() == full.crop(box).tobytes()
    for site in layout.labels:
        x, y = site.centre
        half = layout.label * 0.5
        box = (round(x - half), round(y - half), round(x + half), round(y + half))
        assert empty.crop(box).tobytes() == full.crop(box).tobytes(), site


@BOTH_SHAPES
@EVERY_THEME
def test_a_banner_lengthens_the_picture_and_leaves_the_board_alone(
    topology: Topology, theme: str
) -> None:
    scene = plain(topology, black="d4")
    banner = Banner("A1 is not allowed", "It would be dead. " * 10, alarming=True)
    bare, longer = shoot(scene, theme), shoot(replace(scene, banner=banner), theme)
    height = bare.image.height
    assert longer.image.height > height + 60
    assert longer.image.crop((0, 0, bare.image.width, height)).tobytes() == bare.image.tobytes()
    assert longer.theme.danger in longer.colours((20, height, 60, longer.image.height))


@pytest.mark.parametrize("topology", OFFERED, ids=repr)
@EVERY_THEME
def test_every_board_is_drawn_as_a_small_png_of_256_colours(topology: Topology, theme: str) -> None:
    half = topology.full & int("01" * 400, 2)
    scene = plain(topology, words=WORDS)
    scene = replace(scene, stones=(half, topology.full & ~half))
    data = draw_png(scene, theme)
    assert data.startswith(b"\x89PNG")
    assert len(data) <= 110_000
    image = draw(scene, theme)
    assert image.mode == "P"
    assert image.size == (lay_out(topology).width, lay_out(topology).height)
