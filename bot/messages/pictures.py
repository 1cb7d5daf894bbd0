"""Drafts become posts here: boards are drawn in worker threads, never on the event loop."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.messages.message_draft import BoardImage, MessageDraft, ReplayAnimation, WinChart
from bot.messages.outgoing_message import Attachment, OutgoingMessage
from bot.services.people.rate_limits import Action, Rates
from bot.words import review
from bot.words.escaping import name_of
from bot.words.moves import REPLAY_ANIMATION_DESCRIPTION, numbered_turn
from renderer.chances import draw_chances
from renderer.describe import describe
from renderer.draw import draw_png
from renderer.fitting import LONGEST, listed
from renderer.replay import replay_gif
from renderer.scene import board_scene
from rules.record import Record, positions, replay, turns

P = ParamSpec("P")
T = TypeVar("T")
DurationCallback = Callable[[float], None]

THREADS = 1  # for boards; a second one doubles the event loop's worst delay (docs/performance.md)
LONG_DRAWING_COST = 21  # pictures that an animation or an import is charged as
MAX_FRAME_WAIT = 0.5  # seconds that a frame of a moving picture waits for boards
MAX_CACHED = 64  # the turn message, /board and both players often want the same picture


# for whom something is drawn; nobody asks for what the outbox posts
requesting_user: ContextVar[int | None] = ContextVar("asked_by", default=None)


class Pictures:
    """Draws boards; keeps the last few. Close it to let its threads go.

    One person with many requests must not keep the others waiting. A request is charged before
    anything is done for it, and each person has at most one board and one long drawing in the
    works: the next begins when those of other people that were asked for meanwhile are done.
    Long drawings have a thread of their own, so that the picture of a turn never waits for them.

    :param drawn_in: hears how many seconds each drawing took, waiting for others included.
    """

    def __init__(
        self, rates: Rates | None = None, on_drawn: DurationCallback = lambda _seconds: None
    ) -> None:
        self._rates = rates
        self._on_drawn = on_drawn
        self._boards = DrawingQueue("draw")
        self._long = DrawingQueue("draw-long")
        self._cache: OrderedDict[BoardImage, Attachment] = OrderedDict()

    async def show(
        self, make: Callable[P, MessageDraft], *args: P.args, **kwargs: P.kwargs
    ) -> OutgoingMessage:
        """Make a draft and draw its picture, both away from the event loop.

        :raises TooFast: the person who asks for it has had many in this minute.
        """
        self.count()
        return await self._show(self._boards, partial(make, *args, **kwargs))

    async def show_long(
        self, make: Callable[P, MessageDraft], *args: P.args, **kwargs: P.kwargs
    ) -> OutgoingMessage:
        """Do the same for a draft that takes long to make or to draw.

        :raises TooFast: the person who asks for it has had many in this minute.
        """
        self.count(LONG_DRAWING_COST)
        return await self._show(self._long, partial(make, *args, **kwargs))

    def count(self, pictures: int = 1) -> None:
        """Charge the person who asks for something, before it is done.

        :raises TooFast: the person has had many in this minute.
        """
        person = requesting_user.get()
        if person is not None and self._rates is not None:
            self._rates.spend(person, Action.PICTURE, pictures)

    async def work(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what takes longer than a few milliseconds, away from the event loop."""
        async with self._boards.one_at_a_time():
            return await self._boards.run(partial(function, *args, **kwargs))

    async def work_long(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what may take longer than a board, so that boards do not wait for it."""
        async with self._long.one_at_a_time():
            return await self._long.run(partial(function, *args, **kwargs))

    def close(self) -> None:
        for queue in (self._boards, self._long):
            queue.close()

    async def _show(
        self, queue: "DrawingQueue", make: Callable[[], MessageDraft]
    ) -> OutgoingMessage:
        async with queue.one_at_a_time():
            draft = await queue.run(make)
            files = (
                [] if draft.board_image is None else [await self._draw(queue, draft.board_image)]
            )
            if draft.win_chart is not None:
                files.append(await queue.run(partial(draw_win_chart, draft.win_chart)))
            if draft.replay_animation is not None:
                assert queue is self._long or requesting_user.get() is None, (
                    "it was charged as a board"
                )
                drawing = partial(
                    draw_replay_animation, draft.replay_animation, self._boards.wait_until_idle
                )
                files.append(await self._long.run(drawing))
        return OutgoingMessage(draft.content, tuple(files), draft.rows, draft.pings, draft.wide)

    async def _draw(self, queue: "DrawingQueue", board_image: BoardImage) -> Attachment:
        picture = self._cache.get(board_image)
        if picture is None:
            begun = asyncio.get_running_loop().time()
            picture = await queue.run(partial(draw_board_image, board_image))
            self._on_drawn(asyncio.get_running_loop().time() - begun)
            self._cache[board_image] = picture
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        return picture


class DrawingQueue:
    """A thread that draws, and which persons have something in its queue."""

    def __init__(self, name: str) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix=name)
        self._people = WeakValueDictionary[int, asyncio.Lock]()
        self._waiting = 0
        self._idle = threading.Event()
        self._idle.set()

    @asynccontextmanager
    async def one_at_a_time(self) -> AsyncIterator[None]:
        """Let the person who asks have one thing in the queue; the outbox may have several."""
        person = requesting_user.get()
        if person is None:
            yield
            return
        async with self._people.setdefault(person, asyncio.Lock()):
            yield

    async def run(self, function: Callable[[], T]) -> T:
        """Run a function in the thread, after those that came before."""
        self._waiting += 1
        self._idle.clear()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._idle.set()

    def wait_until_idle(self) -> None:
        """Let what is in the queue go first; called in the thread of another queue."""
        self._idle.wait(MAX_FRAME_WAIT)

    def close(self) -> None:
        self._idle.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


def draw_replay_animation(
    replay_animation: ReplayAnimation, before_frame: Callable[[], object] = lambda: None
) -> Attachment:
    """Draw a whole game; takes half a second for a hundred moves, at most a few."""
    history = list(positions(replay_animation.record))
    theme, orientation = (
        replay_animation.display_settings.theme,
        replay_animation.display_settings.orientation,
    )
    moving = replay_gif(
        history,
        replay_animation.seats,
        replay_animation.result,
        theme,
        orientation=orientation,
        before_frame=before_frame,
    )
    return Attachment(replay_animation.filename, moving, replay_alt_text(replay_animation))


def replay_alt_text(replay_animation: ReplayAnimation) -> str:
    """Return the alternative text of a moving picture: its moves, as far as there is room."""
    title = REPLAY_ANIMATION_DESCRIPTION.format(*map(name_of, replay_animation.seats))
    topology = replay(Record(replay_animation.record.ruleset)).topology
    played = [
        numbered_turn(number, moves, topology)
        for number, moves in turns(replay_animation.record).items()
    ]
    if not played:
        return f"{title}."
    whole = listed(title, played, most=LONGEST)
    if len(whole) <= LONGEST:
        return whole
    room = LONGEST - len(f"{title}:  and {len(played)} more. {replay_animation.elsewhere}")
    return f"{listed(title, played, most=room)} {replay_animation.elsewhere}".rstrip()


def draw_win_chart(win_chart: WinChart) -> Attachment:
    """Draw the chances of a game; takes about 30 ms."""
    image = draw_chances(
        win_chart.chances, win_chart.turning, win_chart.names, win_chart.display_settings.theme
    )
    chances = [(each.turn, each.black, each.proved) for each in win_chart.chances]
    words = review.win_chart_in_words(*win_chart.names, chances)
    return Attachment(win_chart.filename, image, words)


def draw_board_image(board_image: BoardImage) -> Attachment:
    """Draw at once; takes about 12 ms, so not for the event loop."""
    header, display_settings = board_image.header, board_image.display_settings
    scene = board_scene(
        board_image.position, header, board_image.overlays, display_settings.orientation
    )
    image = draw_png(scene, theme=display_settings.theme)
    words = board_image.words or describe(
        board_image.position,
        header.black,
        header.white,
        header.result,
        elsewhere=board_image.elsewhere,
    )
    return Attachment(board_image.filename, image, words)
