"""Scenes and games for the tests of pictures, and access to the pixels of a drawn scene."""

import random
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderer.draw import compose, draw, layout_of
from renderer.layout import FULL_WIDTH, Layout, lay_out
from renderer.orientation import Orientation
from renderer.scene import Scene
from renderer.theme import RGB, THEMES, Theme
from renderer.words import Seat, Words
from rules.moves import Move, Place
from rules.position import Position
from rules.registry import find_game
from rules.topology import Topology, bits, hexhex, square

BOARDS = {"hexhex": hexhex(7), "square": square(13)}
BARE = (255, 0, 255)
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


def bare_board(layout: Layout, _theme: Theme) -> Image.Image:
    """Return a board without cells and coordinates, in a colour that no theme has."""
    return Image.new("RGB", (layout.width, layout.height), BARE)


def places_drawn_over(
    header: Words, topology: Topology, orientation: Orientation = Orientation.UPRIGHT
) -> list[tuple[int, int]]:
    """Return the centres of cells and coordinates that the header covers in a narrow picture.

    :param header: its words; `renderer.draw.empty_board` must be `bare_board`.
    """
    scene = simple_scene(topology, words=header, orientation=orientation)
    picture, layout = compose(scene, THEMES["dark"], 540), lay_out(topology, 540, orientation)
    assert picture.crop((0, 0, picture.width, 50)).getcolors(1) is None, "a header is drawn"
    places = [(centre, layout.stone // 2) for centre in layout.centres]
    # the part of its square that a digit needs
    places += [(site.centre, layout.label * 0.4) for site in layout.labels]
    return [centre for centre, half in places if not _is_bare(picture, centre, half)]


def _is_bare(picture: Image.Image, centre: tuple[int, int], half: float) -> bool:
    x, y = centre
    box = (round(x - half), round(y - half), round(x + half), round(y + half))
    counted = picture.crop(box).getcolors(1)
    return counted is not None and counted[0][1] == BARE


def simple_scene(topology: Topology, black: str = "", white: str = "", **changes: object) -> Scene:
    """Return a scene with only these stones, given as cell names separated by spaces."""
    stones = topology.mask(black.split()), topology.mask(white.split())
    scene = {"topology": topology, "stones": stones, **changes}
    return Scene(**scene)  # type: ignore[arg-type]  # the names are checked by the class itself


@lru_cache(maxsize=32)
def random_game(key: str, turns: int, seed: int = 1, **options: object) -> tuple[Position, ...]:
    game, rng = find_game(key), random.Random(seed)
    history = [game.start(game.ruleset(options))]
    while history[-1].turn <= turns and history[-1].outcome() is None:
        history.append(history[-1].play(random_move(history[-1], rng)))
    return tuple(history)


def random_move(position: Position, rng: random.Random) -> Move:
    """Return a random legal placement, or another legal move if there is none.

    Listing all legal moves takes a hundred times as long on a large board.
    """
    cells = list(bits(position.board.empty))
    rng.shuffle(cells)
    for cell in cells:
        if position.is_legal(Place(cell)):
            return Place(cell)
    return rng.choice(list(position.legal_moves()))


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
