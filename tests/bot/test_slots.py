"""Loops with a number of slots: none waits for its poll while work is due and a slot is free."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from bot.context.request_limit import RequestLimit
from bot.delivery import worker
from bot.delivery.channels import Sent
from bot.delivery.worker import FEWEST_SLOTS, MOST, MOST_SLOTS, SECONDS, Pacing, Worker, slots
from bot.errors.refusals import NoSuchGame
from bot.errors.storage import DatabaseBusy
from bot.jobs import practice
from bot.jobs.practice import PracticePlayer
from bot.messages.pictures import requesting_user
from bot.operations.metrics import Metrics
from bot.services.use_cases.delivery.outbox import TakenTurn
from bot.services.values.views import Location
from bot.store.tables.outbox import CHANGES, OutboxMessage
from bot.store.tables.payloads import Turn
from bot.words.languages import speaking
from renderer.translation import present_catalogue

NOW = datetime(2030, 1, 2, tzinfo=UTC)


def message(number, kind="turn", channel=None):
    return OutboxMessage(
        number, kind, number, None, 0, Turn(), 1, NOW, Location(1, channel or 1000 + number)
    )


class Outbox:
    """Outbox with due messages; deliveries end while it is read, as `ending` says."""

    def __init__(self, number, kind="turn"):
        self.due = [message(each, kind) for each in range(1, number + 1)]
        self.sent = []
        self.ending = lambda: None
        self.refusal = None
        self.taken = lambda number: TakenTurn(message(number), None, [], pings=True)

    async def recover(self):
        return 0

    def on_turn(self, take):
        self.take = take

    async def take_turn(self, number, used, most):
        if self.refusal is not None:
            raise self.refusal
        return self.taken(number)

    async def take_due(self, limit, used, most, changes):
        taken = []
        for each in self.due:
            target = each.location.channel_id
            planned = sum(other.location.channel_id == target for other in taken)
            fits = used.get(target, 0) + planned < most and len(taken) < limit
            if fits and (each.kind not in CHANGES or changes > 0):
                taken.append(each)
                changes -= each.kind in CHANGES
        self.ending()
        for _ in range(5):  # as a query takes time, in which deliveries end
            await asyncio.sleep(0)
        self.due = [each for each in self.due if each not in taken]
        return taken

    async def mark_sent(self, sent, _message_id, _text):
        self.sent.append(sent.id)
        return False


class Deliveries:
    """Dispatcher whose deliveries last until they are ended."""

    def __init__(self):
        self.running = {}
        self.all_ended = False

    async def deliver(self, sending, _taken):
        if not self.all_ended:
            self.running[sending.id] = asyncio.Event()
            await self.running[sending.id].wait()
        return Sent(sending.id)

    def end(self, number):
        for each in list(self.running)[:number]:
            self.running.pop(each).set()


class Polled(Exception):  # noqa: N818 - an event of the test
    """The worker waited for its poll."""


@pytest.fixture
def assemble(monkeypatch):
    """Return a function that assembles a worker on an outbox, with deliveries to end by hand."""

    def assembled(outbox, pacing=None):
        deliveries = Deliveries()
        monkeypatch.setattr(worker, "Dispatcher", lambda client: deliveries)
        monkeypatch.setattr(worker, "at_most", lambda client, seconds: asyncio.timeout(None))
        services = SimpleNamespace(outbox=outbox, notifications=None)
        context = SimpleNamespace(
            services=services,
            metrics=Metrics(),
            outbox_filled=asyncio.Event(),
            request_limit=RequestLimit(),
        )
        return Worker(SimpleNamespace(context=context), pacing), deliveries

    return assembled


async def run_until_idle(working, deliveries):
    """Run a worker, ending one delivery whenever it waits; return the number of lonely waits.

    A lonely wait begins with a free slot while messages are due.
    """
    lonely, wait = [], working._wait

    async def watched():
        due, free = working._outbox.due, FEWEST_SLOTS - len(working._tasks)
        if not due:
            deliveries.all_ended = True
            deliveries.end(len(deliveries.running))
            raise Polled
        changes = FEWEST_SLOTS // 2 - len(working._changes)
        if free and any(changes > 0 or each.kind not in CHANGES for each in due):
            lonely.append(len(due))
        await asyncio.sleep(0)  # lets the deliveries begin
        deliveries.end(1)
        await wait()

    working._wait = watched
    with pytest.raises(Polled):
        await working.run()
    return len(lonely)


async def test_slots_that_get_free_while_the_outbox_is_read_are_filled_at_once(assemble):
    outbox = Outbox(60)
    working, deliveries = assemble(outbox)
    outbox.ending = lambda: deliveries.end(FEWEST_SLOTS - 1)
    assert await run_until_idle(working, deliveries) == 0
    assert sorted(outbox.sent) == list(range(1, 61))


async def test_a_slot_that_gets_free_while_the_worker_waits_wakes_it(assemble, monkeypatch):
    monkeypatch.setattr(worker, "POLL_INTERVAL", 1e6)  # the test ends only if nothing polls
    outbox = Outbox(60)
    working, deliveries = assemble(outbox)
    assert await run_until_idle(working, deliveries) == 0
    assert len(outbox.sent) == 60


async def test_changes_of_old_messages_take_half_of_the_slots(assemble):
    outbox = Outbox(30, "close_message")
    working, deliveries = assemble(outbox)
    await working._start_due()
    assert len(working._tasks) == FEWEST_SLOTS // 2
    assert await working._start_due() is False
    outbox.due += [message(each) for each in range(31, 61)]
    await working._start_due()
    assert len(working._tasks) == FEWEST_SLOTS
    assert len(working._changes) == FEWEST_SLOTS // 2
    deliveries.all_ended = True
    await asyncio.sleep(0)
    deliveries.end(FEWEST_SLOTS)
    await asyncio.gather(*working._tasks)


@pytest.mark.parametrize("ended_meanwhile", [0, 1, FEWEST_SLOTS])
async def test_changes_before_new_messages_leave_no_slot_free(assemble, ended_meanwhile):
    outbox = Outbox(40, "close_message")
    outbox.due += [message(each) for each in range(41, 81)]
    working, deliveries = assemble(outbox)
    outbox.ending = lambda: deliveries.end(ended_meanwhile)
    assert await run_until_idle(working, deliveries) == 0
    assert sorted(outbox.sent) == list(range(1, 81))


async def test_a_slot_for_changes_that_gets_free_while_the_outbox_is_read_is_filled(assemble):
    outbox = Outbox(60, "close_message")
    working, deliveries = assemble(outbox)
    outbox.ending = lambda: deliveries.end(FEWEST_SLOTS)
    half = FEWEST_SLOTS // 2
    await working._start_due()
    await asyncio.sleep(0)
    working._filled.clear()
    assert await working._try_to_start() is False  # all were taken when the query began
    assert len(outbox.due) == 60 - half
    assert working._filled.is_set()
    deliveries.all_ended = True


async def test_a_new_turn_is_taken_by_its_number_into_a_free_slot(assemble):
    outbox = Outbox(0)
    working, deliveries = assemble(outbox, pacing := Pacing())
    running = asyncio.create_task(working.run())
    await asyncio.sleep(0)
    for number in range(1, FEWEST_SLOTS + 1):
        outbox.take(number)
    await asyncio.sleep(0)
    assert len(deliveries.running) == len(pacing.used()) == FEWEST_SLOTS
    working._filled.clear()
    outbox.take(99)
    assert working._filled.is_set()  # without a free slot it is left to the next query
    deliveries.end(FEWEST_SLOTS)
    await asyncio.gather(*working._tasks)
    assert sorted(outbox.sent) == list(range(1, FEWEST_SLOTS + 1))
    running.cancel()
    await asyncio.wait([running])
    working._filled.clear()
    outbox.take(100)
    assert (working._tasks, working._filled.is_set()) == (set(), True)


async def test_a_delivery_takes_neither_language_nor_limits_from_the_request_that_began_it(
    assemble,
):
    outbox, seen = Outbox(0), []

    def taken(number):
        seen.append((requesting_user.get(), present_catalogue()))
        return TakenTurn(message(number), None, [], pings=True)

    outbox.taken = taken
    working, deliveries = assemble(outbox)
    deliveries.all_ended = True
    token = requesting_user.set(101)
    with speaking("de"):
        working._start_turn(1)
    requesting_user.reset(token)
    await asyncio.gather(*working._tasks)
    assert seen == [(None, present_catalogue())]


@pytest.mark.parametrize("refusal", [None, DatabaseBusy(), NoSuchGame("1")])
async def test_a_turn_that_cannot_be_taken_is_left_to_the_next_query(assemble, refusal):
    outbox = Outbox(0)
    outbox.refusal = refusal
    outbox.taken = lambda _: None
    working, deliveries = assemble(outbox)
    working._start_turn(1)
    await asyncio.gather(*working._tasks)
    await asyncio.sleep(0)
    assert (deliveries.running, outbox.sent, working._filled.is_set()) == ({}, [], True)


@pytest.mark.parametrize(
    ("latency", "number"), [(0.0, 8), (0.02, 8), (0.15, 14), (0.5, 30), (60.0, 64)]
)
def test_slots_follow_the_response_time(latency, number):
    assert slots(45.0, latency) == number


def test_slots_are_bounded():
    assert slots(0.1, 0.0) == FEWEST_SLOTS
    assert slots(45.0, 10.0) == MOST_SLOTS


async def test_a_worker_has_as_many_slots_as_its_limit_needs(assemble):
    outbox = Outbox(100)
    working, deliveries = assemble(outbox)
    for _ in range(100):
        working._limit.note_response(0.5)
    await working._start_due()
    assert len(working._tasks) == slots(45.0, 0.5)
    deliveries.all_ended = True
    await asyncio.sleep(0)
    deliveries.end(MOST_SLOTS)
    await asyncio.gather(*working._tasks)


async def test_the_last_messages_cost_no_further_query(assemble):
    outbox, queries = Outbox(3), []
    take = outbox.take_due

    async def counted(*args):
        queries.append(args)
        return await take(*args)

    outbox.take_due = counted
    working, deliveries = assemble(outbox)
    await run_until_idle(working, deliveries)
    assert len(queries) == 1


def test_a_worker_waits_for_the_room_of_a_full_channel():
    now = [100.0]
    pacing = Pacing(lambda: now[0])
    for _ in range(worker.MOST - 1):
        pacing.add(5)
        now[0] += 0.5
    assert pacing.room_in() is None
    pacing.add(5)
    pacing.add(6)
    assert pacing.room_in() == worker.SECONDS - 0.5 * (worker.MOST - 1)
    now[0] += pacing.room_in()
    assert pacing.room_in() is None
    for _ in range(2):
        pacing.add(5)
    assert pacing.room_in() == 1.0  # there was one more than fits


async def test_the_worker_sleeps_only_until_a_full_channel_has_room(assemble, monkeypatch):
    slept = []

    class Timeout:
        def __init__(self, seconds):
            slept.append(seconds)

        async def __aenter__(self):
            raise TimeoutError

        async def __aexit__(self, *error):
            return None

    now = [100.0]
    pacing = Pacing(lambda: now[0])
    working, _ = assemble(Outbox(0), pacing)
    monkeypatch.setattr(worker.asyncio, "timeout", Timeout)
    await working._wait()
    for _ in range(worker.MOST):
        pacing.add(5)
    now[0] += worker.SECONDS - 0.25
    await working._wait()
    assert slept == [worker.POLL_INTERVAL, 0.25]


async def test_a_practice_turn_that_ends_makes_room_for_the_next_game_at_once(monkeypatch):
    monkeypatch.setattr(practice, "MAX_CONCURRENT", 2)
    monkeypatch.setattr(practice, "POLL_INTERVAL", 1e6)
    due, played, all_played = list(range(1, 8)), [], asyncio.Event()

    async def find_waiting(limit, begun, broken):
        waiting = [each for each in due if each in begun] + [
            each for each in due if each not in begun
        ]
        found = [
            SimpleNamespace(game=SimpleNamespace(id=each, revision=0)) for each in waiting[:limit]
        ]
        for _ in range(5):
            await asyncio.sleep(0)
        return found, []

    async def play(self, turn):
        await asyncio.sleep(0)
        due.remove(turn.game.id)
        played.append(turn.game.id)
        if not due:
            all_played.set()

    async def is_leader():
        return True

    monkeypatch.setattr(PracticePlayer, "_play", play)
    context = SimpleNamespace(
        services=SimpleNamespace(practice=SimpleNamespace(find_waiting=find_waiting)),
        outbox_filled=asyncio.Event(),
        metrics=Metrics(),
        peers=SimpleNamespace(is_leader=is_leader),
    )
    playing = asyncio.create_task(PracticePlayer(context, None).run())
    await all_played.wait()
    playing.cancel()
    await asyncio.wait([playing])
    assert sorted(played) == list(range(1, 8))


def test_messages_count_against_the_limit_for_five_seconds():
    now = [100.0]
    pacing = Pacing(lambda: now[0])
    for channel in (5, 5, 6):
        pacing.add(channel)
    assert pacing.used() == {5: 2, 6: 1}
    now[0] += SECONDS - 0.1
    pacing.add(5)
    assert pacing.used() == {5: 3, 6: 1}
    now[0] += 0.1
    assert pacing.used() == {5: 1}


def test_the_limit_is_within_that_of_discord():
    assert MOST / SECONDS <= 1
