"""Outages of the bot: clocks, deadlines and challenges are corrected in small parts."""

from datetime import timedelta

import pytest

from bot.errors.refusals import ChallengeClosed
from bot.services import Limits
from bot.services.steps import game_clocks
from bot.services.use_cases.clocks import deadlines as service
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.views import Terms
from bot.store.tables import lobby, outages

ANN, BEN, CAT = 101, 102, 103
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def limits():
    return Limits()


@pytest.fixture
def step(world, clock, monkeypatch):
    """Correct three ids in one transaction; heartbeats correct nothing in these tests."""
    monkeypatch.setattr(service, "CATCHING_UP", 0)
    monkeypatch.setattr(game_clocks, "IDS_AT_ONCE", 3)

    async def run():
        return await world.database.claim(game_clocks.exclude_part_of_outage, clock.now)

    return run


@pytest.fixture
def finish(step):
    async def run():
        while await step():
            pass

    return run


async def test_a_heartbeat_corrects_everything_in_several_parts(
    world, clock, timed, clock_of, planned, monkeypatch
):
    monkeypatch.setattr(game_clocks, "DEADLINES_AT_ONCE", 2)
    games = [await timed() for _ in range(5)] + [await timed(Pace.NONE)]
    await world.services.deadlines.record_heartbeat()
    clocks = [await clock_of(each) for each in games[:5]]
    before = [await planned(each) for each in games]
    clock.advance(days=2)
    assert await world.services.deadlines.record_heartbeat() == 2 * DAY
    assert await world.database.read(outages.read) == ()
    for game, was in zip(games, clocks, strict=False):
        assert (await clock_of(game)).since == was.since + 2 * DAY
    for game, was in zip(games, before, strict=True):
        assert await planned(game) == {kind: due + 2 * DAY for kind, due in was.items()}


async def test_a_clock_is_shown_correctly_before_it_is_corrected(
    world, clock, timed, clock_of, step
):
    games = [await timed() for _ in range(7)]
    await world.services.deadlines.record_heartbeat()
    right = [(await clock_of(each)).ends_at + 5 * HOUR for each in games]
    clock.advance(hours=5)
    await world.services.deadlines.record_heartbeat()
    parts = 0
    while True:
        assert [(await clock_of(each)).ends_at for each in games] == right
        listed = {each.id: each for each in await world.games.find_running(ANN)}
        assert [listed[each].ends_at for each in games] == right
        parts += 1
        if not await step():
            break
    assert parts > 3


@pytest.mark.both_databases
async def test_a_move_before_the_correction_is_not_corrected_twice(
    world, clock, timed, clock_of, planned, finish
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
    fresh = {each: (await clock_of(each), await planned(each)) for each in (moved, begun)}
    planned_at, back_at = clock.now, clock.now - timedelta(seconds=1)
    clock.advance(seconds=30)
    await finish()
    for game, found in fresh.items():
        assert (await clock_of(game), await planned(game)) == found
    assert (await clock_of(moved)).left[0] == 108 * HOUR - timedelta(seconds=1)
    assert await planned(asleep) == {Due.ASLEEP: planned_at + 30 * DAY}
    for game in (untouched, halved):
        assert (await clock_of(game)).ends_at == back_at + 3 * DAY
        assert (await planned(game))[Due.FALL] == back_at + 3 * DAY


async def test_a_vacation_that_starts_before_the_correction_loses_no_time(
    world, clock, timed, clock_of, finish
):
    game_id = await timed()
    clock.advance(hours=1)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=2)
    await world.services.deadlines.record_heartbeat()
    await world.services.vacations.start(world.act(ANN), clock.now + 5 * DAY)
    await finish()
    assert (await clock_of(game_id)).left == (71 * HOUR, 72 * HOUR)


async def test_no_deadline_is_due_before_the_correction_is_complete(
    world, clock, timed, finish, planned
):
    await timed(strict=True)
    challenge = await world.challenge()
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=8)
    expired_game = await world.services.deadlines.find_due(9)
    await world.services.deadlines.record_heartbeat()
    assert expired_game
    assert [await world.services.deadlines.handle(each) for each in expired_game] == [False] * len(
        expired_game
    )
    assert await world.services.deadlines.find_due(9) == []
    assert await world.challenges.find_expired(9) == []
    assert await world.services.deadlines.next_due() == clock.now
    await finish()
    assert (await world.challenges.get(challenge.id)).status == "open"
    clock.advance(days=7)
    assert len(await world.services.deadlines.find_due(9)) == 3
    assert await world.challenges.find_expired(9) == [challenge.id]


async def test_a_second_outage_during_the_correction_is_excluded_as_well(
    world, clock, timed, clock_of, step, finish
):
    games = [await timed() for _ in range(7)]
    await world.services.deadlines.record_heartbeat()
    fall = (await clock_of(games[0])).ends_at
    for hours in (5, 9):
        clock.advance(hours=hours)
        await world.services.deadlines.record_heartbeat()
        await step()
    assert {(await clock_of(each)).ends_at for each in games} == {fall + 14 * HOUR}
    await finish()
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


async def test_a_challenge_can_be_accepted_directly_after_an_outage(world, clock, step):
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


async def test_posted_boards_are_updated_at_a_limited_rate(world, clock, timed, sent_notifications):
    games = [await timed() for _ in range(3)]
    await sent_notifications()
    await world.services.deadlines.record_heartbeat()
    clock.advance(hours=1)
    await world.services.deadlines.record_heartbeat()
    for each in games[:2]:
        (row,) = await world.outbox.take_due(9)
        assert row.game_id == each
        await world.outbox.mark_sent(row, None)
        clock.advance(milliseconds=50)
    # another outage does not add an update that is still waiting
    clock.advance(hours=1)
    await world.services.deadlines.record_heartbeat()
    clock.advance(seconds=1)
    assert sorted([row.game_id for row in await world.outbox.take_due(9)]) == games


@pytest.fixture
async def delayed(world, clock, timed, sent_notifications):
    """Games whose boards wait to be updated after an outage, the last of them longest."""
    games = [await timed() for _ in range(15)]
    await sent_notifications()
    await world.services.deadlines.record_heartbeat()
    clock.advance(hours=1)
    await world.services.deadlines.record_heartbeat()
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
    world, clock, timed, sent_notifications, monkeypatch
):
    monkeypatch.setattr(game_clocks, "BETWEEN_BOARDS", timedelta(hours=1))
    games = [await timed() for _ in range(3)]
    for each in games:
        await world.play(ANN, each, "a1 c3")
        await world.play(BEN, each, "e5 g7")
    await sent_notifications()
    await world.services.deadlines.record_heartbeat()
    clock.advance(hours=1)
    await world.services.deadlines.record_heartbeat()
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
async def test_offers_do_not_expire_while_the_bot_is_down(world, clock, offer, finish):
    """Also those with larger ids than any game, and one posted during the outage."""
    old = [await offer(ANN, size) for size in range(4, 9)]
    clock.advance(days=6)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=5)
    late = await offer(BEN, 9)
    clock.advance(days=5)
    await world.services.deadlines.record_heartbeat()
    posted_after = await offer(BEN, 10)
    back_at = clock.now
    await finish()

    async def expiries(_):
        found = [await lobby.find(_, each) for each in (*old, late, posted_after)]
        return [each.expires_at - back_at for each in found]

    assert await world.database.read(expiries) == [DAY] * 5 + [7 * DAY] * 2
    for each in (DAY - timedelta(seconds=1), timedelta(seconds=1)):
        assert await world.database.read(statuses, old) == [lobby.OPEN] * 5
        clock.advance(seconds=each.total_seconds())
        for due in await world.services.deadlines.find_due(20):
            await world.services.deadlines.handle(due)
    assert await world.database.read(statuses, old) == [lobby.EXPIRED] * 5
    assert await world.database.read(statuses, [late, posted_after]) == [lobby.OPEN] * 2


async def statuses(tx, offers):
    return [(await lobby.find(tx, each)).status for each in offers]


async def test_an_offer_that_expired_before_an_outage_stays_expired(world, clock, offer, finish):
    expired = await offer(ANN, 5)
    clock.advance(days=8)
    await world.services.deadlines.record_heartbeat()
    clock.advance(days=2)
    await world.services.deadlines.record_heartbeat()
    await finish()
    for due in await world.services.deadlines.find_due(20):
        await world.services.deadlines.handle(due)
    assert await world.database.read(statuses, [expired]) == [lobby.EXPIRED]
