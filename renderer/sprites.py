"""Small pictures that are pasted into cells: drawn large once, reduced, and kept.

Every sprite is RGBA with its own edge, so pasting it needs no further mask.
"""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.theme import RGB, WHITE, StoneColours, Theme
from renderer.typeface import BOLD, font

Sprite = Image.Image

_LARGE = 4  # sprites are drawn this many times too large
_KEPT = 512


def _blank(side: int, colour: RGB) -> Sprite:
    return Image.new("RGBA", (side, side), (*colour, 0))


def _coloured(mask: Image.Image, colour: RGB) -> Sprite:
    sprite = Image.new("RGBA", mask.size, (*colour, 0))
    sprite.putalpha(mask)
    return sprite


def _ring_mask(side: int, outer: float, inner: float) -> Image.Image:
    mask = Image.new("L", (side, side), 0)
    draw, middle = ImageDraw.Draw(mask), side / 2
    for radius, level in ((outer, 255), (inner, 0)):
        if radius > 0:
            corner, end = middle - radius, middle + radius - 1
            draw.ellipse((corner, corner, end, end), fill=level)
    return mask


def _diamond_mask(side: int, radius: float) -> Image.Image:
    mask, middle = Image.new("L", (side, side), 0), side / 2
    corners = [(0, -radius), (radius, 0), (0, radius), (-radius, 0)]
    ImageDraw.Draw(mask).polygon([(middle + x, middle + y) for x, y in corners], fill=255)
    return mask


@lru_cache(maxsize=_KEPT)
def stone(diameter: int, colour: int, theme: Theme) -> Sprite:
    """Draw a stone with its shadow; the sprite is wider than the stone by an even margin."""
    colours = theme.stones[colour]
    margin = max(4, diameter // 8)
    face = _face(diameter * _LARGE, colours, dark=colour == 0)
    sprite = _blank((diameter + 2 * margin) * _LARGE, (0, 0, 0))
    if theme.shadow:
        sprite.putalpha(_stone_shadow(sprite.width, diameter * _LARGE))
    layer = _blank(sprite.width, colours.rim)
    layer.paste(face, (margin * _LARGE, margin * _LARGE))
    return Image.alpha_composite(sprite, layer).reduce(_LARGE)


def _stone_shadow(side: int, diameter: int) -> Image.Image:
    shadow, start = Image.new("L", (side, side), 0), (side - diameter) // 2
    drop = diameter * 0.05
    ImageDraw.Draw(shadow).ellipse(
        (start, start + drop, start + diameter, start + diameter + drop), fill=135
    )
    return shadow.filter(ImageFilter.GaussianBlur(diameter * 0.035))


def _face(diameter: int, colours: StoneColours, *, dark: bool) -> Sprite:
    """Draw a shaded disc: the light falls from the upper left and fades towards the rim."""
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
    rim = max(1.2 * _LARGE, diameter * 0.028) * (0.8 if dark else 1)
    face = Image.new("RGB", (diameter, diameter), colours.rim)
    face.paste(shaded, (0, 0), _ring_mask(diameter, diameter / 2 - rim, 0))
    face.putalpha(_ring_mask(diameter, diameter / 2, 0))
    return face


@lru_cache(maxsize=_KEPT)
def ghost(diameter: int, colour: int, theme: Theme, *, crossed: bool = True) -> Sprite:
    """Draw a stone that is not on the board: pale, with a broken rim, crossed out if taken."""
    side = diameter * _LARGE
    stroke = max(2.2, diameter * 0.055) * _LARGE
    mask = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(mask)
    draw.ellipse((stroke, stroke, side - stroke, side - stroke), fill=120 if colour else 70)
    rim = (stroke * 0.6, stroke * 0.6, side - stroke * 0.6, side - stroke * 0.6)
    for dash in range(12):
        draw.arc(rim, dash * 30 + 4, dash * 30 + 22, fill=240, width=int(stroke))
    sprite = _coloured(mask, WHITE if colour else theme.stones[0].body)
    if crossed:
        cross = _coloured(_cross_mask(side, stroke * 1.6), theme.danger)
        sprite = Image.alpha_composite(sprite, cross)
    return sprite.reduce(_LARGE)


def _cross_mask(side: int, stroke: float) -> Image.Image:
    mask, near, cap = Image.new("L", (side, side), 0), side * 0.31, stroke / 2
    draw, far = ImageDraw.Draw(mask), side - side * 0.31
    for start, end in (((near, near), (far, far)), ((near, far), (far, near))):
        draw.line((*start, *end), fill=255, width=int(stroke))
        for x, y in (start, end):
            draw.ellipse((x - cap, y - cap, x + cap, y + cap), fill=255)
    return mask


@lru_cache(maxsize=_KEPT)
def ring(side: int, diameter: float, stroke: float, colour: RGB) -> Sprite:
    """Draw a circle ``stroke`` pixels wide inside ``diameter``; the sprite has ``side`` pixels."""
    outer = diameter * _LARGE / 2
    return _coloured(_ring_mask(side * _LARGE, outer, outer - stroke * _LARGE), colour).reduce(
        _LARGE
    )


@lru_cache(maxsize=_KEPT)
def diamond(side: int, fill: RGB, rim: RGB, stroke: float) -> Sprite:
    """Draw a square on its corner, with a rim of ``stroke`` pixels."""
    large = side * _LARGE
    sprite = _coloured(_diamond_mask(large, large / 2), rim)
    inner = _coloured(_diamond_mask(large, large / 2 - stroke * _LARGE), fill)
    return Image.alpha_composite(sprite, inner).reduce(_LARGE)


@lru_cache(maxsize=_KEPT)
def badge(side: int, text: str, fill: RGB) -> Sprite:
    """Draw a disc in a white ring with one or two characters."""
    large = side * _LARGE
    disc = _coloured(_ring_mask(large, large / 2, 0), WHITE)
    inset = max(1.6, side * 0.05) * _LARGE
    inner = _coloured(_ring_mask(large, large / 2 - inset, 0), fill)
    sprite = Image.alpha_composite(disc, inner)
    return _lettered(sprite, text, large * (0.60 if len(text) < 2 else 0.48)).reduce(_LARGE)


def _lettered(sprite: Sprite, text: str, size: float) -> Sprite:
    middle = sprite.width / 2
    draw = ImageDraw.Draw(sprite)
    draw.text((middle, middle), text, font=font(int(size), BOLD), fill=WHITE, anchor="mm")
    return sprite


@lru_cache(maxsize=_KEPT)
def warning(side: int, colour: RGB) -> Sprite:
    """Draw a diamond in a white rim with an exclamation mark: here a stone would kill."""
    large = side * _LARGE
    rim = _coloured(_diamond_mask(large, large / 2), WHITE)
    inner = _coloured(_diamond_mask(large, large / 2 - 2.4 * _LARGE), colour)
    return _lettered(Image.alpha_composite(rim, inner), "!", large * 0.55).reduce(_LARGE)


@lru_cache(maxsize=_KEPT)
def forbidden(side: int, colour: RGB) -> Sprite:
    """Draw the sign "no entry": a struck circle with a white casing."""
    large = side * _LARGE
    casing, stroke = 1.6 * _LARGE, side * 0.13 * _LARGE
    outer = large / 2
    white = _coloured(_ring_mask(large, outer, outer - stroke - 2 * casing), WHITE)
    mask = _ring_mask(large, outer - casing, outer - casing - stroke)
    near = large / 2 - (outer - casing) * 0.68
    bar = Image.new("L", mask.size, 0)
    ImageDraw.Draw(bar).line((near, large - near, large - near, near), fill=255, width=int(stroke))
    mask = ImageChops.lighter(mask, bar)
    return Image.alpha_composite(white, _coloured(mask, colour)).reduce(_LARGE)


@lru_cache(maxsize=_KEPT)
def dot(radius: float, fill: RGB, casing: RGB) -> Sprite:
    """Draw a bead of a thread, with a casing of 1.8 pixels that shows on any ground."""
    side = (int(2 * radius + 4) | 1) * _LARGE
    outer = _coloured(_ring_mask(side, (radius + 1.8) * _LARGE, 0), casing)
    inner = _coloured(_ring_mask(side, radius * _LARGE, 0), fill)
    return Image.alpha_composite(outer, inner).reduce(_LARGE)


@lru_cache(maxsize=_KEPT)
def hexagon(pitch: int, part: float) -> Image.Image:
    """Make the mask of a cell of a hexagonal grid, ``part`` of its full size."""
    radius = pitch / 3**0.5
    width, height = 2 * round(pitch * part / 2 + 2), 2 * round(radius * part + 2)
    x, y = width / 2 * _LARGE, height / 2 * _LARGE
    a, b = pitch * part / 2 * _LARGE, radius * part * _LARGE
    corners = [(0, -b), (a, -b / 2), (a, b / 2), (0, b), (-a, b / 2), (-a, -b / 2)]
    mask = Image.new("L", (width * _LARGE, height * _LARGE), 0)
    ImageDraw.Draw(mask).polygon([(x + dx, y + dy) for dx, dy in corners], fill=255)
    return mask.reduce(_LARGE)


@lru_cache(maxsize=_KEPT)
def rounded(width: int, height: int, radius: float) -> Image.Image:
    """Make the mask of a rectangle with round corners."""
    mask = Image.new("L", (width * _LARGE, height * _LARGE), 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, mask.width - 1, mask.height - 1), radius * _LARGE, fill=255
    )
    return mask.reduce(_LARGE)


@lru_cache(maxsize=_KEPT)
def hexagon_line(pitch: int, part: float, stroke: float, colour: RGB) -> Sprite:
    """Draw the outline of a hexagonal cell, ``part`` of its size, with a white casing inside."""
    outer = hexagon(pitch, part)
    inner = _centred(hexagon(pitch, part - 2 * stroke / pitch), outer)
    core = _centred(hexagon(pitch, part - 2 * (stroke + 1.5) / pitch), outer)
    casing = _coloured(ImageChops.subtract(inner, core), WHITE)
    return Image.alpha_composite(casing, _coloured(ImageChops.subtract(outer, inner), colour))


def _centred(mask: Image.Image, frame: Image.Image) -> Image.Image:
    image = Image.new("L", frame.size, 0)
    image.paste(mask, ((frame.width - mask.width) // 2, (frame.height - mask.height) // 2))
    return image


@lru_cache(maxsize=_KEPT)
def square_line(side: int, stroke: float, colour: RGB) -> Sprite:
    """Draw the outline of a square cell, with a white casing inside."""
    outer = rounded(side, side, side * 0.12)
    inset = round(stroke)
    inner = _centred(rounded(side - 2 * inset, side - 2 * inset, side * 0.1), outer)
    core = _centred(rounded(side - 2 * inset - 4, side - 2 * inset - 4, side * 0.1), outer)
    casing = _coloured(ImageChops.subtract(inner, core), WHITE)
    return Image.alpha_composite(casing, _coloured(ImageChops.subtract(outer, inner), colour))
