"""Sprites of stones, ghosts, rings, squares and diamonds, cached. Lengths are in pixels."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.shapes import (
    CACHE_SIZE,
    OVERSAMPLING,
    Sprite,
    blank,
    centred,
    coloured,
    diamond_mask,
    ring_mask,
    rounded,
)
from renderer.theme import RGB, WHITE, StoneColours, Theme


@lru_cache(maxsize=CACHE_SIZE)
def stone(diameter: int, colour: int, theme: Theme) -> Sprite:
    """Draw a stone with its shadow; the sprite is wider than the stone by an even margin."""
    colours = theme.stones[colour]
    margin = max(4, diameter // 8)
    face = _face(diameter * OVERSAMPLING, colours, dark=colour == 0)
    sprite = blank((diameter + 2 * margin) * OVERSAMPLING, (0, 0, 0))
    if theme.shadow:
        sprite.putalpha(_stone_shadow(sprite.width, diameter * OVERSAMPLING))
    layer = blank(sprite.width, colours.rim)
    layer.paste(face, (margin * OVERSAMPLING, margin * OVERSAMPLING))
    return Image.alpha_composite(sprite, layer).reduce(OVERSAMPLING)


@lru_cache(maxsize=CACHE_SIZE)
def either_stone(diameter: int, theme: Theme) -> Sprite:
    """Draw a disc that is half black and half white, for a colour not chosen yet."""
    sprite = stone(diameter, 0, theme).copy()
    half = (sprite.width // 2, 0, sprite.width, sprite.height)
    sprite.paste(stone(diameter, 1, theme).crop(half), half)
    return sprite


def _stone_shadow(side: int, diameter: int) -> Image.Image:
    shadow, start = Image.new("L", (side, side), 0), (side - diameter) // 2
    drop = diameter * 0.05
    ImageDraw.Draw(shadow).ellipse(
        (start, start + drop, start + diameter, start + diameter + drop), fill=135
    )
    return shadow.filter(ImageFilter.GaussianBlur(diameter * 0.035))


def _face(diameter: int, colours: StoneColours, *, dark: bool) -> Sprite:
    """Draw a shaded disc; the light comes from the upper left and fades towards the rim."""
    gradient = Image.radial_gradient("L").resize((int(diameter * 2.1),) * 2)
    left, top = int(diameter * 0.71), int(diameter * 0.74)
    gradient = gradient.crop((left, top, left + diameter, top + diameter))
    fade = [min(1.0, level / 255 * 1.5) ** (0.85 if dark else 1.6) for level in range(256)]
    shaded = Image.merge(
        "RGB",
        [
            gradient.point([round(light + (body - light) * t) for t in fade])
            for light, body in zip(colours.light, colours.body, strict=True)
        ],
    )
    rim = max(1.2 * OVERSAMPLING, diameter * 0.028) * (0.8 if dark else 1)
    face = Image.new("RGB", (diameter, diameter), colours.rim)
    face.paste(shaded, (0, 0), ring_mask(diameter, diameter / 2 - rim, 0))
    face.putalpha(ring_mask(diameter, diameter / 2, 0))
    return face


@lru_cache(maxsize=CACHE_SIZE)
def ghost(diameter: int, colour: int, theme: Theme, *, crossed: bool = True) -> Sprite:
    """Draw a ghost: a stone with a dashed rim, for a stone that is not on the board.

    :param crossed: True for a stone just captured, pale and crossed out; False for a stone not
        played yet, half transparent.
    """
    side = diameter * OVERSAMPLING
    stroke = max(2.2, diameter * 0.055) * OVERSAMPLING
    fill = WHITE if colour else theme.stones[0].body
    alpha = (70, 120)[colour] if crossed else (150, 190)[colour]
    disc = ring_mask(side, side / 2 - stroke, 0).point([0] * 255 + [alpha])
    sprite = coloured(disc, fill)
    dashes = coloured(_dashes(side, stroke, 1.4), fill)
    if colour:  # White dashes alone would be invisible on white territory.
        casing = coloured(_dashes(side, stroke + 2.8 * OVERSAMPLING, 0), theme.stones[1].rim)
        dashes = Image.alpha_composite(casing, dashes)
    sprite = Image.alpha_composite(sprite, dashes)
    if crossed:
        cross = coloured(_cross_mask(side, stroke * 1.6), theme.danger)
        sprite = Image.alpha_composite(sprite, cross)
    return sprite.reduce(OVERSAMPLING)


def _dashes(side: int, stroke: float, margin: float) -> Image.Image:
    mask = Image.new("L", (side, side), 0)
    inset = margin * OVERSAMPLING
    box = (inset, inset, side - inset, side - inset)
    draw = ImageDraw.Draw(mask)
    for dash in range(12):
        draw.arc(box, dash * 30 + 4, dash * 30 + 22, fill=240, width=int(stroke))
    return mask


def _cross_mask(side: int, stroke: float) -> Image.Image:
    mask, near, cap = Image.new("L", (side, side), 0), side * 0.31, stroke / 2
    draw, far = ImageDraw.Draw(mask), side - side * 0.31
    for start, end in (((near, near), (far, far)), ((near, far), (far, near))):
        draw.line((*start, *end), fill=255, width=int(stroke))
        for x, y in (start, end):
            draw.ellipse((x - cap, y - cap, x + cap, y + cap), fill=255)
    return mask


@lru_cache(maxsize=CACHE_SIZE)
def ring(side: int, diameter: float, stroke: float, colour: RGB) -> Sprite:
    """Draw a circle with an outer ``diameter`` and a line ``stroke`` pixels wide.

    :param side: the width of the sprite in pixels.
    """
    outer = diameter * OVERSAMPLING / 2
    return coloured(
        ring_mask(side * OVERSAMPLING, outer, outer - stroke * OVERSAMPLING), colour
    ).reduce(OVERSAMPLING)


@lru_cache(maxsize=CACHE_SIZE)
def diamond(side: int, fill: RGB, rim: RGB, stroke: float) -> Sprite:
    """Draw a square standing on a corner, with a rim of ``stroke`` pixels."""
    large = side * OVERSAMPLING
    sprite = coloured(diamond_mask(large, large / 2), rim)
    inner = coloured(diamond_mask(large, large / 2 - stroke * OVERSAMPLING), fill)
    return Image.alpha_composite(sprite, inner).reduce(OVERSAMPLING)


@lru_cache(maxsize=CACHE_SIZE)
def square(side: int, fill: RGB, rim: RGB, stroke: float) -> Sprite:
    """Draw a square with a rim of ``stroke`` pixels and blunt corners."""
    outer = coloured(rounded(side, side, side * 0.14), rim)
    inset = max(1, round(stroke))
    inner = rounded(side - 2 * inset, side - 2 * inset, side * 0.08)
    return Image.alpha_composite(outer, coloured(centred(inner, outer), fill))


@lru_cache(maxsize=CACHE_SIZE)
def frame(side: int, stroke: float, colour: RGB) -> Sprite:
    """Draw the outline of a square, ``stroke`` pixels wide, with a white casing inside."""
    outer = rounded(side, side, side * 0.12)
    inset = max(1, round(stroke))
    inner = centred(rounded(side - 2 * inset, side - 2 * inset, side * 0.1), outer)
    core = centred(rounded(side - 2 * inset - 4, side - 2 * inset - 4, side * 0.1), outer)
    casing = coloured(ImageChops.subtract(inner, core), WHITE)
    return Image.alpha_composite(casing, coloured(ImageChops.subtract(outer, inner), colour))
