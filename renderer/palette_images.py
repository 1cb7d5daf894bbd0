"""Palette images: conversion of RGB to the 256 fixed colours of a theme, and PNG encoding."""

import struct
import threading
import zlib
from functools import lru_cache

from PIL import Image

from renderer.theme import Theme

UNUSED_INDEX = 255
"""A palette index that no picture uses: palettes have at most 255 different colours."""

_lock = threading.Lock()


@lru_cache(maxsize=8)
def _palette_image(colours: bytes) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    # Pillow builds the palette's look-up table on first use, which is not thread-safe.
    Image.new("RGB", (1, 1)).quantize(palette=image, dither=Image.Dither.NONE)
    return image


def palette_image(theme: Theme) -> Image.Image:
    """Return a cached image with the theme's palette, as an argument for Pillow's `quantize`."""
    with _lock:
        return _palette_image(theme.palette)


def to_palette(image: Image.Image, theme: Theme) -> Image.Image:
    """Map an RGB image to the theme's 256 colours, without dithering."""
    return image.quantize(palette=palette_image(theme), dither=Image.Dither.NONE)


def encode_png(image: Image.Image) -> bytes:
    """Encode a palette image as a PNG file; bytes vary between machines, pixels do not.

    Pillow's own encoder holds the GIL and would block the event loop; zlib releases it.
    """
    rows = Image.new("L", (image.width + 1, image.height), 0)  # Each row begins with filter type 0.
    rows.paste(Image.frombuffer("L", image.size, image.tobytes(), "raw", "L", 0, 1), (1, 0))
    palette = bytes(image.getpalette("RGB") or ()).ljust(768, b"\0")
    header = struct.pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(rows.tobytes(), 6)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    checked = name + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))
