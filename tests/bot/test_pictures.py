"""Picture queues: order of drawings, and charges against the rate limit."""

import asyncio
import threading
from collections import defaultdict

import pytest

from bot.config.system_clock import now
from bot.errors.permissions import TooFast
from bot.messages.message_draft import MessageDraft, ReplayAnimation
from bot.messages.pictures import PictureRenderer, requesting_user
from bot.services.values.people.rate_limits import Allowance, RateLimiter
from rules.record import Record
from rules.registry import find_game

ANN, BEN, NOBODY = 101, 102, None


@pytest.fixture
def pictures():
    made = PictureRenderer(RateLimiter(now, Allowance(pictures=120)))
    yield made
    made.close()


@pytest.fixture
async def drawer(pictures):
    made = Drawer(pictures)
    yield made
    made.may_end.set()


class Drawer:
    """Requests drawings that block until released, and records the order of their starts."""

    def __init__(self, pictures):
        self.pictures = pictures
        self.may_end = threading.Event()
        self.begun = []
        self.beginnings = defaultdict(asyncio.Event)
        self.loop = asyncio.get_running_loop()

    def quick(self, person, name):
        return self._ask(self.pictures.render, person, name)

    def long(self, person, name):
        return self._ask(self.pictures.render_long, person, name)

    async def has_begun(self, name):
        async with asyncio.timeout(5):
            await self.beginnings[name].wait()

    def _ask(self, show, person, name):
        async def asking():
            requesting_user.set(person)
            return await show(self._draw, name)

        return asyncio.create_task(asking())

    def _draw(self, name):
        self.begun.append(name)
        self.loop.call_soon_threadsafe(self.beginnings[name].set)
        assert self.may_end.wait(5)
        return MessageDraft(name)


async def test_a_long_drawing_is_charged_before_it_begins(drawer):
    drawer.may_end.set()
    wanted = [drawer.long(ANN, number) for number in range(150)]
    answers = await asyncio.gather(*wanted, return_exceptions=True)
    assert {type(each) for each in answers[5:]} == {TooFast}
    assert drawer.begun == [0, 1, 2, 3, 4]


async def test_boards_do_not_wait_for_long_drawings(drawer):
    waiting = [drawer.long(person, f"long {person}") for person in (ANN, BEN)]
    await drawer.has_begun(f"long {ANN}")
    turn = drawer.quick(NOBODY, "turn")
    board = drawer.quick(ANN, "board")
    await drawer.has_begun("turn")
    drawer.may_end.set()
    await asyncio.gather(turn, board, *waiting)


async def test_an_animation_pauses_while_boards_are_drawn(monkeypatch, pictures, drawer):
    monkeypatch.setattr("bot.messages.pictures.MAX_FRAME_WAIT", 60.0)
    record = Record(find_game("lifeline").ruleset({"size": 3}))
    replay_animation = ReplayAnimation("game.gif", record, ("Ann", "Ben"))
    turn = drawer.quick(NOBODY, "turn")
    await drawer.has_begun("turn")

    moving = asyncio.create_task(
        pictures.render_long(lambda: MessageDraft("", replay_animation=replay_animation))
    )
    done, _ = await asyncio.wait({moving}, timeout=0.3)
    assert not done

    drawer.may_end.set()
    assert (await turn).content == "turn"
    assert (await moving).files


async def test_an_animation_is_drawn_even_while_boards_are_queued(monkeypatch, pictures, drawer):
    monkeypatch.setattr("bot.messages.pictures.MAX_FRAME_WAIT", 0.01)
    record = Record(find_game("lifeline").ruleset({"size": 3}))
    turn = drawer.quick(NOBODY, "turn")
    replay_animation = ReplayAnimation("game.gif", record, ("Ann", "Ben"))
    assert (
        await pictures.render_long(lambda: MessageDraft("", replay_animation=replay_animation))
    ).files
    drawer.may_end.set()
    await turn


@pytest.mark.parametrize("size", ["quick", "long"])
async def test_drawings_of_one_user_alternate_with_those_of_others(drawer, size):
    ask = getattr(drawer, size)
    many = [ask(ANN, f"Ann {number}") for number in range(5)]
    await drawer.has_begun("Ann 0")
    others = [ask(BEN, "Ben"), ask(NOBODY, "turn")]
    await asyncio.sleep(0.01)
    drawer.may_end.set()
    await asyncio.gather(*many, *others)
    assert drawer.begun[:3] == ["Ann 0", "Ben", "turn"]


async def test_a_failed_drawing_releases_the_users_lock(drawer, pictures):
    requesting_user.set(ANN)
    with pytest.raises(ZeroDivisionError):
        await pictures.run(lambda: 1 / 0)
    drawer.may_end.set()
    assert (await drawer.quick(ANN, "next")).content == "next"
