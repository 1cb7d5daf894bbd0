"""Palettes of the themes."""

from io import BytesIO

import pytest
from PIL import Image

from renderer.palette_images import UNUSED_INDEX, to_palette
from renderer.samples import WIDTH, draw_samples
from renderer.theme import RGB, THEMES, Theme, find_theme
from tests.renderer.helpers import (
    COLOUR_BLINDNESS,
    OFFERED,
    draw_scene,
    lightness,
    simple_scene,
    simulate_colour_blindness,
)

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@EVERY_THEME
def test_the_palette_reproduces_every_flat_colour_exactly(theme: Theme) -> None:
    strip = Image.new("RGB", (len(theme.flat), 1))
    strip.putdata(theme.flat)
    mapped = to_palette(strip, theme).convert("RGB")
    assert [mapped.getpixel((x, 0)) for x in range(strip.width)] == list(theme.flat)


@EVERY_THEME
def test_a_palette_has_256_entries_with_one_unused(theme: Theme) -> None:
    entries = [theme.palette[i : i + 3] for i in range(0, len(theme.palette), 3)]
    assert len(entries) == 256
    assert entries[UNUSED_INDEX] in entries[:UNUSED_INDEX]
    noise = Image.effect_noise((256, 256), 90).convert("RGB")
    used = to_palette(noise, theme).histogram()[: UNUSED_INDEX + 1]
    assert used[UNUSED_INDEX] == 0


@EVERY_THEME
def test_shaded_stones_keep_their_hue(theme: Theme) -> None:
    drawn = draw_scene(simple_scene(OFFERED[10], black="b2", white="d4"), theme.name)
    for cell in ("b2", "d4"):
        red, green, blue = drawn.at(cell, 0.1, 0.2)
        assert max(red, green, blue) - min(red, green, blue) <= 16


@EVERY_THEME
@pytest.mark.parametrize("deficiency", [None, *COLOUR_BLINDNESS])
def test_contrasting_colours_also_differ_in_lightness(theme: Theme, deficiency: str | None) -> None:
    def apart(one: RGB, other: RGB) -> float:
        return abs(
            lightness(simulate_colour_blindness(one, deficiency))
            - lightness(simulate_colour_blindness(other, deficiency))
        )

    black, white = theme.stones
    assert apart(*theme.tints) > 80
    assert min(apart(theme.board, tint) for tint in theme.tints) > 30
    assert apart(black.body, white.body) > 150
    assert apart(theme.badge, (255, 255, 255)) > 150
    assert apart(theme.text, theme.card) > 150
    assert min(apart(theme.danger, white.body), apart(theme.last, white.body)) > 80
    assert min(apart(theme.danger, black.body), apart(theme.last, black.body)) > 40


def test_the_refusal_of_an_unknown_theme_lists_the_themes() -> None:
    choice = ", ".join(THEMES)
    with pytest.raises(ValueError, match=rf"There is no theme “no theme”\. Choose {choice}"):
        find_theme("no theme")


def test_each_theme_has_a_sample_with_its_colours_in_their_order():
    titles = tuple(theme.title() for theme in THEMES.values())
    picture = Image.open(BytesIO(draw_samples(titles)))
    assert picture.width == WIDTH * len(THEMES)
    for number, theme in enumerate(THEMES.values()):
        left = WIDTH * number
        sample = picture.crop((left, 0, left + WIDTH, picture.height))
        used = {colour for _, colour in sample.getcolors(WIDTH * picture.height)}
        assert {theme.card, theme.board, theme.last, theme.danger, theme.text} <= used
        others = {each.card for each in THEMES.values()} - {theme.card}
        assert sample.getpixel((2, 2)) == theme.card
        assert sample.getpixel((WIDTH - 2, 2)) not in others


def test_titles_are_in_the_picture():
    titles = ["-"] * len(THEMES)
    assert draw_samples(tuple(titles)) != draw_samples(("Dark", *titles[1:]))
