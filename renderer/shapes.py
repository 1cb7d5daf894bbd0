"""Masks of simple shapes, drawn enlarged and reduced for smooth edges, and coloured sprites.

All lengths are in pixels. The pitch of a hexagon is the distance between neighbouring cells.
"""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.theme import RGB

Sprite = Image.Image
"""An RGBA image with its own alpha channel."""

OVERSAMPLING = 4
"""Enlargement at which shapes and sprites are drawn, before they are reduced."""
CACHE_SIZE = 512
"""Cached sprites of each kind."""


def blank(side: int, colour: RGB) -> Sprite:
    return Image.new("RGBA", (side, side), (*colour, 0))


def coloured(mask: Image.Image, colour: RGB) -> Sprite:
    sprite = Image.new("RGBA", mask.size, (*colour, 0))
    sprite.putalpha(mask)
    return sprite


def ring_mask(side: int, outer: float, inner: float) -> Image.Image:
    mask = Image.new("L", (side, side), 0)
    draw, middle = ImageDraw.Draw(mask), side / 2
    for radius, level in ((outer, 255), (inner, 0)):
        if radius > 0:
            corner, end = middle - radius, middle + radius - 1
            draw.ellipse((corner, corner, end, end), fill=level)
    return mask


def diamond_mask(side: int, radius: float) -> Image.Image:
    mask, middle = Image.new("L", (side, side), 0), side / 2
    corners = [(0, -radius), (radius, 0), (0, radius), (-radius, 0)]
    ImageDraw.Draw(mask).polygon([(middle + x, middle + y) for x, y in corners], fill=255)
    return mask


def star_mask(side: int, radius: float) -> Image.Image:
    """Return the mask, ``side`` pixels wide, of a star with five blunt points and room for text."""
    mask, middle = Image.new("L", (side, side), 0), side / 2
    corners = []
    for step in range(10):
        reach = radius * (0.62 if step % 2 else 1)
        angle = math.pi * step / 5
        corners.append((middle + reach * math.sin(angle), middle - reach * math.cos(angle)))
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return mask


def centred(mask: Image.Image, frame: Image.Image) -> Image.Image:
    image = Image.new("L", frame.size, 0)
    image.paste(mask, ((frame.width - mask.width) // 2, (frame.height - mask.height) // 2))
    return image


@lru_cache(maxsize=CACHE_SIZE)
def hexagon(pitch: int, part: float, *, flat_topped: bool = False) -> Image.Image:
    """Return the mask of a cell of a hexagonal grid.

    :param part: the size as a fraction of the full cell.
    :param flat_topped: whether the hexagon has an edge on top instead of a corner.
    """
    if flat_topped:
        return hexagon(pitch, part).transpose(Image.Transpose.TRANSPOSE)
    radius = pitch / 3**0.5
    width, height = 2 * round(pitch * part / 2 + 2), 2 * round(radius * part + 2)
    x, y = width / 2 * OVERSAMPLING, height / 2 * OVERSAMPLING
    a, b = pitch * part / 2 * OVERSAMPLING, radius * part * OVERSAMPLING
    corners = [(0, -b), (a, -b / 2), (a, b / 2), (0, b), (-a, b / 2), (-a, -b / 2)]
    mask = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING), 0)
    ImageDraw.Draw(mask).polygon([(x + dx, y + dy) for dx, dy in corners], fill=255)
    return mask.reduce(OVERSAMPLING)


@lru_cache(maxsize=CACHE_SIZE)
def rounded(width: int, height: int, radius: float) -> Image.Image:
    """Return the mask of a rectangle with rounded corners."""
    mask = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING), 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, mask.width - 1, mask.height - 1), radius * OVERSAMPLING, fill=255
    )
    return mask.reduce(OVERSAMPLING)
