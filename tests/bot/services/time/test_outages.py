"""Outages of the bot: clocks, deadlines, challenges and offers do not advance meanwhile."""

from datetime import timedelta

import pytest

from bot.errors.refusals import ChallengeClosed
from bot.services import Limits
from bot.services.steps import game_clocks
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import CLOCK_DUE, BotDue, Due
from bot.services.values.views import Terms
from bot.store.tables import bot_time, deadlines, lobby
from bot.store.tables.deadlines import Deadline
from testbed.due_dates import due_date
from testbed.heartbeats import stay_up
from tests.bot.erasure import every_row

ANN, BEN, CAT = 101, 102, 103
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def limits():
    return Limits()


@pytest.mark.both_databases
async def test_an_outage_changes_one_row_whatever_the_number_of_games(
    world, clock, timed, clock_of, planned
):
    games = [await timed() for _ in range(5)] + [await timed(Pace.NONE)]
    await world.challenge()
    await world.services.deadlines.record_heartbeat()
    clocks = [await clock_of(each) for each in games[:5]]
    before = [await planned(each) for each in games]
    stored = await world.database.read(every_row)
    clock.advance(minutes=9)
    assert await world.services.deadlines.record_heartbeat() == 9 * MINUTE
    found = await world.database.read(every_row)
    changed = [table for table, rows in found.items() if rows != stored[table]]
    assert changed == ["meta"]
    assert len([row for row in found["meta"] if row not in stored["meta"]]) == 1
    for game, was in zip(games, clocks, strict=False):
        assert (await clock_of(game)).since == was.since + 9 * MINUTE
    for game, was in zip(games, before, strict=True):
        assert await planned(game) == {kind: due + 9 * MINUTE for kind, due in was.items()}


@pytest.mark.both_databases
async def test_a_transaction_from_before_the_end_of_an_outage_loses_no_time(
    world, clock, timed, planned
):
    """It has read the last heartbeat before another process stores the next one."""
    game_id = await timed()
    await world.services.deadlines.record_heartbeat()
    clock.advance(hours=3)
    has_noticed = world.database.is_sqlite  # it has one writer at a time

    async def action(tx):
        nonlocal has_noticed
        due_at = await bot_time.bot_time_of(tx, clock.now + DAY, clock.now)
        if not has_noticed:
            has_noticed = True
            clock.advance(hours=2)
            await world.services.deadlines.record_heartbeat()
        await deadlines.put(tx, BotDue.FALL, game_id, due_at)

    await world.database.write(action)
    clock.advance(hours=2)
    await world.services.deadlines.record_heartbeat()
    assert (await planned(game_id))[BotDue.FALL] == clock.now + DAY


async def test_a_clock_is_shown_correctly_before_the_outage_is_noticed(
    world, clock, timed, clock_of
):
    games = [await timed() for _ in range(7)]
    await world.services.deadlines.record_heartbeat()
    right = [(await clock_of(each)).ends_at + 5 * HOUR for each in games]
    clock.advance(hours=5)
    for _ in range(2):  # before and after the first heartbeat
        assert [(await clock_of(each)).ends_at for each in games] == right
        listed = {each.id: each for each in await world.games.find_running(ANN)}
        assert [listed[each].ends_at for each in games] == right
        await world.services.deadlines.record_heartbeat()


@pytest.mark.both_databases
async def test_a_move_after_an_outage_counts_from_its_own_moment(
    world, clock, timed, clock_of, planned
):
    moved, untouched, halved = [await timed(strict=each) for each in (True, False, False)]
    asleep = await timed(Pace.NONE)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=2)
    await world.services.deadlines.record_heartbeat()
    clock.advance(seconds=1)
    await world.play(ANN, moved, "a1 c3")
    await world.play(ANN, asleep, "a1 c3")
    await world.play(ANN, halved, "a1")
    begun = await timed(first=BEN, second=CAT)
    planned_at, back_at = clock.now, clock.now - timedelta(seconds=1)
    clock.advance(seconds=30)
    await world.services.deadlines.record_heartbeat()
    assert (await clock_of(moved)).left[0] == 108 * HOUR - timedelta(seconds=1)
    assert await planned(asleep) == {BotDue.ASLEEP: planned_at + 30 * DAY}
    for game in (moved, begun):
        assert (await clock_of(game)).ends_at == planned_at + 3 * DAY
        assert (await planned(game))[BotDue.FALL] == planned_at + 3 * DAY
    for game in (untouched, halved):
        assert (await clock_of(game)).ends_at == back_at + 3 * DAY
        assert (await planned(game))[BotDue.FALL] == back_at + 3 * DAY


async def test_a_vacation_that_starts_directly_after_an_outage_loses_no_time(
    world, clock, timed, clock_of
):
    game_id = await timed()
    clock.advance(hours=1)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=2)
    await world.services.deadlines.record_heartbeat()
    await world.services.vacations.start(world.act(ANN), clock.now + 5 * DAY)
    assert (await clock_of(game_id)).left == (71 * HOUR, 72 * HOUR)


async def test_no_deadline_of_a_clock_is_due_because_of_an_outage(world, clock, timed):
    game_id = await timed(strict=True)
    challenge = await world.challenge()
    await world.services.deadlines.record_heartbeat()
    moment = await world.database.read(deadlines.find, BotDue.FALL, game_id)
    clock.advance(days=8)
    for _ in range(2):  # before and after the first heartbeat
        due = await world.services.deadlines.find_due(9)
        assert not {each.kind for each in due} & set(BotDue)
        assert not await world.services.deadlines.handle(Deadline(BotDue.FALL, game_id, moment))
        assert await world.challenges.find_expired(9) == []
        assert (await world.services.deadlines.count_overdue()).count == 0
        assert await world.services.deadlines.next_due() > clock.now or due
        await world.services.deadlines.record_heartbeat()
    await advance(world, clock, 3 * DAY - SECOND)
    assert BotDue.FALL not in [each.kind for each in await world.services.deadlines.find_due(9)]
    await advance(world, clock, SECOND)
    assert {each.kind for each in await world.services.deadlines.find_due(9)} > set(CLOCK_DUE)
    await advance(world, clock, 4 * DAY - SECOND)
    assert await world.challenges.find_expired(9) == []
    await advance(world, clock, SECOND)
    assert await world.challenges.find_expired(9) == [challenge.id]


async def advance(world, clock, time):
    """Advance the clock without an outage."""
    clock.now += time
    await world.database.write(stay_up, clock.now)


async def test_a_second_outage_is_excluded_as_well(world, clock, timed, clock_of):
    games = [await timed() for _ in range(7)]
    await world.services.deadlines.record_heartbeat()
    fall = (await clock_of(games[0])).ends_at
    for hours in (5, 9):
        clock.advance(hours=hours)
        await world.services.deadlines.record_heartbeat()
    assert {(await clock_of(each)).ends_at for each in games} == {fall + 14 * HOUR}


async def test_a_challenge_does_not_expire_during_an_outage(world, clock):
    old = await world.challenge()
    clock.advance(days=1)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=7)
    recent = await world.challenge(CAT, ANN)  # with another process
    clock.advance(days=1)
    # before the first heartbeat after the outage
    assert [each.id for each in await world.challenges.find_open(BEN)] == [old.id]
    await world.services.deadlines.record_heartbeat()
    assert (await world.challenges.get(old.id)).expires_at == clock.now + 6 * DAY
    assert (await world.challenges.get(recent.id)).expires_at == clock.now + 7 * DAY
    await world.challenges.accept(world.act(BEN), old.id)


async def test_a_challenge_can_be_accepted_directly_after_an_outage(world, clock):
    first, second = await world.challenge(), await world.challenge()
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=8)
    await world.challenges.accept(world.act(BEN), first.id)
    await world.services.deadlines.record_heartbeat()
    await world.challenges.accept(world.act(BEN), second.id)


async def test_a_challenge_that_expired_before_an_outage_stays_expired(world, clock):
    old = await world.challenge()
    clock.advance(days=7, minutes=1)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=1)
    with pytest.raises(ChallengeClosed, match="has expired"):
        await world.challenges.accept(world.act(BEN), old.id)
    await world.services.deadlines.record_heartbeat()
    assert await world.expire() == 1


async def test_posted_boards_are_updated_at_a_limited_rate(
    world, clock, timed, sent_notifications, tick, monkeypatch
):
    monkeypatch.setattr(game_clocks, "BOARDS_AT_ONCE", 2)
    games = [await timed() for _ in range(5)]
    await sent_notifications()
    await world.services.deadlines.record_heartbeat()
    clock.advance(minutes=10)
    await tick()
    for number, each in enumerate(games[:3]):
        if number == 2:  # the next two boards are planned when these two are updated
            await tick()
        (row,) = await world.outbox.take_due(9)
        assert (row.game_id, row.kind) == (each, "clock")
        await world.outbox.mark_sent(row, None)
        clock.advance(milliseconds=50)
    # another outage begins again, without the update that is still waiting
    clock.advance(hours=1)
    for _ in range(4):
        await tick()
        clock.advance(seconds=1)
    rows = await world.outbox.take_due(9)
    assert sorted([row.game_id for row in rows]) == games
    for row in rows:
        await world.outbox.mark_sent(row, None)
    clock.advance(minutes=1)
    await tick()
    assert await due_date(world.services.deadlines, Due.BOARDS, games[-1]) is None
    assert await world.outbox.take_due(9) == []


async def test_a_short_outage_updates_no_board(world, clock, timed, sent_notifications, tick):
    await timed()
    await sent_notifications()
    await world.services.deadlines.record_heartbeat()
    clock.advance(minutes=10, microseconds=-1)
    await tick()
    assert await world.outbox.take_due(9) == []


@pytest.fixture
async def delayed(world, clock, timed, sent_notifications, tick):
    """Games whose boards wait to be updated after an outage, the last of them longest."""
    games = [await timed() for _ in range(15)]
    await sent_notifications()
    await world.services.deadlines.record_heartbeat()
    clock.advance(hours=1)
    await tick()
    return games


async def test_posting_a_board_cancels_the_pending_update_of_its_clock(world, clock, delayed):
    *_, waiting, resigned, moved = delayed
    await world.play(ANN, moved, "a1 c3")
    await world.games.resign(world.act(ANN), resigned)
    taken = await world.outbox.take_due(99)
    for game, kind in ((moved, "turn"), (resigned, "result")):
        (row,) = [row for row in taken if row.game_id == game]
        assert row.kind == kind
        await world.outbox.mark_sent(row, 77)
    clock.advance(seconds=30)
    later = [row.game_id for row in await world.outbox.take_due(99)]
    assert waiting in later
    assert not {moved, resigned} & set(later)


async def test_a_turn_does_not_wait_for_a_due_clock_update(world, clock, delayed):
    clock.advance(minutes=1)
    await world.play(ANN, delayed[-1], "a1 c3")
    (first,) = await world.outbox.take_due(1)
    assert (first.kind, first.game_id) == ("turn", delayed[-1])


async def test_a_delayed_clock_update_delays_no_other_message(
    world, clock, timed, sent_notifications, tick, monkeypatch
):
    monkeypatch.setattr(game_clocks, "BETWEEN_BOARDS", timedelta(hours=1))
    games = [await timed() for _ in range(3)]
    for each in games:
        await world.play(ANN, each, "a1 c3")
        await world.play(BEN, each, "e5 g7")
    await sent_notifications()
    await world.services.deadlines.record_heartbeat()
    clock.advance(hours=1)
    await tick()
    await world.services.undo.undo(world.act(ANN), games[-1])
    kinds = [row.kind for row in await world.outbox.take_due(9) if row.game_id == games[-1]]
    assert kinds == ["undo_request"]


@pytest.fixture
def offer(world):
    async def post(who, size):
        terms = Terms(pace=Pace.STANDARD)
        actor = world.act(who, guild=None)
        return (await world.services.lobby.offer(actor, "lifeline", {"size": size}, terms, 1)).id

    return post


@pytest.mark.both_databases
async def test_offers_do_not_expire_while_the_bot_is_down(world, clock, offer):
    """Also those with larger ids than any game, and one posted during the outage."""
    old = [await offer(ANN, size) for size in range(4, 9)]
    clock.advance(days=6)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=5)
    late = await offer(BEN, 9)
    clock.advance(days=5)
    await world.services.deadlines.record_heartbeat()
    posted_after = await offer(BEN, 10)
    for who, left in ((ANN, [DAY] * 5), (BEN, [7 * DAY] * 2)):
        own = (await world.services.lobby.show(world.act(who, guild=None))).own
        assert [each.expires_at - clock.now for each in own] == left
    for each in (DAY - timedelta(seconds=1), timedelta(seconds=1)):
        assert await world.database.read(statuses, old) == [lobby.OPEN] * 5
        await advance(world, clock, each)
        for due in await world.services.deadlines.find_due(20):
            await world.services.deadlines.handle(due)
    assert await world.database.read(statuses, old) == [lobby.EXPIRED] * 5
    assert await world.database.read(statuses, [late, posted_after]) == [lobby.OPEN] * 2


async def statuses(tx, offers):
    return [(await lobby.find(tx, each)).status for each in offers]


async def test_an_offer_that_expired_before_an_outage_stays_expired(world, clock, offer):
    expired = await offer(ANN, 5)
    clock.advance(days=8)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=2)
    await world.services.deadlines.record_heartbeat()
    for due in await world.services.deadlines.find_due(20):
        await world.services.deadlines.handle(due)
    assert await world.database.read(statuses, [expired]) == [lobby.EXPIRED]
