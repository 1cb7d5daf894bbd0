"""Two pictures side by side: what a player last saw, and what is now."""

from dataclasses import replace

from PIL import Image

from renderer.canvas import Canvas
from renderer.draw import compose, layout_of
from renderer.palette import indexed
from renderer.png import png_file
from renderer.scene import Scene
from renderer.theme import find_theme
from renderer.typeface import SEMIBOLD, fitted, font

WIDTH = 1480
_GAP = 20
_CAPTION = 56


def draw_pair(before: Scene, after: Scene, theme: str = "dark", width: int = WIDTH) -> bytes:
    """Draw ``before`` beside ``after`` as a PNG file, ``width`` pixels in all.

    What changed is marked on the right: rings on every stone that is new, ghosts of those gone.

    :raises ValueError: there is no such theme, or the width is out of range.
    """
    colours = find_theme(theme)
    half = (width - _GAP) // 2
    changed = with_changes(before, after)
    pictures = [compose(scene, colours, half) for scene in (before, changed)]
    captions = (f"You saw: {_title(before)}", f"Now: {_title(after)}")
    height = max(picture.height for picture in pictures) + _CAPTION
    canvas = Canvas(
        Image.new("RGB", (width, height), colours.card), layout_of(after, half), colours
    )
    face = font(30, SEMIBOLD)
    for picture, caption, left in zip(pictures, captions, (0, half + _GAP), strict=True):
        canvas.image.paste(picture, (left, _CAPTION))
        text = fitted(caption, face, half - 40)
        canvas.text((left + half // 2, _CAPTION // 2 + 4), text, face, colours.text, "mm")
    canvas.pill((half + _GAP // 2 - 1, 16, half + _GAP // 2 + 1, height - 16), 1, colours.muted)
    return png_file(indexed(canvas.image, colours))


def with_changes(before: Scene, after: Scene) -> Scene:
    """Mark on ``after`` every stone that came and every stone that went since ``before``."""
    standing = after.stones[0] | after.stones[1]
    new = (after.stones[0] & ~before.stones[0]) | (after.stones[1] & ~before.stones[1])
    gone_black, gone_white = (cells & ~standing for cells in before.stones)
    return replace(after, rings=new, taken=(gone_black, gone_white))


def _title(scene: Scene) -> str:
    return scene.words.title.lower() if scene.words else "the board"
