"""Empty boards: frame, cells or lines, and coordinates, cached by layout and theme."""

import threading
from collections import OrderedDict

from PIL import Image, ImageDraw, ImageFilter

from renderer import shapes, signs
from renderer.canvas import Canvas
from renderer.layout import Layout
from renderer.palette_images import to_palette
from renderer.script_fonts import font
from renderer.theme import Theme

_GROUT = 3.0  # gap between two cells, in pixels at full width
_RIM, _EDGE = 1.13, 1.03  # sizes of the rim's and the edge's hexagons, in cells
_GUIDED, _GUIDE_EVERY, _GUIDE = 8, 5, 2.4  # smallest size with guiding lines, distance, width
_MAX_CACHED_BYTES = 20_000_000

_cache: "OrderedDict[tuple[Layout, str], Image.Image]" = OrderedDict()
_lock = threading.RLock()


def empty_board(layout: Layout, theme: Theme) -> Image.Image:
    """Return an RGB image of the empty board to draw on, a copy from the cache.

    The cache holds boards as palette images with one byte per pixel.
    """
    key = (layout, theme.name)
    with _lock:
        layer = _cache.pop(key, None) or to_palette(paint_board(layout, theme), theme)
        _cache[key] = layer
        while len(_cache) > 1 and cached_bytes() > _MAX_CACHED_BYTES:
            _cache.popitem(last=False)
    return layer.convert("RGB")


def cached_bytes() -> int:
    """Return the size of the cached boards in bytes."""
    with _lock:
        return sum(layer.width * layer.height for layer in _cache.values())


def clear_cache() -> None:
    """Drop every cached board."""
    with _lock:
        _cache.clear()


def paint_board(layout: Layout, theme: Theme) -> Image.Image:
    """Draw an empty board without the cache; callers normally use :func:`empty_board`."""
    canvas = Canvas(Image.new("RGB", (layout.width, layout.height), theme.card), layout, theme)
    if layout.hexagonal:
        _paint_hexhex(canvas)
    else:
        _paint_square(canvas)
    face = font(layout.label)
    for site in layout.labels:
        canvas.text(site.centre, site.text, face, theme.label, "mm")
    return canvas.image


def cell_mask(layout: Layout) -> Image.Image:
    """Return the mask of a hexagonal cell without the gap that separates it from its neighbours."""
    part = 1 - max(2.0, _GROUT * layout.scale) / layout.pitch
    return shapes.hexagon(layout.pitch, part, flat_topped=layout.flat_topped)


def _paint_hexhex(canvas: Canvas) -> None:
    layout, theme = canvas.layout, canvas.theme
    visible = {
        (x, y): row
        for (x, y), (_, row) in zip(layout.centres, layout.topology.points, strict=True)
        if -layout.pitch < x < layout.width + layout.pitch
        and -layout.pitch < y < layout.height + layout.pitch
    }
    rim = shapes.hexagon(layout.pitch, _RIM, flat_topped=layout.flat_topped)
    if theme.shadow:
        shape = Canvas(Image.new("L", canvas.image.size, 0), layout, theme)
        drop = round(layout.pitch * 0.06)
        for x, y in visible:
            shape.image.paste(150, (x - rim.width // 2, y - rim.height // 2 + drop), rim)
        _cast_shadow(canvas, shape.image, layout.pitch * 0.10)
    for mask, colour in (
        (rim, theme.rim),
        (shapes.hexagon(layout.pitch, _EDGE, flat_topped=layout.flat_topped), theme.edge),
    ):
        for centre in visible:
            canvas.fill(mask, colour, centre)
    mask = cell_mask(layout)
    outermost = layout.topology.size - 1
    for centre, row in visible.items():
        odd = (outermost - row) % 2
        canvas.fill(mask, theme.board_alt if odd else theme.board, centre)
    if layout.topology.size >= _GUIDED:
        _paint_guides(canvas)


def _paint_guides(canvas: Canvas) -> None:
    """Draw every fifth row and column as a line that leads from its label to its cells."""
    layout, topology = canvas.layout, canvas.layout.topology
    cell_at = {point: cell for cell, point in enumerate(topology.points)}
    last = topology.size - 1
    for (q, r), (x, y) in zip(topology.points, layout.centres, strict=True):
        for index, following in ((r, (q + 1, r)), (q + r, (q + 1, r - 1))):
            if (index + last + 1) % _GUIDE_EVERY == 0 and following in cell_at:
                far_x, far_y = layout.centres[cell_at[following]]
                middle = round((x + far_x) / 2), round((y + far_y) / 2)
                line = signs.bar((far_x - x, far_y - y), _GUIDE * layout.scale, canvas.theme.edge)
                canvas.paste_sprite(line, middle)


def _cast_shadow(canvas: Canvas, shape: Image.Image, blur: float) -> None:
    strength = canvas.theme.shadow
    shadow = shape.filter(ImageFilter.BoxBlur(blur)).filter(ImageFilter.BoxBlur(blur))
    canvas.image.paste((0, 0, 0), (0, 0), shadow.point(lambda level: int(level * strength)))


def _paint_square(canvas: Canvas) -> None:
    layout, theme = canvas.layout, canvas.theme
    left, top, right, bottom = layout.box
    frame = round(3 * layout.scale)
    if theme.shadow:
        shape = Image.new("L", canvas.image.size, 0)
        ImageDraw.Draw(shape).rounded_rectangle(
            (left - 2, top + 4, right + 2, bottom + 8), 10, fill=150
        )
        _cast_shadow(canvas, shape, 6 * layout.scale)
    canvas.pill(
        (left - frame, top - frame, right + frame, bottom + frame), layout.px(12), theme.rim
    )
    canvas.pill(layout.box, layout.px(10), theme.board)
    paint_grid(canvas)


def paint_grid(canvas: Canvas) -> None:
    """Draw the lines and star points of a square board, aligned to pixels."""
    layout, colour = canvas.layout, canvas.theme.grid
    draw = ImageDraw.Draw(canvas.image)
    columns = sorted({x for x, _ in layout.centres})
    rows = sorted({y for _, y in layout.centres})
    before = layout.line // 2
    after = layout.line - before - 1
    first, last = (columns[0] - before, rows[0] - before), (columns[-1] + after, rows[-1] + after)
    for x in columns:
        draw.rectangle((x - before, first[1], x + after, last[1]), fill=colour)
    for y in rows:
        draw.rectangle((first[0], y - before, last[0], y + after), fill=colour)
    draw.rectangle((first[0] - 1, first[1] - 1, last[0] + 1, last[1] + 1), outline=colour, width=2)
    side = layout.sized(layout.pitch * 0.17)
    dot = shapes.rounded(side, side, side / 2)
    stars = star_points(layout.topology.size)
    for cell, point in enumerate(layout.topology.points):
        if point in stars:
            canvas.fill(dot, colour, layout.centres[cell])


def star_points(size: int) -> frozenset[tuple[int, int]]:
    """Return the star points of a Go board of this size; none below size 7."""
    if size < 7:
        return frozenset()
    near = 2 if size < 13 else 3
    middle, far = size // 2, size - 1 - near
    lines = (near, middle, far) if size % 2 and size >= 15 else (near, far)
    centre = {(middle, middle)} if size % 2 and size > 7 else set()
    return frozenset({(x, y) for x in lines for y in lines} | centre)
