"""Drawing of a draft's pictures in worker threads, which makes the draft an `OutgoingMessage`."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from gettext import NullTranslations
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.messages.message_draft import (
    BoardImage,
    LeagueTable,
    MessageDraft,
    RatingChart,
    ReplayAnimation,
    WinChart,
)
from bot.messages.outgoing_message import Attachment, OutgoingMessage
from bot.services.values.people.rate_limits import Action, RateLimiter
from bot.words import plans, profile, review
from bot.words.escaping import name_of
from bot.words.moves import replay_description
from bot.words.translation import present_catalogue
from bot.words.turns import numbered_turn
from renderer.chances import draw_chances
from renderer.describe import describe
from renderer.draw import draw_png
from renderer.fitting import LONGEST, fitted, listed
from renderer.league_table import draw_league_table
from renderer.legend import legend_in_words
from renderer.pair import draw_pair
from renderer.phrases import sentences
from renderer.rating_curve import draw_rating_curve
from renderer.replay import replay_gif
from renderer.scene import Scene, board_scene
from renderer.words import BLACK, WHITE
from rules.record import Record, positions, replay, turns

P = ParamSpec("P")
T = TypeVar("T")
DurationCallback = Callable[[float], None]

THREADS = 1  # a second thread doubles the event loop's worst delay (docs/performance.md)
LONG_DRAWING_COST = 21  # charge for an animation, an import or a page, in pictures
MAX_FRAME_WAIT = 0.5  # seconds that a frame of an animation waits for boards
MAX_CACHED = 64  # boards; messages, /board and both players often need the same picture


# id of the user whose request is drawn; None for outbox messages
requesting_user: ContextVar[int | None] = ContextVar("asked_by", default=None)


class PictureRenderer:
    """Renderer that draws pictures in worker threads and caches recent boards. Close it after use.

    One user's requests must not delay other users. A request is charged against the user's rate
    limit before it is drawn. Each user has at most one board and one long drawing in the queues;
    their next request joins the end of the queue. Long drawings have their own thread, so that turn
    messages do not wait for them.

    :param rates: the users' limits for pictures; None means no limits.
    :param on_drawn: called with the seconds that each board took, including its time in the queue.
    """

    def __init__(
        self, rates: RateLimiter | None = None, on_drawn: DurationCallback = lambda _seconds: None
    ) -> None:
        self._rates = rates
        self._on_drawn = on_drawn
        self._boards = DrawingQueue("draw")
        self._long = DrawingQueue("draw-long")
        # by board image and the language of its text
        self._cache: OrderedDict[tuple[BoardImage, NullTranslations], Attachment] = OrderedDict()

    async def render(
        self, make: Callable[P, MessageDraft], *args: P.args, **kwargs: P.kwargs
    ) -> OutgoingMessage:
        """Make a draft, draw the pictures in the thread for boards, and return the message.

        :raises TooFast: when the user is over the rate limit.
        """
        self.charge()
        return await self._render(self._boards, partial(make, *args, **kwargs))

    async def render_long(
        self, make: Callable[P, MessageDraft], *args: P.args, **kwargs: P.kwargs
    ) -> OutgoingMessage:
        """Make a draft, draw the pictures in the thread for long drawings, and return the message.

        :raises TooFast: when the user has requested too many long drawings in the last minute.
        """
        return await self.render_at_cost(LONG_DRAWING_COST, make, *args, **kwargs)

    async def render_at_cost(
        self, pictures: int, make: Callable[P, MessageDraft], *args: P.args, **kwargs: P.kwargs
    ) -> OutgoingMessage:
        """Draw as `render_long` does, but charge the user's rate limit for a number of pictures.

        :raises TooFast: when the user is over the rate limit.
        """
        self.charge(pictures)
        return await self._render(self._long, partial(make, *args, **kwargs))

    def charge(self, pictures: int = 1) -> None:
        """Charge a number of pictures to the rate limit of the requesting user.

        Nothing is charged for messages of the outbox, which no user has requested.

        :raises TooFast: when the user is over the rate limit.
        """
        person = requesting_user.get()
        if person is not None and self._rates is not None:
            self._rates.spend(person, Action.PICTURE, pictures)

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a short function of a few milliseconds in the thread for boards, without a charge."""
        async with self._boards.one_at_a_time():
            return await self._boards.run(partial(function, *args, **kwargs))

    async def run_long(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the thread for long drawings, without a charge to the user."""
        async with self._long.one_at_a_time():
            return await self._long.run(partial(function, *args, **kwargs))

    def close(self) -> None:
        for queue in (self._boards, self._long):
            queue.close()

    async def _render(
        self, queue: "DrawingQueue", make: Callable[[], MessageDraft]
    ) -> OutgoingMessage:
        async with queue.one_at_a_time():
            draft = await queue.run(make)
            files = (
                [] if draft.board_image is None else [await self._draw(queue, draft.board_image)]
            )
            if draft.win_chart is not None:
                files.append(await queue.run(partial(draw_win_chart, draft.win_chart)))
            if draft.rating_chart is not None:
                files.append(await queue.run(partial(draw_rating_chart, draft.rating_chart)))
            if draft.league_table is not None:
                files.append(await queue.run(partial(draw_table, draft.league_table)))
            if draft.replay_animation is not None:
                assert queue is self._long or requesting_user.get() is None, (
                    "animations are charged as long drawings"
                )
                drawing = partial(
                    draw_replay_animation, draft.replay_animation, self._boards.wait_until_idle
                )
                files.append(await self._long.run(drawing))
            files += draft.files
        return OutgoingMessage(
            draft.content, tuple(files), draft.rows, draft.pings, draft.wide, draft.prompt
        )

    async def _draw(self, queue: "DrawingQueue", board_image: BoardImage) -> Attachment:
        key = (board_image, present_catalogue())
        picture = self._cache.get(key)
        if picture is None:
            begun = asyncio.get_running_loop().time()
            picture = await queue.run(partial(draw_board_image, board_image))
            self._on_drawn(asyncio.get_running_loop().time() - begun)
            self._cache[key] = picture
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        return picture


class DrawingQueue:
    """Queue of one drawing thread, with a lock for each user whose request is queued."""

    def __init__(self, name: str) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix=name)
        self._people = WeakValueDictionary[int, asyncio.Lock]()
        self._waiting = 0
        self._idle = threading.Event()
        self._idle.set()

    @asynccontextmanager
    async def one_at_a_time(self) -> AsyncIterator[None]:
        """Wait until the requesting user's earlier drawings are finished, then run the block.

        Messages of the outbox, which no user has requested, do not wait here.
        """
        person = requesting_user.get()
        if person is None:
            yield
            return
        async with self._people.setdefault(person, asyncio.Lock()):
            yield

    async def run(self, function: Callable[[], T]) -> T:
        """Run a function in the drawing thread when its turn comes; return the result."""
        self._waiting += 1
        self._idle.clear()
        try:
            # in the reader's language
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, copy_context().run, function
            )
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._idle.set()

    def wait_until_idle(self) -> None:
        """Block the calling thread until the queue is empty, at most `MAX_FRAME_WAIT` seconds."""
        self._idle.wait(MAX_FRAME_WAIT)

    def close(self) -> None:
        self._idle.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


def draw_replay_animation(
    replay_animation: ReplayAnimation, before_frame: Callable[[], object] = lambda: None
) -> Attachment:
    """Draw the animation of a game: 0.5 s per hundred moves, at most a few seconds.

    :param before_frame: called before each frame, for example to let boards go first.
    """
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
        reason=replay_animation.reason,
        closed=replay_animation.closed,
        orientation=orientation,
        before_frame=before_frame,
    )
    return Attachment(replay_animation.filename, moving, replay_alt_text(replay_animation))


def replay_alt_text(replay_animation: ReplayAnimation) -> str:
    """Return the alternative text of an animation: the moves that fit into Discord's limit."""
    if replay_animation.words:
        return replay_animation.words
    first, second = replay_animation.seats
    title = replay_description(name_of(first or BLACK()), name_of(second or WHITE()))
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
    return sentences(listed(title, played, most=room), replay_animation.elsewhere)


def draw_win_chart(win_chart: WinChart) -> Attachment:
    """Draw a chart of winning chances, in about 30 ms."""
    image = draw_chances(
        win_chart.chances, win_chart.turning, win_chart.names, win_chart.display_settings.theme
    )
    chances = [(each.turn, each.black, each.proved) for each in win_chart.chances]
    words = review.win_chart_in_words(*win_chart.names, chances)
    return Attachment(win_chart.filename, image, words)


def draw_rating_chart(chart: RatingChart) -> Attachment:
    """Draw the chart of a person's rating in a game."""
    image = draw_rating_curve(
        chart.points, chart.name, chart.game, chart.now, chart.display_settings.theme
    )
    in_words = profile.chart_in_words(chart.game, chart.points, chart.now)
    return Attachment(chart.filename, image, in_words)


def draw_table(table: LeagueTable) -> Attachment:
    """Draw the table of a league's group."""
    image = draw_league_table(table.title, table.rows, table.display_settings.theme)
    return Attachment(table.filename, image, table.words)


def _scene(board_image: BoardImage) -> Scene:
    return board_scene(
        board_image.position,
        board_image.header,
        board_image.overlays,
        board_image.display_settings.orientation,
    )


def draw_board_image(board_image: BoardImage) -> Attachment:
    """Draw a board in the calling thread, in about 12 ms: too long for the event loop."""
    header, display_settings = board_image.header, board_image.display_settings
    scene = _scene(board_image)
    if board_image.before is None:
        image = draw_png(scene, theme=display_settings.theme)
    else:
        image = draw_pair(
            _scene(board_image.before),
            scene,
            display_settings.theme,
            captions=(plans.BEFORE(), plans.AFTER()),
        )
    words = board_image.words or describe(
        board_image.position,
        header.black,
        header.white,
        header.whole_result,
        elsewhere=board_image.elsewhere,
    )
    words = fitted([(words,), (legend_in_words(scene.legend), "")])
    return Attachment(board_image.filename, image, words)
