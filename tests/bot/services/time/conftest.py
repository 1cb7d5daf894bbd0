"""Games with clocks, what is due in them, and the loop that watches the time, by hand."""

import pytest

from bot.services.clocks.clock import Pace
from bot.services.clocks.due_dates import Due
from bot.services.views import Player, Terms
from bot.store.tables import deadlines, notes

NAMES = {101: "Ann", 102: "Ben", 103: "Cat"}


@pytest.fixture
def timed(world):
    """Begin a game with a clock: Ann, who moves first, against Ben."""

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
    """Return what is due about a game or a person, as {kind: moment}."""

    async def read(subject):
        async def query(tx):
            found = {kind: await deadlines.find(tx, kind, subject) for kind in Due}
            return {kind: due_at for kind, due_at in found.items() if due_at}

        return await world.database.read(query)

    return read


@pytest.fixture
def tick(world):
    """Let the bot be there and do everything that is due."""

    async def run():
        await world.services.deadlines.record_heartbeat()
        while due := await world.services.deadlines.due(10):
            for each in due:
                await world.services.deadlines.handle(each)

    return run


@pytest.fixture
def passing(world, clock, tick):
    """Let time pass with the bot watching every minute at most, or one step for long times."""

    async def run(**by):
        before = clock.now
        clock.advance(**by)
        end = clock.now
        clock.now = before
        while True:
            following = await world.services.deadlines.next_due()
            if following is None or following > end:
                break
            await _beat_until(world, clock, max(following, clock.now))
            await tick()
        await _beat_until(world, clock, end)
        await tick()

    return run


async def _beat_until(world, clock, moment):
    """The bot is there all the time: only its last heartbeat before the moment matters."""
    clock.now = moment
    await world.database.write(notes.write, "heartbeat", moment.isoformat())


@pytest.fixture
def sent_notifications(world):
    """Have everything posted as a courier would; return the letters: (kind, user, write)."""

    async def run():
        told = []
        while rows := await world.outbox.take_due(50):
            for row in rows:
                if row.user_id is None:
                    if row.kind == "turn" and await world.services.notifications.notify_turn(row):
                        game = await world.games.get(row.game_id)
                        told.append(("ping", game.to_move.user_id, False))
                else:
                    notification = await world.services.notifications.compose(row)
                    if hasattr(notification, "delay"):
                        await world.services.notifications.postpone(row, notification.delay)
                        continue
                    if notification is not None:
                        told.append(
                            (notification.kind.value, notification.to.user_id, notification.write)
                        )
                await world.outbox.mark_sent(row, 9000 + row.id)
        return told

    return run
