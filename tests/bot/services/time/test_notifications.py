"""Notifications: when and how a person is notified, once, depending on settings and vacations."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.errors.refusals import NotYourGame
from bot.services.steps.notification_settings import plan_digest
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.notifications.notification import Postponed
from bot.services.values.views import Location
from bot.store.tables.payloads import OfGame

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
    slow, fast = await timed(Pace.NONE), await timed(Pace.BRISK)
    assert await sent_notifications() == []
    await pass_time(hours=9)
    (message,) = await world.outbox.take_due(5)
    notification = await notifications.compose(message)
    assert [game.id for game in notification.games] == [fast, slow]
    assert notification.games[0].ends_at > clock.now
    assert notification.games[1].ends_at is None


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
