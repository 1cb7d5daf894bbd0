"""Replays of games as looping GIFs with one frame per turn, written frame by frame.

Each frame stores only the rectangle that changed, with its unchanged pixels transparent, which
keeps memory and files small. Every decoded frame equals the still picture of its scene.
"""

import io
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from PIL import GifImagePlugin, Image, ImageChops

from renderer.draw import draw
from renderer.endangered import Endangered
from renderer.layout import lay_out
from renderer.legend import Entry, explained_shading
from renderer.orientation import Orientation
from renderer.palette_images import UNUSED_INDEX
from renderer.scene import Scene, board_scene, seated, territory_of
from renderer.theme import find_theme
from renderer.words import in_replay
from rules.position import Position

WIDTH = 720
TURN_MS, FLASH_MS, END_MS = 700, 400, 5000
MOST_TURNS = 160
"""Longer games skip turns evenly: more frames take long to draw and few people watch them."""
LARGEST = 8 * 1024 * 1024
"""Bytes; small enough for the upload limit everywhere in Discord."""

Seats = tuple[str, str]

_WIDTHS = (1.0, 0.75, 0.55)
_LOOP_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_NOTHING = (0, 0, 1, 1)


@dataclass(frozen=True, slots=True)
class Frame:
    scene: Scene
    milliseconds: int


def replay_gif(  # noqa: PLR0913 - each has a use of its own, and all but one a default
    positions: Sequence[Position],
    seats: Seats = ("", ""),
    result: str | None = None,
    theme: str = "dark",
    width: int = WIDTH,
    largest: int = LARGEST,
    *,
    reason: str = "",
    closed: bool = False,
    orientation: Orientation = Orientation.UPRIGHT,
    before_frame: Callable[[], object] = lambda: None,
) -> bytes:
    """Return the replay of a game as a GIF of at most ``largest`` bytes.

    If it is too large, the width is reduced first and then the number of frames.

    :param positions: the positions of the game from its start.
    :param seats: the names of the players in seats 0 and 1.
    :param result: the result, if the board does not show it; ``reason`` is its reason.
    :param closed: whether the game has no winner, whatever the board shows.
    :param before_frame: called before each frame; it may wait while another picture is drawn.
    :raises ValueError: the theme is unknown, the width out of range, or even the smallest attempt
        too large.
    """
    # Check the width now, because the first attempt may already use a smaller one.
    lay_out(positions[-1].topology, width, orientation)
    first = -(-len(_at_ends_of_turns(positions)) // MOST_TURNS)
    attempts = [(round(width * part), first) for part in _WIDTHS]
    attempts += [(attempts[-1][0], first * step) for step in (2, 4, 8)]
    for pixels, step in attempts:
        out = io.BytesIO()
        shown = frames(positions, seats, result, step, reason, closed=closed)
        sequence = turned(shown, orientation, before_frame)
        write_gif(out, sequence, theme, max(pixels, 240))
        if out.tell() <= largest:
            return out.getvalue()
    raise ValueError(f"No replay of this game fits into {largest} bytes.")


def frames(
    positions: Sequence[Position],
    seats: Seats = ("", ""),
    result: str | None = None,
    step: int = 1,
    reason: str = "",
    *,
    closed: bool = False,
) -> Iterator[Frame]:
    """Yield the frames of a replay: the end of the game first, then every turn in order.

    The end says why the game was won. Only the first and the last frame show the result; the others
    have an empty space for it. The legends of all frames have the same entries, but each frame
    shows only its own.

    Stones flash once before a turn captures them. With ``step`` above 1, only every ``step``-th
    turn is shown, and no stones flash.
    """
    turns = _at_ends_of_turns(positions)
    final = board_scene(turns[-1], seated(turns[-1], seats, result, reason, closed=closed))
    shades = _shades(turns)
    legend = (*(each for each in final.legend if each not in shades), *shades)
    final = _explained(final, legend)
    space = final.banner and replace(final.banner, hidden=True)
    yield Frame(final, END_MS)
    for index, position in enumerate(turns[:-1]):
        if index % step == 0:
            scene = board_scene(position, seated(position, seats))
            words = scene.words and in_replay(scene.words)
            scene = _explained(replace(scene, words=words, banner=space), legend)
            yield from _flash(scene, step)
            yield Frame(scene, TURN_MS)
    yield from _flash(replace(final, banner=space), step)
    yield Frame(final, END_MS)


def _explained(scene: Scene, legend: tuple[Entry, ...]) -> Scene:
    """Return a scene with this legend, in which only the scene's own entries are visible."""
    entries = (replace(each, hidden=each not in scene.legend) for each in legend)
    return replace(scene, legend=tuple(entries))


def _shades(turns: Sequence[Position]) -> tuple[Entry, ...]:
    """Return the legend entries for the shading of territory in any of the positions."""
    black, white = 0, 0
    for position in turns:
        shaded = territory_of(position)
        black, white = black | shaded[0], white | shaded[1]
    return explained_shading((black, white))


def turned(
    sequence: Iterator[Frame],
    orientation: Orientation,
    before_frame: Callable[[], object] = lambda: None,
) -> Iterator[Frame]:
    """Yield the frames with their boards in this orientation, each after calling `before_frame`."""
    for frame in sequence:
        before_frame()
        yield replace(frame, scene=replace(frame.scene, orientation=orientation))


def _at_ends_of_turns(positions: Sequence[Position]) -> list[Position]:
    ends = [position for position in positions if not position.mid_turn]
    return ends if ends and ends[-1] is positions[-1] else [*ends, positions[-1]]


def _flash(scene: Scene, step: int) -> Iterator[Frame]:
    """Yield a frame in which the stones about to be captured have red rings.

    Nothing is yielded if the turn captures no stones, or if ``step`` is above 1.
    """
    if step > 1 or not any(scene.taken):
        return
    occupied = scene.stones[0] | scene.stones[1]
    black, white = (cells & ~occupied for cells in scene.taken)
    yield Frame(
        replace(
            scene,
            stones=(scene.stones[0] | black, scene.stones[1] | white & ~black),
            taken=(0, 0),
            territory=(0, 0),
            marks=(Endangered(black | white, 0),),
            legend=tuple(replace(each, hidden=True) for each in scene.legend),
        ),
        FLASH_MS,
    )


def write_gif(
    out: BinaryIO, sequence: Iterator[Frame], theme: str = "dark", width: int = WIDTH
) -> int:
    """Write frames one by one, keeping two in memory, and return their number.

    :raises ValueError: the theme is unknown or the width out of range.
    """
    before: Image.Image | None = None
    count = 0
    for frame in sequence:
        image = draw(frame.scene, theme, width)
        if before is None:
            out.write(_file_header(image.size, find_theme(theme).palette))
        _write_frame(out, image, before, frame.milliseconds)
        before, count = image, count + 1
    out.write(b"\x3b")
    return count


def _file_header(size: tuple[int, int], palette: bytes) -> bytes:
    whole_palette = 0xF7  # a global table of 256 colours with 8 bits
    return b"GIF89a" + struct.pack("<HHBBB", *size, whole_palette, 0, 0) + palette + _LOOP_FOREVER


def _write_frame(
    out: BinaryIO, image: Image.Image, before: Image.Image | None, milliseconds: int
) -> None:
    left, top, changed = 0, 0, image
    if before is not None:
        difference = ImageChops.difference(_indices(image), _indices(before))
        box = difference.getbbox() or _NOTHING
        left, top = box[:2]
        same = difference.crop(box).point([255] + [0] * 255)
        changed = _indices(image).crop(box)
        changed.paste(UNUSED_INDEX, (0, 0), same)
    out.writelines(
        GifImagePlugin.getdata(
            changed, (left, top), duration=milliseconds, disposal=1, transparency=UNUSED_INDEX
        )
    )


def _indices(image: Image.Image) -> Image.Image:
    """Return the palette indices as a greyscale image, which can be compared and pasted."""
    return Image.frombuffer("L", image.size, image.tobytes(), "raw", "L", 0, 1)
