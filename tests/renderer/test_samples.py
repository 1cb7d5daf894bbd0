"""Samples of the themes."""

from io import BytesIO

from PIL import Image

from renderer.samples import WIDTH, draw_samples
from renderer.theme import THEMES


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
