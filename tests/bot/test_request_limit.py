"""Limit of requests: below that of Discord, new messages first, and no edit starves."""

import asyncio
from types import SimpleNamespace

import pytest
from discord.http import Route
from yarl import URL

from bot.context.discord_errors import LONGEST_WAIT, Held, is_ban, wait_in
from bot.context.request_limit import BAN, BURST, PATIENCE, RATE, RequestLimit, Urgency, urgency
from bot.store.engine.shard_assignment import ALL, ShardAssignment

DISCORD_A_SECOND = 50


class Clock:
    """Clock that advances to each timer."""

    def __init__(self):
        self.now = 100.0
        self.timers = []

    def __call__(self):
        return self.now

    def later(self, seconds, work):
        self.timers.append((self.now + seconds, work))

    async def advance(self, seconds):
        """Advance, running the timers on the way."""
        until = self.now + seconds
        while due := [each for each in self.timers if each[0] <= until]:
            first = min(due, key=lambda each: each[0])
            self.timers.remove(first)
            self.now = max(self.now, first[0])
            first[1]()
            await asyncio.sleep(0)
        self.now = until


class Requests:
    """Requests of a limit by name, with the times at which they passed."""

    def __init__(self, share=1.0):
        self.clock = Clock()
        self.limit = RequestLimit(share, self.clock, self.clock.later)
        self.passed = []
        self.tasks = {}

    async def begin(self, number, level=Urgency.NEW, name="new"):
        for _ in range(number):
            task = asyncio.create_task(self._make(level, name))
            self.tasks.setdefault(name, []).append(task)
        await asyncio.sleep(0)

    async def _make(self, level, name):
        with urgency(level):
            await self.limit.acquire()
        self.passed.append((name, self.clock.now))

    def names(self):
        return [name for name, _ in self.passed]

    def most_in_a_second(self):
        times = [at for _, at in self.passed]
        return max(sum(start <= at < start + 1 for at in times) for start in times)


@pytest.fixture
async def requests():
    made = Requests()
    yield made
    for tasks in made.tasks.values():
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_requests_stay_below_the_limit_of_discord(requests):
    await requests.begin(200)
    await requests.clock.advance(10)
    assert len(requests.passed) == 200
    assert requests.most_in_a_second() < DISCORD_A_SECOND
    last = requests.passed[-1][1] - 100.0
    assert last == pytest.approx((200 - BURST) / RATE, abs=0.1)


async def test_a_pause_saves_up_no_more_than_a_burst(requests):
    await requests.clock.advance(60)
    await requests.begin(100)
    assert len(requests.passed) == BURST
    await requests.clock.advance(5)
    assert requests.most_in_a_second() < DISCORD_A_SECOND


async def test_new_messages_go_before_edits_that_have_waited_longer(requests):
    await requests.begin(BURST)
    await requests.begin(20, Urgency.EDIT, "edit")
    await requests.begin(20)
    await requests.clock.advance(2)
    assert requests.names() == ["new"] * (BURST + 20) + ["edit"] * 20


async def test_edits_that_have_waited_for_long_get_every_second_request(requests):
    await requests.begin(BURST)
    await requests.begin(40, Urgency.EDIT, "edit")
    await requests.begin(2000)
    await requests.clock.advance(PATIENCE - 0.1)
    assert "edit" not in requests.names()
    await requests.clock.advance(2)
    edits = [at for name, at in requests.passed if name == "edit"]
    assert edits[0] >= 100 + PATIENCE
    later = [name for name, at in requests.passed if at >= edits[0]]
    assert later[:20] == ["edit", "new"] * 10
    assert len(edits) == 40


async def test_a_cancelled_request_takes_nothing_from_others(requests):
    await requests.begin(BURST)
    await requests.begin(30, name="given up")
    for task in requests.tasks["given up"]:
        task.cancel()
    await requests.begin(1)
    await requests.clock.advance(2 / RATE)
    assert requests.names() == ["new"] * (BURST + 1)


async def test_there_is_room_only_for_a_request_that_passes_at_once(requests):
    assert requests.limit.has_room()
    await requests.begin(BURST)
    assert not requests.limit.has_room()
    await requests.begin(1)
    await requests.clock.advance(1.5 / RATE)
    assert not requests.limit.has_room()
    await requests.clock.advance(1 / RATE)
    assert requests.limit.has_room()
    await requests.begin(BURST)
    requests.clock.now += 1  # the one that waits has not been let through yet
    assert not requests.limit.has_room()


async def test_a_process_takes_its_share():
    quarter = Requests(0.25)
    await quarter.begin(1000)
    await quarter.clock.advance(10)
    assert len(quarter.passed) == pytest.approx(BURST + 10 * RATE / 4, abs=1)
    for task in quarter.tasks["new"]:
        task.cancel()


def test_the_shares_of_all_processes_are_one():
    assert ALL.share == 1
    assert [ShardAssignment(4, ids).share for ids in ((0,), (1, 2, 3))] == [0.25, 0.75]


async def test_a_refusal_of_all_requests_holds_them(requests):
    await requests.begin(BURST + 5, name="waiting")
    requests.limit.hold(60)
    results = await asyncio.gather(*requests.tasks["waiting"][BURST:], return_exceptions=True)
    assert [(type(each), each.retry_after) for each in results] == [(Held, 60)] * 5
    assert requests.limit.held_for() == 60
    requests.limit.hold(10)  # a shorter one ends no longer one
    await requests.clock.advance(59)
    assert requests.limit.held_for() == 1
    requests.limit.hold(10)
    assert requests.limit.held_for() == 10
    await requests.clock.advance(11)
    assert requests.limit.held_for() == 0
    await requests.begin(1, name="later")
    assert requests.names() == ["waiting"] * BURST + ["later"]


@pytest.mark.parametrize(("header", "seconds"), [("7", 7), ("nonsense", BAN)])
async def test_a_ban_lasts_as_long_as_discord_says(requests, header, seconds):
    (hook,) = requests.limit.trace().on_request_end
    for path, held in (("https://cdn.discordapp.com/a.png", 0), (f"{Route.BASE}/users", seconds)):
        response = SimpleNamespace(status=429, headers={"Retry-After": header})
        about = SimpleNamespace(url=URL(path), response=response)
        await hook(None, SimpleNamespace(began=None), about)
        assert requests.limit.held_for() == held


@pytest.mark.parametrize(
    ("status", "headers", "ban"),
    [
        (429, {}, True),
        (429, {"Content-Type": "application/json"}, True),
        (429, {"Via": "1.1 google", "Content-Type": "text/html; charset=UTF-8"}, True),
        (429, {"Via": "1.1 google", "Content-Type": "application/json"}, False),
        (403, {}, False),
        (200, {}, False),
    ],
)
def test_a_ban_is_a_429_that_does_not_come_from_discord(status, headers, ban):
    assert is_ban(status, headers) is ban


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("60", 60), ("0.5", 0.5), ("0", 0), ("1e9", LONGEST_WAIT)]
    + [(each, None) for each in ("", "-1", "nan", "soon", "Wed, 21 Oct 2015 07:28:00 GMT")],
)
def test_seconds_of_a_retry_after(header, seconds):
    assert wait_in({"Retry-After": header}) == seconds
    assert wait_in({}) is None


def test_the_response_time_follows_the_newest_responses():
    limit = RequestLimit()
    for _ in range(100):
        limit.note_response(0.2)
    assert limit.latency == pytest.approx(0.2, abs=0.001)
    limit.note_response(1.2)
    assert limit.latency == pytest.approx(0.3, abs=0.001)
