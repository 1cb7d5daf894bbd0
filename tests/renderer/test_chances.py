"""Charts of winning chances."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from renderer.chances import HEIGHT, WIDTH, Chance, draw_chances, point_of, ticks
from renderer.script_fonts import SEMIBOLD, font
from renderer.theme import THEMES
from renderer.typeface import text_width

GAME = [Chance(1, 0.5), Chance(2, 0.7), Chance(3, 0.2), Chance(4, 1.0, proved=True)]


def opened(data):
    return Image.open(BytesIO(data)).convert("RGB")


def test_a_chance_of_1_is_at_the_top_and_of_0_at_the_bottom():
    chances = [Chance(1, 0.0), Chance(2, 1.0), Chance(3, 0.5)]
    (_, bottom), (_, top), (_, middle) = (point_of(chances, one.turn) for one in chances)
    assert top < middle < bottom
    assert middle == (top + bottom) / 2


def test_turns_run_from_left_to_right():
    lefts = [point_of(GAME, one.turn)[0] for one in GAME]
    assert lefts == sorted(set(lefts))
    later = [Chance(each.turn + 7, each.black) for each in GAME]
    assert [point_of(later, each.turn)[0] for each in later] == lefts


@pytest.mark.parametrize(
    ("first", "last", "written"),
    [
        (1, 4, [1, 2, 3, 4]),
        (1, 9, [*range(1, 10)]),
        (1, 10, [2, 4, 6, 8, 10]),
        (4, 16, [*range(4, 17, 2)]),
        (0, 17, [0, 5, 10, 15]),
        (3, 43, [*range(5, 44, 5)]),
        (2, 43, [10, 20, 30, 40]),
        (5, 5, [5]),
        (0, 4100, [*range(0, 4101, 500)]),
    ],
)
def test_the_axis_has_the_multiples_of_a_step_between_its_ends(first, last, written):
    assert ticks(first, last) == written


@pytest.mark.parametrize("theme", THEMES)
def test_the_dark_part_shows_black_and_the_light_part_white(theme):
    image = opened(draw_chances(GAME, theme=theme))
    assert image.size == (WIDTH, HEIGHT)
    x, y = map(round, point_of(GAME, 2))
    below, above = (image.convert("L").getpixel((x, y + offset)) for offset in (40, -40))
    assert below < 70
    assert above > 180


def test_proved_chances_and_turning_points_are_marked():
    plain = [Chance(one.turn, one.black) for one in GAME]
    assert draw_chances(GAME) != draw_chances(plain)
    assert draw_chances(GAME) != draw_chances(GAME, (3,))


def test_a_turn_between_two_chances_has_the_height_of_the_earlier_one():
    chances = [Chance(2, 0.25), Chance(6, 0.75), Chance(10, 0.5)]
    (left, _), (right, _) = (point_of(chances, turn) for turn in (2, 10))
    heights = {0.25: point_of(chances, 2)[1], 0.75: point_of(chances, 6)[1]}
    for turn, height in ((1, 0.25), (2, 0.25), (5, 0.25), (6, 0.75), (9, 0.75)):
        assert point_of(chances, turn) == (
            left + (turn - 2) / 8 * (right - left),
            heights[height],
        )


@pytest.fixture
def written(monkeypatch):
    """Return a function that draws a chart and returns its texts with their places."""

    def draw(*asked):
        found = []
        monkeypatch.setattr(
            "renderer.chances.draw_text",
            lambda _draw, at, words, _face, _ink, anchor: found.append((words, *at, anchor)),
        )
        draw_chances(*asked)
        return found

    return draw


@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize("names", [("Ann", "Ben"), ("", "Ben"), ("Ann", "")])
def test_every_text_is_where_it_belongs(written, names, proved):
    chances = [Chance(3, 0.0), Chance(4, 1.0, proved=proved), Chance(6, 0.5)]
    (left, bottom), (_, top), (right, middle) = (point_of(chances, one.turn) for one in chances)
    black, white = names[0] or "Black", names[1] or "White"
    below = HEIGHT - 41
    assert written(chances, (6, 4), names) == [
        (black, left + 46, 58, "lm"),
        (white, right - 46, 58, "rm"),
        ("0%", left - 14, bottom, "rm"),
        ("50%", left - 14, middle, "rm"),
        ("100%", left - 14, top, "rm"),
        *((str(turn), point_of(chances, turn)[0], bottom + 38, "mm") for turn in (3, 4, 5, 6)),
        *([("certain", left + 52, below, "lm")] if proved else []),
        ("turn", (left + right) / 2, below, "mm"),
        ("1", right, middle, "mm"),
        ("2", *point_of(chances, 4), "mm"),
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_the_curve_separates_the_areas_from_edge_to_edge(theme):
    chances = [Chance(3, 0.2), Chance(4, 0.8), Chance(6, 0.4), Chance(9, 0.4)]
    image = opened(draw_chances(chances, theme=theme))
    black, white = (side.body for side in THEMES[theme].stones)
    (x, y), (_, middle) = point_of(chances, 7), point_of([Chance(1, 0.5)], 1)
    spots = {
        (x, middle): THEMES[theme].danger,
        (x, y): THEMES[theme].muted,
        (124, 58): black,
        (1024, 58): white,
    }
    for one, aside in zip(chances, (5, 0, 0, -5), strict=True):
        x, y = point_of(chances, one.turn)
        spots |= {(x + aside, y - 25): white, (x + aside, y + 25): black}
    for (x, y), colour in spots.items():
        seen = image.getpixel((round(x), round(y)))
        assert all(abs(a - b) < 25 for a, b in zip(seen, colour, strict=True)), (x, y)


@pytest.mark.parametrize("chance", [0.2, 0.8])
def test_the_curve_of_a_single_turn_goes_to_the_right_edge(chance):
    image = opened(draw_chances([Chance(7, chance)]))
    heights = [point_of([Chance(7, each)], 7)[1] for each in (0.15, 0.25, 0.75, 0.85)]
    for x in (115, 600, 1030):
        dark = [sum(image.getpixel((x, round(y)))) < 200 for y in heights]
        assert dark == [True, chance > 0.25, chance > 0.25, False]


@pytest.mark.parametrize("proved", [(), (3,), (4,), (3, 6), (4, 6, 9)])
def test_a_bar_is_below_the_turns_whose_chance_is_certain(proved):
    turns = (3, 4, 6, 9)
    chances = [Chance(turn, 0.5, turn in proved) for turn in turns]
    image, bar = opened(draw_chances(chances)), THEMES["dark"].last
    bottom = point_of([Chance(1, 0.0)], 1)[1]
    for turn, following in pairwise(turns):
        left, right = (point_of(chances, each)[0] for each in (turn, following))
        for part in (0.05, 0.5, 0.95):
            at = round(left + part * (right - left)), round(bottom + 9)
            assert (image.getpixel(at) == bar) is (turn in proved)
    assert (image.getpixel((120, HEIGHT - 41)) == bar) is bool(proved), "what it means"


def test_the_same_game_gives_the_same_bytes():
    assert draw_chances(GAME, (2,), ("Ann", "Ben")) == draw_chances(GAME, (2,), ("Ann", "Ben"))


def test_very_long_names_do_not_meet(written):
    (black, start, *_), (white, end, *_) = written(GAME, (), ("W" * 99, "M" * 99))[:2]
    face = font(32, SEMIBOLD)
    assert (black[:2], white[:2]) == ("WW", "MM")
    assert start + text_width(black, face) < end - text_width(white, face)


def test_refuses_a_chart_without_chances():
    with pytest.raises(ValueError, match="nothing to draw"):
        draw_chances([])
