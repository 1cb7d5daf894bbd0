"""The signs of the overlays: badges, warnings, outlines, beads; made once, pasted into cells."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderer.shapes import (
    KEPT,
    LARGE,
    Sprite,
    centred,
    coloured,
    diamond_mask,
    hexagon,
    ring_mask,
    rounded,
)
from renderer.theme import RGB, WHITE
from renderer.typeface import BOLD, font


@lru_cache(maxsize=KEPT)
def badge(side: int, text: str, fill: RGB) -> Sprite:
    """Draw a disc in a white ring with one or two characters."""
    large = side * LARGE
    disc = coloured(ring_mask(large, large / 2, 0), WHITE)
    inset = max(1.6, side * 0.05) * LARGE
    inner = coloured(ring_mask(large, large / 2 - inset, 0), fill)
    sprite = Image.alpha_composite(disc, inner)
    return _lettered(sprite, text, large * (0.60 if len(text) < 2 else 0.48)).reduce(LARGE)


def _lettered(sprite: Sprite, text: str, size: float) -> Sprite:
    middle = sprite.width / 2
    draw = ImageDraw.Draw(sprite)
    draw.text((middle, middle), text, font=font(int(size), BOLD), fill=WHITE, anchor="mm")
    return sprite


@lru_cache(maxsize=KEPT)
def warning(side: int, colour: RGB) -> Sprite:
    """Draw a diamond in a white rim with an exclamation mark: here a stone would kill."""
    large = side * LARGE
    rim = coloured(diamond_mask(large, large / 2), WHITE)
    inner = coloured(diamond_mask(large, large / 2 - 2.4 * LARGE), colour)
    return _lettered(Image.alpha_composite(rim, inner), "!", large * 0.55).reduce(LARGE)


@lru_cache(maxsize=KEPT)
def forbidden(side: int, colour: RGB, *, filled: bool) -> Sprite:
    """Draw the sign "no entry": a struck circle with a white casing or, filled, a white ground."""
    large = side * LARGE
    casing, stroke = 1.6 * LARGE, side * 0.13 * LARGE
    outer = large / 2
    inner = 0 if filled else outer - stroke - 2 * casing
    white = coloured(ring_mask(large, outer, inner), WHITE)
    mask = ring_mask(large, outer - casing, outer - casing - stroke)
    near = large / 2 - (outer - casing) * 0.68
    bar = Image.new("L", mask.size, 0)
    ImageDraw.Draw(bar).line((near, large - near, large - near, near), fill=255, width=int(stroke))
    mask = ImageChops.lighter(mask, bar)
    return Image.alpha_composite(white, coloured(mask, colour)).reduce(LARGE)


@lru_cache(maxsize=KEPT)
def dot(radius: float, fill: RGB, casing: RGB) -> Sprite:
    """Draw a bead of a thread, with a casing of 1.8 pixels that shows on any ground."""
    side = (int(2 * radius + 4) | 1) * LARGE
    outer = coloured(ring_mask(side, (radius + 1.8) * LARGE, 0), casing)
    inner = coloured(ring_mask(side, radius * LARGE, 0), fill)
    return Image.alpha_composite(outer, inner).reduce(LARGE)


@lru_cache(maxsize=KEPT)
def hexagon_line(
    pitch: int, part: float, stroke: float, colour: RGB, *, standing: bool = False
) -> Sprite:
    """Draw the outline of a hexagonal cell, ``part`` of its size, with a white casing inside."""
    if standing:
        return hexagon_line(pitch, part, stroke, colour).transpose(Image.Transpose.TRANSPOSE)
    outer = hexagon(pitch, part)
    inner = centred(hexagon(pitch, part - 2 * stroke / pitch), outer)
    core = centred(hexagon(pitch, part - 2 * (stroke + 1.5) / pitch), outer)
    casing = coloured(ImageChops.subtract(inner, core), WHITE)
    return Image.alpha_composite(casing, coloured(ImageChops.subtract(outer, inner), colour))


@lru_cache(maxsize=KEPT)
def square_line(side: int, stroke: float, colour: RGB) -> Sprite:
    """Draw the outline of a square cell, with a white casing inside."""
    outer = rounded(side, side, side * 0.12)
    inset = round(stroke)
    inner = centred(rounded(side - 2 * inset, side - 2 * inset, side * 0.1), outer)
    core = centred(rounded(side - 2 * inset - 4, side - 2 * inset - 4, side * 0.1), outer)
    casing = coloured(ImageChops.subtract(inner, core), WHITE)
    return Image.alpha_composite(casing, coloured(ImageChops.subtract(outer, inner), colour))


@lru_cache(maxsize=KEPT)
def bar(along: tuple[float, float], stroke: float, colour: RGB) -> Sprite:
    """Draw a line with round ends, ``along`` from one to the other."""
    width, height = (2 * round(abs(part) / 2 + stroke / 2 + 1) for part in along)
    mask = Image.new("L", (width * LARGE, height * LARGE), 0)
    draw, cap = ImageDraw.Draw(mask), stroke / 2 * LARGE
    ends = [
        (
            mask.width / 2 + sign * along[0] / 2 * LARGE,
            mask.height / 2 + sign * along[1] / 2 * LARGE,
        )
        for sign in (-1, 1)
    ]
    draw.line([*ends[0], *ends[1]], fill=255, width=round(stroke * LARGE))
    for x, y in ends:
        draw.ellipse((x - cap, y - cap, x + cap, y + cap), fill=255)
    return coloured(mask, colour).reduce(LARGE)
