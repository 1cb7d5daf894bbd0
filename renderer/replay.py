"""A game as a looping GIF: a frame for each turn, written one by one.

Only the rectangle that changed is written, with the unchanged pixels in it left transparent, so
that memory and size stay small; every decoded frame equals the still of its scene.
"""

import io
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from PIL import GifImagePlugin, Image, ImageChops

from renderer.draw import draw
from renderer.layout import lay_out
from renderer.orientation import Orientation
from renderer.overlays.danger import Endangered
from renderer.palette import UNUSED
from renderer.scene import Scene, board_scene, seated
from renderer.theme import find_theme
from rules.position import Position

WIDTH = 720
TURN_MS, FLASH_MS, LAST_MS = 700, 400, 5000
MOST_TURNS = 160
"""Turns of a longer game are left out evenly: nobody watches more, and drawing them takes long."""
LARGEST = 8 * 1024 * 1024
"""Bytes that can be uploaded anywhere in Discord."""

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
    seats: Seats = ("Black", "White"),
    result: str | None = None,
    theme: str = "dark",
    width: int = WIDTH,
    largest: int = LARGEST,
    *,
    orientation: Orientation = Orientation.UPRIGHT,
    before_frame: Callable[[], object] = lambda: None,
) -> bytes:
    """Draw a game as a GIF of at most ``largest`` bytes, smaller or with fewer frames if it must.

    :param positions: the game from its start, a position for each move.
    :param seats: the names of the persons in seats 0 and 1.
    :param result: how the game ended when the board does not say so.
    :param before_frame: called before each frame; it may wait while something else is drawn.
    :raises ValueError: there is no such theme, the width is out of range, or even the smallest
        attempt is too large.
    """
    lay_out(positions[-1].topology, width, orientation)  # refuses what smaller attempts would not
    first = -(-len(_at_ends_of_turns(positions)) // MOST_TURNS)
    attempts = [(round(width * part), first) for part in _WIDTHS]
    attempts += [(attempts[-1][0], first * step) for step in (2, 4, 8)]
    for pixels, step in attempts:
        out = io.BytesIO()
        sequence = turned(frames(positions, seats, result, step), orientation, before_frame)
        write_gif(out, sequence, theme, max(pixels, 240))
        if out.tell() <= largest:
            return out.getvalue()
    raise ValueError(f"No replay of this game fits into {largest} bytes.")


def frames(
    positions: Sequence[Position],
    seats: Seats = ("Black", "White"),
    result: str | None = None,
    step: int = 1,
) -> Iterator[Frame]:
    """List the frames: the end first, for those who see no motion, then turn by turn to the end.

    Where a turn takes stones, they flash once before they go. With ``step`` above 1 only every
    so many turns are shown, and nothing flashes.
    """
    turns = _at_ends_of_turns(positions)
    final = _scene(turns[-1], seats, result)
    yield Frame(final, TURN_MS)
    for index, position in enumerate(turns[:-1]):
        if index % step == 0:
            scene = _scene(position, seats)
            yield from _flash(scene, step)
            yield Frame(scene, TURN_MS)
    yield from _flash(final, step)
    yield Frame(final, LAST_MS)


def turned(
    sequence: Iterator[Frame],
    orientation: Orientation,
    before_frame: Callable[[], object] = lambda: None,
) -> Iterator[Frame]:
    """Turn the board of every frame."""
    for frame in sequence:
        before_frame()
        yield replace(frame, scene=replace(frame.scene, orientation=orientation))


def _scene(position: Position, seats: Seats, result: str | None = None) -> Scene:
    """Make the board of a frame; a banner would change the size of the picture."""
    return replace(board_scene(position, seated(position, seats, result)), banner=None)


def _at_ends_of_turns(positions: Sequence[Position]) -> list[Position]:
    ends = [position for position in positions if not position.mid_turn]
    return ends if ends and ends[-1] is positions[-1] else [*ends, positions[-1]]


def _flash(scene: Scene, step: int) -> Iterator[Frame]:
    """Show the stones that a turn takes once more, ringed in red."""
    if step > 1 or not any(scene.taken):
        return
    standing = scene.stones[0] | scene.stones[1]
    black, white = (cells & ~standing for cells in scene.taken)
    yield Frame(
        replace(
            scene,
            stones=(scene.stones[0] | black, scene.stones[1] | white & ~black),
            taken=(0, 0),
            territory=(0, 0),
            marks=(Endangered(black | white, 0),),
        ),
        FLASH_MS,
    )


def write_gif(
    out: BinaryIO, sequence: Iterator[Frame], theme: str = "dark", width: int = WIDTH
) -> int:
    """Write frames as they come and count them; two are in memory at any time.

    :raises ValueError: there is no such theme, or the width is out of range.
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
    whole_palette = 0xF7  # a global table of 256 colours of 8 bits
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
        changed.paste(UNUSED, (0, 0), same)
    out.writelines(
        GifImagePlugin.getdata(
            changed, (left, top), duration=milliseconds, disposal=1, transparency=UNUSED
        )
    )


def _indices(image: Image.Image) -> Image.Image:
    """Give the palette indices as an image of levels, which can be compared and pasted."""
    return Image.frombuffer("L", image.size, image.tobytes(), "raw", "L", 0, 1)
