"""Being told once: now, in the morning, or on return; here or by direct message, or not at all."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import NotYourGame
from bot.messages.settings import read_notification_settings
from bot.services.clocks.clock import Pace
from bot.services.clocks.due_dates import Due
from bot.services.notifications.notification import Postponed
from bot.services.notifications.quiet_hours import Quiet
from bot.services.notifications.settings import NotificationWay
from bot.services.views import Location

ANN, BEN, CAT = 101, 102, 103
NIGHT = Quiet(22 * 60, 7 * 60)


@pytest.fixture
def notifications(world):
    return world.services.notifications


@pytest.fixture
def wish(world):
    async def change(user_id=ANN, **changes):
        return await world.wish(world.act(user_id), **changes)

    return change


def at(day, hour, minute=0):
    return datetime(2030, 1, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (NotificationWay.CHANNEL, [("ping", ANN, False)]),
        (NotificationWay.DM, [("turn_dm", ANN, True)]),
        (NotificationWay.BOTH, [("ping", ANN, False), ("turn_dm", ANN, True)]),
        (NotificationWay.NONE, []),
    ],
)
async def test_a_turn_is_announced_by_the_chosen_way(timed, wish, sent_notifications, way, told):
    await wish(way=way)
    await timed()
    assert await sent_notifications() == told


async def test_switched_off_pings_prevent_notifications(world, timed, sent_notifications):
    await world.players.set_preference(world.act(ANN), "pings", "off")
    await timed()
    assert await sent_notifications() == []


async def test_a_turn_in_quiet_hours_is_announced_afterwards(
    world, timed, wish, sent_notifications, passing, planned
):
    clock = world.clock
    await wish(quiet=NIGHT)
    clock.now = at(2, 22)
    await timed()
    await timed()
    assert await sent_notifications() == []
    assert (await planned(ANN))[Due.DIGEST] == at(3, 7)
    await passing(hours=8, minutes=59, seconds=59)
    assert await sent_notifications() == []
    await passing(seconds=1)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_a_turn_that_has_been_played_is_not_announced(
    world, timed, wish, clock, sent_notifications, passing
):
    await wish(quiet=NIGHT)
    clock.now = at(2, 23)
    game_id = await timed()
    await sent_notifications()
    await world.play(ANN, game_id, "a1 c3")
    await sent_notifications()
    await passing(hours=9)
    assert await sent_notifications() == []


async def test_a_turn_whose_first_half_was_undone_is_announced(
    world, timed, wish, clock, sent_notifications, passing
):
    await wish(quiet=NIGHT)
    clock.now = at(2, 23)
    game_id = await timed()
    await sent_notifications()
    await world.play(ANN, game_id, "a1")
    await world.services.undo.undo(world.act(ANN), game_id)
    await passing(hours=9)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_a_digest_names_all_waiting_games_most_urgent_first(
    world, timed, wish, passing, sent_notifications, notifications
):
    clock = world.clock
    await wish(digest_at=9 * 60)
    slow, fast = await timed(Pace.NONE), await timed(Pace.BRISK)
    assert await sent_notifications() == []
    await passing(hours=9)
    (row,) = await world.outbox.take_due(5)
    notification = await notifications.compose(row)
    assert [game.id for game in notification.games] == [fast, slow]
    assert notification.games[0].ends_at > clock.now
    assert notification.games[1].ends_at is None


async def test_a_digest_is_sent_once_a_day_if_there_is_something_new(
    world, timed, wish, passing, sent_notifications
):
    await wish(digest_at=9 * 60, reminders=False)
    await timed(Pace.NONE)
    await sent_notifications()
    await passing(days=3)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_changed_settings_do_not_repeat_turns_of_a_digest(
    timed, wish, passing, sent_notifications
):
    await wish(digest_at=9 * 60)
    await timed(Pace.NONE)
    await sent_notifications()
    await passing(days=1)
    assert await sent_notifications() == [("digest", ANN, False)]
    await wish(reminders=False)
    await passing(days=1)
    assert await sent_notifications() == []


async def test_each_person_has_a_separate_digest(timed, wish, passing, sent_notifications):
    await wish(digest_at=9 * 60)
    await wish(CAT, digest_at=10 * 60)
    await timed(Pace.NONE)
    await timed(Pace.NONE, first=CAT)
    await sent_notifications()
    await passing(days=1)
    assert await sent_notifications() == [("digest", ANN, False), ("digest", CAT, False)]


async def test_a_turn_whose_message_is_unsent_is_announced_by_the_digest_only(
    timed, wish, clock, passing, sent_notifications
):
    await wish(quiet=NIGHT)
    clock.now = at(2, 23)
    await timed()
    assert await sent_notifications() == []
    await timed()  # Discord does not answer until the morning
    await passing(hours=8)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_a_digest_cancels_a_waiting_direct_message_about_a_turn(
    world, timed, wish, passing, sent_notifications
):
    await wish(quiet=NIGHT, way=NotificationWay.DM)
    world.clock.now = at(2, 21, 59)
    await timed()
    for row in await world.outbox.take_due(5):
        assert row.kind != "turn" or not await world.services.notifications.notify_turn(row)
        await world.outbox.mark_sent(row, 9000 + row.id)
    world.clock.now = at(2, 22, 1)
    await timed()
    assert await sent_notifications() == []
    await passing(hours=9)
    assert await sent_notifications() == [("digest", ANN, True)]


@pytest.fixture
async def digest_and_notification(world, timed, wish, sent_notifications, passing):
    """Have a digest wait for a minute when a turn begins; return its row, and the letter's."""
    await wish(quiet=NIGHT, way=NotificationWay.DM)
    world.clock.now = at(2, 23)
    await timed()
    assert await sent_notifications() == []
    await passing(hours=8)
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
    world, timed, clock, sent_notifications, passing
):
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    await timed()
    await timed()
    assert await sent_notifications() == []
    await passing(days=2)
    assert await sent_notifications() == [("digest", ANN, False)]


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
    timed, wish, clock, sent_notifications, passing
):
    await wish(quiet=NIGHT)
    clock.now = at(2, 12)
    await timed(Pace.BRISK)
    assert await sent_notifications() == [("ping", ANN, False)]
    # a quarter of 24 hours before the end: 6 in the morning
    await passing(hours=18)
    assert await sent_notifications() == []
    await passing(hours=1)
    assert await sent_notifications() == [("reminder", ANN, False)]


async def test_switched_off_reminders_are_not_sent(timed, wish, sent_notifications, passing):
    await wish(reminders=False)
    await timed()
    await sent_notifications()
    await passing(hours=71)
    assert await sent_notifications() == []


async def test_a_refused_direct_message_switches_to_the_channel_for_a_week(
    world, timed, wish, notifications, sent_notifications, clock
):
    await wish(way=NotificationWay.DM)
    await notifications.record_dm_refusal(ANN)
    await timed(Pace.NONE)
    clock.advance(days=7, seconds=-1)
    await timed(Pace.NONE)
    assert await sent_notifications() == [("ping", ANN, False), ("ping", ANN, False)]
    clock.advance(seconds=1)
    await timed(Pace.NONE)
    assert await sent_notifications() == [("turn_dm", ANN, True)]


async def test_choosing_direct_messages_again_ends_the_week_without_them(
    world, timed, wish, notifications, sent_notifications
):
    await wish(way=NotificationWay.DM)
    await notifications.record_dm_refusal(ANN)
    await wish(**read_notification_settings({"turns": "dm"}))
    await timed(Pace.NONE)
    assert await sent_notifications() == [("turn_dm", ANN, True)]


async def test_a_direct_message_about_a_turn_waits_for_the_linked_message(
    world, timed, wish, notifications
):
    await wish(way=NotificationWay.DM)
    await timed()
    turn = await world.due("turn")
    await notifications.notify_turn(turn)
    (row,) = await world.outbox.take_due(9)

    assert isinstance(await notifications.compose(row), Postponed)
    late = replace(row, attempts=20)
    assert (await notifications.compose(late)).games[0].turn_message_id is None  # better than none

    await world.outbox.mark_sent(turn, 9001)
    assert (await notifications.compose(row)).games[0].turn_message_id == 9001


async def test_deciding_again_how_to_notify_adds_one_notification(
    world, timed, wish, notifications, sent_notifications
):
    await wish(way=NotificationWay.BOTH)
    await timed()
    rows = await world.outbox.take_due(9)
    (turn,) = [row for row in rows if row.kind == "turn"]
    assert [await notifications.notify_turn(turn) for _ in range(3)].count(True) == 3
    await world.outbox.mark_sent(turn, 9001)
    assert [told[0] for told in await sent_notifications()].count("turn_dm") == 1


async def test_a_ping_delayed_into_quiet_hours_is_held(
    world, timed, wish, notifications, sent_notifications, passing
):
    clock = world.clock
    await wish(quiet=NIGHT)
    clock.now = at(2, 21, 59)
    await timed()
    turn = await world.due("turn")
    assert await notifications.notify_turn(turn)
    clock.now = at(2, 22, 1)
    assert not await notifications.notify_turn(turn)
    await world.outbox.mark_sent(turn, 1)
    await passing(hours=10)
    assert await sent_notifications() == [("digest", ANN, False)]


async def test_changed_settings_reschedule_held_turns(
    timed, wish, clock, sent_notifications, passing, planned
):
    await wish(quiet=NIGHT)
    clock.now = at(2, 23)
    await timed()
    await sent_notifications()
    await wish(quiet=None)
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


async def test_the_player_is_notified_of_a_turn_in_a_deleted_channel(
    world, timed, notifications, sent_notifications
):
    await timed()
    turn = await world.due("turn")
    await notifications.notify_another_way(turn)
    await world.outbox.mark_dead(turn, "gone")
    assert await sent_notifications() == [("undeliverable", ANN, True)]


async def test_an_undeliverable_turn_is_not_announced_after_a_digest(
    world, timed, wish, notifications, clock, passing
):
    await wish(quiet=NIGHT)
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
    await passing(hours=8)

    rows = {row.kind: row for row in await world.outbox.take_due(9)}
    assert len((await notifications.compose(rows["digest"])).games) == 2
    assert await notifications.compose(undeliverable) is None


async def test_a_turn_in_a_digest_is_not_announced_when_its_channel_is_given_up(
    world, timed, wish, notifications, clock, passing
):
    await wish(quiet=NIGHT)
    clock.now = at(2, 21)
    await timed()
    turn = await world.due("turn")
    assert await notifications.notify_turn(turn)
    await world.outbox.retry(turn, timedelta(hours=12), "the place takes nothing")
    clock.now = at(2, 23)
    await another_is_held(world, timed)
    await passing(hours=8)

    digest = await world.due("digest")
    assert len((await notifications.compose(digest)).games) == 2
    await passing(hours=4)
    turn = await world.due("turn")
    assert not await notifications.notify_turn(turn)
    await notifications.notify_another_way(turn)
    await world.outbox.mark_dead(turn, "gone")
    assert await world.outbox.take_due(9) == []


@pytest.fixture
def time_is_up(world, timed, sent_notifications, passing):
    """Let Ann's time be up; return the game and the letter that asks Ben what he would like."""

    async def run():
        game_id = await timed()
        await sent_notifications()
        await passing(days=3, seconds=1)
        return game_id, await world.due("time_up")

    return run


async def test_an_undeliverable_notification_becomes_a_direct_message(
    world, notifications, time_is_up
):
    _, row = await time_is_up()
    assert not (await notifications.compose(row)).write
    assert await notifications.mark_undeliverable(row)
    await world.outbox.retry(row, timedelta(0), "gone")

    row = await world.due("time_up")
    assert (await notifications.compose(row)).write
    assert not await notifications.mark_undeliverable(row)


@pytest.mark.parametrize("unwanted", ["nothing", "muted", "refused", "direct"])
async def test_no_fallback_direct_message_for_people_who_want_or_accept_none(
    world, wish, notifications, time_is_up, unwanted
):
    ways = {"nothing": NotificationWay.NONE, "direct": NotificationWay.DM}
    await wish(BEN, way=ways.get(unwanted, NotificationWay.CHANNEL))
    game_id, row = await time_is_up()
    if unwanted == "muted":
        await notifications.mute(world.act(BEN), game_id, muted=True)
    if unwanted == "refused":
        await notifications.record_dm_refusal(BEN)

    assert not await notifications.mark_undeliverable(row)


async def test_a_message_for_everyone_has_no_fallback(world, timed, notifications):
    await timed()
    assert not await notifications.mark_undeliverable(await world.due("turn"))


@pytest.fixture
async def digest_of_three(world, timed, wish, sent_notifications, passing):
    """Let a digest for Ann, of games in channels 5, 6 and 7, wait for channel 5; return its row."""
    await wish(digest_at=9 * 60)
    for channel in (5, 6, 7):
        await timed(channel=channel)
    assert await sent_notifications() == []
    await passing(hours=9)
    row = await world.due("digest")
    assert row.location.channel_id == 5
    return row


async def test_a_digest_moves_to_another_channel_if_direct_messages_are_refused(
    world, notifications, digest_of_three
):
    row = digest_of_three
    await notifications.record_dm_refusal(ANN)
    for channel in (6, 7):
        assert await notifications.mark_undeliverable(row)
        await world.outbox.retry(row, timedelta(0), "gone")
        row = await world.due("digest")
        assert row.location.channel_id == channel
        assert (await notifications.compose(row)).location.channel_id == channel

    assert not await notifications.mark_undeliverable(row)


async def test_an_undeliverable_digest_is_first_tried_as_a_direct_message(
    world, notifications, digest_of_three
):
    assert await notifications.mark_undeliverable(digest_of_three)
    await world.outbox.retry(digest_of_three, timedelta(0), "gone")

    row = await world.due("digest")
    assert row.location.channel_id == 5
    assert (await notifications.compose(row)).write


async def test_a_digest_does_not_move_to_a_user_install_channel(
    world, notifications, digest_of_three
):
    await notifications.record_dm_refusal(ANN)
    await world.services.interaction_tokens.record_user_install(Location(None, 6))
    assert await notifications.mark_undeliverable(digest_of_three)
    await world.outbox.retry(digest_of_three, timedelta(0), "gone")

    assert (await world.due("digest")).location.channel_id == 7


async def test_a_vacation_notification_moves_to_another_channel_of_the_games(
    world, timed, clock, sent_notifications, notifications
):
    for channel in (5, 6):
        await timed(channel=channel)
    await sent_notifications()
    await notifications.record_dm_refusal(ANN)
    await world.services.vacations.start(world.act(BEN), clock.now + timedelta(days=2))
    row = await world.due("away")
    assert await notifications.mark_undeliverable(row)
    await world.outbox.retry(row, timedelta(0), "gone")

    assert (row.location.channel_id, (await world.due("away")).location.channel_id) == (5, 6)


@pytest.mark.parametrize(
    ("user_install", "where"), [((), 5), ((5,), 6), ((5, 6), 7), ((5, 6, 7), 5)]
)
async def test_a_digest_prefers_channels_where_the_bot_is_a_member(
    world, timed, sent_notifications, passing, user_install, where
):
    await world.wish(world.act(ANN), digest_at=9 * 60)
    for channel in (5, 6, 7):
        await timed(channel=channel)
    assert await sent_notifications() == []
    for channel in user_install:
        await world.services.interaction_tokens.record_user_install(Location(None, channel))
    await passing(hours=9)
    assert (await world.due("digest")).location.channel_id == where


async def test_a_digest_about_a_user_install_channel_is_sent_by_direct_message(
    world, timed, sent_notifications, passing, notifications
):
    await world.players.change_settings(world.act(ANN), {"outside": "dm"}, {"digest_at": 9 * 60})
    for channel in (5, 6):
        await timed(channel=channel)
    assert await sent_notifications() == []
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    await passing(hours=9)
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
    await world.services.vacations.start(world.act(BEN), clock.now + timedelta(days=2))
    assert (await world.due("away")).location.channel_id == 6


async def another_is_held(world, timed):
    await timed()
    for row in await world.outbox.take_due(9):
        if row.kind == "turn":
            assert not await world.services.notifications.notify_turn(row)
        await world.outbox.mark_sent(row, 9000 + row.id)


async def test_drops_the_notification_of_a_deleted_person(world, timed, notifications):
    await world.games.resign(world.act(BEN), await timed())
    await world.services.privacy.delete(ANN)
    (row, *_) = await world.outbox.take_due(9)

    assert await notifications.compose(replace(row, kind="over", user_id=ANN)) is None
    assert await notifications.compose(replace(row, kind="over", user_id=BEN)) is not None
