"""Drawing of scenes. Equal scenes, themes and widths give equal pixels.

Draw in a worker thread, because drawing would block an event loop for too long.
"""

from PIL import Image

from renderer import labels, pieces
from renderer.canvas import Canvas
from renderer.header import paint_header, with_banner
from renderer.layers import empty_board, paint_board
from renderer.layout import FULL_WIDTH, Layout, lay_out, zoom_in
from renderer.legend import with_legend
from renderer.palette_images import encode_png, to_palette
from renderer.scene import Scene
from renderer.theme import Theme, find_theme


def draw_png(scene: Scene, theme: str = "dark", width: int = FULL_WIDTH) -> bytes:
    """Return the picture of a scene as a PNG file of 256 colours, about ``width`` pixels wide.

    :raises ValueError: the theme is unknown or the width out of range.
    """
    return encode_png(draw(scene, theme, width))


def draw(scene: Scene, theme: str = "dark", width: int = FULL_WIDTH) -> Image.Image:
    """Return the picture of a scene as an image with the theme's palette of 256 colours.

    :raises ValueError: the theme is unknown or the width out of range.
    """
    colours = find_theme(theme)
    return to_palette(compose(scene, colours, width), colours)


def compose(
    scene: Scene, theme: Theme, width: int = FULL_WIDTH, *, true_colour: bool = False
) -> Image.Image:
    """Return the picture of a scene as an RGB image.

    :param true_colour: whether to draw the empty board in RGB too, instead of using its cached
        palette image.
    :raises ValueError: the width is out of range.
    """
    layout = layout_of(scene, width)
    board = paint_board(layout, theme) if true_colour else empty_board(layout, theme)
    canvas = Canvas(board, layout, theme)
    pieces.paint_territory(canvas, scene)
    pieces.paint_stones(canvas, scene)
    labels.paint_pointed(canvas, scene.pointed)
    labels.paint_names(canvas, scene)
    for mark in scene.marks:
        mark.paint(canvas)
    if scene.words and not layout.zoomed:
        paint_header(canvas, scene.words)
    if scene.legend:
        canvas = with_legend(canvas, scene.legend)
    if scene.banner:
        canvas = with_banner(canvas, scene.banner)
    return canvas.image


def layout_of(scene: Scene, width: int = FULL_WIDTH) -> Layout:
    """Return the layout of a scene: of the whole board, or of a close-up of its focus.

    :raises ValueError: the width is out of range.
    """
    if scene.focus is None:
        return lay_out(scene.topology, width, scene.orientation)
    return zoom_in(scene.topology, scene.focus, width, scene.orientation, scene.in_sight)
