"""Picture of the table of a league's group, with the results of all its games."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.palette_images import encode_png, to_palette
from renderer.script_fonts import MEDIUM, SEMIBOLD, Font, font
from renderer.theme import Theme, find_theme, mixed
from renderer.typeface import draw_text, fitted, printable, text_width

WIDTH = 1080
_MARGIN = 36
_TOP = 118  # height of the title
_ROW = 76
_BOTTOM = 28
_PLACE = 64  # width of the column of places
_POINTS = 100
_CELL = 66  # the widest cell of the cross table
_LEAST_NAME = 240
_TEXT, _SMALL = 38, 32
_SHADE = 0.3  # of the lines, between the background and muted text


@dataclass(frozen=True, slots=True)
class CrossRow:
    """Row of the table: a player, with the results against each player in the order of the rows.

    :ivar place: the place in the table as text.
    :ivar points: the points as text.
    :ivar mark: an arrow after the name if the player would move to another group, else empty.
    :ivar results: `1`, `½`, `0`, a dot for a game in progress, or empty without a game.
    """

    place: str
    name: str
    points: str
    mark: str
    results: tuple[str, ...]


def draw_league_table(title: str, rows: Sequence[CrossRow], theme: str = "dark") -> bytes:
    """Return the picture of a league's table as a PNG file, 1080 pixels wide.

    :raises ValueError: the theme is unknown or ``rows`` is empty.
    """
    if not rows:
        raise ValueError("There is nothing to draw: give at least one row.")
    colours = find_theme(theme)
    image = Image.new("RGB", (WIDTH, _TOP + _ROW * (len(rows) + 1) + _BOTTOM), colours.card)
    table = _Table(ImageDraw.Draw(image), colours, rows)
    table.title(title)
    table.heads()
    for number in range(len(rows)):
        table.row(number)
    return encode_png(to_palette(image, colours))


class _Table:
    """Painter of the table, whose columns are the place, name with arrow, results and points."""

    def __init__(self, draw: ImageDraw.ImageDraw, theme: Theme, rows: Sequence[CrossRow]) -> None:
        self._draw, self._theme, self._rows = draw, theme, rows
        self._shade = mixed(theme.card, theme.muted, _SHADE)
        room = WIDTH - 2 * _MARGIN - _PLACE - _POINTS - _LEAST_NAME
        self._cell = min(_CELL, room // len(rows))
        self._results = WIDTH - _MARGIN - _POINTS - self._cell * len(rows)

    def title(self, title: str) -> None:
        face = font(44, SEMIBOLD)
        self._text((_MARGIN, 60), fitted(title, face, WIDTH - 2 * _MARGIN), face, "lm")

    def heads(self) -> None:
        """Write the row numbers of the opponents above the columns of results."""
        for number in range(len(self._rows)):
            at = (self._centre(number), _TOP + _ROW / 2)
            self._text(at, str(number + 1), font(_SMALL, MEDIUM), "mm", muted=True)

    def row(self, number: int) -> None:
        row, y = self._rows[number], _TOP + _ROW * (number + 1.5)
        line = (_MARGIN, y - _ROW / 2, WIDTH - _MARGIN, y - _ROW / 2)
        self._draw.line(line, fill=self._shade, width=2)
        face, bold = font(_TEXT, MEDIUM), font(_TEXT, SEMIBOLD)
        self._text((_MARGIN, y), row.place, face, "lm", muted=True)
        room = self._results - _MARGIN - _PLACE - 12
        mark = text_width(f" {row.mark}", face) if row.mark else 0
        name = fitted(printable(row.name, "–"), bold, room - mark)
        self._text((_MARGIN + _PLACE, y), name, bold, "lm")
        if row.mark:
            after = _MARGIN + _PLACE + text_width(f"{name} ", bold)
            self._text((after, y), row.mark, face, "lm", muted=True)
        for column, result in enumerate(row.results):
            self._result((self._centre(column), y), result, is_own=column == number)
        self._text((WIDTH - _MARGIN, y), row.points, bold, "rm")

    def _result(self, at: tuple[float, float], result: str, *, is_own: bool) -> None:
        if is_own:
            x, y = at
            half_width, half = self._cell / 2, _ROW / 2
            box = (x - half_width, y - half + 2, x + half_width, y + half - 1)
            self._draw.rectangle(box, fill=self._shade)
        else:
            self._text(at, result, font(_TEXT, MEDIUM), "mm", muted=result == "·")

    def _centre(self, column: int) -> float:
        return self._results + self._cell * (column + 0.5)

    def _text(
        self,
        at: tuple[float, float],
        text: str,
        face: Font,
        anchor: str,
        *,
        muted: bool = False,
    ) -> None:
        colour = self._theme.muted if muted else self._theme.text
        draw_text(self._draw, (round(at[0]), round(at[1])), text, face, colour, anchor)
