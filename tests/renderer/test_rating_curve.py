"""Chart of a player's rating: its texts, its scale, and where the curve and the range are."""

from io import BytesIO
from math import dist

import pytest
from PIL import Image

from renderer import rating_curve
from renderer.rating_curve import draw_rating_curve
from renderer.theme import find_theme

LEFT, RIGHT, TOP, BOTTOM = 130, 1040, 110, 500
NOW = (1499.6, 120.4)


def drawn(points, theme="dark", name="Ann"):
    image = draw_rating_curve(points, name, "Lifeline", NOW, theme)
    return Image.open(BytesIO(image)).convert("RGB")


def texts(monkeypatch, points, name="Ann"):
    """Return the texts of a chart in order, each with its point and its anchor."""
    said = []
    with monkeypatch.context() as patch:
        patch.setattr(
            rating_curve,
            "draw_text",
            lambda _, at, text, face, colour, anchor: said.append((text, at, anchor)),
        )
        draw_rating_curve(points, name, "Lifeline", NOW)
    return said


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("games_played", [1, 2, 300])
def test_the_curve_can_be_drawn_for_any_number_of_games(theme, games_played):
    points = [(1500 + number % 90, 350 - number) for number in range(games_played)]
    assert drawn(points, theme, "Ann" * 30).size == (1080, 580)


def test_a_curve_without_games_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        draw_rating_curve([], "Ann", "Lifeline", (1500, 350))


# ratings with their ranges (±), and the lowest and highest rating of the chart: 50 beyond the range
CHARTS = [
    ([(1450, 100), (1600, 50)], 1300, 1700, range(1300, 1701, 100)),
    ([(1600, 50), (1450, 100)], 1300, 1700, range(1300, 1701, 100)),
    ([(1500, 100), (1510, 30)], 1350, 1650, range(1350, 1651, 50)),
    ([(1500, 101)], 1349, 1651, range(1400, 1601, 100)),
    ([(1500, 350), (2000, 100)], 1100, 2150, range(1200, 2001, 200)),
    ([(500, 100), (2000, 100)], 350, 2150, range(500, 2001, 500)),
]


@pytest.mark.parametrize(("points", "lowest", "highest", "scale"), CHARTS)
def test_the_texts_are_the_name_the_present_rating_the_scale_and_the_number_of_games(
    monkeypatch, points, lowest, highest, scale
):
    title, now, *numbers, games = texts(monkeypatch, points)
    assert title == ("Ann", (40, 58), "lm")
    # neither that after the last game nor its range
    assert now == ("Lifeline  1500 ± 120", (RIGHT, 58), "rm")
    assert [(text, at[0], anchor) for text, at, anchor in numbers] == [
        (str(each), LEFT - 14, "rm") for each in scale
    ]
    for each, (_, at, _) in zip(scale, numbers, strict=True):
        up = (each - lowest) / (highest - lowest)
        assert at[1] == pytest.approx(BOTTOM - up * (BOTTOM - TOP))
    counted = "1 rated game" if len(points) == 1 else "2 rated games"
    assert games == (counted, (585, 538), "mm")


def test_a_long_name_leaves_room_for_the_rating(monkeypatch):
    (title, *_), *_ = texts(monkeypatch, [(1500, 90)], "W" * 60)
    assert title.endswith("…")
    assert 8 < len(title) < 20
    assert texts(monkeypatch, [(1500, 90)], "\u200b")[0][0] == "–"


def look(image, theme):
    """Return a function that names the colour of a pixel: background, band, line or curve."""
    colours = find_theme(theme)
    band = [
        card + 0.4 * (line - card) for card, line in zip(colours.card, colours.muted, strict=True)
    ]
    known = {"card": colours.card, "band": band, "line": colours.muted, "curve": colours.text}

    def nearest(x, y):
        pixel = image.getpixel((round(x), round(y)))
        return min(known, key=lambda name: dist(pixel, known[name]))

    return nearest


def height(value):
    """Return where a rating is in a chart from 1300 to 1700."""
    return BOTTOM - (value - 1300) / 400 * (BOTTOM - TOP)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("points", [chart[0] for chart in CHARTS[:2]])
def test_the_curve_goes_from_the_first_game_to_the_last_within_its_range(points, theme):
    seen = look(drawn(points, theme), theme)
    (first, wide), (last, narrow) = points
    for share in (0.03, 0.25, 0.5, 0.75, 0.97):
        x = LEFT + share * (RIGHT - LEFT)
        middle, spread = first + share * (last - first), wide + share * (narrow - wide)
        away = (spread + 10, spread - 10, 0, 10 - spread, -10 - spread)
        above, *within, below = [seen(x, height(middle + each)) for each in away]
        assert within == ["band", "curve", "band"]
        assert {above, below} <= {"card", "line"}
    # a dot only at the last game, in whose range it is
    assert seen(RIGHT + 6, height(last)) == "curve"
    assert seen(LEFT - 6, height(first)) == "card"
    for side in (1, -1):
        assert seen(RIGHT + 2, height(last + side * (narrow - 10))) == "band"
        assert seen(RIGHT + 2, height(last + side * (narrow + 10))) == "card"


def test_lines_of_the_scale_cross_the_whole_chart():
    seen = look(drawn([(1450, 100), (1600, 50)]), "dark")
    for value in (1300, 1700):
        row = [seen(x, height(value)) for x in (LEFT - 4, LEFT + 1, 585, RIGHT - 1, RIGHT + 4)]
        assert row == ["card", "line", "line", "line", "card"]
    assert seen(1000, height(1420)) == "card"


def test_one_game_is_a_dot_and_its_range_in_the_middle():
    seen = look(drawn([(1500, 100)]), "dark")
    middle, edge = (LEFT + RIGHT) / 2, 100 / 300 * (BOTTOM - TOP)
    for side in (1, -1):
        assert seen(middle, 305 + side * (edge - 8)) == "band"
        assert seen(middle, 305 + side * (edge + 8)) == "card"
    assert [seen(middle + x, 305) for x in (-12, -6, 6, 12)] == ["line", "curve", "curve", "line"]
