"""Painting of stones, ghosts of stones, the marks of the last move, and territory."""

from PIL import ImageDraw

from renderer import sprites
from renderer.canvas import Canvas
from renderer.layers import cell_mask, paint_grid
from renderer.legend import last_move, territory_mark
from renderer.scene import Scene
from renderer.shapes import Sprite
from rules.topology import Bitboard, bits


def paint_territory(canvas: Canvas, scene: Scene) -> None:
    """Tint the cells of territory and paint diamonds there, in the owner's colour."""
    if not any(scene.territory):
        return
    if canvas.layout.hexagonal:
        _tint_cells(canvas, scene)
    else:
        _tint_squares(canvas, scene)
    for colour in (0, 1):
        sprite = territory_mark(canvas, colour, max(8, canvas.layout.stone * 0.30))
        for cell in bits(scene.territory[colour] & scene.bare):
            canvas.paste_sprite(sprite, canvas.layout.centres[cell])


def _tint_cells(canvas: Canvas, scene: Scene) -> None:
    mask = cell_mask(canvas.layout)
    for colour in (0, 1):
        for cell in bits(scene.territory[colour]):
            canvas.fill(mask, canvas.theme.tints[colour], canvas.layout.centres[cell])


def _tint_squares(canvas: Canvas, scene: Scene) -> None:
    layout, draw = canvas.layout, ImageDraw.Draw(canvas.image)
    half = layout.pitch // 2
    for colour in (0, 1):
        for cell in bits(scene.territory[colour]):
            x, y = layout.centres[cell][0] - half, layout.centres[cell][1] - half
            far = layout.pitch - 1
            draw.rectangle((x, y, x + far, y + far), fill=canvas.theme.tints[colour])
    paint_grid(canvas)


def paint_stones(canvas: Canvas, scene: Scene) -> None:
    """Paint a scene's ghosts, then its stones, then the marks of the last move."""
    layout, theme = canvas.layout, canvas.theme
    small = layout.sized(layout.stone * 0.94)
    for colour in (0, 1):
        _paste_all(canvas, sprites.ghost(small, colour, theme), scene.taken[colour])
        shade = sprites.ghost(small, colour, theme, crossed=False)
        _paste_all(canvas, shade, scene.shades[colour])
        _paste_all(canvas, sprites.stone(layout.stone, colour, theme), scene.stones[colour])
    occupied = scene.stones[0] | scene.stones[1]
    _paste_all(canvas, last_move(layout.stone, theme), scene.latest & occupied)
    frame = sprites.frame(layout.stone, max(2.0, layout.stone * 0.06), theme.last)
    _paste_all(canvas, frame, scene.latest & ~occupied)


def _paste_all(canvas: Canvas, sprite: Sprite, cells: Bitboard) -> None:
    for cell in bits(cells):
        canvas.paste_sprite(sprite, canvas.layout.centres[cell])
