"""Make renderer/palettes.py: the 256 fixed colours of each theme, from pictures in full colour.

    python scripts/make_palettes.py

The flat colours of a theme come first and exactly. The rest are chosen from sample pictures for
shaded stones and smooth edges. Pillow's `quantize` looks colours up at six bits a channel, so a
chosen colour within six levels of a flat one could take its place: those are dropped.
"""

import random
import textwrap
from pathlib import Path

from PIL import Image

from renderer import draw
from renderer.layout import lay_out
from renderer.overlays.candidates import Badge
from renderer.overlays.danger import Danger
from renderer.overlays.illegal import Refused
from renderer.overlays.lifelines import Thread
from renderer.scene import Banner, Scene
from renderer.theme import RGB, THEMES, Theme
from renderer.words import TIMES, Seat, Words
from rules.topology import Topology, bits, hexhex, square

TARGET = Path(__file__).resolve().parent.parent / "renderer" / "palettes.py"
TOO_NEAR = 6
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
    seats=(Seat("Aurelia", 12, 0, active=True), Seat("Kestrel", 7, 4, active=False)),
    title="Turn 62",
    status="Black to play",
    remarkable=True,
    last=f"E6 {TIMES}3",
    last_caption="last move",
    prison=True,
)


def sample_scene(topology: Topology, seed: int) -> Scene:
    """A scene with everything on it, somewhere; not a position anyone could reach."""
    lots = random.Random(seed)  # noqa: S311 - a fixed scatter of stones, no secret
    cells = list(bits(topology.full))
    lots.shuffle(cells)
    share = len(cells) // 9
    parts = [sum(1 << cell for cell in cells[i * share : (i + 1) * share]) for i in range(9)]
    black, white, taken_black, taken_white, shades, owned_black, owned_white, rest, last = parts
    path = (cells[0], *list(bits(topology.neighbours[cells[0]]))[:1])
    return Scene(
        topology=topology,
        stones=(black | last, white),
        taken=(taken_black, taken_white),
        shades=(shades, 0),
        territory=(owned_black | taken_black, owned_white | taken_white),
        rings=last & -last,
        pointed=last & -last,
        named=rest & owned_black,
        marks=(
            Danger(white & -white, 1 << cells[-1]),
            Thread(path, 0, cut=False),
            Thread(path, 1, cut=False),
            Thread(path, 1, cut=True),
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
        if lay_out(topology, width)
    ]


def colours_of(theme: Theme) -> list[RGB]:
    flat = list(theme.flat)
    pictures = samples(theme)
    sheet = Image.new("RGB", (1100, sum(picture.height for picture in pictures)), theme.card)
    top = 0
    for picture in pictures:
        sheet.paste(picture, (0, top))
        top += picture.height
    wanted = 256 - len(flat)
    # Flat areas would take most entries: count each colour once
    seen = sheet.getcolors(maxcolors=1 << 24) or []
    rare = [colour for _, colour in seen]
    strip = Image.new("RGB", (len(rare), 1))
    strip.putdata(rare)
    chosen = strip.quantize(wanted, method=Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    extra = [(chosen[i], chosen[i + 1], chosen[i + 2]) for i in range(0, 3 * wanted, 3)]
    clear = [colour for colour in extra if all(distance(colour, one) > TOO_NEAR for one in flat)]
    colours = flat + list(dict.fromkeys(clear))
    return (colours + [flat[0]] * 256)[:256]


def distance(one: RGB, other: RGB) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def main() -> None:
    lines = ['"""The 256 colours of each theme as hex; made by scripts/make_palettes.py."""', ""]
    lines.append("PALETTES = {")
    for theme in THEMES.values():
        text = "".join(bytes(colour).hex() for colour in colours_of(theme))
        lines.append(f'    "{theme.name}": (')
        lines += [f'        "{row}"' for row in textwrap.wrap(text, 84)]
        lines.append("    ),")
    lines.append("}")
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
