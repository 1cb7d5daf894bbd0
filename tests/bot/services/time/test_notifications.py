"""Notifications: when and how a person is notified, once, depending on settings and vacations."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.errors.refusals import NotYourGame
from bot.services.steps.notification_creation import add_notification
from bot.services.steps.notification_settings import plan_digest
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.notifications.notification import Notification, Postponed
from bot.services.values.notifications.settings import (
    Decision,
    NotificationSettings,
    NotificationWay,
    decide,
    next_notification_time,
)
from bot.services.values.views import Location, Player
from bot.store.tables import games
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import OfGame, Personal, Reviewed, TurnBegun

ANN, BEN, CAT = 101, 102, 103
NIGHT = Quiet(22 * 60, 7 * 60)


@pytest.fixture
def notifications(world):
    return world.services.notifications


@pytest.fixture
def change_settings(world):
    async def change(user_id=ANN, **changes):
        return await world.change_settings(world.act(user_id), **changes)

    return change


def at(day, hour, minute=0):
    return datetime(2030, 1, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("way", "notified"),
    [
        ("channel", [("ping", ANN, False)]),
        ("dm", [("turn_dm", ANN, True)]),
        ("both", [("ping", ANN, False), ("turn_dm", ANN, True)]),
        ("none", []),
    ],
)
async def test_a_turn_is_announced_by_the_chosen_way(
    timed, change_settings, sent_notifications, way, notified
):
    await change_settings(turns=way)
    await timed()
    assert await sent_notifications() == notified


async def test_a_turn_in_quiet_hours_is_announced_afterwards(
    world, timed, change_settings, sent_notifications, pass_time, planned
):
    clock = world.clock
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 22)
    await timed()
    await timed()
    assert await sent_notifications() == []
    assert (await planned(ANN))[Due.DIGEST] == at(3, 7)
    await pass_time(hours=8, minutes=59, seconds=59)
    assert await sent_notifications() == []
    await pass_time(seconds=1)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_a_turn_that_has_been_played_is_not_announced(
    world, timed, change_settings, clock, sent_notifications, pass_time
):
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 23)
    game_id = await timed()
    await sent_notifications()
    await world.play(ANN, game_id, "a1 c3")
    await sent_notifications()
    await pass_time(hours=9)
    assert await sent_notifications() == []


async def test_a_turn_whose_first_half_was_undone_is_announced(
    world, timed, change_settings, clock, sent_notifications, pass_time
):
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 23)
    game_id = await timed()
    await sent_notifications()
    await world.play(ANN, game_id, "a1")
    await world.services.undo.undo(world.act(ANN), game_id)
    await pass_time(hours=9)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_a_digest_names_all_waiting_games_most_urgent_first(
    world, timed, change_settings, pass_time, sent_notifications, notifications
):
    clock = world.clock
    await change_settings(digest="9:00")
    paces = (Pace.NONE, Pace.RELAXED, Pace.NONE, Pace.BRISK)
    first, slow, second, fast = [await timed(pace) for pace in paces]
    assert await sent_notifications() == []
    await pass_time(hours=9)
    (message,) = await world.outbox.take_due(5)
    notification = await notifications.compose(message)
    assert [game.id for game in notification.games] == [fast, slow, first, second]
    assert [(each.ends_at or clock.now) > clock.now for each in notification.games] == [
        True,
        True,
        False,
        False,
    ]


async def test_a_digest_is_sent_once_a_day_if_there_is_something_new(
    world, timed, change_settings, pass_time, sent_notifications
):
    await change_settings(digest="9:00", reminders="off")
    await timed(Pace.NONE)
    await sent_notifications()
    await pass_time(days=3)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_changed_settings_do_not_repeat_turns_of_a_digest(
    timed, change_settings, pass_time, sent_notifications
):
    await change_settings(digest="9:00")
    await timed(Pace.NONE)
    await sent_notifications()
    await pass_time(days=1)
    assert await sent_notifications() == [("digest", ANN, False)]
    await change_settings(reminders="off")
    await pass_time(days=1)
    assert await sent_notifications() == []


async def test_each_person_has_a_separate_digest(
    timed, change_settings, pass_time, sent_notifications
):
    await change_settings(digest="9:00")
    await change_settings(CAT, digest="10:00")
    await timed(Pace.NONE)
    await timed(Pace.NONE, first=CAT)
    await sent_notifications()
    await pass_time(days=1)
    assert await sent_notifications() == [("digest", ANN, False), ("digest", CAT, False)]


async def test_a_turn_whose_message_is_unsent_is_announced_by_the_digest_only(
    timed, change_settings, clock, pass_time, sent_notifications
):
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 23)
    await timed()
    assert await sent_notifications() == []
    await timed()  # Discord does not respond until the morning
    await pass_time(hours=8)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_a_digest_cancels_a_waiting_direct_message_about_a_turn(
    world, timed, change_settings, pass_time, sent_notifications
):
    await change_settings(quiet=NIGHT, turns="dm")
    world.clock.now = at(2, 21, 59)
    await timed()
    for message in await world.outbox.take_due(5):
        assert message.kind != "turn" or not await world.services.notifications.notify_turn(message)
        await world.outbox.mark_sent(message, 9000 + message.id)
    world.clock.now = at(2, 22, 1)
    await timed()
    assert await sent_notifications() == []
    await pass_time(hours=9)
    assert await sent_notifications() == [("digest", ANN, True)]


@pytest.fixture
async def digest_and_notification(world, timed, change_settings, sent_notifications, pass_time):
    """Return the messages of a postponed digest and of a later turn's notification."""
    await change_settings(quiet=NIGHT, turns="dm")
    world.clock.now = at(2, 23)
    await timed()
    assert await sent_notifications() == []
    await pass_time(hours=8)
    (digest,) = await world.outbox.take_due(5)
    await world.outbox.retry(digest, timedelta(minutes=1), "Discord does not answer")
    await timed()
    (notification,) = await world.outbox.take_due(1)
    while notification.user_id is None:
        assert notification.kind != "turn" or not await world.services.notifications.notify_turn(
            notification
        )
        await world.outbox.mark_sent(notification, 9000 + notification.id)
        (notification,) = await world.outbox.take_due(1)
    assert (digest.kind, notification.kind) == ("digest", "turn_dm")
    return digest, notification


async def test_a_delayed_digest_alone_announces_a_turn_that_began_meanwhile(
    world, digest_and_notification, sent_notifications
):
    _, notification = digest_and_notification
    await world.outbox.retry(notification, timedelta(minutes=2), "Discord does not answer")
    world.clock.advance(minutes=1)
    assert await sent_notifications() == [("digest", ANN, True)]
    world.clock.advance(minutes=1)
    assert await sent_notifications() == []


async def test_a_digest_waits_for_direct_messages_being_sent(
    world, digest_and_notification, notifications
):
    digest, notification = digest_and_notification
    assert isinstance(await notifications.compose(digest), Postponed)
    await world.outbox.mark_sent(notification, 9100)
    assert len((await notifications.compose(digest)).games) == 2


async def test_muting_a_game_affects_no_other_game(world, timed, notifications, sent_notifications):
    muted, other = await timed(), await timed()
    await sent_notifications()
    await notifications.mute(world.act(BEN), muted, muted=True)
    for game_id in (muted, other):
        await world.play(ANN, game_id, "a1 c3")
    assert await sent_notifications() == [("ping", BEN, False)]


async def test_muting_a_game_affects_no_other_player(
    world, timed, notifications, sent_notifications
):
    one, other = await timed(), await timed()
    await notifications.mute(world.act(BEN), one, muted=True)
    await notifications.mute(world.act(ANN), other, muted=True)
    assert await sent_notifications() == [("ping", ANN, False)]
    await notifications.mute(world.act(ANN), one, muted=False)
    for game_id in (one, other):
        await world.play(ANN, game_id, "a1 c3")
    assert await sent_notifications() == [("ping", BEN, False)]


async def test_unmuting_a_game_restores_notifications(
    world, timed, notifications, sent_notifications
):
    game_id = await timed()
    await sent_notifications()
    for muted in (True, False):
        await notifications.mute(world.act(BEN), game_id, muted=muted)
    await world.play(ANN, game_id, "a1 c3")
    assert await sent_notifications() == [("ping", BEN, False)]


async def test_only_players_can_mute_a_game(world, timed, notifications):
    game_id = await timed()
    with pytest.raises(NotYourGame):
        await notifications.mute(world.act(CAT), game_id, muted=True)


async def test_turns_during_a_vacation_are_announced_together_afterwards(
    world, timed, clock, sent_notifications, pass_time
):
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    await timed()
    await timed()
    assert await sent_notifications() == []
    await pass_time(days=2)
    assert await sent_notifications() == [("digest", ANN, False)]


@pytest.mark.parametrize("notified", [("ping", ANN, False), ("turn_dm", ANN, True)])
async def test_an_automatic_vacation_holds_no_turn_of_a_game_without_a_clock(
    world, timed, change_settings, sent_notifications, pass_time, notified
):
    await change_settings(turns="dm" if notified[2] else "channel")
    slow = await timed(Pace.NONE, first=BEN, second=ANN)
    await timed(strict=True)
    await pass_time(days=2, hours=23)
    assert (await world.services.vacations.get_current(ANN)).automatic
    await sent_notifications()
    await world.play(BEN, slow, "a1 c3")
    assert await sent_notifications() == [notified]


async def test_a_digest_after_a_vacation_comes_at_its_time_of_day(
    world, timed, clock, change_settings, sent_notifications, pass_time
):
    clock.now = at(2, 0)
    await change_settings(digest="9:00")
    await world.services.vacations.start(world.act(ANN), at(4, 0))
    await timed()
    await sent_notifications()
    await pass_time(days=2, hours=8, minutes=59)
    assert await sent_notifications() == []
    await pass_time(minutes=1)
    assert await sent_notifications() == [("digest", ANN, False)]


@pytest.mark.parametrize("days", [(2, 5), (5, 2)])
async def test_the_earliest_planned_digest_is_kept(world, planned, days):
    for day in days:
        await world.database.write(plan_digest, ANN, at(day, 9))
    assert (await planned(ANN))[Due.DIGEST] == at(2, 9)


async def test_ending_a_vacation_early_announces_held_turns_at_once(
    world, timed, clock, sent_notifications, tick
):
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    await timed()
    await sent_notifications()
    clock.advance(hours=1)
    await world.services.vacations.end(world.act(ANN))
    await tick()
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_a_reminder_in_quiet_hours_waits_until_they_are_over(
    timed, change_settings, clock, sent_notifications, pass_time
):
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 12)
    await timed(Pace.BRISK)
    assert await sent_notifications() == [("ping", ANN, False)]
    # a quarter of 24 hours before the end: 6 in the morning
    await pass_time(hours=18)
    assert await sent_notifications() == []
    await pass_time(hours=1)
    assert await sent_notifications() == [("reminder", ANN, False)]


async def test_switched_off_reminders_are_not_sent(
    timed, change_settings, sent_notifications, pass_time
):
    await change_settings(reminders="off")
    await timed()
    await sent_notifications()
    await pass_time(hours=71)
    assert await sent_notifications() == []


async def test_a_refused_direct_message_switches_to_the_channel_for_a_week(
    world, timed, change_settings, sent_notifications, clock
):
    await change_settings(turns="dm")
    await world.refuse_direct_messages(ANN, clock.now)
    await timed(Pace.NONE)
    clock.advance(days=7, seconds=-1)
    await timed(Pace.NONE)
    assert await sent_notifications() == [("ping", ANN, False), ("ping", ANN, False)]
    clock.advance(seconds=1)
    await timed(Pace.NONE)
    assert await sent_notifications() == [("turn_dm", ANN, True)]


async def test_choosing_direct_messages_again_ends_the_week_without_them(
    world, timed, change_settings, clock, sent_notifications
):
    await change_settings(turns="dm")
    await world.refuse_direct_messages(ANN, clock.now)
    await change_settings(turns="dm")
    await timed(Pace.NONE)
    assert await sent_notifications() == [("turn_dm", ANN, True)]


async def test_a_direct_message_about_a_turn_waits_for_the_linked_message(
    world, timed, change_settings, notifications
):
    await change_settings(turns="dm")
    await timed()
    turn = await world.due("turn")
    await notifications.notify_turn(turn)
    (message,) = await world.outbox.take_due(9)

    assert isinstance(await notifications.compose(message), Postponed)
    expired_game = replace(message, attempts=20)
    assert (await notifications.compose(expired_game)).games[
        0
    ].turn_message_id is None  # a notification without a link is better than none

    await world.outbox.mark_sent(turn, 9001)
    assert (await notifications.compose(message)).games[0].turn_message_id == 9001


async def test_deciding_again_how_to_notify_adds_one_notification(
    world, timed, change_settings, notifications, sent_notifications
):
    await change_settings(turns="both")
    await timed()
    rows = await world.outbox.take_due(9)
    (turn,) = [message for message in rows if message.kind == "turn"]
    assert [await notifications.notify_turn(turn) for _ in range(3)].count(True) == 3
    await world.outbox.mark_sent(turn, 9001)
    assert [notified[0] for notified in await sent_notifications()].count("turn_dm") == 1


async def test_a_ping_delayed_into_quiet_hours_is_held(
    world, timed, change_settings, notifications, sent_notifications, pass_time
):
    clock = world.clock
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 21, 59)
    await timed()
    turn = await world.due("turn")
    assert await notifications.notify_turn(turn)
    clock.now = at(2, 22, 1)
    assert not await notifications.notify_turn(turn)
    await world.outbox.mark_sent(turn, 1)
    await pass_time(hours=10)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_changed_settings_reschedule_held_turns(
    timed, change_settings, clock, sent_notifications, pass_time, planned
):
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 23)
    await timed()
    await sent_notifications()
    await change_settings(quiet="off")
    assert (await planned(ANN))[Due.DIGEST] == clock.now


async def test_an_undeliverable_turn_that_was_played_is_not_announced(
    world, timed, notifications, sent_notifications
):
    game_id = await timed()
    turn = await world.due("turn")
    await notifications.notify_another_way(turn)
    await world.outbox.mark_dead(turn, "gone")
    await world.play(ANN, game_id, "a1 c3")
    assert await sent_notifications() == [("ping", BEN, False)]


async def test_a_turn_that_was_played_meanwhile_is_not_told_another_way(
    world, timed, notifications, sent_notifications
):
    game_id = await timed()
    turn = await world.due("turn")
    await world.play(ANN, game_id, "a1 c3")
    await notifications.notify_another_way(turn)
    await world.outbox.mark_dead(turn, "gone")
    assert await sent_notifications() == [("ping", BEN, False)]


async def test_the_player_is_notified_of_a_turn_in_a_deleted_channel(
    world, timed, notifications, sent_notifications
):
    await timed()
    turn = await world.due("turn")
    await notifications.notify_another_way(turn)
    await world.outbox.mark_dead(turn, "gone")
    assert await sent_notifications() == [("undeliverable", ANN, True)]


async def test_an_undeliverable_turn_is_not_announced_after_a_digest(
    world, timed, change_settings, notifications, clock, pass_time
):
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 21)
    await timed()
    turn = await world.due("turn")
    clock.now = at(2, 23)
    await notifications.notify_another_way(turn)
    await world.outbox.mark_dead(turn, "gone")
    undeliverable = await world.due("undeliverable")
    await world.outbox.retry(
        undeliverable, (await notifications.compose(undeliverable)).delay, "later"
    )
    await another_is_held(world, timed)
    await pass_time(hours=8)

    rows = {message.kind: message for message in await world.outbox.take_due(9)}
    assert len((await notifications.compose(rows["digest"])).games) == 2
    assert await notifications.compose(undeliverable) is None


async def test_a_turn_in_a_digest_is_not_announced_when_its_channel_is_given_up(
    world, timed, change_settings, notifications, clock, pass_time
):
    await change_settings(quiet=NIGHT)
    clock.now = at(2, 21)
    await timed()
    turn = await world.due("turn")
    assert await notifications.notify_turn(turn)
    await world.outbox.retry(turn, timedelta(hours=12), "the place takes nothing")
    clock.now = at(2, 23)
    await another_is_held(world, timed)
    await pass_time(hours=8)

    digest = await world.due("digest")
    assert len((await notifications.compose(digest)).games) == 2
    await pass_time(hours=4)
    turn = await world.due("turn")
    assert not await notifications.notify_turn(turn)
    await notifications.notify_another_way(turn)
    await world.outbox.mark_dead(turn, "gone")
    assert await world.outbox.take_due(9) == []


@pytest.fixture
def time_is_up(world, timed, sent_notifications, pass_time):
    """Let Ann's time run out; return the game and Ben's notification about it."""

    async def run():
        game_id = await timed()
        await sent_notifications()
        await pass_time(days=3, seconds=1)
        return game_id, await world.due("time_up")

    return run


async def test_an_undeliverable_notification_becomes_a_direct_message(
    world, notifications, time_is_up
):
    _, message = await time_is_up()
    assert not (await notifications.compose(message)).write
    assert await notifications.mark_undeliverable(message)
    await world.outbox.retry(message, timedelta(0), "gone")

    message = await world.due("time_up")
    assert (await notifications.compose(message)).write
    assert not await notifications.mark_undeliverable(message)


async def test_a_notification_follows_its_game_to_another_channel(world, notifications, time_is_up):
    game_id, message = await time_is_up()
    await world.services.locations.move(game_id, Location(7, 9))
    assert (await notifications.compose(message)).location == Location(7, 9)


@pytest.mark.parametrize(("turns", "muted"), [("channel", False), ("none", False), ("dm", True)])
async def test_a_question_is_asked_without_a_ping_of_a_person_who_wants_none(
    world, change_settings, notifications, time_is_up, turns, muted
):
    await change_settings(BEN, turns=turns)
    game_id, message = await time_is_up()
    await notifications.mute(world.act(BEN), game_id, muted=muted)
    notification = await notifications.compose(message)
    assert (notification.ping, notification.write) == (turns == "channel", False)


async def test_news_of_a_turn_are_obsolete_once_the_turn_began_again(
    world, timed, notifications, sent_notifications
):
    game_id = await timed()
    await world.play(ANN, game_id, "a1 c3")
    await sent_notifications()

    async def nudge(tx):
        game = await games.find(tx, game_id)
        await add_notification(tx, NotificationKind.NUDGE, game, 1, world.clock.now)

    await world.database.write(nudge)
    message = await world.due("nudge")
    assert await notifications.compose(message) is not None
    await world.services.undo.undo(world.act(ANN), game_id)
    assert await notifications.compose(message) is None
    await world.play(ANN, game_id, "a1 c3")
    assert await notifications.compose(message) is None


async def test_requested_news_of_a_muted_game_are_sent(world, timed, notifications):
    game_id = await timed()
    await world.posted()

    async def reviewed(tx):
        game, about = await games.find(tx, game_id), Reviewed(revision=0)
        await add_notification(tx, NotificationKind.REVIEWED, game, 0, world.clock.now, about)

    await world.database.write(reviewed)
    await notifications.mute(world.act(ANN), game_id, muted=True)
    notification = await notifications.compose(await world.due("reviewed"))
    assert notification.ping


@pytest.mark.parametrize("unwanted", ["nothing", "muted", "refused", "direct"])
async def test_no_fallback_direct_message_for_people_who_want_or_accept_none(
    world, clock, change_settings, notifications, time_is_up, unwanted
):
    ways = {"nothing": "none", "direct": "dm"}
    await change_settings(BEN, turns=ways.get(unwanted, "channel"))
    game_id, message = await time_is_up()
    if unwanted == "muted":
        await notifications.mute(world.act(BEN), game_id, muted=True)
    if unwanted == "refused":
        await world.refuse_direct_messages(BEN, clock.now)

    assert not await notifications.mark_undeliverable(message)


async def test_a_message_for_everyone_has_no_fallback(world, timed, notifications):
    await timed()
    assert not await notifications.mark_undeliverable(await world.due("turn"))


@pytest.fixture
async def digest_of_three(world, timed, change_settings, sent_notifications, pass_time):
    """Return a digest for Ann about games in channels 5, 6 and 7, to be posted in channel 5."""
    await change_settings(digest="9:00")
    for channel in (5, 6, 7):
        await timed(channel=channel)
    assert await sent_notifications() == []
    await pass_time(hours=9)
    message = await world.due("digest")
    assert message.location.channel_id == 5
    return message


async def test_a_digest_moves_to_another_channel_if_direct_messages_are_refused(
    world, clock, change_settings, notifications, digest_of_three
):
    message = digest_of_three
    await world.refuse_direct_messages(ANN, clock.now)
    for channel in (6, 7):
        assert await notifications.mark_undeliverable(message)
        await world.outbox.retry(message, timedelta(0), "gone")
        message = await world.due("digest")
        assert message.location.channel_id == channel
        assert (await notifications.compose(message)).location.channel_id == channel

    # no channel is left: hourly a direct message, though they are refused
    assert await notifications.mark_undeliverable(message)
    await world.outbox.retry(message, timedelta(0), "gone")
    message = await world.due("digest")
    assert not await notifications.mark_undeliverable(message)
    assert not (await notifications.compose(message)).write
    clock.advance(hours=1)
    assert (await notifications.compose(message)).write


async def test_an_undeliverable_digest_is_first_tried_as_a_direct_message(
    world, notifications, digest_of_three
):
    assert await notifications.mark_undeliverable(digest_of_three)
    await world.outbox.retry(digest_of_three, timedelta(0), "gone")

    message = await world.due("digest")
    assert message.location.channel_id == 5
    assert (await notifications.compose(message)).write


async def test_a_digest_does_not_move_to_a_user_install_channel(
    world, clock, change_settings, notifications, digest_of_three
):
    await world.refuse_direct_messages(ANN, clock.now)
    await world.services.interaction_tokens.record_user_install(Location(None, 6))
    assert await notifications.mark_undeliverable(digest_of_three)
    await world.outbox.retry(digest_of_three, timedelta(0), "gone")

    assert (await world.due("digest")).location.channel_id == 7


async def test_a_vacation_notification_moves_to_another_channel_of_the_games(
    world, timed, clock, change_settings, sent_notifications, notifications
):
    for channel in (5, 6):
        await timed(channel=channel)
    await sent_notifications()
    await world.refuse_direct_messages(ANN, clock.now)
    await world.services.vacations.start(world.act(BEN), clock.now + timedelta(days=2))
    message = await world.due("away")
    assert await notifications.mark_undeliverable(message)
    await world.outbox.retry(message, timedelta(0), "gone")

    assert (message.location.channel_id, (await world.due("away")).location.channel_id) == (5, 6)


@pytest.mark.parametrize(
    ("user_install", "where"), [((), 5), ((5,), 6), ((5, 6), 7), ((5, 6, 7), 5)]
)
async def test_a_digest_prefers_channels_where_the_bot_is_a_member(
    world, timed, sent_notifications, pass_time, user_install, where
):
    await world.change_settings(world.act(ANN), digest="9:00")
    for channel in (5, 6, 7):
        await timed(channel=channel)
    assert await sent_notifications() == []
    for channel in user_install:
        await world.services.interaction_tokens.record_user_install(Location(None, channel))
    await pass_time(hours=9)
    assert (await world.due("digest")).location.channel_id == where


@pytest.mark.parametrize(
    ("turns", "where"), [("channel", 5), ("dm", 6), ("both", 6), ("refused", 6)]
)
async def test_a_digest_goes_first_where_a_direct_message_would_not_be_posted(
    world, timed, sent_notifications, pass_time, turns, where
):
    refused = turns == "refused"
    turns = "channel" if refused else turns
    await world.change_settings(world.act(ANN), outside="dm", digest="9:00", turns=turns)
    for channel in (5, 6):
        await timed(channel=channel)
    assert await sent_notifications() == []
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    if refused:
        await world.refuse_direct_messages(ANN, world.clock.now)
    await pass_time(hours=9)
    assert (await world.due("digest")).location.channel_id == where


async def test_a_digest_prefers_a_game_without_a_channel_to_a_user_install(
    world, timed, sent_notifications, pass_time
):
    await world.change_settings(world.act(ANN), digest="9:00")
    _, direct = await timed(), await timed(channel=6)
    assert await sent_notifications() == []
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    await world.services.locations.move(direct, Location(None, NO_CHANNEL))
    await pass_time(hours=9)
    assert (await world.due("digest")).location.channel_id == NO_CHANNEL


async def test_a_digest_about_a_user_install_channel_is_sent_by_direct_message(
    world, timed, sent_notifications, pass_time, notifications
):
    await world.change_settings(world.act(ANN), outside="dm", digest="9:00")
    for channel in (5, 6):
        await timed(channel=channel)
    assert await sent_notifications() == []
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    await pass_time(hours=9)
    notification = await notifications.compose(await world.due("digest"))
    assert notification.write
    assert len(notification.games) == 2


async def test_a_vacation_is_announced_where_the_bot_is_a_member(
    world, timed, clock, sent_notifications
):
    for channel in (5, 6):
        await timed(channel=channel)
    await sent_notifications()
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    await world.change_settings(world.act(BEN), outside="dm")  # the reader has not chosen this
    await world.services.vacations.start(world.act(BEN), clock.now + timedelta(days=2))
    assert (await world.due("away")).location.channel_id == 6


async def another_is_held(world, timed):
    await timed()
    for message in await world.outbox.take_due(9):
        if message.kind == "turn":
            assert not await world.services.notifications.notify_turn(message)
        await world.outbox.mark_sent(message, 9000 + message.id)


async def test_drops_the_notification_of_a_deleted_person(world, timed, notifications):
    await world.games.resign(world.act(BEN), await timed())
    await world.services.privacy.delete(ANN)
    (message, *_) = await world.outbox.take_due(9)
    over = replace(message, kind="over", payload=OfGame(revision=0))

    assert await notifications.compose(replace(over, user_id=ANN)) is None
    assert await notifications.compose(replace(over, user_id=BEN)) is not None


@pytest.mark.parametrize(
    ("digest", "quiet", "away", "moment"),
    [
        (None, None, None, at(2, 21)),
        (None, NIGHT, at(2, 23), at(3, 7)),
        (8 * 60, None, None, at(3, 8)),
        (6 * 60, NIGHT, None, at(3, 7)),
        (8 * 60, NIGHT, at(5, 7, 59), at(5, 8)),
        (8 * 60, NIGHT, at(5, 8), at(6, 8)),
        (None, None, at(1, 0), at(2, 21)),
    ],
)
def test_the_next_time_for_a_notification(digest, quiet, away, moment):
    settings = NotificationSettings(quiet=quiet, digest_at=digest)
    assert next_notification_time(settings, at(2, 21), vacation_until=away) == moment
    decision = decide(settings, at(2, 21), vacation_until=away)
    now = moment == at(2, 21)
    assert (decision.ping, decision.held_until) == (now, None if now else moment)


@pytest.mark.parametrize("user_install", [False, True])
@pytest.mark.parametrize("has_left", [False, True])
@pytest.mark.parametrize("refused", [False, True])
@pytest.mark.parametrize("way", NotificationWay)
def test_each_turn_is_told_in_at_least_one_way_that_reaches_its_player(
    way, refused, has_left, user_install
):
    moment = at(2, 21)
    settings = NotificationSettings(way, dm_refused_at=moment if refused else None)
    decision = decide(settings, moment, has_left=has_left, user_install=user_install)
    wanted = way in ("dm", "both") or user_install or has_left
    write = wanted and not refused and way != "none"
    ping = way != "none" and (not write or (way in ("channel", "both") and not has_left))
    assert decision == Decision(ping=ping, write=write)
    assert decide(settings, moment, muted=True) == Decision()


# names of kinds by trait
TRAITS = {
    Trait.OPTIONAL: (
        "TURN DIGEST REMINDER AWAY DECLINED ACCEPTED RUN_OUT MATCHED OFFER_EXPIRED OVER CHALLENGED "
        "UNDO_ASKED UNDO_REFUSED END_ASKED END_REFUSED"
    ),
    Trait.OF_POSITION: (
        "TURN REMINDER NUDGE TIME_UP TIME_GIVEN ASLEEP UNDELIVERABLE UNDO_ASKED UNDO_REFUSED "
        "END_ASKED END_REFUSED UNDONE UNDO_REQUEST END_REQUEST"
    ),
    Trait.OF_REQUEST: (
        "UNDO_ASKED UNDO_REFUSED END_ASKED END_REFUSED UNDONE UNDO_REQUEST END_REQUEST"
    ),
    Trait.AFTER_END: "VACATION STRICT_BACK REVIEWED OVER RESULT",
    Trait.OF_VACATION: "VACATION STRICT_BACK",
    Trait.POSTED: "RESULT UNDONE UNDO_REQUEST UNDO_DECLINED END_REQUEST END_DECLINED",
    Trait.REQUESTED: "WATCHED WATCHED_TURNS REVIEWED",
    Trait.DAILY: "WATCHED_TURNS",
    Trait.OF_WATCHED: "WATCHED WATCHED_TURNS",
    Trait.OF_TURN: "TURN DIGEST UNDELIVERABLE",
}


@pytest.mark.parametrize("trait", Trait)
def test_the_kinds_of_notifications_with_a_trait(trait):
    assert {each.name for each in NotificationKind if each.has(trait)} == {*TRAITS[trait].split()}


@pytest.mark.parametrize("each", NotificationKind)
def test_which_news_a_channel_shows_or_can_show(each):
    notification = Notification(each, Player(ANN, "Ann"), Location(7, 5), write=True)
    assert notification.is_shown == each.has(Trait.POSTED)
    assert notification.can_be_posted == (each is not NotificationKind.UNDELIVERABLE)
    pinged = replace(notification, payload=TurnBegun(revision=0, pinged=True))
    assert pinged.is_shown
    assert not replace(notification, payload=Personal(undeliverable=True)).can_be_posted
    assert not replace(notification, user_install=True).can_be_posted
