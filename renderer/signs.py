"""Sprites of the overlays: badges, warnings, outlines and lines, cached. Lengths are in pixels."""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderer.script_fonts import BOLD, font
from renderer.shapes import (
    CACHE_SIZE,
    OVERSAMPLING,
    Sprite,
    centred,
    coloured,
    diamond_mask,
    hexagon,
    ring_mask,
    rounded,
    star_mask,
)
from renderer.theme import RGB, WHITE


@lru_cache(maxsize=CACHE_SIZE)
def badge(side: int, text: str, fill: RGB, ring: RGB = WHITE) -> Sprite:
    """Draw a disc in a ring with one or two characters."""
    large = side * OVERSAMPLING
    disc = coloured(ring_mask(large, large / 2, 0), ring)
    inset = max(1.6, side * 0.05) * OVERSAMPLING
    inner = coloured(ring_mask(large, large / 2 - inset, 0), fill)
    sprite = Image.alpha_composite(disc, inner)
    return _lettered(sprite, text, large * (0.60 if len(text) < 2 else 0.48)).reduce(OVERSAMPLING)


def _lettered(sprite: Sprite, text: str, size: float) -> Sprite:
    middle = sprite.width / 2
    draw = ImageDraw.Draw(sprite)
    draw.text((middle, middle), text, font=font(int(size), BOLD), fill=WHITE, anchor="mm")
    return sprite


@lru_cache(maxsize=CACHE_SIZE)
def warning(side: int, colour: RGB, text: str = "!") -> Sprite:
    """Draw a diamond with a white rim and short text, for the cell of a killing move."""
    return _rimmed(diamond_mask, side, colour, text, 0.55 if len(text) < 2 else 0.40)


@lru_cache(maxsize=CACHE_SIZE)
def star(side: int, colour: RGB, text: str = "") -> Sprite:
    """Draw a star with a white rim and short text, for the cell of a good move."""
    return _rimmed(star_mask, side, colour, text, 0.50 if len(text) < 2 else 0.38)


def _rimmed(
    mask: Callable[[int, float], Image.Image], side: int, colour: RGB, text: str, size: float
) -> Sprite:
    """Draw a shape with a white rim and text.

    :param mask: the function that returns the mask of the shape for its side and radius.
    :param size: the font size as a share of the side.
    """
    large = side * OVERSAMPLING
    rim = coloured(mask(large, large / 2), WHITE)
    inner = coloured(mask(large, large / 2 - 2.4 * OVERSAMPLING), colour)
    return _lettered(Image.alpha_composite(rim, inner), text, large * size).reduce(OVERSAMPLING)


@lru_cache(maxsize=CACHE_SIZE)
def forbidden(side: int, colour: RGB, *, filled: bool) -> Sprite:
    """Draw a "no entry" sign, a circle with a bar.

    :param filled: whether the background is white; otherwise only the strokes have a white casing.
    """
    large = side * OVERSAMPLING
    casing, stroke = 1.6 * OVERSAMPLING, side * 0.13 * OVERSAMPLING
    outer = large / 2
    inner = 0 if filled else outer - stroke - 2 * casing
    white = coloured(ring_mask(large, outer, inner), WHITE)
    mask = ring_mask(large, outer - casing, outer - casing - stroke)
    near = large / 2 - (outer - casing) * 0.68
    bar = Image.new("L", mask.size, 0)
    ImageDraw.Draw(bar).line((near, large - near, large - near, near), fill=255, width=int(stroke))
    mask = ImageChops.lighter(mask, bar)
    return Image.alpha_composite(white, coloured(mask, colour)).reduce(OVERSAMPLING)


@lru_cache(maxsize=CACHE_SIZE)
def hexagon_line(
    pitch: int, part: float, stroke: float, colour: RGB, *, flat_topped: bool = False
) -> Sprite:
    """Draw the outline of a hexagonal cell, with a white casing inside.

    :param part: the size as a fraction of the full cell.
    """
    if flat_topped:
        return hexagon_line(pitch, part, stroke, colour).transpose(Image.Transpose.TRANSPOSE)
    outer = hexagon(pitch, part)
    inner = centred(hexagon(pitch, part - 2 * stroke / pitch), outer)
    core = centred(hexagon(pitch, part - 2 * (stroke + 1.5) / pitch), outer)
    casing = coloured(ImageChops.subtract(inner, core), WHITE)
    return Image.alpha_composite(casing, coloured(ImageChops.subtract(outer, inner), colour))


@lru_cache(maxsize=CACHE_SIZE)
def square_line(side: int, stroke: float, colour: RGB) -> Sprite:
    """Draw the outline of a square cell, with a white casing inside."""
    outer = rounded(side, side, side * 0.12)
    inset = round(stroke)
    inner = centred(rounded(side - 2 * inset, side - 2 * inset, side * 0.1), outer)
    core = centred(rounded(side - 2 * inset - 4, side - 2 * inset - 4, side * 0.1), outer)
    casing = coloured(ImageChops.subtract(inner, core), WHITE)
    return Image.alpha_composite(casing, coloured(ImageChops.subtract(outer, inner), colour))


@lru_cache(maxsize=CACHE_SIZE)
def bar(along: tuple[float, float], stroke: float, colour: RGB) -> Sprite:
    """Draw a line with round ends along the vector ``along``."""
    width, height = (2 * round(abs(part) / 2 + stroke / 2 + 1) for part in along)
    mask = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING), 0)
    draw, cap = ImageDraw.Draw(mask), stroke / 2 * OVERSAMPLING
    ends = [
        (
            mask.width / 2 + sign * along[0] / 2 * OVERSAMPLING,
            mask.height / 2 + sign * along[1] / 2 * OVERSAMPLING,
        )
        for sign in (-1, 1)
    ]
    draw.line([*ends[0], *ends[1]], fill=255, width=round(stroke * OVERSAMPLING))
    for x, y in ends:
        draw.ellipse((x - cap, y - cap, x + cap, y + cap), fill=255)
    return coloured(mask, colour).reduce(OVERSAMPLING)
