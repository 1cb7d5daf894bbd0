"""Drafts become posts here: boards are drawn in worker threads, never on the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import ParamSpec, TypeVar

from bot.messages.drafts import Curve, Draft, Reel, Sheet
from bot.messages.post import Attachment, Post
from bot.services.rates import Deed, Rates
from bot.texts import play as texts
from bot.texts import review as review_texts
from bot.texts.escaping import name_of
from renderer.chances import draw_chances
from renderer.describe import describe
from renderer.draw import draw_png
from renderer.fitting import LONGEST, listed
from renderer.replay import replay_gif
from renderer.scene import board_scene
from rules.record import Record, positions, replay, turns

P = ParamSpec("P")
T = TypeVar("T")
Heard = Callable[[float], None]

THREADS = 1  # a second one doubles the event loop's worst delay (docs/performance.md)
A_REEL = 20  # pictures that a whole game as a moving picture counts for
REMEMBERED = 64  # the turn message, /board and both players often want the same picture


# for whom something is drawn; nobody asks for what the outbox posts
asked_by: ContextVar[int | None] = ContextVar("asked_by", default=None)


class Pictures:
    """Draws boards; keeps the last few. Close it to let its threads go.

    One person hammering must not keep the others waiting: what is drawn for somebody is counted.

    :param drawn_in: hears how many seconds each drawing took, waiting for others included.
    """

    def __init__(self, rates: Rates | None = None, drawn_in: Heard = lambda _seconds: None) -> None:
        self._rates = rates
        self._drawn_in = drawn_in
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="draw")
        # a whole game takes seconds: boards do not wait for it
        self._reels = ThreadPoolExecutor(1, thread_name_prefix="reel")
        self._drawn: OrderedDict[Sheet, Attachment] = OrderedDict()

    async def show(self, make: Callable[P, Draft], *args: P.args, **kwargs: P.kwargs) -> Post:
        """Make a draft and draw its picture, both away from the event loop.

        :raises TooFast: whoever asks for it has had many in this minute.
        """
        self.count()
        draft = await self.work(make, *args, **kwargs)
        files = [] if draft.sheet is None else [await self._draw(draft.sheet)]
        if draft.curve is not None:
            files.append(await self.work(draw_curve, draft.curve))
        if draft.reel is not None:
            self.count(A_REEL)
            loop = asyncio.get_running_loop()
            files.append(await loop.run_in_executor(self._reels, draw_reel, draft.reel))
        return Post(draft.content, tuple(files), draft.rows, draft.pings, draft.wide)

    def count(self, pictures: int = 1) -> None:
        """Count what is drawn for a person, before it is.

        :raises TooFast: the person has had many in this minute.
        """
        person = asked_by.get()
        if person is not None and self._rates is not None:
            self._rates.spend(person, Deed.PICTURE, pictures)

    async def work(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what takes longer than a few milliseconds, away from the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *args, **kwargs))

    def close(self) -> None:
        for threads in (self._threads, self._reels):
            threads.shutdown(wait=False, cancel_futures=True)

    async def _draw(self, sheet: Sheet) -> Attachment:
        picture = self._drawn.get(sheet)
        if picture is None:
            begun = asyncio.get_running_loop().time()
            picture = await self.work(draw_sheet, sheet)
            self._drawn_in(asyncio.get_running_loop().time() - begun)
            self._drawn[sheet] = picture
            if len(self._drawn) > REMEMBERED:
                self._drawn.popitem(last=False)
        return picture


def draw_reel(reel: Reel) -> Attachment:
    """Draw a whole game; takes half a second for a hundred moves, at most a few."""
    history = list(positions(reel.record))
    theme, orientation = reel.taste.theme, reel.taste.orientation
    moving = replay_gif(history, reel.seats, reel.result, theme, orientation=orientation)
    return Attachment(reel.filename, moving, reel_in_words(reel))


def reel_in_words(reel: Reel) -> str:
    """Return the alternative text of a moving picture: its moves, as far as there is room."""
    title = texts.REEL_DESCRIPTION.format(*map(name_of, reel.seats))
    topology = replay(Record(reel.record.ruleset)).topology
    played = [
        texts.numbered_turn(number, moves, topology) for number, moves in turns(reel.record).items()
    ]
    if not played:
        return f"{title}."
    whole = listed(title, played, most=LONGEST)
    if len(whole) <= LONGEST:
        return whole
    room = LONGEST - len(f"{title}:  and {len(played)} more. {reel.elsewhere}")
    return f"{listed(title, played, most=room)} {reel.elsewhere}".rstrip()


def draw_curve(curve: Curve) -> Attachment:
    """Draw the chances of a game; takes about 30 ms."""
    image = draw_chances(curve.chances, curve.turning, curve.names, curve.taste.theme)
    chances = [(each.turn, each.black, each.proved) for each in curve.chances]
    words = review_texts.curve_in_words(*curve.names, chances)
    return Attachment(curve.filename, image, words)


def draw_sheet(sheet: Sheet) -> Attachment:
    """Draw at once; takes about 12 ms, so not for the event loop."""
    header, taste = sheet.header, sheet.taste
    scene = board_scene(sheet.position, header, sheet.overlays, taste.orientation)
    image = draw_png(scene, theme=taste.theme)
    words = sheet.words or describe(
        sheet.position, header.black, header.white, header.result, elsewhere=sheet.elsewhere
    )
    return Attachment(sheet.filename, image, words)
