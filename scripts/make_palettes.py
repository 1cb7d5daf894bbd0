"""Add the 256 fixed colours of a theme, computed from full-colour pictures, to a module.

    python scripts/make_palettes.py            # themes that have no palette yet
    python scripts/make_palettes.py dark high  # these themes again, which changes stored pictures

The flat colours of a theme come first, unchanged. The rest are chosen from sample pictures for
shaded stones and smooth edges. Pillow's `quantize` looks up colours at six bits per channel, so a
chosen colour near a flat one could replace it. Such colours are omitted.
"""

import random
import sys
import textwrap
from pathlib import Path

from PIL import Image

from renderer import draw, palettes
from renderer.endangered import Endangered
from renderer.overlays.candidates import Badge
from renderer.overlays.illegal import Refused
from renderer.palettes import PALETTES
from renderer.scene import Banner, Scene
from renderer.theme import RGB, THEMES, WHITE, Theme
from renderer.threads import Thread
from renderer.words import Seat, Words
from rules.topology import Topology, bits, hexhex, square

TARGET = Path(__file__).resolve().parent.parent / "renderer" / "palettes.py"
BOARDS = (
    hexhex(3),
    hexhex(5),
    hexhex(7),
    hexhex(12),
    square(5),
    square(13),
    square(19),
    square(27),
)
WIDTHS = (1080, 720)

WORDS = Words(
    seats=(Seat("Aurelia", 12, "", active=True), Seat("Kestrel", 7, "4", active=False)),
    title="Turn 62",
    status="Black to play",
    remarkable=True,
    last="E6",
    last_caption="last move took 3",
    last_line="last E6",
    prison=True,
)


def sample_scene(topology: Topology, seed: int) -> Scene:
    """Return a scene with every kind of element; the position need not be reachable."""
    rng = random.Random(seed)  # noqa: S311 - a fixed scatter of stones, no secret
    cells = list(bits(topology.full))
    rng.shuffle(cells)
    share = len(cells) // 9
    parts = [sum(1 << cell for cell in cells[i * share : (i + 1) * share]) for i in range(9)]
    black, white, taken_black, taken_white, shades, owned_black, owned_white, rest, last = parts
    path = tuple(bits(topology.neighbours[cells[0]]))[:1]
    return Scene(
        topology=topology,
        stones=(black | last, white),
        taken=(taken_black, taken_white),
        shades=(shades, 0),
        territory=(owned_black | taken_black, owned_white | taken_white),
        latest=last & -last,
        pointed=last & -last,
        named=rest & owned_black,
        marks=(
            Endangered(white & -white, 1 << cells[-1]),
            Thread(cells[0], path, None, 0, cut=False),
            Thread(cells[0], path, None, 1, cut=False),
            Thread(cells[0], path, None, 1, cut=True),
            Badge(cells[-2], "7"),
            Refused(cells[-3], rest),
        ),
        words=WORDS,
        banner=Banner("A1 is not allowed", "This stone would have no path.", alarming=True),
    )


def samples(theme: Theme) -> list[Image.Image]:
    return [
        draw.compose(sample_scene(topology, seed), theme, width, true_colour=True)
        for seed, topology in enumerate(BOARDS)
        for width in WIDTHS
    ]


def colours_of(theme: Theme) -> list[RGB]:
    """Return a theme's palette: flat colours, ramps, then the best colours for the samples."""
    flat = list(theme.flat)
    found = chosen(theme, 256 - len(flat) - len(ramps(theme)))
    colours = list(flat)
    for colour in (*ramps(theme), *found):
        repeats = any(distance(colour, one) <= 1 for one in colours)
        if not repeats and exact([*colours, colour], flat):
            colours.append(colour)
    return (colours[:255] + [flat[0]] * 256)[
        :256
    ]  # the animation needs one unused colour for transparency


def exact(colours: list[RGB], flat: list[RGB]) -> bool:
    """Return whether `quantize` with these colours maps every flat colour to itself."""
    palette, strip = Image.new("P", (1, 1)), Image.new("RGB", (len(flat), 1))
    palette.putpalette(b"".join(map(bytes, (colours + [flat[0]] * 256)[:256])))
    strip.putdata(flat)
    mapped = strip.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    return mapped.tobytes() == strip.tobytes()


def ramps(theme: Theme) -> list[RGB]:
    """Return colours between pairs of a theme's colours, for shaded stones and smooth letters."""
    black, white = theme.stones
    shades = [*ramp(black.light, black.body, 16), *ramp(white.light, white.body, 9)]
    pairs = (
        (theme.text, theme.card),
        (theme.label, theme.card),
        (theme.muted, theme.card),
        (theme.pill_text, theme.pill),
        (theme.last, WHITE),
        (theme.danger, WHITE),
        (theme.badge, WHITE),
    )
    return shades + [step for one, other in pairs for step in ramp(one, other, 5)[1:-1]]


def ramp(start: RGB, end: RGB, count: int) -> list[RGB]:
    steps = [i / (count - 1) for i in range(count)]
    return [mixed(start, end, t) for t in steps]


def mixed(start: RGB, end: RGB, t: float) -> RGB:
    red, green, blue = (round(a + (b - a) * t) for a, b in zip(start, end, strict=True))
    return red, green, blue


def chosen(theme: Theme, count: int) -> list[RGB]:
    """Return the `count` colours that represent the sample pictures of a theme best."""
    pictures = samples(theme)
    board_image = Image.new("RGB", (1100, sum(picture.height for picture in pictures)), theme.card)
    top = 0
    for picture in pictures:
        board_image.paste(picture, (0, top))
        top += picture.height
    seen = [colour for _, colour in board_image.getcolors(maxcolors=1 << 24) or []]
    strip = Image.new("RGB", (len(seen), 1))
    strip.putdata([colour for colour in seen if isinstance(colour, tuple)])
    found = strip.quantize(count, method=Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    return [(found[i], found[i + 1], found[i + 2]) for i in range(0, len(found) - 2, 3)]


def distance(one: RGB, other: RGB) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def main(names: list[str]) -> None:
    made = PALETTES | {name: palette_of(THEMES[name]) for name in names or THEMES.keys() - PALETTES}
    lines = [f'"""{palettes.__doc__}"""', "", "PALETTES = {"]
    for name in THEMES:
        lines.append(f'    "{name}": (')
        lines += [f'        "{row}"' for row in textwrap.wrap(made[name], 84)]
        lines.append("    ),")
    lines.append("}")
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def palette_of(theme: Theme) -> str:
    return "".join(bytes(colour).hex() for colour in colours_of(theme))


if __name__ == "__main__":
    main(sys.argv[1:])
