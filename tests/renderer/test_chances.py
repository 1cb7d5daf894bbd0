"""Charts of winning chances."""

from io import BytesIO

import pytest
from PIL import Image

from renderer.chances import HEIGHT, WIDTH, Chance, draw_chances, point_of, ticks
from renderer.theme import THEMES

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


def test_the_same_game_gives_the_same_bytes():
    assert draw_chances(GAME, (2,), ("Ann", "Ben")) == draw_chances(GAME, (2,), ("Ann", "Ben"))


def test_draws_a_game_of_one_turn_and_very_long_names():
    assert opened(draw_chances([Chance(1, 0.4)], names=("W" * 99, "\u202e")))


def test_refuses_a_chart_without_chances():
    with pytest.raises(ValueError, match="nothing to draw"):
        draw_chances([])
