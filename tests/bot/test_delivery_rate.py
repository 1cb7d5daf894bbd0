"""Rate of deliveries in simulated time: worker, slots and limit of requests together."""

import asyncio
import selectors
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import median
from types import SimpleNamespace

import pytest

from bot.context.request_limit import RATE, RequestLimit, Urgency, urgency
from bot.delivery import worker
from bot.delivery.channels import Sent
from bot.delivery.worker import Pacing, Worker
from bot.operations.metrics import Metrics
from bot.services.values.views import Location
from bot.store.tables.outbox import CHANGES, EDITS, OutboxMessage
from bot.store.tables.outbox_queue import CANDIDATES, OVERDUE, Capacity
from bot.store.tables.payloads import NO_DATA

BEGIN = datetime(2030, 1, 2, tzinfo=UTC)
DRAWING = 0.05  # seconds for a picture
QUERY = 0.005  # seconds
SECONDS = 25  # of play; longer than a closing waits before it is urgent


class SimulatedTime(selectors.DefaultSelector):
    """Selector that advances a clock instead of waiting."""

    now = 1000.0

    def select(self, timeout=None):
        if timeout:
            self.now += timeout
        return super().select(0)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Event loop in which no time passes while code runs."""

    def __init__(self):
        self._clock = SimulatedTime()
        super().__init__(self._clock)

    def time(self):
        return self._clock.now


@dataclass
class World:
    """Outbox in memory, with a Discord that takes some time for each request."""

    latency: float
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    rows: list[OutboxMessage] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)
    posted: dict[int, asyncio.Event] = field(default_factory=dict)
    closed: list[float] = field(default_factory=list)
    added: int = 0

    def __post_init__(self):
        self.limit = RequestLimit(clock=self.time)
        self.sending = set()

    def time(self):
        return asyncio.get_running_loop().time()

    def add(self, kind, game):
        self.added += 1
        created = BEGIN + timedelta(seconds=self.time())
        location = Location(1, 100 + game)
        self.rows.append(
            OutboxMessage(self.added, kind, game, None, 0, NO_DATA, 1, created, location)
        )
        self.woken.set()

    async def recover(self):
        return 0

    def on_turn(self, take):
        self.take = take

    async def take_due(self, limit, used, most, changes):
        await asyncio.sleep(QUERY)
        busy = {each.game_id for each in self.sending if each.kind not in CHANGES}
        free = [row for row in self.rows if row.kind in CHANGES or row.game_id not in busy]
        free = [row for row in free if changes > 0 or row.kind not in CHANGES]
        due = sorted(free, key=self._urgency)[: limit * CANDIDATES]
        known = {row.id: row for row in due}
        rows = [
            {"id": row.id, "kind": row.kind, "channel_id": row.location.channel_id, "user_id": None}
            for row in due
        ]
        fitting = Capacity(limit, used, most, changes).fitting(rows)
        taken = [known[row["id"]] for row in fitting]
        self.rows = [row for row in self.rows if row not in taken]
        self.sending |= set(map(Key, taken))
        return taken

    def _urgency(self, row):
        is_overdue = row.created_at <= BEGIN + timedelta(seconds=self.time()) - OVERDUE
        urgent = row.kind == "turn" or (row.kind in EDITS and is_overdue)
        return 0 if urgent else 2, row.id

    async def mark_sent(self, row, _message_id, _text):
        await asyncio.sleep(QUERY)
        self.sending.discard(Key(row))
        return any(each.game_id == row.game_id for each in self.rows)

    async def request(self, level):
        with urgency(level):
            await self.limit.acquire()
        began = self.time()
        self.requests.append(began)
        await asyncio.sleep(self.latency)
        self.limit.note_response(self.time() - began)

    async def deliver(self, row, _taken):
        if row.kind in CHANGES:
            await self._close(row)
            return None
        closing = None
        if self.limit.has_room():
            closing = asyncio.create_task(self._close(row))
        await asyncio.sleep(DRAWING)
        await self.request(Urgency.NEW)
        if closing is None:
            self.add("close_message", row.game_id)
        else:
            await closing
        self.posted[row.game_id].set()
        return Sent(row.id)

    async def _close(self, row):
        await self.request(Urgency.EDIT)
        self.closed.append(self.time() + BEGIN.timestamp() - row.created_at.timestamp())


class Key:
    """Outbox message as a member of a set; its payload cannot be hashed."""

    def __init__(self, row):
        self.game_id, self.kind, self.id = row.game_id, row.kind, row.id

    def __eq__(self, other):
        return self.id == other.id

    def __hash__(self):
        return self.id


@pytest.fixture
def simulate(monkeypatch):
    """Return a function that runs players with a worker, in simulated time."""

    async def run(latency, play):
        world = World(latency)
        monkeypatch.setattr(worker, "Dispatcher", lambda client: world)
        monkeypatch.setattr(worker, "at_most", lambda client, seconds: asyncio.timeout(None))
        context = SimpleNamespace(
            services=SimpleNamespace(outbox=world, notifications=None),
            metrics=Metrics(),
            outbox_filled=world.woken,
            request_limit=world.limit,
        )
        client = SimpleNamespace(context=context)
        working = asyncio.create_task(Worker(client, Pacing(world.time)).run())
        result = await play(world)
        working.cancel()
        await asyncio.wait([working])
        return world, result

    def simulated(latency, play):
        with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
            return runner.run(run(latency, play))

    return simulated


def most_in_a_second(world):
    return max(
        sum(at <= each < at + 1 for each in world.requests[number : number + 60])
        for number, at in enumerate(world.requests)
    )


async def move_at_once(world, games):
    """Move in all games at the same instant; return the seconds until the last is posted."""
    began = world.time()
    for game in range(games):
        world.posted[game] = asyncio.Event()
        world.add("turn", game)
    for game in range(games):
        await world.posted[game].wait()
    return world.time() - began


@pytest.mark.parametrize("latency", [0.02, 0.15, 0.5])
def test_many_messages_are_posted_at_the_rate_of_the_limit(simulate, latency):
    world, seconds = simulate(latency, lambda world: move_at_once(world, 400))
    assert 400 / seconds >= 40
    assert most_in_a_second(world) < 50


def test_forty_games_that_move_at_the_same_instant_are_posted_soon(simulate):
    _, seconds = simulate(0.05, lambda world: move_at_once(world, 40))
    assert seconds <= 1.5


async def play_on(world, games, seconds, thinking):
    """Let games move for some time; return the seconds until each move was posted."""
    until, took = world.time() + seconds, []

    async def play(game):
        await asyncio.sleep(game * 0.01)
        while world.time() < until:
            world.posted[game] = asyncio.Event()
            began = world.time()
            world.add("turn", game)
            await world.posted[game].wait()
            took.append(world.time() - began)
            await asyncio.sleep(thinking)

    await asyncio.gather(*(play(game) for game in range(games)))
    while world.rows or world.sending:  # noqa: ASYNC110 - no real time passes
        await asyncio.sleep(1)
    return took


def test_sixty_games_at_once_starve_no_old_message(simulate):
    world, took = simulate(0.05, lambda world: play_on(world, 60, SECONDS, 0.1))
    assert median(took) < 60 / (RATE / 2) + 0.1  # the limit divided by the requests of a turn
    assert len(world.closed) == len(took)
    assert max(world.closed) <= 30
    assert most_in_a_second(world) < 50
