"""Masks of plain shapes, drawn large once and reduced, and how to make sprites of them."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.theme import RGB

Sprite = Image.Image
"""RGBA with its own edge, so pasting it needs no further mask."""

LARGE = 4
"""Shapes and sprites are drawn this many times too large."""
KEPT = 512
"""Sprites of a kind that are kept."""


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


def centred(mask: Image.Image, frame: Image.Image) -> Image.Image:
    image = Image.new("L", frame.size, 0)
    image.paste(mask, ((frame.width - mask.width) // 2, (frame.height - mask.height) // 2))
    return image


@lru_cache(maxsize=KEPT)
def hexagon(pitch: int, part: float, *, standing: bool = False) -> Image.Image:
    """Make the mask of a cell of a hexagonal grid, ``part`` of its full size.

    It has a corner on top, or an edge in a grid that is ``standing``.
    """
    if standing:
        return hexagon(pitch, part).transpose(Image.Transpose.TRANSPOSE)
    radius = pitch / 3**0.5
    width, height = 2 * round(pitch * part / 2 + 2), 2 * round(radius * part + 2)
    x, y = width / 2 * LARGE, height / 2 * LARGE
    a, b = pitch * part / 2 * LARGE, radius * part * LARGE
    corners = [(0, -b), (a, -b / 2), (a, b / 2), (0, b), (-a, b / 2), (-a, -b / 2)]
    mask = Image.new("L", (width * LARGE, height * LARGE), 0)
    ImageDraw.Draw(mask).polygon([(x + dx, y + dy) for dx, dy in corners], fill=255)
    return mask.reduce(LARGE)


@lru_cache(maxsize=KEPT)
def rounded(width: int, height: int, radius: float) -> Image.Image:
    """Make the mask of a rectangle with round corners."""
    mask = Image.new("L", (width * LARGE, height * LARGE), 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, mask.width - 1, mask.height - 1), radius * LARGE, fill=255
    )
    return mask.reduce(LARGE)
