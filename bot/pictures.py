"""Board pictures, drawn in worker threads so that the event loop never waits for a pixel."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bot.post import Picture
from renderer.describe import describe, text_board
from renderer.draw import draw_png
from renderer.scene import Header, board_scene
from rules.position import Position

THREADS = 2
REMEMBERED = 64  # the turn message, /board and both players often want the same picture


@dataclass(frozen=True, slots=True)
class Names:
    """Who plays which colour, and the result once there is one; as pictures and words show them."""

    black: str
    white: str
    result: str | None = None


class Pictures:
    """Draws boards; keeps the last few. Close it to let its threads go."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="draw")
        self._drawn: OrderedDict[tuple[str, Position, Names, str], Picture] = OrderedDict()

    async def board(
        self, filename: str, position: Position, names: Names, theme: str = "dark"
    ) -> Picture:
        """Return the board as a PNG file with its description."""
        key = (filename, position, names, theme)
        if key not in self._drawn:
            loop = asyncio.get_running_loop()
            self._remember(key, await loop.run_in_executor(self._threads, _draw, *key))
        self._drawn.move_to_end(key)
        return self._drawn[key]

    async def words(self, position: Position) -> str:
        """Return the board as characters, for places where no file can be sent."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, text_board, position)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _remember(self, key: tuple[str, Position, Names, str], picture: Picture) -> None:
        self._drawn[key] = picture
        while len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)


def _draw(filename: str, position: Position, names: Names, theme: str) -> Picture:
    header = Header(black=names.black, white=names.white, result=names.result)
    image = draw_png(board_scene(position, header), theme=theme)
    return Picture(filename, image, describe(position, names.black, names.white, names.result))
