"""Clocks: paces, notifications about time, wins on time, and vacations."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.delivery.dispatch import Dispatcher
from bot.messages.notifications import WRITERS
from bot.services.steps.notification_creation import add_notification
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.views import Location
from bot.store.tables import bot_time, clocks, deadlines, games
from bot.store.tables.bot_time import Heartbeat
from bot.store.tables.notification_kinds import NOTIFICATION_OF, NotificationKind
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import ClockChange
from bot.store.tables.schema import BotTime
from sandbox import Permission
from sandbox.client.find import labels_of
from tests.bot.e2e.waiting import in_time

IN_A_MONTH = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"
CHANGING = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


async def test_card_and_turn_show_the_time(table):
    card = await table.challenge(size=4, pace="brisk", timeout="yes")
    await table.ben.click(card, "Accept")
    first = await table.turn(1)

    assert "- Brisk clock: 1 day, plus 12 hours each turn\n- Automatic loss on time" in card.content
    assert "auto-loss <t:" in first.content


async def test_a_game_without_a_clock_shows_none(table):
    first = await table.game(pace="none")

    assert " · due " not in first.content


async def test_other_terms_can_change_the_pace(table):
    card = await table.challenge(size=4)
    form = await table.ben.click(card, "Change terms")
    await table.ben.submit(form, {"pace": "none"})

    assert "- **No clock** (changed)" in (await table.seen("**Ben** sends")).content


async def test_direct_message_replaces_the_ping_if_preferred(table):
    await table.ben.slash("settings", turns="dm")
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    (notification,) = table.ben.direct_messages(table.discord.application)
    assert f"Your turn in game {table.number}" in notification.content
    assert second.notified == set()


async def test_pings_in_the_channel_when_direct_messages_are_refused(table):
    await table.ben.slash("settings", turns="dm")
    table.discord.faults.close_direct_messages(table.ben)
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    notification = await table.seen(f"Your turn in game {table.number}")
    assert notification.notified == {table.ben.id}


async def test_vacation_is_announced_once_and_ended_by_its_button(table):
    await table.game()
    away = await table.ann.slash("away", until=IN_A_MONTH)
    await table.settled()
    announcement = await table.seen("**Ann** is on vacation")

    assert "You're on vacation until" in away.content
    assert announcement.notified == {table.ben.id}
    await table.ann.click(away, "I'm back")
    assert "You aren't on vacation" in (await table.ann.slash("away")).content


async def test_vacation_ends_at_midnight_in_the_persons_time_zone(table):
    in_utc = await table.ann.slash("away", until=IN_A_MONTH)
    await table.ann.slash("settings", zone="Asia/Kathmandu")
    in_kathmandu = await table.ann.slash("away", until=IN_A_MONTH)

    midnight = int(datetime.fromisoformat(f"{IN_A_MONTH}T00:00:00+00:00").timestamp())
    assert f"<t:{midnight}:f>" in in_utc.content
    assert "`/settings zone:`" in in_utc.content
    assert f"<t:{midnight - 5 * 3600 - 45 * 60}:f>" in in_kathmandu.content
    assert "midnight in Asia/Kathmandu" in in_kathmandu.content


async def test_autocomplete_offers_the_days_of_return(table):
    (tomorrow,) = await table.ann.autocomplete("away", until="tomorrow")
    fortnight = [each.name for each in await table.ann.autocomplete("away", until="in 14")]

    away = await table.ann.slash("away", until=tomorrow.value)

    assert "You're on vacation until" in away.content
    assert len(fortnight) == 1
    assert len(await table.ann.autocomplete("away", until="")) == 25


@pytest.mark.parametrize("day", ["tomorrow", "2020-01-01", "2026-13-01"])
async def test_vacation_refuses_invalid_and_past_days(table, day):
    answer = await table.ann.slash("away", until=day)

    # refusals are escaped, so that a backtick would be visible
    assert "“2030-08-15”" in answer.content


async def test_vacation_mentions_strict_games_only_if_there_are_any(table):
    without = await table.ann.slash("away", until=IN_A_MONTH)
    assert "are paused only until" not in without.content
    assert "You have 20 days of vacation left this year" in without.content

    await table.ann.click(without, "I'm back")
    await table.game(timeout="yes")
    with_one = await table.ann.slash("away", until=IN_A_MONTH)
    assert "are paused only until" in with_one.content


async def test_command_named_in_the_answer_to_mute_unmutes(table):
    await table.game()
    answer = await table.ben.slash("mute")
    assert f"`/mute game:{table.number} muted:False`" in answer.content

    again = await table.ben.slash("mute", game=str(table.number), muted=False)
    assert "unmuted" in again.content


async def test_muted_game_does_not_ping(table):
    await table.game()
    await table.ben.slash("mute")

    second = await table.play(table.ann, "a1 c3", 2)

    assert second.notified == set()


async def test_refuses_a_claim_before_the_time_is_up(table):
    first = await table.game()

    answer = await table.ben.click(first, f"claim:{table.number}:0", stale=True)

    assert "still has time" in answer.content


@pytest.fixture
async def overdue(table):
    """Gentle game in which Ann's time is up, before any notification."""
    await table.game(pace="brisk", timeout="no")

    async def run_out(tx):
        stored = await clocks.find(tx, table.number)
        await clocks.change(tx, stored, left0=timedelta(0), since=BotTime(datetime.now(UTC)))

    await table.app.context.services.games._database.write(run_out)


@pytest.fixture
async def late(table, overdue):
    """The game of `overdue` after Ben was notified."""

    async def tell(tx):
        game = await games.find(tx, table.number)
        await deadlines.replace(tx, [BotDue.FALL], table.number, {})
        await add_notification(tx, NotificationKind.TIME_UP, game, 1, datetime.now(UTC))

    await table.app.context.services.games._database.write(tell)


async def test_claiming_a_win_asks_for_confirmation(table, late):
    notification = await table.seen("ran out of time")

    first = await table.ben.click(notification, "Claim win")
    kept = await table.ben.click(first, "Not now")
    assert (await table.look()).result is None
    question = await table.ben.click(notification, "Claim win")
    asked = question.content
    claimed = await table.ben.click(question, "Yes, claim it")
    await table.seen("wins.")

    assert "**Ann** loses on time" in asked
    assert "Nothing changed" in kept.content
    assert f"You won game {table.number} on time." in claimed.content
    assert labels_of(claimed) == []
    again = await table.ben.click(notification, f"claim:{table.number}:0", stale=True)
    assert "is over" in again.content


async def test_board_has_the_buttons_of_a_missed_notification(table, overdue):
    of_the_notification = ["Give 2 more days", "Send reminder", "Claim win"]
    listed = await table.ben.slash("games")
    shown = await table.ben.slash("board")
    danger = await table.ben.select(shown, ["Danger"])
    reminded = await table.ben.click(danger, "Send reminder")
    others = [await each.slash("board", game=str(table.number)) for each in (table.ann, table.eve)]

    assert f"their **time is up** (see `/board game:{table.number}`" in listed.content
    assert labels_of(danger)[:3] == of_the_notification
    assert "Reminder sent." in reminded.content
    assert [set(labels_of(each)) & set(of_the_notification) for each in others] == [set(), set()]

    # Ann's first stone, which only she sees, does not change the response
    await table.ann.slash("move", cell="a1")
    question = await table.ben.click(danger, "Claim win")
    assert "**Ann** loses on time" in question.content
    assert question.attachments == []
    claimed = await table.ben.click(question, "Yes, claim it")
    assert f"You won game {table.number} on time." in claimed.content


async def test_button_of_the_board_gives_time_once(table, overdue):
    shown = await table.ben.slash("board")

    given = await table.ben.click(shown, "Give 2 more days")
    again = await table.ben.click(shown, "Give 2 more days")
    afterwards = await table.ben.slash("board")

    assert "Two more days added." in given.content
    assert "still has time" in again.content
    assert "Claim win" not in labels_of(afterwards)
    assert "time is up" not in (await table.ben.slash("games")).content


async def test_only_an_automatic_vacation_can_be_refused(table):
    first = await table.game()

    assert "Nothing changed" in (await table.ann.click(first, "no-vacation:0", stale=True)).content


async def test_refuses_to_keep_a_game_that_is_not_about_to_end(table):
    first = await table.game()

    assert "Play on" in (await table.ann.click(first, f"stay:{table.number}:0", stale=True)).content


def test_every_kind_of_notification_has_a_text():

    # notifications for user installs contain the board: bot/messages/board_notifications.py
    assert set(WRITERS) | set(NOTIFICATION_OF.values()) == set(NotificationKind)


async def test_notifies_the_player_to_move_when_the_channel_is_deleted(table):
    await table.game()
    await table.settled()
    refuge = table.discord.create_guild("Other")
    other = refuge.create_text_channel("refuge")
    for person in (table.ann, table.ben):
        refuge.add_member(person)
    number = str(table.number)
    table.discord.faults.delete_channel(table.channel)

    await table.ann.in_(other).slash("move", cell="a1 c3", game=number)
    await table.settled()

    (notification,) = table.ben.direct_messages(table.discord.application)
    assert "couldn't post the board" in notification.content


async def test_posted_board_shows_that_the_clock_stops_and_runs_again(table):
    first = await table.game()
    before = first.content

    away = await table.ben.slash("away", until=IN_A_MONTH)
    await table.settled()
    standing = first.content
    await table.ben.click(away, "I'm back")
    await table.settled()

    assert "clock paused" in standing
    assert " · due " not in standing
    assert (
        standing.splitlines()[0].partition(" · ")[0] == before.splitlines()[0].partition(" · ")[0]
    )
    assert "clock paused" not in first.content
    assert "due <t:" in first.content
    assert "Move" in labels_of(first)
    assert len(first.attachments) == 1
    assert first.mentions == [table.ann.user]


async def test_posted_board_shows_the_time_that_was_given(table, late):
    notification = await table.seen("ran out of time")
    first = await table.turn(1)
    before = first.content

    await table.ben.click(notification, "Give 2 more days")
    await table.settled()

    clock = (await table.look()).clock
    assert f"due <t:{int(clock.ends_at.timestamp())}:R>" in first.content
    assert first.content != before


async def test_a_change_of_the_clock_pings_nobody_who_wants_no_ping(table):
    await table.game()
    await table.ben.slash("settings", turns="none")
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    await table.ann.slash("away", until=IN_A_MONTH)
    await table.settled()

    assert "clock paused" in second.content
    assert second.mentions == []


async def test_posted_board_shows_the_time_added_for_an_outage(table, late):
    first = await table.turn(1)
    before = first.content
    services, seen = table.app.context.services, datetime.now(UTC) - timedelta(hours=3)
    await services.games._database.write(bot_time.write, Heartbeat(seen))

    await services.deadlines.record_heartbeat()
    for each in await services.deadlines.find_due(9):
        await services.deadlines.handle(each)
    await table.settled()

    clock = (await table.look()).clock
    assert f"due <t:{int(clock.ends_at.timestamp())}:R>" in first.content
    assert first.content != before


async def test_board_that_cannot_be_edited_delays_no_other_message(table):
    first = await table.game()
    before = first.content
    changing = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
    table.discord.faults.refuse(*changing, 403, 50013, "As planned")

    await table.ben.slash("away", until=IN_A_MONTH)
    await table.settled()
    assert first.content == before

    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()
    assert "clock paused" in second.content


async def test_board_shows_a_stopped_clock_where_the_history_cannot_be_read(table):
    first = await table.game()
    table.discord.faults.revoke(Permission.READ_MESSAGE_HISTORY, table.channel)

    await table.ben.slash("away", until=IN_A_MONTH)
    await table.settled()
    assert "clock paused" in first.content


async def test_board_that_was_edited_too_often_delays_no_other_message(table):
    first = await table.game()
    before = first.content
    # Discord's error for too many edits of a message older than an hour (30046)
    table.discord.faults.rate_limit(*CHANGING, retry_after=3000, scope="shared", times=2)

    async def is_refused():
        return any(each.status == 429 for each in table.discord.requests.entries)

    await table.ben.slash("away", until=IN_A_MONTH)
    await in_time(is_refused)
    await table.ann.slash("move", cell="a1 c3")
    await table.turn(2)
    await table.settled()
    assert "clock paused" not in before + first.content


async def test_outdated_board_keeps_its_text(table):
    first = await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()
    texts_before = first.content, second.content
    location = Location(table.guild.id, table.channel.id)

    changes = []
    for turn in (1, 2):
        about = ClockChange(turn=turn)
        before = table.discord.requests.count(*CHANGING)
        outbox_message = OutboxMessage(
            1, OutboxKind.CLOCK, table.number, None, None, about, 1, datetime.now(UTC), location
        )
        await Dispatcher(table.app).deliver(outbox_message)
        changes.append(table.discord.requests.count(*CHANGING) - before)

    assert (first.content, second.content) == texts_before
    assert changes == [0, 1]
