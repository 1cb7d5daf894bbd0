"""Picture of a small board in each theme, side by side, for the choice of a theme."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO

from PIL import Image

from renderer.canvas import Canvas
from renderer.draw import compose, layout_of
from renderer.overlays.danger import Danger
from renderer.scene import Scene, board_scene
from renderer.script_fonts import SEMIBOLD, font
from renderer.theme import THEMES, Theme
from renderer.typeface import fitted
from rules.moves import parse_turn
from rules.registry import find_game

WIDTH = 480  # of each sample
_TITLE = 64
_TURNS = ("d4 b3", "c5 a3", "d3", "e5", "b4")


@lru_cache(maxsize=8)
def draw_samples(titles: tuple[str, ...]) -> bytes:
    """Return a PNG file with a sample of every theme under its title.

    :param titles: the titles of `THEMES`, in the same order.
    """
    scene = _scene()
    samples = [
        _sample(scene, theme, title) for theme, title in zip(THEMES.values(), titles, strict=True)
    ]
    return _encode(samples)


def _scene() -> Scene:
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 3}))
    for turn in _TURNS:
        for move in parse_turn(turn, position.topology):
            position = position.play(move)
    return replace(board_scene(position, overlays=(Danger(),)), words=None)


def _sample(scene: Scene, theme: Theme, title: str) -> Image.Image:
    board = compose(scene, theme, WIDTH, true_colour=True)
    layout = layout_of(scene, WIDTH)
    canvas = Canvas(Image.new("RGB", (WIDTH, board.height + _TITLE), theme.card), layout, theme)
    canvas.image.paste(board, (0, _TITLE))
    face = font(34, SEMIBOLD)
    middle = (WIDTH // 2, _TITLE // 2 + 4)
    canvas.text(middle, fitted(title, face, WIDTH - 40), face, theme.text, "mm")
    return canvas.image


def _encode(samples: Sequence[Image.Image]) -> bytes:
    whole = Image.new("RGB", (WIDTH * len(samples), samples[0].height))
    for number, sample in enumerate(samples):
        whole.paste(sample, (WIDTH * number, 0))
    file = BytesIO()
    whole.save(file, "PNG")  # in true colour: a palette has the colours of one theme
    return file.getvalue()
