"""The fixed colours of the themes."""

import pytest
from PIL import Image

from renderer.palette import UNUSED, indexed
from renderer.theme import RGB, THEMES, Theme, find_theme
from tests.renderer.studio import EYES, OFFERED, as_seen, lightness, plain, shoot

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@EVERY_THEME
def test_every_flat_colour_comes_through_the_palette_exactly(theme: Theme) -> None:
    strip = Image.new("RGB", (len(theme.flat), 1))
    strip.putdata(theme.flat)
    mapped = indexed(strip, theme).convert("RGB")
    assert [mapped.getpixel((x, 0)) for x in range(strip.width)] == list(theme.flat)


@EVERY_THEME
def test_a_palette_has_256_entries_and_one_that_is_never_used(theme: Theme) -> None:
    entries = [theme.palette[i : i + 3] for i in range(0, len(theme.palette), 3)]
    assert len(entries) == 256
    assert entries[UNUSED] in entries[:UNUSED]
    noise = Image.effect_noise((256, 256), 90).convert("RGB")
    used = indexed(noise, theme).histogram()[: UNUSED + 1]
    assert used[UNUSED] == 0


@EVERY_THEME
def test_shaded_stones_keep_their_hue(theme: Theme) -> None:
    shot = shoot(plain(OFFERED[10], black="b2", white="d4"), theme.name)
    for cell in ("b2", "d4"):
        red, green, blue = shot.at(cell, 0.1, 0.2)
        assert max(red, green, blue) - min(red, green, blue) <= 16


@EVERY_THEME
@pytest.mark.parametrize("eyes", [None, *EYES])
def test_what_must_differ_differs_in_lightness_too(theme: Theme, eyes: str | None) -> None:
    def apart(one: RGB, other: RGB) -> float:
        return abs(lightness(as_seen(one, eyes)) - lightness(as_seen(other, eyes)))

    black, white = theme.stones
    assert apart(*theme.tints) > 80
    assert min(apart(theme.board, tint) for tint in theme.tints) > 30
    assert apart(black.body, white.body) > 150
    assert apart(theme.badge, (255, 255, 255)) > 150
    assert apart(theme.text, theme.card) > 150
    assert min(apart(theme.danger, white.body), apart(theme.last, white.body)) > 80
    assert min(apart(theme.danger, black.body), apart(theme.last, black.body)) > 40


def test_an_unknown_theme_is_told_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"There is no theme “sepia”\. Choose dark, light, high"):
        find_theme("sepia")
