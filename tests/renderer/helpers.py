"""Scenes and games for the tests of pictures, and access to the pixels of a drawn scene."""

import random
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderer.draw import draw, layout_of
from renderer.layout import FULL_WIDTH, Layout
from renderer.scene import Scene
from renderer.theme import RGB, THEMES, Theme
from renderer.words import Seat, Words
from rules.moves import Place
from rules.position import Position
from rules.registry import find_game
from rules.topology import Topology, hexhex, square

BOARDS = {"hexhex": hexhex(7), "square": square(13)}
OFFERED = [hexhex(size) for size in range(3, 13)] + [square(size) for size in range(5, 28)]

# Transformations of red, green and blue light for people who lack one kind of cone: Machado,
# Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
# 2009.
COLOUR_BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

WORDS = Words(
    seats=(Seat("Aurelia", 3, "", active=True), Seat("Kestrel", 8, "", active=False)),
    title="Turn 62",
    status="Black to play",
    remarkable=False,
    last="E6",
    last_caption="last move",
    last_line="last E6",
    prison=False,
)


@dataclass(frozen=True)
class DrawnScene:
    """Drawn scene with access to its pixels."""

    image: Image.Image
    layout: Layout
    theme: Theme

    def at(self, cell: str, dx: float = 0, dy: float = 0) -> RGB:
        """Return the colour at an offset from a cell's centre, in stone diameters."""
        x, y = self.layout.centres[self.layout.topology.cell(cell)]
        stone = self.layout.stone
        return self.pixel(x + round(dx * stone), y + round(dy * stone))

    def pixel(self, x: float, y: float) -> RGB:
        colour = self.image.getpixel((round(x), round(y)))
        assert isinstance(colour, tuple)
        return colour[0], colour[1], colour[2]

    def colours(self, box: tuple[float, float, float, float]) -> set[RGB]:
        part = self.image.crop(tuple(round(edge) for edge in box))
        counted = part.getcolors(part.width * part.height) or []
        return {colour for _, colour in counted if isinstance(colour, tuple)}

    def around(self, cell: str, reach: float = 0.5) -> set[RGB]:
        """Return the colours in a square around a cell, ``reach`` stone diameters to each side."""
        x, y = self.layout.centres[self.layout.topology.cell(cell)]
        half = reach * self.layout.stone
        return self.colours((x - half, y - half, x + half, y + half))


def draw_scene(scene: Scene, theme: str = "dark", width: int = FULL_WIDTH) -> DrawnScene:
    image = draw(scene, theme, width).convert("RGB")
    return DrawnScene(image, layout_of(scene, width), THEMES[theme])


def simple_scene(topology: Topology, black: str = "", white: str = "", **changes: object) -> Scene:
    """Return a scene with only these stones, given as cell names separated by spaces."""
    stones = topology.mask(black.split()), topology.mask(white.split())
    scene = {"topology": topology, "stones": stones, **changes}
    return Scene(**scene)  # type: ignore[arg-type]  # the names are checked by the class itself


@lru_cache(maxsize=8)
def random_game(key: str, turns: int, seed: int = 1, **options: object) -> tuple[Position, ...]:
    game, rng = find_game(key), random.Random(seed)
    history = [game.start(game.ruleset(options))]
    while history[-1].turn <= turns and history[-1].outcome() is None:
        moves = list(history[-1].legal_moves())
        places = [move for move in moves if isinstance(move, Place)] or moves
        history.append(history[-1].play(rng.choice(places)))
    return tuple(history)


def lightness(colour: RGB) -> float:
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def simulate_colour_blindness(colour: RGB, deficiency: str | None) -> RGB:
    """Return a colour as seen with a deficiency in ``COLOUR_BLINDNESS``; None changes nothing."""
    if deficiency is None:
        return colour
    light = [_light(level / 255) for level in colour]
    red, green, blue = (
        _level(sum(part * one for part, one in zip(row, light, strict=True)))
        for row in COLOUR_BLINDNESS[deficiency]
    )
    return red, green, blue


def _light(level: float) -> float:
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def _level(light: float) -> int:
    light = min(1.0, max(0.0, light))
    return round(
        255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)
    )
