"""Fixtures: games with clocks, their deadlines, and the deadline loop run on demand."""

from functools import partial

import pytest

from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.views import Player, Terms
from testbed.due_dates import due_date
from testbed.heartbeats import stay_up

NAMES = {101: "Ann", 102: "Ben", 103: "Cat"}


@pytest.fixture
def timed(world):
    """Start a game with a clock; by default Ann moves first, against Ben."""

    async def begin(
        pace=Pace.STANDARD, *, strict=False, undo=True, size=4, first=101, second=102, channel=5
    ):
        terms = Terms(pace=pace, strict=strict, undo=undo)
        challenge = await world.challenges.propose(
            world.act(first, channel=channel),
            Player(second, NAMES[second]),
            "lifeline",
            {"size": size},
            terms,
        )
        return (await world.challenges.accept(world.act(second), challenge.id)).id

    return begin


@pytest.fixture
def clock_of(world):
    async def read(game_id):
        return (await world.games.get(game_id)).clock

    return read


@pytest.fixture
def planned(world):
    """Return the deadlines of a game or a person, as {kind: moment}."""

    async def read(subject):
        find = partial(due_date, world.services.deadlines)
        found = {kind: await find(kind, subject) for kind in (*BotDue, *Due)}
        return {kind: due_at for kind, due_at in found.items() if due_at}

    return read


@pytest.fixture
def tick(world):
    """Record a heartbeat and handle all due deadlines."""

    async def run():
        await world.services.deadlines.record_heartbeat()
        while due := await world.services.deadlines.find_due(10):
            for each in due:
                await world.services.deadlines.handle(each)

    return run


@pytest.fixture
def pass_time(world, clock, tick):
    """Advance the clock, without an outage, and handle each deadline when it is due."""

    async def run(**by):
        before = clock.now
        clock.advance(**by)
        end = clock.now
        clock.now = before
        while True:
            following = await world.services.deadlines.next_due()
            if following is None or following > end:
                break
            await _advance_with_heartbeat(world, clock, max(following, clock.now))
            await tick()
        await _advance_with_heartbeat(world, clock, end)
        await tick()

    return run


async def _advance_with_heartbeat(world, clock, moment):
    """Advance the clock without an outage, by storing a heartbeat for that moment."""
    clock.now = moment
    await world.database.write(stay_up, moment)


@pytest.fixture
def sent_notifications(world):
    """Send all due outbox messages; return the notifications as (kind, user, by direct message)."""

    async def run():
        notified = []
        while messages := await world.outbox.take_due(50):
            for message in messages:
                if message.user_id is None:
                    if message.kind == "turn" and await world.services.notifications.notify_turn(
                        message
                    ):
                        game = await world.games.get(message.game_id)
                        notified.append(("ping", game.to_move.user_id, False))
                else:
                    notification = await world.services.notifications.compose(message)
                    if hasattr(notification, "delay"):
                        await world.services.notifications.postpone(message, notification.delay)
                        continue
                    if notification is not None:
                        notified.append(
                            (notification.kind.value, notification.to.user_id, notification.write)
                        )
                await world.outbox.mark_sent(message, 9000 + message.id)
        return notified

    return run
