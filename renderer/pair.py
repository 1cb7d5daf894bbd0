"""Pictures of two positions side by side: the last one that a player saw, and the current one."""

from dataclasses import replace

from PIL import Image

from renderer.canvas import Canvas
from renderer.draw import compose, layout_of
from renderer.palette_images import encode_png, to_palette
from renderer.scene import Scene
from renderer.script_fonts import SEMIBOLD, font
from renderer.theme import find_theme
from renderer.typeface import fitted

WIDTH = 1480
_GAP = 20
_CAPTION = 56


def draw_pair(
    before: Scene,
    after: Scene,
    theme: str = "dark",
    width: int = WIDTH,
    captions: tuple[str, str] = ("You saw", "Now"),
) -> bytes:
    """Return ``before`` next to ``after`` as a PNG file, ``width`` pixels wide in total.

    The picture of ``after``, on the right, marks the changes: squares on new stones, ghosts of
    removed stones.

    :raises ValueError: the theme is unknown or the width out of range.
    """
    colours = find_theme(theme)
    half = (width - _GAP) // 2
    changed = with_changes(before, after)
    pictures = [compose(scene, colours, half) for scene in (before, changed)]
    titles = [
        f"{caption} · {scene.words.title}" if scene.words else caption
        for caption, scene in zip(captions, (before, after), strict=True)
    ]
    height = max(picture.height for picture in pictures) + _CAPTION
    canvas = Canvas(
        Image.new("RGB", (width, height), colours.card), layout_of(after, half), colours
    )
    face = font(30, SEMIBOLD)
    for picture, caption, left in zip(pictures, titles, (0, half + _GAP), strict=True):
        canvas.image.paste(picture, (left, _CAPTION))
        text = fitted(caption, face, half - 40)
        canvas.text((left + half // 2, _CAPTION // 2 + 4), text, face, colours.text, "mm")
    canvas.pill((half + _GAP // 2 - 1, 16, half + _GAP // 2 + 1, height - 16), 1, colours.muted)
    return encode_png(to_palette(canvas.image, colours))


def with_changes(before: Scene, after: Scene) -> Scene:
    """Return the scene ``after``, in which stones placed or removed since ``before`` are marked."""
    occupied = after.stones[0] | after.stones[1]
    new = (after.stones[0] & ~before.stones[0]) | (after.stones[1] & ~before.stones[1])
    gone_black, gone_white = (cells & ~occupied for cells in before.stones)
    return replace(after, latest=new, taken=(gone_black, gone_white))
