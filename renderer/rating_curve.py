"""Chart of a player's rating after each rated game, with the rating's range."""

from collections.abc import Sequence
from math import ceil

from PIL import Image, ImageDraw

from renderer.palette_images import encode_png, to_palette
from renderer.script_fonts import MEDIUM, SEMIBOLD, font
from renderer.theme import RGB, Theme, find_theme
from renderer.translation import plural
from renderer.typeface import draw_text, fitted, printable, text_width

WIDTH, HEIGHT = 1080, 580
_LEFT, _RIGHT, _TOP, _BOTTOM = 130, 1040, 110, 500
_MARGIN_LEFT = 40
_OVERSAMPLING = 2  # enlargement of the curve, for smooth lines
_MARGIN = 50  # points above and below the curve
_STEPS = (50, 100, 200, 500, 1000)  # possible distances between the lines of the scale, in points
_MOST_LINES = 6
_DOT = 8  # radius of a dot
_BAND = 0.4  # share of the way from the background to the colour of the lines

Point = tuple[float, float]


def draw_rating_curve(
    ratings: Sequence[Point],
    name: str,
    game: str,
    now: Point,
    theme: str = "dark",
) -> bytes:
    """Return the chart of a player's rating as a PNG file, 1080 pixels wide.

    The band around the curve is the range. It differs from the curve in brightness, so that the
    chart is readable without colours.

    :param ratings: the rating and its range (±) after each game, at least one pair.
    :param name: the player's name; `game` is the game's name.
    :param now: the current rating and range; the range has grown since the last game.
    :raises ValueError: the theme is unknown or ``ratings`` is empty.
    """
    if not ratings:
        raise ValueError("There is nothing to draw: give at least one rating.")
    colours = find_theme(theme)
    plot = _Plot(ratings, colours)
    plot.lines()
    plot.curve()
    image = plot.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(image)
    _write_title(draw, colours, name, f"{game}  {round(now[0])} ± {round(now[1])}")
    _write_scale(draw, plot)
    return encode_png(to_palette(image, colours))


class _Plot:
    """Curve of the rating and its range, drawn larger and then reduced for smooth lines."""

    def __init__(self, ratings: Sequence[Point], theme: Theme) -> None:
        self.ratings = ratings
        self.theme = theme
        self._lowest = min(value - spread for value, spread in ratings) - _MARGIN
        self._highest = max(value + spread for value, spread in ratings) + _MARGIN
        size = (WIDTH * _OVERSAMPLING, HEIGHT * _OVERSAMPLING)
        self.image = Image.new("RGB", size, theme.card)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, number: int, value: float) -> Point:
        """Return the point of the rating after a game, in pixels of the finished picture."""
        along = number / (len(self.ratings) - 1) if len(self.ratings) > 1 else 0.5
        up = (value - self._lowest) / (self._highest - self._lowest)
        return _LEFT + along * (_RIGHT - _LEFT), _BOTTOM - up * (_BOTTOM - _TOP)

    def scale(self) -> list[int]:
        """Return the ratings at which the chart has horizontal lines, such as 1400 and 1500."""
        span = self._highest - self._lowest
        step = next((each for each in _STEPS if span / each <= _MOST_LINES), _STEPS[-1])
        return list(range(ceil(self._lowest / step) * step, int(self._highest) + 1, step))

    def lines(self) -> None:
        for value in self.scale():
            y = self.at(0, value)[1]
            line = [_scaled((_LEFT, y)), _scaled((_RIGHT, y))]
            self.draw.line(line, fill=self.theme.muted, width=_OVERSAMPLING)

    def curve(self) -> None:
        above = [self._point(number, 1) for number in range(len(self.ratings))]
        below = [self._point(number, -1) for number in range(len(self.ratings))]
        if len(above) > 1:
            self.draw.polygon([*above, *reversed(below)], fill=self._band())
        self.draw.line([*above[-1:], *below[-1:]], fill=self._band(), width=8 * _OVERSAMPLING)
        middle = [self._point(number, 0) for number in range(len(self.ratings))]
        self.draw.line(middle, fill=self.theme.text, width=4 * _OVERSAMPLING)
        x, y = middle[-1]
        dot = _DOT * _OVERSAMPLING
        self.draw.ellipse((x - dot, y - dot, x + dot, y + dot), fill=self.theme.text)

    def _band(self) -> RGB:
        """Return the colour of the band around the curve, a mix of background and line colour."""
        red, green, blue = (
            round(card + _BAND * (muted - card))
            for card, muted in zip(self.theme.card, self.theme.muted, strict=True)
        )
        return red, green, blue

    def _point(self, number: int, side: int) -> Point:
        value, spread = self.ratings[number]
        return _scaled(self.at(number, value + side * spread))


def _write_title(draw: ImageDraw.ImageDraw, theme: Theme, name: str, now: str) -> None:
    """Write the player's name and the current rating above the chart."""
    face = font(44, SEMIBOLD)
    width = _RIGHT - _MARGIN_LEFT - text_width(now, face) - 30
    title = fitted(printable(name, "–"), face, width)
    draw_text(draw, (_MARGIN_LEFT, 58), title, face, theme.text, "lm")
    draw_text(draw, (_RIGHT, 58), now, face, theme.text, "rm")


def _write_scale(draw: ImageDraw.ImageDraw, plot: _Plot) -> None:
    """Write the values of the scale, and the number of games."""
    face, muted = font(34, MEDIUM), plot.theme.muted
    for line in plot.scale():
        draw_text(draw, (_LEFT - 14, plot.at(0, line)[1]), str(line), face, muted, "rm")
    number = len(plot.ratings)
    games = plural("{count} rated game", "{count} rated games", number)
    draw_text(draw, ((_LEFT + _RIGHT) / 2, HEIGHT - 42), games, face, muted, "mm")


def _scaled(point: Point) -> Point:
    return point[0] * _OVERSAMPLING, point[1] * _OVERSAMPLING
