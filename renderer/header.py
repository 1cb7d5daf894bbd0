"""Header around the board, with names, captures, turn and last move, and the banner below."""

from PIL import Image

from renderer import sprites
from renderer.canvas import Canvas
from renderer.geometry import MARGIN
from renderer.layout import Layout, Point
from renderer.scene import Banner
from renderer.script_fonts import BOLD, MEDIUM, SEMIBOLD, font
from renderer.typeface import fitted, printable, text_width, wrapped
from renderer.words import Seat, Words, colour_name, held_words
from rules.colour import Colour

_STONE = 46
_TITLE, _LONG_TITLE, _SMALL = 34, 27, 26
_NAMES = (34, 27, 23)
"""Font sizes of names: the first at which a name fits; the last is that of the labels."""


def paint_header(canvas: Canvas, words: Words) -> None:
    """Paint the header: in four corners around a hexhex board, in a band above a square board."""
    for colour in (0, 1):
        _paint_seat(canvas, words.seats[colour], colour, prison=words.prison)
    if canvas.layout.hexagonal:
        _paint_lower_corners(canvas, words)
    else:
        _paint_middle(canvas, words)


def _paint_seat(canvas: Canvas, seat: Seat, colour: int, *, prison: bool) -> None:
    """Paint a seat's name, stone and losses: Black's on the left, White's on the right."""
    layout, theme = canvas.layout, canvas.theme
    side = 1 if colour == 0 else -1
    edge = layout.px(MARGIN) if colour == 0 else layout.width - layout.px(MARGIN)
    anchor = "lm" if colour == 0 else "rm"
    diameter = layout.px(_STONE)
    middle = layout.px(MARGIN) + diameter // 2
    name = printable(seat.name, colour_name(Colour(colour)))
    room = layout.name_room[colour] - diameter - layout.px(18)
    faces = [font(layout.px(size), SEMIBOLD) for size in _NAMES]
    face = next((face for face in faces if text_width(name, face) <= room), faces[-1])
    name = fitted(name, face, room)
    if seat.active:
        start = edge - side * layout.px(12)
        end = start + side * (round(text_width(name, face)) + diameter + layout.px(40))
        reach = diameter // 2 + layout.px(10)
        box = (min(start, end), middle - reach, max(start, end), middle + reach)
        canvas.pill(box, reach, theme.pill)
    whole = sprites.stone(diameter, colour, theme)
    disc = whole if seat.chosen else sprites.either_stone(diameter, theme)
    canvas.paste_sprite(disc, (edge + side * (diameter // 2), middle))
    ink = theme.pill_text if seat.active else theme.text
    canvas.text((edge + side * (diameter + layout.px(14)), middle), name, face, ink, anchor)
    _paint_holdings(canvas, seat, colour, prison=prison)


def _paint_holdings(canvas: Canvas, seat: Seat, colour: int, *, prison: bool) -> None:
    """Paint the number of stones lost, or of enemy stones in prison, and the remaining komi."""
    layout, theme = canvas.layout, canvas.theme
    side = 1 if colour == 0 else -1
    edge = layout.px(MARGIN) if colour == 0 else layout.width - layout.px(MARGIN)
    anchor = "lm" if colour == 0 else "rm"
    y = layout.px(MARGIN + _STONE + 38)
    small = font(layout.px(_SMALL), MEDIUM)
    x: float = edge + side * layout.px(8)
    if seat.held:
        whose = 1 - colour if prison else colour
        at = (edge + side * layout.px(22), y)
        canvas.paste_sprite(sprites.stone(layout.px(27), whose, theme), at)
        held = held_words(seat.held, prison=prison)
        x = edge + side * layout.px(46)
        canvas.text((x, y), held, small, theme.muted, anchor)
        x += side * (text_width(held, small) + layout.px(20))
    if seat.komi:
        below = layout.px(36) if layout.hexagonal else 0
        at = (edge + side * layout.px(8), y + below) if below else (round(x), y)
        canvas.text(at, seat.komi, small, theme.muted, anchor)


def _paint_lower_corners(canvas: Canvas, words: Words) -> None:
    layout, theme = canvas.layout, canvas.theme
    left, right = layout.px(MARGIN), layout.width - layout.px(MARGIN)
    above, bottom = layout.height - layout.px(68), layout.height - layout.px(30)
    status_ink = theme.text if words.remarkable else theme.muted
    for at, text, size, ink in (
        ((left, above), words.title, _TITLE, theme.text),
        ((left, bottom), words.status, _SMALL, status_ink),
        ((right, above), words.last, _TITLE, theme.text),
        ((right, bottom), words.last_caption, _SMALL, theme.muted),
    ):
        room = _room_beside(layout, at, layout.px(size))
        weight = SEMIBOLD if size == _TITLE else MEDIUM
        faces = [font(layout.px(smaller), weight) for smaller in (size, size * 0.8, size * 0.65)]
        face = next((face for face in faces if text_width(text, face) <= room), faces[-1])
        canvas.text(at, fitted(text, face, room), face, ink, "ls" if at[0] == left else "rs")


def _room_beside(layout: Layout, at: Point, size: int) -> float:
    """Return the free width, in pixels, for a line of text in a lower corner.

    :param at: the outer end of the text's baseline.
    :param size: the font size in pixels.
    """
    x, baseline = at
    if layout.flat_topped:
        return layout.free_width(x, baseline - size, baseline + size * 0.25) - layout.px(12)
    near = [
        site.centre[0]
        for site in layout.labels
        if baseline - size < site.centre[1] + layout.label * 0.5
        and site.centre[1] - layout.label * 0.5 < baseline + size * 0.25
    ]
    room = min(abs(other - x) for other in (*near, layout.width // 2)) - layout.label * 0.8
    if baseline - size < layout.box[3]:
        beside_lowest_row = (layout.width - layout.topology.size * layout.pitch) / 2
        room = min(room, beside_lowest_row - layout.px(MARGIN) - layout.pitch * 0.1)
    return room


def _paint_middle(canvas: Canvas, words: Words) -> None:
    layout, theme = canvas.layout, canvas.theme
    large, small = font(layout.px(_TITLE), SEMIBOLD), font(layout.px(_SMALL), MEDIUM)
    middle, room = layout.width / 2, layout.width * 0.27
    title = words.status if words.remarkable else words.title
    if text_width(title, large) > room:
        large = font(layout.px(_LONG_TITLE), SEMIBOLD)
    canvas.text((middle, layout.px(51)), fitted(title, large, room), large, theme.text, "mm")
    last = fitted(words.last_line, small, room * 1.3)
    canvas.text((middle, layout.px(101)), last, small, theme.muted, "mm")


def banner_lines(layout: Layout, banner: Banner) -> tuple[str, ...]:
    face = font(layout.px(_SMALL), MEDIUM)
    return wrapped(banner.text, face, layout.width - layout.px(116), 3)


def banner_height(layout: Layout, banner: Banner) -> int:
    """Return the height in pixels that a banner adds to a picture."""
    return layout.px(76 + 36 * len(banner_lines(layout, banner)))


def with_banner(canvas: Canvas, banner: Banner) -> Canvas:
    """Return a new, taller canvas with the picture and, below it, a banner."""
    layout, theme = canvas.layout, canvas.theme
    height = canvas.image.height
    image = Image.new(
        "RGB", (canvas.image.width, height + banner_height(layout, banner)), theme.card
    )
    image.paste(canvas.image, (0, 0))
    longer = Canvas(image, layout, theme)
    if not banner.hidden:
        _paint_banner(longer, banner, height)
    return longer


def _paint_banner(longer: Canvas, banner: Banner, height: int) -> None:
    """Paint a banner below a picture that is ``height`` pixels high."""
    layout, theme, image = longer.layout, longer.theme, longer.image
    left, right = layout.px(24), image.width - layout.px(24)
    top, bottom = height + layout.px(4), image.height - layout.px(16)
    longer.pill((left, top, right, bottom), layout.px(14), theme.pill)
    stripe = theme.danger if banner.alarming else theme.last
    longer.pill((left, top, left + layout.px(12), bottom), layout.px(5), stripe)
    x, y = layout.px(58), top + layout.px(30)
    title_face = font(layout.px(30), BOLD)
    title = fitted(banner.title, title_face, image.width - layout.px(116))
    longer.text((x, y), title, title_face, theme.pill_text, "lm")
    ink = theme.muted if theme.name != "high" else theme.pill_text
    for line in banner_lines(layout, banner):
        y += layout.px(36)
        longer.text((x, y), line, font(layout.px(_SMALL), MEDIUM), ink, "lm")
