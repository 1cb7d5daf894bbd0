"""Deadline loop: due deadlines, heartbeats, outages of the bot and of Discord."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import NoResultFound

from bot.context.gateway_sessions import GatewaySessions
from bot.errors.storage import DatabaseBusy, DatabaseUnavailable
from bot.jobs import deadlines as job
from bot.operations.metrics import Metrics
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.clocks.quiet_hours import Quiet
from bot.store.engine.database import StatementRefused
from bot.store.peer_processes import Peers
from bot.store.tables import deadlines
from testbed.heartbeats import stay_up

ANN, BEN, CAT = 101, 102, 103
HOUR = timedelta(hours=1)


class Client:
    """Stub of the Discord client, with the parts that the loop uses."""

    def __init__(self, services):
        self.context = SimpleNamespace(services=services, peers=Peers(), metrics=Metrics())
        self.sessions = GatewaySessions()
        self.shards = {}


@pytest.fixture
def client(world):
    return Client(world.services)


@pytest.fixture
def watch(client):
    return job.DeadlineWatcher(client)


async def test_the_loop_sleeps_no_longer_than_a_sweep(watch, timed):
    assert await watch.once() == job.HEARTBEAT
    await timed()
    assert await watch.once() == job.HEARTBEAT


@pytest.mark.parametrize("what", ["reminder", "vacation", "challenge"])
async def test_the_loop_wakes_when_something_is_due(watch, world, timed, clock, planned, what):
    due = (await planned(await timed()))[BotDue.REMINDER]
    if what == "challenge":
        due = (await world.challenge()).expires_at
        for each in (BotDue.REMINDER, BotDue.FALL):
            await world.database.write(deadlines.delete_all, each)
    elif what == "vacation":
        due -= timedelta(minutes=1)
        await world.services.vacations.start(world.act(CAT), due)
    clock.now = due - timedelta(seconds=7)
    await world.database.write(stay_up, clock.now)
    assert await watch.once() == 7


@pytest.mark.parametrize("sooner", [timedelta(seconds=-30), timedelta(seconds=30)])
async def test_a_deadline_is_overdue_when_it_is_more_than_a_minute_late(
    world, timed, clock, planned, sooner
):
    overdue = world.services.deadlines.count_overdue
    due = (await planned(await timed()))[BotDue.REMINDER]
    await world.services.vacations.start(world.act(CAT), due - sooner)
    first, last = sorted((due, due - sooner))
    for moment, late in ((first, 0), (last, 1), (last + timedelta(seconds=1), 2)):
        clock.now = moment + timedelta(minutes=1)
        await world.database.write(stay_up, clock.now)
        found = await overdue()
        assert (found.count, found.longest) == (late, (clock.now - first) * (late > 0))


async def test_the_loop_pauses_while_discord_has_not_confirmed_every_shard(client, watch):
    client.shards = {0: None, 1: None}
    client.sessions.confirm(0)
    assert await watch.once() == job.OFFLINE_DELAY

    client.sessions.confirm(1)
    assert await watch.once() == job.HEARTBEAT
    client.sessions.lose(0)
    assert await watch.once() == job.OFFLINE_DELAY


async def test_clocks_are_paused_while_a_shard_is_disconnected(
    client, watch, timed, clock, clock_of
):
    async def incomplete():
        return False

    game_id = await timed()
    await watch.once()
    fall = (await clock_of(game_id)).ends_at
    complete, client.context.peers.is_complete = client.context.peers.is_complete, incomplete
    clock.advance(hours=5)
    assert await watch.once() == job.OFFLINE_DELAY
    client.context.peers.is_complete = complete
    await watch.once()
    assert (await clock_of(game_id)).ends_at == fall + 5 * HOUR


async def test_an_outage_is_excluded_from_clocks(watch, timed, clock, clock_of, planned):
    game_id = await timed()
    await watch.once()
    clock.advance(seconds=60)
    await watch.once()
    fall = (await clock_of(game_id)).ends_at
    clock.advance(days=7)
    await watch.once()
    assert (await clock_of(game_id)).ends_at == fall + timedelta(days=7)
    assert (await planned(game_id))[BotDue.FALL] == fall + timedelta(days=7)


@pytest.mark.parametrize(("minutes", "notified"), [(9, False), (10, True)])
async def test_posted_boards_are_updated_after_a_long_outage(
    watch, world, timed, sent_notifications, minutes, notified
):
    running, _, _ = await timed(), await timed(Pace.NONE), await timed(Pace.BRISK)
    await world.services.games.resign(world.act(ANN), running + 2)
    await sent_notifications()
    await timed()  # its board is not posted yet
    await watch.once()
    world.clock.advance(minutes=minutes)
    await watch.once()
    messages = await world.outbox.take_due(9)
    assert [message.game_id for message in messages if message.kind == "clock"] == [
        running
    ] * notified


async def test_a_short_stop_is_not_excluded_from_clocks(watch, timed, clock, clock_of):
    game_id = await timed()
    await watch.once()
    before = await clock_of(game_id)
    clock.advance(minutes=2)
    await watch.once()
    assert await clock_of(game_id) == before


async def test_an_outage_causes_no_loss_on_time(watch, world, timed, clock):
    game_id = await timed(Pace.BRISK, strict=True)
    await watch.once()
    clock.advance(days=30)
    await watch.once()
    assert (await world.games.get(game_id)).result is None
    # nor by a move made before the first heartbeat after the outage
    clock.advance(days=30)
    await world.play(ANN, game_id, "a1 c3")
    assert (await world.games.get(game_id)).clock.left[0] == 36 * HOUR


async def test_deadlines_of_a_move_during_an_outage_are_postponed_once(
    watch, world, timed, clock, clock_of, planned
):
    moved, begun_before = await timed(strict=True), await timed()
    await watch.once()
    before = await planned(begun_before)
    clock.advance(hours=8)
    await world.play(ANN, moved, "a1 c3")
    begun = await timed(Pace.BRISK, first=BEN, second=103)
    clock.advance(minutes=1)
    await watch.once()
    now, absent = clock.now, 8 * HOUR + timedelta(minutes=1)
    assert (await clock_of(moved)).ends_at == now + 72 * HOUR
    assert await planned(moved) == {
        BotDue.REMINDER: now + 54 * HOUR,
        BotDue.VACATION: now + 71 * HOUR,
        BotDue.FALL: now + 72 * HOUR,
    }
    assert await planned(begun) == {BotDue.REMINDER: now + 18 * HOUR, BotDue.FALL: now + 24 * HOUR}
    assert await planned(begun_before) == {kind: due + absent for kind, due in before.items()}


async def test_a_move_during_an_outage_starts_thirty_days_of_inactivity(
    watch, world, timed, clock, planned
):
    played, other = await timed(Pace.NONE), await timed(Pace.NONE)
    clock.advance(days=1)
    await watch.once()
    before = await planned(other)
    clock.advance(days=2)
    await world.play(ANN, played, "a1 c3")
    clock.advance(hours=5)
    await watch.once()
    assert await planned(played) == {BotDue.ASLEEP: clock.now + timedelta(days=30)}
    assert await planned(other) == {
        BotDue.ASLEEP: before[BotDue.ASLEEP] + timedelta(days=2, hours=5)
    }


async def test_an_outage_does_not_repeat_a_reminder(watch, world, timed, clock, planned, pass_time):
    game_id = await timed()
    await pass_time(hours=54)
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=9))
    clock.advance(hours=8)
    await world.services.vacations.end(world.act(ANN))
    clock.advance(minutes=1)
    await watch.once()
    assert await planned(game_id) == {BotDue.FALL: clock.now + 18 * HOUR}


async def test_an_automatic_vacation_after_the_time_is_up_saves_no_strict_game(world, timed, clock):
    game_id = await timed(strict=True)
    clock.advance(days=3)
    expired_game = await world.services.deadlines.find_due(9)
    for each in sorted(expired_game, key=lambda each: each.kind != BotDue.VACATION):
        await world.services.deadlines.handle(each)
    assert await world.services.vacations.get_current(ANN) is None
    assert (await world.games.get(game_id)).result.ending == "time"


async def test_clocks_are_paused_while_discord_is_unreachable(
    watch, client, timed, clock, clock_of
):
    game_id = await timed()
    await watch.once()
    fall = (await clock_of(game_id)).ends_at
    client.shards = {0: None}
    client.sessions.lose(0)
    for _ in range(5):
        clock.advance(hours=1)
        assert await watch.once() == job.OFFLINE_DELAY
    client.sessions.confirm(0)
    await watch.once()
    assert (await clock_of(game_id)).ends_at == fall + 5 * HOUR


async def test_messages_after_a_week_of_outage_are_merged_and_spread(
    watch, world, timed, clock, sent_notifications
):
    for _ in range(3):
        await world.change_settings(world.act(ANN), quiet=Quiet(0, 23 * 60 + 59))
        await timed()
    await sent_notifications()
    await watch.once()
    clock.advance(days=7)
    clock.now = clock.now.replace(hour=23, minute=59)
    await watch.once()
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_the_loop_pauses_after_a_full_batch(watch, world, timed, monkeypatch, clock):
    monkeypatch.setattr(job, "BATCH", 1)
    await timed()
    await watch.once()
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(seconds=1))
    clock.advance(seconds=1)
    assert 0 < await watch.once() <= job.BATCH_DELAY


async def test_a_failing_deadline_is_postponed_and_delays_no_other(
    client, watch, world, clock, planned, monkeypatch
):
    async def broken(_deadline):
        raise RuntimeError("broken")

    await world.challenge()
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(seconds=1))
    await watch.once()
    clock.advance(seconds=9)  # the loop is late
    monkeypatch.setattr(world.services.deadlines, "handle", broken)
    await watch.once()
    assert (await planned(ANN))[Due.BACK] == clock.now + timedelta(minutes=1)
    assert counted(client.context.metrics, "RuntimeError") == 1


@pytest.fixture
def fails(world, monkeypatch):
    """Make the handling of one subject fail: a deadline or the expiry of a challenge."""

    def plan(owner, name, subject, error):
        service = getattr(world.services, owner)
        works = getattr(service, name)

        async def fail(what):
            if getattr(what, "subject", what) == subject:
                raise error
            return await works(what)

        monkeypatch.setattr(service, name, fail)

    return plan


ERRORS = [
    DatabaseBusy(),
    DatabaseUnavailable("a damaged page"),
    StatementRefused("23502", "INSERT"),
    NoResultFound(),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
async def test_a_deadline_that_keeps_failing_is_retried_less_and_less_often(
    watch, world, clock, planned, fails, error
):
    await world.challenge(ANN, BEN)
    moment = clock.now + timedelta(seconds=1)
    for each in (ANN, BEN):
        await world.services.vacations.start(world.act(each), moment)
    await watch.once()
    clock.now = moment
    fails("deadlines", "handle", ANN, error)
    waits = []
    for _ in range(12):
        await watch.once()
        again = (await planned(ANN))[Due.BACK]
        waits.append(again - clock.now)
        assert await planned(BEN) == {}
        # no outage occurred
        await world.database.write(stay_up, again)
        clock.now = again
    minutes = timedelta(minutes=1)
    assert waits[:4] == [minutes, 2 * minutes, 4 * minutes, 8 * minutes]
    assert waits[-1] == 6 * HOUR


async def test_a_success_resets_the_delay_of_a_failing_deadline(
    watch, world, clock, planned, fails, monkeypatch
):
    await world.challenge(ANN, BEN)
    for error in (RuntimeError("broken"), None, RuntimeError("broken")):
        moment = clock.now + timedelta(seconds=1)
        await world.services.vacations.start(world.act(ANN), moment)
        await watch.once()
        clock.now = moment
        with monkeypatch.context() as patch:
            if error is not None:
                patch.setattr(world.services.deadlines, "handle", _raising(error))
            await watch.once()
        if error is not None:
            assert (await planned(ANN))[Due.BACK] == moment + timedelta(minutes=1)
            clock.advance(minutes=1)
            await watch.once()


async def test_a_challenge_that_cannot_expire_blocks_no_other_work(
    client, watch, world, clock, planned, fails
):
    broken, other = await world.challenge(), await world.challenge()
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=7))
    await watch.once()
    clock.advance(days=7)
    await world.database.write(stay_up, clock.now)
    fails("challenges", "expire", broken.id, StatementRefused("23502", "INSERT"))
    await watch.once()
    assert (await world.challenges.get(other.id)).status == "expired"
    assert await planned(ANN) == {}
    still = await world.challenges.get(broken.id)
    assert (still.status, still.expires_at) == ("open", clock.now + timedelta(minutes=1))
    assert counted(client.context.metrics, "StatementRefused") == 1


async def test_deadlines_are_not_postponed_while_the_database_is_unavailable(
    watch, world, clock, planned, monkeypatch
):
    await world.challenge(ANN, BEN)
    moment = clock.now + timedelta(seconds=1)
    await world.services.vacations.start(world.act(ANN), moment)
    await watch.once()
    clock.now = moment
    with monkeypatch.context() as patch:
        for name in ("handle", "postpone"):
            patch.setattr(world.services.deadlines, name, _raising(DatabaseUnavailable("full")))
        assert await watch.once() == job.BATCH_DELAY
    assert (await planned(ANN))[Due.BACK] == moment
    await watch.once()
    assert await planned(ANN) == {}


def _raising(error):
    async def fail(*_args):
        raise error

    return fail


def counted(metrics, kind):
    return metrics.registry.get_sample_value("lifeline_errors_total", {"kind": kind})


async def test_the_loop_also_expires_challenges(watch, world, clock):
    challenge = await world.challenge()
    clock.advance(days=7)
    await watch.once()
    assert (await world.challenges.get(challenge.id)).status == "expired"
