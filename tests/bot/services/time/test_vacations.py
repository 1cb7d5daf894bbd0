"""Vacations: paused clocks, the yearly allowance for strict games, and notifications."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.errors.refusals import CannotTakeVacation, OutOfTime
from bot.messages.component_ids import ComponentId
from bot.messages.notifications import notification_message
from bot.messages.outgoing_message import Button, OutgoingMessage
from bot.messages.vacation import vacation
from bot.services.use_cases.clocks.vacations import Vacation
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.views import Player
from bot.words import clocks
from testbed.heartbeats import stay_up

ANN, BEN, CAT = 101, 102, 103
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def vacations(world):
    return world.services.vacations


async def test_a_vacation_pauses_and_resumes_the_clock_to_the_second(
    world, timed, vacations, pass_time, clock_of, planned
):
    clock = world.clock
    game_id = await timed()
    await pass_time(hours=10)
    await vacations.start(world.act(ANN), clock.now + 50 * DAY)
    assert (await clock_of(game_id)).since is None
    assert await planned(game_id) == {}
    await pass_time(days=50)
    assert (await clock_of(game_id)).ends_at == clock.now + 62 * HOUR
    assert (await planned(game_id))[BotDue.FALL] == clock.now + 62 * HOUR


async def test_an_opponent_can_move_during_a_vacation_while_clocks_stay_paused(
    world, timed, vacations, pass_time, clock, clock_of
):
    game_id = await timed()
    await vacations.start(world.act(BEN), clock.now + 5 * DAY)
    await pass_time(days=1)
    await world.play(ANN, game_id, "a1 c3")
    now = await clock_of(game_id)
    assert (now.since, now.seat) == (None, 1)
    assert now.left == (108 * HOUR, 72 * HOUR)


async def test_ending_a_vacation_early_resumes_the_clocks(
    world, timed, vacations, clock, clock_of, planned
):
    games = [await timed(), await timed(strict=True)]
    until, strict_until = clock.now + 30 * DAY, clock.now + 20 * DAY
    await vacations.start(world.act(ANN), until)
    assert await planned(ANN) == {Due.BACK: until, Due.STRICT_BACK: strict_until}
    clock.advance(days=1)
    await vacations.end(world.act(ANN))
    assert [(await clock_of(each)).since for each in games] == [clock.now] * 2
    assert await planned(ANN) == {}
    with pytest.raises(CannotTakeVacation, match="on vacation"):
        await vacations.end(world.act(ANN))


async def test_clocks_stay_paused_until_both_vacations_are_over(
    world, timed, vacations, pass_time, clock, clock_of
):
    game_id = await timed()
    await vacations.start(world.act(ANN), clock.now + 2 * DAY)
    await vacations.start(world.act(BEN), clock.now + 4 * DAY)
    await pass_time(days=3)
    assert (await clock_of(game_id)).since is None
    await pass_time(days=1)
    assert (await clock_of(game_id)).since == clock.now


async def test_a_game_that_starts_during_a_vacation_starts_paused(
    world, timed, vacations, pass_time, clock, clock_of
):
    await timed()
    await vacations.start(world.act(BEN), clock.now + 2 * DAY)
    game_id = await timed()
    assert (await clock_of(game_id)).since is None
    await pass_time(days=2)
    assert (await clock_of(game_id)).since == clock.now


@pytest.mark.parametrize("leaves", [ANN, BEN])
async def test_a_strict_game_that_starts_during_a_vacation_is_paused_with_the_others(
    world, timed, pass_time, clock_of, sent_notifications, leaves
):
    vacations, clock = world.services.vacations, world.clock
    gentle = await timed()
    state = await vacations.start(world.act(leaves), clock.now + 30 * DAY)
    assert state.strict_ends_at is None
    await pass_time(days=5)
    await sent_notifications()

    begun = clock.now
    strict = await timed(Pace.BRISK, strict=True)

    assert (await clock_of(strict)).since is None
    state = await vacations.get_current(leaves)
    assert (state.strict_ends_at, state.left) == (begun + 20 * DAY, timedelta(0))
    assert state.ends_at == begun + 25 * DAY
    assert await sent_notifications() == ([] if leaves == ANN else [("ping", ANN, False)])
    await pass_time(days=20)
    assert (await clock_of(strict)).since == begun + 20 * DAY
    assert ("strict_back", leaves, False) in await sent_notifications()
    assert (await clock_of(gentle)).since is None


async def test_a_strict_game_runs_during_a_vacation_without_allowance(
    world, timed, vacations, pass_time, clock, clock_of
):
    first = await timed(strict=True)
    await vacations.start(world.act(ANN), clock.now + 30 * DAY)
    await pass_time(days=20)
    await world.games.resign(world.act(BEN), first)

    second = await timed(strict=True)

    assert (await clock_of(second)).since == clock.now


async def test_a_vacation_within_the_allowance_ends_once(world, timed, vacations, clock, planned):
    until = clock.now + 20 * DAY
    await vacations.start(world.act(ANN), until)
    await timed(strict=True)  # begins paused
    assert await planned(ANN) == {Due.BACK: until}
    await vacations.start(world.act(ANN), until)
    assert await planned(ANN) == {Due.BACK: until}


async def test_strict_games_are_paused_for_twenty_days_a_year(
    world, timed, vacations, pass_time, clock_of, sent_notifications
):
    clock = world.clock
    strict, gentle = await timed(strict=True), await timed()
    began = clock.now
    state = await vacations.start(world.act(ANN), began + 30 * DAY)
    assert state.strict_ends_at == began + 20 * DAY
    await sent_notifications()
    await pass_time(days=20, seconds=-1)
    assert (await clock_of(strict)).since is None
    await pass_time(seconds=1)
    assert (await clock_of(strict)).since == began + 20 * DAY
    assert (await clock_of(gentle)).since is None
    both = [("strict_back", ANN, False), ("digest", ANN, False)]
    assert await sent_notifications() == both


async def test_the_end_of_the_allowance_is_announced_for_strict_games_only(
    world, timed, vacations, pass_time, sent_notifications
):
    _, strict = await timed(), await timed(strict=True)
    await sent_notifications()
    await vacations.start(world.act(ANN), world.clock.now + 30 * DAY)
    await sent_notifications()
    await pass_time(days=20)
    (message,) = [each for each in await world.outbox.take_due(5) if each.kind == "strict_back"]
    assert message.game_id == strict


@pytest.mark.parametrize("how", [ANN, BEN, "removal"])
async def test_a_strict_game_whose_time_is_up_is_not_paused_before_it_is_lost(
    world, timed, vacations, tick, clock, how
):
    game_id = await timed(strict=True)
    clock.advance(days=3)  # and the loop is late
    await world.database.write(stay_up, clock.now)
    if how == "removal":
        await world.services.servers.record_removal(world.act(ANN).guild_id)
    else:
        await vacations.start(world.act(how), clock.now + 9 * DAY)
    with pytest.raises(OutOfTime):
        await world.play(ANN, game_id, "a1 c3")
    await tick()
    assert (await world.games.get(game_id)).result.ending == "time"


async def test_the_allowance_ends_at_the_exact_second(world, timed, vacations, pass_time, clock_of):
    strict = await timed(strict=True)
    began = world.clock.now
    await pass_time(days=2)
    await vacations.start(world.act(ANN), world.clock.now + 30 * DAY)
    await pass_time(days=20, hours=23)
    # one day was left when the clock was paused; it resumes when the allowance ends
    assert (await clock_of(strict)).ends_at == began + 23 * DAY
    state = await vacations.get_current(ANN)
    assert (state.strict_ends_at, state.left) == (None, timedelta(0))
    await pass_time(hours=1, seconds=-1)
    assert (await world.games.get(strict)).result is None
    await pass_time(seconds=1)
    assert (await world.games.get(strict)).updated_at == began + 23 * DAY


async def test_one_vacation_reduces_the_allowance_of_the_next(world, timed, vacations, clock):
    await timed(strict=True)
    await vacations.start(world.act(ANN), clock.now + 15 * DAY)
    clock.advance(days=5)
    await vacations.end(world.act(ANN))
    state = await vacations.start(world.act(ANN), clock.now + 100 * DAY)
    assert state.strict_ends_at == clock.now + 15 * DAY
    assert state.left == timedelta(0)


async def test_games_without_strict_time_use_no_allowance(world, timed, vacations, clock):
    await timed()
    state = await vacations.start(world.act(ANN), clock.now + 100 * DAY)
    assert state.strict_ends_at is None
    assert state.left == 20 * DAY


async def test_a_finished_strict_game_uses_no_allowance(world, timed, vacations, clock, planned):
    over = await timed(strict=True)
    await world.games.resign(world.act(ANN), over)
    await world.posted()
    for person in (ANN, BEN):
        state = await vacations.start(world.act(person), clock.now + 100 * DAY)
        assert (state.strict_ends_at, state.left) == (None, 20 * DAY)
        await vacations.end(world.act(person))
    assert await planned(over) == {}
    assert await world.posted() == []


async def test_allowance_is_used_until_the_last_strict_game_ends(
    world, timed, pass_time, clock_of, planned, sent_notifications
):
    vacations, clock = world.services.vacations, world.clock
    first, last = await timed(strict=True), await timed(Pace.RELAXED, strict=True)
    gentle, until = await timed(), clock.now + 40 * DAY
    await timed(Pace.SEASON, strict=True)  # no vacation pauses it
    await vacations.start(world.act(ANN), until)
    for game_id, used in ((first, 20), (last, 2)):
        await pass_time(days=1)
        await world.games.resign(world.act(BEN), game_id)
        assert (await vacations.get_current(ANN)).left == (20 - used) * DAY
    assert await planned(ANN) == {Due.BACK: until}
    await pass_time(days=20)
    state = await vacations.get_current(ANN)
    assert (state.ends_at, state.strict_ends_at, state.left) == (until, None, 18 * DAY)
    assert (await clock_of(gentle)).since is None
    assert "strict_back" not in {kind for kind, _, _ in await sent_notifications()}

    begun, later = clock.now, await timed(strict=True)
    assert (await clock_of(later)).since is None
    await pass_time(days=18)
    assert (await clock_of(later)).since == begun + 18 * DAY


async def test_an_automatic_vacation_ends_with_the_last_strict_game(
    world, timed, vacations, pass_time, planned
):
    game_id = await timed(strict=True)
    await pass_time(days=3)
    assert (await vacations.get_current(ANN)).automatic
    await world.games.resign(world.act(BEN), game_id)
    assert await vacations.get_current(ANN) is None
    await pass_time(days=1)
    assert await planned(ANN) == {}
    state = await vacations.start(world.act(ANN), world.clock.now + DAY)
    assert state.left == 20 * DAY - HOUR


async def test_a_new_year_renews_the_allowance(world, timed, vacations, clock):
    clock.now = datetime(2030, 12, 20, tzinfo=UTC)
    await timed(strict=True)
    state = await vacations.start(world.act(ANN), datetime(2031, 1, 5, tzinfo=UTC))
    assert state.left == 8 * DAY
    clock.now = datetime(2031, 1, 4, tzinfo=UTC)
    assert (await vacations.get_current(ANN)).left == 16 * DAY


async def test_a_new_year_pauses_strict_games_again_on_a_running_vacation(
    world, timed, pass_time, clock_of, sent_notifications
):
    vacations, clock = world.services.vacations, world.clock
    clock.now = datetime(2030, 12, 9, tzinfo=UTC)
    game_id = await timed(Pace.RELAXED, strict=True)
    await vacations.start(world.act(ANN), datetime(2031, 1, 30, tzinfo=UTC))
    await pass_time(days=20)
    assert (await clock_of(game_id)).since == datetime(2030, 12, 29, tzinfo=UTC)
    assert ("strict_back", ANN, False) in await sent_notifications()

    await pass_time(days=3)
    now = await clock_of(game_id)
    assert (now.since, now.left[0]) == (None, 4 * DAY)
    assert (await vacations.get_current(ANN)).strict_ends_at == datetime(2031, 1, 21, tzinfo=UTC)
    assert await sent_notifications() == []

    await pass_time(days=20)
    assert (await clock_of(game_id)).since == datetime(2031, 1, 21, tzinfo=UTC)
    assert ("strict_back", ANN, False) in await sent_notifications()


async def test_a_new_year_uses_no_allowance_without_strict_games(
    world, timed, pass_time, sent_notifications
):
    vacations, clock = world.services.vacations, world.clock
    clock.now = datetime(2030, 12, 9, tzinfo=UTC)
    game_id = await timed(Pace.RELAXED, strict=True)
    await vacations.start(world.act(ANN), datetime(2031, 1, 30, tzinfo=UTC))
    await pass_time(days=21)
    await world.games.resign(world.act(BEN), game_id)
    await sent_notifications()
    await pass_time(days=10)
    state = await vacations.get_current(ANN)
    assert (state.strict_ends_at, state.left) == (None, 20 * DAY)
    assert await sent_notifications() == []


@pytest.mark.parametrize("day", [12, 20])
async def test_an_allowance_that_lasts_into_the_new_year_is_extended_by_the_new_one(
    world, timed, pass_time, clock_of, sent_notifications, day
):
    vacations, clock = world.services.vacations, world.clock
    clock.now = datetime(2030, 12, day, tzinfo=UTC)
    game_id = await timed(strict=True)
    state = await vacations.start(world.act(ANN), datetime(2031, 3, 1, tzinfo=UTC))
    assert state.strict_ends_at == datetime(2031, 1, 21, tzinfo=UTC)
    await sent_notifications()
    await pass_time(days=51 - day)
    assert (await clock_of(game_id)).since is None
    assert await sent_notifications() == []
    await pass_time(days=1)
    assert (await clock_of(game_id)).since == datetime(2031, 1, 21, tzinfo=UTC)


@pytest.mark.parametrize("leaves", [True, False])
async def test_the_new_allowance_saves_a_strict_game_in_the_first_hour_of_a_year(
    world, timed, pass_time, clock_of, leaves
):
    vacations, clock = world.services.vacations, world.clock
    clock.now = datetime(2030, 12, 5, 0, 30, tzinfo=UTC)
    game_id = await timed(Pace.RELAXED, strict=True)
    await vacations.start(world.act(ANN), datetime(2030, 12, 25, 0, 30, tzinfo=UTC))
    await pass_time(days=20)
    if leaves:
        await vacations.start(world.act(ANN), datetime(2031, 1, 20, tzinfo=UTC))
    # in seven days it is half an hour past the end of the year
    await pass_time(days=7, minutes=-1)
    assert (await world.games.get(game_id)).result is None
    now = await clock_of(game_id)
    assert (now.since, now.left[0] > timedelta(0)) == (None, True)


async def test_drops_the_notification_of_a_vacation_whose_end_has_changed(
    world, timed, vacations, pass_time, clock, sent_notifications
):
    await timed()
    await sent_notifications()
    night = Quiet(clock.now.hour * 60, (clock.now.hour + 8) % 24 * 60)
    await world.change_settings(world.act(BEN), quiet=night)
    await vacations.start(world.act(ANN), clock.now + 9 * DAY)
    assert await sent_notifications() == []
    await vacations.start(world.act(ANN), clock.now + 20 * DAY)
    assert await sent_notifications() == []
    clock.advance(hours=9)
    assert await sent_notifications() == [("away", BEN, False)]


async def test_the_engine_is_not_notified_of_a_vacation(
    world, vacations, clock, sent_notifications
):
    bot = Player(900, "Lifeline")
    await world.services.practice.begin(world.act(ANN), bot, 1, "lifeline", {"size": 4})
    await sent_notifications()

    await vacations.start(world.act(ANN), clock.now + 2 * DAY)

    assert await sent_notifications() == []


async def test_each_opponent_is_notified_of_a_vacation_once_for_all_games(
    world, timed, vacations, clock, sent_notifications
):
    for second in (BEN, BEN, CAT):
        last = await timed(Pace.NONE, second=second)
    await sent_notifications()
    await world.services.notifications.mute(world.act(ANN), last, muted=True)  # not for Cat
    await vacations.start(world.act(ANN), clock.now + 2 * DAY)
    assert sorted(await sent_notifications()) == [("away", BEN, False), ("away", CAT, False)]


async def test_a_repeated_vacation_is_announced_only_to_opponents_who_do_not_know_it(
    world, timed, vacations, clock, sent_notifications
):
    until = clock.now + 30 * DAY
    await timed(second=BEN)
    await timed(second=CAT, strict=True)
    await sent_notifications()
    to_both = [("away", BEN, False), ("away", CAT, False)]
    await vacations.start(world.act(ANN), until)
    assert sorted(await sent_notifications()) == to_both
    clock.advance(days=1)
    await vacations.start(world.act(ANN), until)
    assert await sent_notifications() == []

    await timed(second=BEN)
    await sent_notifications()
    await vacations.start(world.act(ANN), until)
    assert await sent_notifications() == [("away", BEN, False)]

    await vacations.start(world.act(ANN), until + DAY)
    assert sorted(await sent_notifications()) == to_both
    await vacations.start(world.act(ANN), until)
    assert sorted(await sent_notifications()) == to_both


async def test_a_repeated_vacation_without_allowance_is_announced_once(
    world, timed, vacations, clock, sent_notifications
):
    until = clock.now + 30 * DAY
    await timed()
    await timed(strict=True)
    await sent_notifications()
    for notified in ([("away", BEN, False)], [], []):  # then the allowance is used up
        await vacations.start(world.act(ANN), until)
        assert [each for each in await sent_notifications() if each[0] == "away"] == notified
        clock.advance(days=11)


async def test_a_repeated_vacation_is_not_announced_after_another_player_was_deleted(
    world, timed, vacations, clock, sent_notifications
):
    until = clock.now + 30 * DAY
    await timed()
    await timed(first=CAT)
    await sent_notifications()
    for notified in ([("away", BEN, False)], []):
        await vacations.start(world.act(ANN), until)
        assert await sent_notifications() == notified
    await world.services.privacy.delete(CAT)
    await sent_notifications()
    await vacations.start(world.act(ANN), until)
    assert await sent_notifications() == []


async def test_a_new_vacation_is_announced_again_after_the_first_has_ended(
    world, timed, vacations, clock, sent_notifications
):
    until = clock.now + 30 * DAY
    await timed()
    await sent_notifications()
    for _ in range(2):
        await vacations.start(world.act(ANN), until)
        assert await sent_notifications() == [("away", BEN, False)]
        await vacations.end(world.act(ANN))
        clock.advance(hours=1)
        await sent_notifications()


async def test_a_vacation_changed_back_during_quiet_hours_is_announced_once(
    world, timed, vacations, clock, sent_notifications
):
    await timed()
    await sent_notifications()
    night = Quiet(clock.now.hour * 60, (clock.now.hour + 8) % 24 * 60)
    await world.change_settings(world.act(BEN), quiet=night)
    until = clock.now + 9 * DAY
    for day in (until, until + DAY, until):
        await vacations.start(world.act(ANN), day)
        assert await sent_notifications() == []
    clock.advance(hours=9)
    assert await sent_notifications() == [("away", BEN, False)]


@pytest.mark.parametrize("days", [-1, 0, 367])
async def test_a_vacation_ends_within_a_year_from_now(world, vacations, clock, days):
    with pytest.raises(CannotTakeVacation, match="a year from now"):
        await vacations.start(world.act(ANN), clock.now + days * DAY)


async def test_an_automatic_vacation_prevents_a_strict_loss_and_is_announced_once(
    world, timed, vacations, pass_time, clock_of, sent_notifications
):
    clock = world.clock
    game_id = await timed(strict=True)
    await pass_time(days=2, hours=22)
    await sent_notifications()
    await pass_time(hours=1)
    assert await sent_notifications() == [("away", BEN, False), ("vacation", ANN, False)]
    state = await vacations.get_current(ANN)
    assert (state.automatic, state.ends_at) == (True, clock.now + 20 * DAY)
    assert (await clock_of(game_id)).left[0] == HOUR


async def test_a_turn_that_ends_an_automatic_vacation_is_notified_once(
    world, timed, pass_time, sent_notifications, tick
):
    game_id = await timed(strict=True)
    await pass_time(days=2, hours=23)
    await sent_notifications()
    await world.play(ANN, game_id, "a1 c3")
    assert await sent_notifications() == [("ping", BEN, False)]
    world.clock.advance(seconds=20)
    await tick()
    assert await sent_notifications() == []


async def test_a_declined_automatic_vacation_does_not_start_again_in_that_turn(
    world, timed, vacations, pass_time, clock_of
):
    game_id = await timed(strict=True)
    await pass_time(days=2, hours=23)
    await vacations.decline(world.act(ANN))
    assert await vacations.get_current(ANN) is None
    await pass_time(minutes=59)
    assert (await world.games.get(game_id)).result is None
    await pass_time(minutes=1)
    assert (await world.games.get(game_id)).result.ending == "time"


async def test_a_declined_vacation_leaves_the_opponent_an_automatic_one(
    world, timed, vacations, pass_time
):
    await timed(strict=True)
    await pass_time(days=1)
    await timed(strict=True, first=BEN, second=ANN)
    await pass_time(days=1, hours=23)
    await vacations.decline(world.act(ANN))
    await pass_time(days=1)
    assert (await vacations.get_current(BEN)).automatic


async def test_undoing_half_a_turn_keeps_a_declined_automatic_vacation_declined(
    world, timed, vacations, pass_time
):
    game_id = await timed(strict=True)
    await world.play(ANN, game_id, "a1")
    await pass_time(days=2, hours=23)
    await vacations.decline(world.act(ANN))
    await world.services.undo.undo(world.act(ANN), game_id)
    await pass_time(minutes=59)
    assert await vacations.get_current(ANN) is None
    # a vacation of the opponent restarts the clock in the same turn
    await vacations.start(world.act(BEN), world.clock.now + DAY)
    await pass_time(days=1, seconds=59)
    assert await vacations.get_current(ANN) is None
    await pass_time(seconds=1)
    assert (await world.games.get(game_id)).result.ending == "time"


async def test_a_chosen_vacation_cannot_be_declined(world, timed, vacations, clock):
    await timed(strict=True)
    await vacations.start(world.act(ANN), clock.now + DAY)
    with pytest.raises(CannotTakeVacation, match="No automatic vacation is planned"):
        await vacations.decline(world.act(ANN))


async def test_a_strict_game_is_lost_on_time_without_allowance(
    world, timed, vacations, pass_time, clock
):
    game_id = await timed(strict=True)
    began = clock.now
    await pass_time(days=60)
    game = await world.games.get(game_id)
    assert game.result.ending == "time"
    # three days on the clock, twenty days of allowance
    assert game.updated_at - began == 23 * DAY


async def test_an_automatic_vacation_is_announced_once(world, timed, pass_time, sent_notifications):
    await timed(strict=True)
    await pass_time(days=2, hours=22)
    await sent_notifications()
    notified = []
    for _ in range(22):
        await pass_time(days=1)
        notified += [kind for kind, _, _ in await sent_notifications()]
    assert notified.count("vacation") == notified.count("away") == 1


@pytest.mark.parametrize("reminders", ["on", "off"])
async def test_a_player_short_of_strict_time_is_reminded_again_after_a_vacation(
    world, timed, pass_time, sent_notifications, reminders
):
    game_id = await timed(strict=True)
    await sent_notifications()
    await world.change_settings(world.act(ANN), reminders=reminders)
    await pass_time(days=2, hours=22)
    reminder = [("reminder", ANN, False)] if reminders == "on" else []
    assert await sent_notifications() == reminder
    await pass_time(hours=1)
    await sent_notifications()
    await pass_time(days=20)
    assert await sent_notifications() == reminder
    assert (await world.games.get(game_id)).result is None
    await pass_time(hours=1)
    assert (await world.games.get(game_id)).result.ending == "time"
    assert await sent_notifications() == []


async def test_a_reminder_after_a_vacation_ignores_an_undone_half_turn(
    world, timed, vacations, pass_time, sent_notifications
):
    game_id = await timed()
    await sent_notifications()
    await world.play(ANN, game_id, "a1")
    await pass_time(days=2, hours=20)
    assert await sent_notifications() == [("reminder", ANN, False)]
    await vacations.start(world.act(BEN), world.clock.now + 9 * DAY)
    await world.services.undo.undo(world.act(ANN), game_id)
    assert await sent_notifications() == [("away", ANN, False)]
    await vacations.end(world.act(BEN))
    assert await sent_notifications() == [("reminder", ANN, False)]


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("strict", [True, False])
async def test_the_player_to_move_is_reminded_again_after_the_opponent_s_vacation(
    world, timed, pass_time, sent_notifications, strict, early
):
    vacations = world.services.vacations
    await timed(strict=strict)
    await sent_notifications()
    await pass_time(days=2, hours=20)
    assert await sent_notifications() == [("reminder", ANN, False)]
    await vacations.start(world.act(BEN), world.clock.now + 9 * DAY)
    assert await sent_notifications() == [("away", ANN, False)]
    if early:
        await vacations.end(world.act(BEN))
    else:
        await pass_time(days=9)
    assert await sent_notifications() == [("reminder", ANN, False)]


@pytest.mark.parametrize(("ends", "news"), [("by hand", []), ("allowance", ["strict_back"])])
async def test_a_player_is_not_reminded_again_after_their_own_vacation(
    world, timed, pass_time, sent_notifications, ends, news
):
    await timed(strict=True)
    await pass_time(days=2, hours=20)
    assert ("reminder", ANN, False) in await sent_notifications()
    await world.services.vacations.start(world.act(ANN), world.clock.now + 60 * DAY)
    assert await sent_notifications() == [("away", BEN, False)]
    if ends == "by hand":
        await world.services.vacations.end(world.act(ANN))
    else:
        await pass_time(days=20)
    assert await sent_notifications() == [(each, ANN, False) for each in news]


@pytest.mark.parametrize(("hours", "news"), [(68, "reminder"), (10, "digest")])
async def test_the_opponent_to_move_is_notified_again_when_the_allowance_ends(
    world, timed, pass_time, sent_notifications, hours, news
):
    vacations = world.services.vacations
    await timed(strict=True)
    await sent_notifications()
    await pass_time(hours=hours)
    await sent_notifications()
    await vacations.start(world.act(BEN), world.clock.now + 60 * DAY)
    await sent_notifications()
    await pass_time(days=20)
    notified = {(news, ANN, False), ("strict_back", BEN, False)}
    assert set(await sent_notifications()) == notified


@pytest.mark.parametrize("paused_by", [ANN, BEN])
async def test_held_notifications_of_a_game_are_sent_when_its_clock_runs_during_a_vacation(
    world, timed, pass_time, sent_notifications, paused_by
):
    vacations, clock = world.services.vacations, world.clock
    game_id = await timed(Pace.RELAXED, strict=True, first=BEN, second=ANN)
    await vacations.start(world.act(ANN), clock.now + 60 * DAY)
    await pass_time(days=3)
    if paused_by == BEN:  # for longer than her allowance lasts
        await vacations.start(world.act(BEN), clock.now + 19 * DAY)
    await world.play(BEN, game_id, "a1 c3")
    assert ("digest", ANN, False) not in await sent_notifications()
    await pass_time(days=19)
    assert ("digest", ANN, False) in await sent_notifications()


@pytest.mark.parametrize("chosen", [True, False])
@pytest.mark.parametrize("early", [True, False])
async def test_the_opponent_to_move_is_notified_again_when_a_vacation_ends_early(
    world, timed, pass_time, sent_notifications, early, chosen
):
    vacations = world.services.vacations
    mine = await timed(strict=True)
    await timed(Pace.RELAXED, strict=True, first=BEN, second=ANN)
    await sent_notifications()
    await vacations.start(world.act(ANN), world.clock.now + DAY)
    await vacations.end(world.act(ANN))
    await pass_time(seconds=1)
    assert await sent_notifications() == []  # he has not heard of it
    if chosen:
        await vacations.start(world.act(ANN), world.clock.now + 20 * DAY)
    else:
        await pass_time(days=2, hours=23)
    assert ("away", BEN, False) in await sent_notifications()
    await pass_time(hours=1 if early else 480)
    if early and chosen:
        await vacations.end(world.act(ANN))
    elif early:
        await world.play(ANN, mine, "a1 c3")
    await pass_time(seconds=1)
    assert (("digest", BEN, False) in await sent_notifications()) == early


async def test_the_latest_announcement_says_when_a_vacation_was_expected_to_end(
    world, timed, pass_time, sent_notifications
):
    vacations, clock = world.services.vacations, world.clock
    await timed(Pace.RELAXED, first=BEN, second=ANN)
    await sent_notifications()
    for days in (9, 2):
        await vacations.start(world.act(ANN), clock.now + days * DAY)
        assert await sent_notifications() == [("away", BEN, False)]
    await pass_time(days=2)
    assert await sent_notifications() == []


async def test_an_announcement_that_never_arrived_was_not_expected(
    world, timed, pass_time, sent_notifications
):
    vacations, clock = world.services.vacations, world.clock
    await timed(Pace.RELAXED, first=BEN, second=ANN)
    await sent_notifications()
    await vacations.start(world.act(ANN), clock.now + DAY)
    assert await sent_notifications() == [("away", BEN, False)]
    day = Quiet(clock.now.hour * 60, (clock.now.hour - 1) * 60)
    await world.change_settings(world.act(BEN), quiet=day)
    await vacations.start(world.act(ANN), clock.now + 9 * DAY)
    assert await sent_notifications() == []
    await pass_time(days=1, hours=2)
    await vacations.end(world.act(ANN))
    await pass_time(hours=21)
    assert await sent_notifications() == []


async def test_an_early_end_is_news_only_in_games_that_were_announced_as_paused(
    world, timed, vacations, pass_time, sent_notifications
):
    await timed()
    await sent_notifications()
    await vacations.start(world.act(ANN), world.clock.now + 9 * DAY)
    assert await sent_notifications() == [("away", BEN, False)]
    await timed(first=BEN, second=ANN)
    assert await sent_notifications() == [("ping", BEN, False)]
    await pass_time(days=1)
    await vacations.end(world.act(ANN))
    await pass_time(seconds=1)
    assert [each for each in await sent_notifications() if each[1] == BEN] == []


async def test_held_notifications_are_sent_when_a_vacation_ends_early(
    world, timed, vacations, pass_time, sent_notifications
):
    await timed()
    await sent_notifications()
    await vacations.start(world.act(ANN), world.clock.now + 30 * DAY)
    await sent_notifications()
    await vacations.start(world.act(BEN), world.clock.now + 60 * DAY)
    await pass_time(days=1)
    assert await sent_notifications() == []
    await vacations.end(world.act(ANN))
    assert await sent_notifications() == [("away", ANN, False)]


async def test_a_vacation_is_not_announced_after_its_end(
    world, timed, vacations, pass_time, sent_notifications
):
    await timed()
    await sent_notifications()
    await vacations.start(world.act(ANN), world.clock.now + 30 * DAY)
    await vacations.start(world.act(BEN), world.clock.now + 10 * DAY)
    await sent_notifications()
    await pass_time(days=30)
    assert "away" not in [kind for kind, who, _ in await sent_notifications() if who == ANN]


@pytest.mark.parametrize("days", [20, 60])
async def test_opponents_are_told_the_end_of_the_allowance_before_the_end_of_a_vacation(
    world, timed, vacations, clock, days
):
    gentle, strict = await timed(), await timed(strict=True)
    await world.posted()
    await vacations.start(world.act(ANN), clock.now + days * DAY)
    (message,) = [each for each in await world.outbox.take_due(5) if each.user_id is not None]
    said = notification_message(await world.services.notifications.compose(message)).content
    runs = f"<t:{int((clock.now + 20 * DAY).timestamp())}:f>"
    sooner = (
        f" In games with automatic loss on time, the clocks run again from {runs}. "
        f"This affects game {strict}."
    )
    assert said.endswith(f" Games {gentle}, {strict} are paused.{sooner if days > 20 else ''}")


async def test_opponents_are_not_told_that_games_are_paused_for_which_no_allowance_is_left(
    world, timed, pass_time, sent_notifications
):
    vacations, clock = world.services.vacations, world.clock
    gentle = await timed()
    for opponent in (BEN, CAT):
        await timed(Pace.RELAXED, second=opponent, strict=True)
    await vacations.start(world.act(ANN), clock.now + 20 * DAY)
    await pass_time(days=20)
    await sent_notifications()
    await vacations.start(world.act(ANN), clock.now + 30 * DAY)
    message = await world.due("away")
    said = notification_message(await world.services.notifications.compose(message)).content
    assert (message.user_id, said.endswith(f"Game {gentle} is paused.")) == (BEN, True)


async def test_games_of_other_channels_are_only_counted_in_a_vacation_notification(
    world, timed, vacations, clock
):
    gentle, strict, private = await timed(), await timed(strict=True), world.act(ANN, guild=None)
    proposed = await world.challenges.propose(
        replace(private, channel_id=9), Player(BEN, "Ben"), "lifeline", {"size": 4}
    )
    hidden = await world.challenges.accept(world.act(BEN, guild=None, channel=9), proposed.id)
    await world.posted()
    await vacations.start(world.act(ANN), clock.now + 60 * DAY)
    (message,) = [each for each in await world.outbox.take_due(5) if each.user_id is not None]
    notification = await world.services.notifications.compose(message)

    assert (
        f"Games {gentle}, {strict} are paused. 1 game elsewhere is paused."
        in notification_message(notification).content
    )
    assert notification.elsewhere == {hidden.id}


@pytest.mark.parametrize("when", ["muted before", "muted while it is held", "over"])
@pytest.mark.parametrize("left", [1, 0])
async def test_games_that_are_muted_or_over_are_left_out_of_a_vacation_notification(
    world, timed, sent_notifications, left, when
):
    vacations, clock = world.services.vacations, world.clock
    strict, gentle = await timed(strict=True), await timed()
    await sent_notifications()
    clock.now = clock.now.replace(hour=23)
    await world.change_settings(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))

    async def leave_out():
        for game_id in [strict, gentle][: 2 - left]:
            if when == "over":
                await world.games.resign(world.act(BEN), game_id)
            else:
                await world.services.notifications.mute(world.act(BEN), game_id, muted=True)

    if when == "muted before":
        await leave_out()
    await vacations.start(world.act(ANN), clock.now + 60 * DAY)
    await sent_notifications()
    if when != "muted before":
        await leave_out()
    clock.advance(hours=9)
    if not left:
        assert "away" not in [kind for kind, _, _ in await sent_notifications()]
        return
    said = notification_message(
        await world.services.notifications.compose(await world.due("away"))
    ).content
    assert said.endswith(f"Game {gentle} is paused.")


async def test_held_notifications_are_sent_when_quiet_hours_are_switched_off(
    world, timed, vacations, clock, sent_notifications
):
    await timed()
    await sent_notifications()
    clock.now = clock.now.replace(hour=23)
    await world.change_settings(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))
    await vacations.start(world.act(ANN), clock.now + 30 * DAY)
    assert await sent_notifications() == []
    await world.change_settings(world.act(BEN), quiet="off")
    assert await sent_notifications() == [("away", BEN, False)]


@pytest.mark.parametrize(
    ("news", "ended"), [("vacation", 1), ("strict_back", 1), ("strict_back", 2)]
)
async def test_held_news_of_the_own_vacation_is_sent_although_its_game_has_ended(
    world, timed, pass_time, sent_notifications, news, ended
):
    clock = world.clock
    clock.now = datetime(2030, 1, 2, 6, 30, tzinfo=UTC)
    await world.change_settings(world.act(ANN), quiet=Quiet(22 * 60, 7 * 60))
    games = [await timed(strict=True) for _ in range(2)]
    await timed(strict=True, first=BEN, second=CAT)  # the opponent's other game is not hers
    if news == "vacation":
        await pass_time(days=2, hours=23)
    else:
        await world.services.vacations.start(world.act(ANN), clock.now + 30 * DAY)
        await pass_time(days=20)
    assert (news, ANN, False) not in await sent_notifications()
    for game_id in games[:ended]:
        await world.games.resign(world.act(BEN), game_id)
    await pass_time(hours=2)
    assert ((news, ANN, False) in await sent_notifications()) == (ended == 1)


@pytest.mark.parametrize("how", ["no longer quiet", "back"])
async def test_a_notification_postponed_while_quiet_hours_end_is_sent_soon(
    world, timed, vacations, clock, sent_notifications, how
):
    await timed()
    await sent_notifications()
    clock.now = clock.now.replace(hour=23)
    if how == "back":
        await vacations.start(world.act(BEN), clock.now + 2 * DAY)
    else:
        await world.change_settings(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))
    await sent_notifications()
    await vacations.start(world.act(ANN), clock.now + 30 * DAY)
    message = await world.due("away")
    later = await world.services.notifications.compose(message)
    if how == "back":
        await vacations.end(world.act(BEN))
    else:
        await world.change_settings(world.act(BEN), quiet="off")
    await world.services.notifications.postpone(message, later.delay)

    assert later.delay > timedelta(hours=7)
    clock.advance(seconds=1)
    assert await sent_notifications() == [("away", BEN, False)]


async def test_a_reminder_held_during_a_vacation_is_sent_once_after_it(
    world, timed, pass_time, sent_notifications
):
    await timed(strict=True)
    await sent_notifications()
    await pass_time(days=2, hours=23)
    await sent_notifications()
    await pass_time(days=20)
    assert [kind for kind, _, _ in await sent_notifications()].count("reminder") == 1


async def test_a_move_ends_an_automatic_vacation(
    world, timed, vacations, pass_time, tick, clock_of
):
    game_id, other = await timed(strict=True), await timed(strict=True)
    await pass_time(days=5)
    await world.play(ANN, game_id, "a1 c3")
    await tick()
    assert await vacations.get_current(ANN) is None
    for each in (game_id, other):
        assert (await clock_of(each)).since == world.clock.now
    assert (await clock_of(other)).left[0] == HOUR


async def test_a_move_does_not_end_a_chosen_vacation(
    world, timed, vacations, clock, tick, clock_of
):
    game_id = await timed()
    until = clock.now + 5 * DAY
    await vacations.start(world.act(ANN), until)
    clock.advance(minutes=1)
    await world.play(ANN, game_id, "a1 c3")
    await tick()
    assert (await vacations.get_current(ANN)).ends_at == until
    assert (await clock_of(game_id)).since is None


async def test_an_automatic_vacation_can_be_switched_off(
    world, timed, vacations, pass_time, sent_notifications
):
    game_id = await timed(strict=True)
    await world.personal_settings.change_settings(world.act(ANN), {"vacation": "off"})
    await sent_notifications()
    await pass_time(days=2, hours=23, minutes=59)
    assert await vacations.get_current(ANN) is None
    await pass_time(minutes=1)
    assert (await world.games.get(game_id)).result.ending == "time"
    assert {kind for kind, _, _ in await sent_notifications()}.isdisjoint({"away", "vacation"})


async def test_switching_it_off_keeps_a_chosen_vacation(world, timed, vacations, clock, clock_of):
    game_id = await timed(strict=True)
    await world.personal_settings.change_settings(world.act(ANN), {"vacation": "off"})
    await vacations.start(world.act(ANN), clock.now + DAY)
    assert (await clock_of(game_id)).since is None


async def test_an_automatic_vacation_pauses_only_games_that_are_lost_on_time(
    world, timed, vacations, pass_time, clock_of, sent_notifications
):
    strict = await timed(strict=True)
    gentle = await timed(Pace.RELAXED, first=CAT, second=ANN)
    await world.play(CAT, gentle, "a1 c3")
    third = await timed(Pace.RELAXED, first=CAT, second=ANN)
    await sent_notifications()
    await pass_time(days=2, hours=23)
    assert (await vacations.get_current(ANN)).automatic
    assert (await clock_of(strict)).since is None
    assert (await clock_of(gentle)).since is not None
    assert (await clock_of(third)).since is not None
    assert [to for kind, to, _ in await sent_notifications() if kind == "away"] == [BEN]

    # a turn in a game in progress is announced, and its time runs out as usual
    await world.play(CAT, third, "a1 c3")
    assert ("ping", ANN, False) in await sent_notifications()
    await pass_time(days=8)
    assert (await world.games.get(gentle)).time_is_up

    # a vacation that she takes herself pauses them, too, and tells the other opponent
    await vacations.start(world.act(ANN), world.clock.now + DAY)
    assert (await clock_of(third)).since is None
    assert CAT in {to for kind, to, _ in await sent_notifications() if kind == "away"}


async def test_an_automatic_vacation_holds_back_no_notification(
    world, timed, vacations, pass_time, sent_notifications, clock
):
    await timed(strict=True)
    await pass_time(days=2, hours=23)
    await sent_notifications()
    other = await timed(strict=True, first=CAT, second=ANN)
    await world.play(CAT, other, "a1 c3")
    assert ("ping", ANN, False) in await sent_notifications()
    await world.services.undo.undo(world.act(CAT), other)
    gentle = await timed(first=CAT, second=ANN)
    await world.play(CAT, gentle, "a1 c3")
    await pass_time(days=2, hours=18)
    assert ("reminder", ANN, False) in await sent_notifications()


def test_the_status_of_an_automatic_vacation_says_which_games_go_on():
    ends_at = datetime(2030, 1, 20, tzinfo=UTC)
    state = Vacation(ends_at, ends_at, automatic=True, left=3 * DAY)
    shown = vacation(state)
    assert "Your other games go on." in shown.content
    assert "Your other games go on." not in vacation(replace(state, automatic=False)).content
    assert [each.label for each in shown.rows[0]] == ["I'm back"]


def test_the_status_of_a_vacation_without_allowance_says_which_pings_go_on():
    ends_at = datetime(2030, 1, 20, tzinfo=UTC)
    state = Vacation(ends_at, None, automatic=False, left=timedelta(0))
    assert "You still get pings" in vacation(state).content
    assert "You still get pings" not in vacation(replace(state, strict_ends_at=ends_at)).content


def test_the_status_of_a_vacation_has_all_its_lines_and_a_button_to_end_it():
    ends_at, strict = datetime(2030, 1, 20, tzinfo=UTC), datetime(2030, 1, 9, tzinfo=UTC)
    state = Vacation(ends_at, strict, automatic=False, left=3 * DAY)
    end = ((Button(ComponentId("back", 0), clocks.I_AM_BACK()),),)
    chosen, automatic = clocks.away(ends_at, strict, 3 * DAY), clocks.away_automatically
    assert vacation(state) == OutgoingMessage(chosen, rows=end)
    in_league = replace(state, plays_in_league=True)
    more = (clocks.LEAGUE_GOES_ON(), clocks.understood("Europe/Berlin"))
    assert vacation(in_league, "Europe/Berlin").content == "\n".join([chosen, *more])
    begun = replace(in_league, automatic=True)
    text = f"{automatic(ends_at, 3 * DAY)}\n{more[0]}"
    assert vacation(begun) == OutgoingMessage(text, rows=end)
    assert vacation(None) == OutgoingMessage(clocks.NOT_AWAY())
