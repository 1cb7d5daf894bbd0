"""Chart of a game's winning chances, with proved results and turning points."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.palette_images import encode_png, to_palette
from renderer.phrases import percent
from renderer.script_fonts import MEDIUM, SEMIBOLD, Font, font
from renderer.theme import RGB, WHITE, Theme, find_theme
from renderer.translation import text
from renderer.typeface import draw_text, fitted, printable
from renderer.words import colour_name
from rules.colour import Colour

WIDTH, HEIGHT = 1080, 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 108, 1040, 130, 520
_OVERSAMPLING = 2  # enlargement of the areas, for smooth lines
_MARK = 21  # radius of a turning point's number
_PROVED = 10  # height of the bar below proved turns
_TICKS = 8  # maximum number of intervals between the turn numbers on the axis
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # possible distances between them, in turns


@dataclass(frozen=True, slots=True)
class Chance:
    """Black's winning chance, 0 to 1, after ``turn`` turns, and whether the chance is proved."""

    turn: int
    black: float
    proved: bool = False


def draw_chances(
    chances: Sequence[Chance],
    turning: Sequence[int] = (),
    names: tuple[str, str] = ("", ""),
    theme: str = "dark",
) -> bytes:
    """Return the chart of a game's winning chances as a PNG file of 1080 by 640 pixels.

    The dark area is Black's chance and the light area is White's, so that the chart is readable
    without colours.

    :param chances: at least one chance, in the order of the turns.
    :param turning: the turns to mark as turning points, numbered from 1 in the given order.
    :param names: the names of Black and White; empty names stand for the colours.
    :raises ValueError: the theme is unknown or ``chances`` is empty.
    """
    if not chances:
        raise ValueError("There is nothing to draw: give at least one chance.")
    colours = find_theme(theme)
    plot = _Plot(chances, colours)
    plot.areas()
    plot.proved()
    image = plot.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    _Labels(image, chances, colours).write(turning, names)
    return encode_png(to_palette(image, colours))


def point_of(chances: Sequence[Chance], turn: int) -> tuple[float, float]:
    """Return the point of a turn on the chart, in pixels from the top left corner.

    A turn without a chance has the height of the last chance before it.
    """
    first, last = chances[0].turn, chances[-1].turn
    black = max(
        (chance for chance in chances if chance.turn <= turn),
        key=lambda chance: chance.turn,
        default=chances[0],
    ).black
    along = (turn - first) / max(last - first, 1)
    return _LEFT + along * (_RIGHT - _LEFT), _BOTTOM - black * (_BOTTOM - _TOP)


class _Plot:
    """Areas, curve and frame of the chart, drawn larger and then reduced for smooth lines."""

    def __init__(self, chances: Sequence[Chance], theme: Theme) -> None:
        self.chances = chances
        self.theme = theme
        self.image = Image.new("RGB", (WIDTH * _OVERSAMPLING, HEIGHT * _OVERSAMPLING), theme.card)
        self.draw = ImageDraw.Draw(self.image)

    def areas(self) -> None:
        black, white = self.theme.stones
        box = [_LEFT, _TOP, _RIGHT, _BOTTOM]
        self.draw.rectangle([edge * _OVERSAMPLING for edge in box], fill=white.body)
        points = [point_of(self.chances, chance.turn) for chance in self.chances]
        if len(points) == 1:
            points.append((_RIGHT, points[0][1]))
        area = [*points, (points[-1][0], _BOTTOM), (points[0][0], _BOTTOM)]
        self.draw.polygon([_scaled(point) for point in area], fill=black.body)
        middle = (_TOP + _BOTTOM) / 2
        line = [_scaled((_LEFT, middle)), _scaled((_RIGHT, middle))]
        self.draw.line(line, fill=self.theme.danger, width=2 * _OVERSAMPLING)
        self.draw.line(
            [_scaled(point) for point in points], fill=self.theme.muted, width=3 * _OVERSAMPLING
        )
        frame = [edge * _OVERSAMPLING for edge in box]
        self.draw.rectangle(frame, outline=self.theme.muted, width=2 * _OVERSAMPLING)

    def proved(self) -> None:
        """Draw bars below the chart, under the turns whose winning chance is proved."""
        for chance, following in zip(self.chances, [*self.chances[1:], None], strict=True):
            if chance.proved:
                left = point_of(self.chances, chance.turn)[0]
                right = point_of(self.chances, following.turn)[0] if following else left
                bar = [(left, _BOTTOM + 4), (right, _BOTTOM + 4 + _PROVED)]
                self.draw.rectangle([_scaled(corner) for corner in bar], fill=self.theme.last)


class _Labels:
    """Texts and numbers of the chart, drawn at their final size."""

    def __init__(self, image: Image.Image, chances: Sequence[Chance], theme: Theme) -> None:
        self.draw = ImageDraw.Draw(image)
        self.chances = chances
        self.theme = theme

    def write(self, turning: Sequence[int], names: tuple[str, str]) -> None:
        self._names(names)
        self._scale()
        for number, turn in enumerate(turning, start=1):
            self._mark(number, turn)

    def _names(self, names: tuple[str, str]) -> None:
        face, room = font(32, SEMIBOLD), (_RIGHT - _LEFT) // 2 - 60
        black, white = (
            fitted(printable(name, colour_name(colour)), face, room)
            for name, colour in zip(names, Colour, strict=True)
        )
        self._stone(_LEFT, 0)
        self._text((_LEFT + 46, 58), black, face, self.theme.text, "lm")
        self._text((_RIGHT - 46, 58), white, face, self.theme.text, "rm")
        self._stone(_RIGHT - 32, 1)

    def _stone(self, left: float, side: int) -> None:
        colours = self.theme.stones[side]
        box = (left, 42, left + 32, 74)
        self.draw.ellipse(box, fill=colours.body, outline=self.theme.muted, width=2)

    def _scale(self) -> None:
        face = font(28, MEDIUM)
        for share in (0, 50, 100):
            at = (_LEFT - 14, _BOTTOM - share / 100 * (_BOTTOM - _TOP))
            self._text(at, percent(share / 100), face, self.theme.muted, "rm")
        for turn in ticks(self.chances[0].turn, self.chances[-1].turn):
            left = point_of(self.chances, turn)[0]
            self._text((left, _BOTTOM + 38), str(turn), face, self.theme.muted, "mm")
        if any(chance.proved for chance in self.chances):
            self.draw.rectangle((_LEFT, HEIGHT - 46, _LEFT + 40, HEIGHT - 36), fill=self.theme.last)
            self._text((_LEFT + 52, HEIGHT - 41), text("certain"), face, self.theme.muted, "lm")
        self._text(((_LEFT + _RIGHT) / 2, HEIGHT - 41), text("turn"), face, self.theme.muted, "mm")

    def _mark(self, number: int, turn: int) -> None:
        x, y = point_of(self.chances, turn)
        box = (x - _MARK, y - _MARK, x + _MARK, y + _MARK)
        self.draw.ellipse(box, fill=self.theme.badge, outline=WHITE, width=3)
        self._text((x, y), str(number), font(26, SEMIBOLD), WHITE, "mm")

    def _text(
        self, at: tuple[float, float], words: str, face: Font, colour: RGB, anchor: str
    ) -> None:
        draw_text(self.draw, at, words, face, colour, anchor)


def ticks(first: int, last: int) -> list[int]:
    """Return the turn numbers to write on the axis: all multiples of a step, such as 5 or 10."""
    step = next((each for each in _STEPS if (last - first) / each <= _TICKS), _STEPS[-1])
    start = -(-first // step) * step
    return list(range(start, last + 1, step))


def _scaled(point: tuple[float, float]) -> tuple[float, float]:
    return point[0] * _OVERSAMPLING, point[1] * _OVERSAMPLING
