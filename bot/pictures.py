"""Drafts become posts here: boards are drawn in worker threads, never on the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from bot.drafts import Draft, Sheet
from bot.post import Picture, Post
from renderer.describe import describe
from renderer.draw import draw_png
from renderer.scene import Header, board_scene

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2
REMEMBERED = 64  # the turn message, /board and both players often want the same picture


class Pictures:
    """Draws boards; keeps the last few. Close it to let its threads go."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="draw")
        self._drawn: OrderedDict[Sheet, Picture] = OrderedDict()

    async def show(self, make: Callable[P, Draft], *args: P.args, **kwargs: P.kwargs) -> Post:
        """Make a draft and draw its picture, both away from the event loop."""
        draft = await self.work(make, *args, **kwargs)
        picture = None if draft.sheet is None else await self._draw(draft.sheet)
        return Post(draft.content, picture, draft.rows, draft.pings, draft.wide)

    async def work(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what takes longer than a few milliseconds, away from the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *args, **kwargs))

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _draw(self, sheet: Sheet) -> Picture:
        picture = self._drawn.get(sheet)
        if picture is None:
            picture = await self.work(draw_sheet, sheet)
            self._drawn[sheet] = picture
            if len(self._drawn) > REMEMBERED:
                self._drawn.popitem(last=False)
        return picture


def draw_sheet(sheet: Sheet) -> Picture:
    """Draw at once; takes about 12 ms, so not for the event loop."""
    names = sheet.names
    header = Header(black=names.black, white=names.white, result=names.result)
    image = draw_png(board_scene(sheet.position, header, sheet.overlays), theme=sheet.theme)
    words = describe(sheet.position, names.black, names.white, names.result)
    return Picture(sheet.filename, image, words)
