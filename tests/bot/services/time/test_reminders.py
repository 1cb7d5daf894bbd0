"""Reminders at a chosen time before the deadline: planning, changes of the setting, quiet hours."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.messages.settings import overview
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BEFORE_QUIET, BotDue, ReminderChoice, reminder_at
from bot.services.values.clocks.quiet_hours import Quiet
from bot.words.settings import REMINDER_TIMES
from testbed.sql_count import counting_sql

ANN, BEN = 101, 102
HOUR = timedelta(hours=1)
NIGHT = Quiet(22 * 60, 7 * 60)
END = datetime(2030, 1, 9, 12, tzinfo=UTC)
REMINDED = [("reminder", ANN, False)]
CHOICES = [choice for choice in REMINDER_TIMES if choice not in ("on", "off")]


def choice(hours, quiet=None, zone="UTC"):
    return ReminderChoice(hours * HOUR, quiet, zone)


@pytest.fixture
def choose(world):
    async def change(value, who=ANN, **others):
        await world.change_settings(world.act(who), reminders=value, **others)

    return change


@pytest.mark.parametrize("value", CHOICES)
async def test_the_reminder_comes_once_at_the_chosen_time(
    timed, choose, pass_time, sent_notifications, value
):
    await choose(value)
    await timed()
    await sent_notifications()
    lead = int(value.removesuffix("h"))
    await pass_time(hours=72 - lead, seconds=-1)
    assert await sent_notifications() == []
    await pass_time(seconds=1)
    assert await sent_notifications() == REMINDED
    await pass_time(hours=lead, seconds=-1)
    assert await sent_notifications() == []


async def test_each_player_is_reminded_by_their_own_choice(world, clock, timed, choose, planned):
    await choose("6h", BEN)
    game = await timed()
    assert (await planned(game))[BotDue.REMINDER] == clock.now + 54 * HOUR
    await world.play(ANN, game, "a1 c3")
    assert (await planned(game))[BotDue.REMINDER] == clock.now + 66 * HOUR
    world.restart()
    await world.play(BEN, game, "e5 b4")
    left = (await planned(game))[BotDue.FALL] - clock.now
    assert (await planned(game))[BotDue.REMINDER] == clock.now + left * 3 / 4


@pytest.mark.parametrize("hours", [24, 48])
async def test_a_turn_with_less_time_is_reminded_of_at_the_usual_time(
    timed, clock, choose, planned, hours
):
    await choose(f"{hours}h")
    game = await timed(Pace.BRISK)
    assert (await planned(game))[BotDue.REMINDER] == clock.now + 18 * HOUR


async def test_a_change_moves_the_reminders_of_running_games(
    world, clock, timed, choose, planned, pass_time
):
    began, mine = clock.now, [await timed(), await timed(Pace.RELAXED)]
    others = [await timed(first=BEN, second=ANN), await timed(Pace.NONE)]
    before = [await planned(game) for game in others]
    await pass_time(hours=1)
    for value, hours in (("12h", 12), ("1h", 1), ("48h", 48)):
        await choose(value)
        reminders = [(await planned(game))[BotDue.REMINDER] - began for game in mine]
        assert reminders == [(72 - hours) * HOUR, (168 - hours) * HOUR]
    await choose("on")
    reminders = [(await planned(game))[BotDue.REMINDER] - began for game in mine]
    assert reminders == [54 * HOUR, 126 * HOUR]
    assert [await planned(game) for game in others] == before


@pytest.mark.parametrize("mover", [ANN, BEN])
async def test_a_change_counts_the_time_of_the_player_to_move_in_every_turn(
    world, timed, choose, planned, pass_time, mover
):
    games = [await timed(Pace.RELAXED), await timed(Pace.SEASON, strict=True)]
    await pass_time(hours=84)  # she is reminded of the second game
    for game in games:
        await world.play(ANN, game, "a1 c3")
        if mover == ANN:
            await world.play(BEN, game, "e5 b4")
    before = [await planned(game) for game in games]
    await pass_time(hours=1)
    await choose("1h", mover)
    for game in games:
        moments = await planned(game)
        assert moments[BotDue.REMINDER] == moments[BotDue.FALL] - HOUR
    await choose("on", mover)
    assert [await planned(game) for game in games] == before


async def test_a_reminder_whose_new_moment_has_passed_is_not_sent_late(
    timed, choose, planned, pass_time, sent_notifications
):
    games = [await timed() for _ in range(3)]
    await sent_notifications()
    await pass_time(hours=40)
    await choose("48h")
    assert [BotDue.REMINDER in await planned(game) for game in games] == [False] * 3
    await pass_time(hours=31)
    assert await sent_notifications() == []


async def test_a_turn_is_not_reminded_of_twice_after_a_change(
    timed, choose, pass_time, sent_notifications
):
    await choose("48h")
    await timed()
    await sent_notifications()
    await pass_time(hours=24)
    assert await sent_notifications() == REMINDED
    await choose("1h")
    await pass_time(hours=47, minutes=59)
    assert await sent_notifications() == []


async def test_reminders_that_are_switched_on_again_come_in_the_same_turn(
    timed, choose, pass_time, sent_notifications
):
    await choose("off")
    await timed()
    await sent_notifications()
    await pass_time(hours=60)
    assert await sent_notifications() == []
    await choose("6h")
    await pass_time(hours=6)
    assert await sent_notifications() == REMINDED


async def test_a_muted_game_is_not_reminded_of(world, timed, choose, pass_time, sent_notifications):
    await choose("6h")
    game = await timed()
    await world.services.notifications.mute(world.act(ANN), game, muted=True)
    await sent_notifications()
    await pass_time(hours=71)
    assert await sent_notifications() == []


async def test_a_choice_holds_after_a_vacation_and_given_time(
    world, clock, timed, choose, planned, pass_time
):
    await choose("6h")
    game = await timed()
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    assert await planned(game) == {}
    await pass_time(days=2)
    assert (await planned(game))[BotDue.REMINDER] == clock.now + 66 * HOUR
    await pass_time(hours=73)
    await world.services.time.give(world.act(BEN), game)
    assert (await planned(game))[BotDue.REMINDER] == clock.now + 42 * HOUR


@pytest.mark.parametrize("noticed", [False, True])
async def test_an_outage_puts_off_a_chosen_reminder_as_much_as_the_deadline(
    world, clock, timed, choose, planned, noticed
):
    await choose("6h")
    game = await timed()
    await world.services.deadlines.record_heartbeat()
    before = await planned(game)
    clock.advance(hours=10)
    world.restart()
    if noticed:
        await world.services.deadlines.record_heartbeat()
    await choose("12h")
    await world.services.deadlines.record_heartbeat()
    after = await planned(game)
    assert after[BotDue.FALL] - before[BotDue.FALL] == 10 * HOUR
    assert after[BotDue.FALL] - after[BotDue.REMINDER] == 12 * HOUR


@pytest.mark.parametrize("what", ["up", "given", "paused"])
async def test_a_held_reminder_is_not_sent_when_no_time_is_running_out_any_more(
    world, clock, timed, pass_time, sent_notifications, what
):
    clock.now = datetime(2030, 1, 2, 6, 30, tzinfo=UTC)
    await world.change_settings(world.act(ANN), quiet=NIGHT)
    game = await timed(Pace.BRISK)
    await sent_notifications()
    await pass_time(hours=23)  # the reminder was due at half past midnight
    assert "reminder" not in [kind for kind, _, _ in await sent_notifications()]
    if what == "paused":
        await world.services.vacations.start(world.act(BEN), clock.now + timedelta(days=2))
    await pass_time(hours=1)
    if what == "given":
        await world.services.time.give(world.act(BEN), game)
    await pass_time(hours=1)
    assert "reminder" not in [kind for kind, _, _ in await sent_notifications()]

    if what == "paused":
        await world.services.vacations.end(world.act(BEN))
    await pass_time(hours=36 if what == "given" else 0)
    reminders = [] if what == "up" else REMINDED
    assert [each for each in await sent_notifications() if each[0] == "reminder"] == reminders


async def test_a_deadline_in_quiet_hours_is_announced_before_them(
    world, clock, timed, choose, pass_time, sent_notifications
):
    clock.now = datetime(2030, 1, 2, 3, tzinfo=UTC)
    await choose("1h", quiet=NIGHT)
    await timed()
    await pass_time(hours=5)
    await sent_notifications()
    await pass_time(days=2, hours=13, minutes=44, seconds=59)
    assert await sent_notifications() == []
    await pass_time(seconds=1)
    assert (clock.now.day, clock.now.hour, clock.now.minute) == (4, 21, 45)
    assert [kind for kind, _, _ in await sent_notifications()] == ["reminder"]
    await pass_time(hours=5)
    assert await sent_notifications() == []


async def test_new_quiet_hours_move_a_chosen_reminder(world, clock, timed, choose, planned):
    clock.now = datetime(2030, 1, 2, 3, tzinfo=UTC)
    await choose("1h")
    game = await timed()
    assert (await planned(game))[BotDue.REMINDER] == clock.now + 71 * HOUR
    await world.change_settings(world.act(ANN), quiet=NIGHT)
    assert (await planned(game))[BotDue.REMINDER] == datetime(2030, 1, 4, 21, 45, tzinfo=UTC)
    await world.change_settings(world.act(ANN), zone="Asia/Tokyo")
    assert (await planned(game))[BotDue.REMINDER] == clock.now + 71 * HOUR


@pytest.mark.parametrize(
    ("left", "chosen_time", "expected"),
    [
        (40 * HOUR, None, 10 * HOUR),
        (40 * HOUR, choice(1), HOUR),
        (2 * HOUR, choice(3), HOUR / 2),
        (3 * HOUR, choice(3), 3 * HOUR / 4),
        # held until seven, which is before noon
        (40 * HOUR, choice(6, NIGHT), 6 * HOUR),
        # the whole morning is quiet: the reminder comes the evening before
        (40 * HOUR, choice(1, Quiet(22 * 60, 13 * 60)), 14 * HOUR + BEFORE_QUIET),
        (40 * HOUR, choice(1, Quiet(9 * 60, 12 * 60)), 3 * HOUR + BEFORE_QUIET),
        (40 * HOUR, choice(1, Quiet(18 * 60, 22 * 60), "Asia/Tokyo"), 3 * HOUR + BEFORE_QUIET),
        # the turn began in these quiet hours
        (2 * HOUR, choice(1, Quiet(9 * 60, 13 * 60)), HOUR),
    ],
)
def test_the_time_of_a_reminder(left, chosen_time, expected):
    assert END - reminder_at(END, left, chosen_time) == expected


def test_quiet_hours_over_a_change_of_the_clocks():
    # Berlin puts its clocks forward at one o'clock UTC on this day
    end = datetime(2030, 3, 31, 4, tzinfo=UTC)
    night = choice(1, NIGHT, "Europe/Berlin")
    expected = datetime(2030, 3, 30, 21, tzinfo=UTC) - BEFORE_QUIET
    assert reminder_at(end, 40 * HOUR, night) == expected


async def test_a_change_needs_the_same_statements_for_any_number_of_games(world, timed, choose):
    await choose("12h")
    counted = []
    for games in (1, 2):
        for _ in range(games):
            await timed()
        with counting_sql() as sql:
            await choose("6h")
        counted.append(len(sql.statements))
    assert counted[0] == counted[1]


async def test_a_change_against_a_turn_of_another_process(world, timed, choose, planned, clock):
    for number in range(4):
        game = await timed()
        _, other = world.open()
        now = clock.now
        await asyncio.gather(
            choose("6h" if number % 2 else "12h", BEN),
            other.games.play(world.act(ANN), game, "a1 c3"),
        )
        lead = (6 if number % 2 else 12) * HOUR
        after = await planned(game)
        assert after[BotDue.FALL] - after[BotDue.REMINDER] == lead
        assert after[BotDue.FALL] == now + 72 * HOUR


@pytest.mark.parametrize("value", REMINDER_TIMES)
async def test_every_choice_is_stored_and_shown(world, choose, clock, value):
    await choose(value)
    world.restart()
    stored = await world.personal_settings.get_settings(ANN)
    shown = overview(stored, clock.now).content
    assert f"Reminder before a deadline: **{REMINDER_TIMES[value]()}**" in shown


async def test_the_choice_is_exported_and_deleted(world, choose):
    await choose("12h")
    (row,) = (await world.services.privacy.export(ANN))["players"]
    assert row["settings"] == {"reminders": "12h"}
    await world.services.privacy.delete(ANN)
    assert (await world.personal_settings.get_settings(ANN)).settings == {}
