"""From full colour to the 256 fixed colours of a theme."""

import threading
from functools import lru_cache

from PIL import Image

from renderer.theme import Theme

UNUSED = 255
"""An index that no picture uses: palettes have at most 255 different colours."""

_lock = threading.Lock()


@lru_cache(maxsize=8)
def _palette_image(colours: bytes) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    # Pillow builds the palette's look-up table at first use, which two threads must not do at once
    Image.new("RGB", (1, 1)).quantize(palette=image, dither=Image.Dither.NONE)
    return image


def palette_image(theme: Theme) -> Image.Image:
    """Give an image that carries the theme's palette."""
    with _lock:
        return _palette_image(theme.palette)


def indexed(image: Image.Image, theme: Theme) -> Image.Image:
    """Map ``image`` (RGB) to the theme's 256 colours, without dithering."""
    return image.quantize(palette=palette_image(theme), dither=Image.Dither.NONE)
