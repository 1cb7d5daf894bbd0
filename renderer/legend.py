"""Legend below a board: each sign in the picture, on a piece of board, with its meaning."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PIL import Image

from renderer import signs, sprites
from renderer.canvas import Canvas
from renderer.geometry import MARGIN
from renderer.layout import Point
from renderer.phrases import sentences
from renderer.script_fonts import MEDIUM, Font, font
from renderer.theme import WHITE, Theme
from renderer.translation import Message, text
from renderer.typeface import fitted, text_width
from rules.topology import Bitboard

_TILE, _STONE, _TEXT = 50, 38, 29
_LINE, _GAP, _BETWEEN, _BELOW = 60, 14, 30, 12


class Sign(Enum):
    """Kind of sign in a picture that a legend explains."""

    LAST = auto()
    TAKEN = auto()
    CUT = auto()
    LIFELINE = auto()
    KILL = auto()
    CHANCE = auto()
    DOOMED = auto()
    BLACK_TERRITORY = auto()
    WHITE_TERRITORY = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """Entry of a legend: one or more signs with a common meaning.

    :ivar stone: the colour of the stone in the sign.
    :ivar cell: the name of the only cell that the sign marks, to explain how cells are named.
    :ivar hidden: whether the entry is left blank, but keeps its space, so that the other entries
        have the same place in every frame of a replay.
    """

    signs: tuple[Sign, ...]
    stone: int = 0
    cell: str = ""
    hidden: bool = False

    @property
    def label(self) -> str:
        """The meaning of the signs in a few words."""
        if self.cell:
            column = self.cell.rstrip("0123456789")
            return text(
                "last move: {cell}, where {column} and {row} meet",
                cell=self.cell,
                column=column,
                row=self.cell.removeprefix(column),
            )
        return _LABELS[self.signs[0]]()

    @property
    def sentence(self) -> str:
        """The meaning of the signs as a sentence, for readers who do not see the picture."""
        return _SENTENCES[self.signs[0]]()


SHADING = Message(
    "Shaded regions are territory: dark ones touch only black stones, pale ones only white stones."
)
_LABELS: dict[Sign, Callable[[], str]] = {
    Sign.LAST: lambda: text("last move"),
    Sign.TAKEN: Message("taken"),
    Sign.CUT: Message("cut lifeline"),
    Sign.LIFELINE: Message("lifeline"),
    Sign.KILL: Message("a stone here takes a group"),
    Sign.CHANCE: Message("take a group or win here"),
    Sign.DOOMED: Message("taken by the last move"),
    Sign.BLACK_TERRITORY: Message("touches only black stones"),
    Sign.WHITE_TERRITORY: Message("touches only white stones"),
}
_SENTENCES: dict[Sign, Message] = {
    Sign.LAST: Message("A square marks the last move."),
    Sign.TAKEN: Message("A cross marks taken stones."),
    Sign.CUT: Message("A broken line with a red edge shows the lifeline that was cut."),
    Sign.LIFELINE: Message("Lines show lifelines."),
    Sign.KILL: Message("An exclamation mark shows where a stone takes a group."),
    Sign.CHANCE: Message("A star shows where you can take a group or win."),
    Sign.DOOMED: Message("Red rings mark the stones that the last move took."),
    Sign.BLACK_TERRITORY: SHADING,
    Sign.WHITE_TERRITORY: SHADING,
}


def legend_in_words(entries: Sequence[Entry]) -> str:
    """Return the legend as sentences for the alternative text of a picture."""
    return sentences(*dict.fromkeys(entry.sentence for entry in entries))


def explained_shading(territory: tuple[Bitboard, Bitboard]) -> tuple[Entry, ...]:
    """Return the legend entries that explain the shading of Black's and White's territory."""
    both = zip((Sign.BLACK_TERRITORY, Sign.WHITE_TERRITORY), territory, strict=True)
    return tuple(Entry((sign,)) for sign, cells in both if cells)


def with_legend(canvas: Canvas, entries: Sequence[Entry]) -> Canvas:
    """Return a new, taller canvas with the picture and, below it, a legend."""
    layout, theme = canvas.layout, canvas.theme
    face = font(layout.px(_TEXT), MEDIUM)
    lines = list(_lines(canvas, entries, face))
    above = canvas.image.height
    height = above + len(lines) * layout.px(_LINE) + layout.px(_BELOW)
    image = Image.new("RGB", (canvas.image.width, height), theme.card)
    image.paste(canvas.image, (0, 0))
    longer = Canvas(image, layout, theme)
    for number, line in enumerate(lines):
        y = above + number * layout.px(_LINE) + layout.px(_LINE) // 2
        x = layout.px(MARGIN)
        for entry in line:
            for sign in entry.signs:
                if not entry.hidden:
                    _paint_sign(longer, sign, entry.stone, (x + layout.px(_TILE) // 2, y))
                x += layout.px(_TILE + _GAP)
            shown = fitted(entry.label, face, image.width - x - layout.px(MARGIN))
            if not entry.hidden:
                longer.text((x, y), shown, face, theme.text, "lm")
            x += round(text_width(shown, face)) + layout.px(_BETWEEN)
    return longer


def _lines(canvas: Canvas, entries: Sequence[Entry], face: Font) -> Iterator[list[Entry]]:
    """Yield the entries for each line of the legend, as many as fit between the margins."""
    layout = canvas.layout
    room = canvas.image.width - 2 * layout.px(MARGIN)
    line: list[Entry] = []
    used = 0.0
    for entry in entries:
        wide = len(entry.signs) * layout.px(_TILE + _GAP) + text_width(entry.label, face)
        if line and used + wide > room:
            yield line
            line, used = [], 0.0
        line.append(entry)
        used += wide + layout.px(_BETWEEN)
    if line:
        yield line


def _paint_sign(canvas: Canvas, sign: Sign, stone: int, centre: Point) -> None:
    """Paint a sign of the legend on a tile that looks like a piece of the board.

    :param stone: the colour of the stone, if the sign has one: 0 for Black, 1 for White.
    """
    layout, theme = canvas.layout, canvas.theme
    side, size = layout.px(_TILE), layout.px(_STONE)
    territory = {Sign.BLACK_TERRITORY: 0, Sign.WHITE_TERRITORY: 1}.get(sign)
    ground = theme.board if territory is None else theme.tints[territory]
    left, top = centre[0] - side // 2, centre[1] - side // 2
    inset = max(1, layout.px(2))
    canvas.pill((left, top, left + side, top + side), layout.px(9), theme.edge)
    inner = (left + inset, top + inset, left + side - inset, top + side - inset)
    canvas.pill(inner, layout.px(8), ground)
    match sign:
        case Sign.LAST:
            canvas.paste_sprite(sprites.stone(size, stone, theme), centre)
            canvas.paste_sprite(last_move(size, theme), centre)
        case Sign.TAKEN:
            canvas.paste_sprite(sprites.ghost(size, stone, theme), centre)
        case Sign.CUT | Sign.LIFELINE:
            _paint_line(canvas, centre, cut=sign is Sign.CUT)
        case Sign.KILL:
            canvas.paste_sprite(signs.warning(size, theme.danger), centre)
        case Sign.CHANCE:
            canvas.paste_sprite(signs.star(size, theme.badge), centre)
        case Sign.DOOMED:
            canvas.paste_sprite(sprites.stone(size, stone, theme), centre)
            canvas.paste_sprite(sprites.ring(size, size, size * 0.12, theme.danger), centre)
        case _:
            canvas.paste_sprite(territory_mark(canvas, territory or 0, size * 0.6), centre)


def _paint_line(canvas: Canvas, centre: Point, *, cut: bool) -> None:
    """Paint a piece of a lifeline; a cut lifeline has a gap and red edges."""
    layout, theme = canvas.layout, canvas.theme
    casing = theme.danger if cut else WHITE
    reach, gap = layout.px(15), layout.px(5)
    parts = ((-reach, -gap), (gap, reach)) if cut else ((-reach, reach),)
    for stroke, colour in ((layout.px(12), casing), (layout.px(6), theme.stones[0].rim)):
        for start, end in parts:
            middle = centre[0] + (start + end) // 2, centre[1]
            canvas.paste_sprite(signs.bar((end - start, 0), stroke, colour), middle)


def last_move(stone: int, theme: Theme) -> Image.Image:
    """Return the sprite of the square that marks the stone of the last move.

    Its light rim keeps it visible on dark stones.

    :param stone: the diameter of the stone in pixels.
    """
    side = stone - 2 * round(stone * 0.28)
    return sprites.square(side, theme.last, WHITE, stone * 0.05)


def territory_mark(canvas: Canvas, colour: int, size: float) -> Image.Image:
    """Return the diamond, about ``size`` pixels wide, that marks a colour's territory."""
    stones = canvas.theme.stones
    fill, rim = (WHITE, stones[1].rim) if colour else (stones[0].rim, stones[0].rim)
    return sprites.diamond(canvas.layout.sized(size), fill, rim, 1.6)
