"""What Discord must hear arrives exactly once, or in the next best way, whatever Discord does."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.delivery import channels
from bot.delivery.channels import Mailbox
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.dispatch import Delivery
from bot.delivery.pacing import Pacing
from bot.jobs import outbox
from bot.services.delivery.outbox_message import OutboxMessage
from bot.services.notifications.kinds import NotificationKind
from bot.services.notifications.notification import Notification, WaitingGame
from bot.store.tables.outbox_kinds import OutboxKind
from sandbox import Permission
from sandbox.client.find import labels_of

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(outbox, "pause", lambda attempts: timedelta(milliseconds=30 * attempts))
    monkeypatch.setattr(outbox, "TIMEOUT", 0.5)


def turns(table, number):
    return [message for message in table.public() if f"turn {number}" in message.content]


@pytest.fixture
async def troubled(table):
    """A game whose next message meets the trouble that a test makes."""
    await table.game()
    await table.settled()
    return table


async def play_and_settle(table):
    await table.ann.slash("move", cell="a1 c3")
    await table.settled()


@pytest.mark.parametrize("error", ["reset", "silence", "server_error"])
async def test_a_message_whose_answer_was_lost_is_found_and_not_sent_again(troubled, error):
    getattr(troubled.discord.mischief, error)("POST", MESSAGES, after_acting=True)

    await play_and_settle(troubled)

    assert len(turns(troubled, 2)) == 1


def forget_nonces(table):
    """Let so much time pass that Discord takes a message with an old nonce for a new one."""
    table.discord.clock.advance(400)


async def test_a_message_is_found_however_many_came_after_it(troubled, monkeypatch):
    monkeypatch.setattr(outbox, "pause", lambda attempts: timedelta(seconds=1))
    troubled.discord.mischief.reset("POST", MESSAGES, after_acting=True)
    await troubled.ann.slash("move", cell="a1 c3")
    await troubled.turn(2)
    for number in range(230):
        troubled.eve.say(f"Message {number}")
    forget_nonces(troubled)
    await troubled.settled()

    assert len(turns(troubled, 2)) == 1


async def test_a_declined_undo_whose_answer_was_lost_is_posted_once(troubled, monkeypatch):
    monkeypatch.setattr(outbox, "pause", lambda attempts: timedelta(seconds=1))
    await play_and_settle(troubled)
    await troubled.swap(troubled.ben)
    await troubled.turn(3)
    await troubled.ann.click(await troubled.ann.slash("undo"), "Yes, take it back")
    request = await troubled.seen("would like to take back")
    await troubled.settled()
    troubled.discord.mischief.reset("POST", MESSAGES, after_acting=True)

    await troubled.ben.click(request, "No, it stands")
    await troubled.seen("does not let")
    forget_nonces(troubled)
    await troubled.settled()

    assert len([m for m in troubled.public() if "does not let" in m.content]) == 1


@pytest.mark.parametrize("error", ["reset", "silence", "server_error", "rate_limit"])
async def test_a_message_that_was_refused_for_a_moment_is_sent_later(troubled, error):
    getattr(troubled.discord.mischief, error)("POST", MESSAGES)

    await play_and_settle(troubled)

    assert len(turns(troubled, 2)) == 1


@pytest.mark.parametrize("html", [True, False])
async def test_a_ban_of_our_address_is_waited_out(troubled, html):
    troubled.discord.mischief.cloudflare_ban("POST", MESSAGES, html=html)

    await play_and_settle(troubled)

    assert len(turns(troubled, 2)) == 1


async def test_a_message_is_found_again_although_the_history_cannot_be_read(troubled):
    deny(troubled, Permission.READ_MESSAGE_HISTORY)
    troubled.discord.mischief.reset("POST", MESSAGES, after_acting=True)

    await play_and_settle(troubled)

    # the nonce alone: Discord gives the first message back
    assert len(turns(troubled, 2)) == 1


@pytest.mark.parametrize(
    ("error", "how"),
    [
        ("server_error", {"status": 503, "times": 3}),
        ("reset", {"times": 3}),
        ("cloudflare_ban", {"html": True, "times": 3}),
        ("cloudflare_ban", {"html": False, "times": 3}),
        ("rate_limit", {"retry_after": 31, "times": 3}),
    ],
)
@pytest.mark.parametrize("method", ["GET", "PATCH"])
async def test_an_old_message_is_closed_as_soon_as_discord_takes_it(
    troubled, monkeypatch, method, error, how
):
    wait, short = outbox.wait_after, timedelta(milliseconds=50)
    monkeypatch.setattr(outbox, "wait_after", lambda row, error: min(wait(row, error), short))
    # as after a restart, Discord is asked for the text of the old message
    monkeypatch.setattr(channels, "REMEMBERED", 0)
    await play_and_settle(troubled)
    (second,) = turns(troubled, 2)
    getattr(troubled.discord.mischief, error)(method, MESSAGE, **how)

    await troubled.swap(troubled.ben)
    await troubled.settled()

    assert labels_of(second) == []
    assert "your turn" not in second.content
    assert len(turns(troubled, 3)) == 1


@pytest.mark.parametrize("code", [10008, 10003])
async def test_an_old_message_that_is_deleted_is_closed(troubled, code):
    before = troubled.discord.requests.count("PATCH", MESSAGE)
    troubled.discord.mischief.refuse("PATCH", MESSAGE, 404, code, "As planned")

    await play_and_settle(troubled)

    assert troubled.discord.requests.count("PATCH", MESSAGE) == before + 1


async def test_where_files_are_refused_the_board_comes_as_text(troubled):
    deny(troubled, Permission.ATTACH_FILES)

    await play_and_settle(troubled)

    (message,) = turns(troubled, 2)
    assert message.attachments == []
    assert "```" in message.content
    assert labels_of(message) == ["Move", "Swap colours", "Resign"]
    assert message.notified == {troubled.ben.id}


async def test_a_board_as_text_is_not_sent_twice_either(troubled):
    deny(troubled, Permission.ATTACH_FILES)
    # the first request is the one with the file, which is refused
    troubled.discord.mischief.slow(0.0, "POST", MESSAGES)
    troubled.discord.mischief.reset("POST", MESSAGES, after_acting=True)

    await play_and_settle(troubled)

    assert len(turns(troubled, 2)) == 1


async def test_where_writing_is_refused_it_is_tried_again_until_allowed(troubled):
    deny(troubled, Permission.SEND_MESSAGES)
    await troubled.ann.slash("move", cell="a1 c3")
    await asyncio.sleep(0.3)
    assert turns(troubled, 2) == []

    deny(troubled, 0)
    await troubled.settled()

    assert len(turns(troubled, 2)) == 1


async def test_a_deleted_turn_message_does_not_stop_the_game(troubled):
    troubled.discord.mischief.delete_message(turns(troubled, 1)[0])

    await play_and_settle(troubled)

    assert len(turns(troubled, 2)) == 1


async def test_a_deleted_channel_ends_the_trying_and_the_game_goes_on_elsewhere(troubled):
    refuge = troubled.discord.create_guild("Other")
    other = refuge.create_text_channel("refuge")
    for person in (troubled.ann, troubled.ben):
        refuge.add_member(person)
    number = str(troubled.number)
    troubled.discord.mischief.delete_channel(troubled.channel)

    await troubled.ann.in_(other).slash("move", cell="a1 c3", game=number)
    await troubled.settled()

    board = await troubled.ben.in_(other).slash("board", game=number)
    assert "A1 and C3" in board.content


def left(table):
    """Delete the channel of the game; return the game's number, and Ann in another server."""
    number, refuge = table.number, table.discord.create_guild("Other")
    table.discord.mischief.delete_channel(table.channel)
    refuge.add_member(table.ann)
    return number, table.ann.in_(refuge.create_text_channel("refuge"))


def notifications_to(table, person):
    return person.direct_messages(table.discord.application)


async def test_an_end_that_its_channel_cannot_be_told_is_written_to_both_players(troubled):
    await troubled.ben.slash("settings", turns="both")
    number, ann = left(troubled)
    question = await ann.slash("resign", game=str(number))

    await ann.click(question, "Yes, resign")
    await troubled.settled()

    for person in (troubled.ann, troubled.ben):
        (notification,) = notifications_to(troubled, person)
        assert f"game {number} (Lifeline 4)" in notification.content
        assert "has ended" in notification.content
        assert f"`/board game:{number}`" in notification.content


@pytest.mark.parametrize("wish", [{"turns": "none"}, {"game": "muted"}])
async def test_an_end_that_cannot_be_told_is_not_written_to_who_wants_to_hear_nothing(
    troubled, wish
):
    if "game" in wish:
        await troubled.ben.slash("mute", game=str(troubled.number))
    else:
        await troubled.ben.slash("settings", **wish)
    number, ann = left(troubled)

    await ann.click(await ann.slash("resign", game=str(number)), "Yes, resign")
    await troubled.settled()

    assert len(notifications_to(troubled, troubled.ann)) == 1
    assert notifications_to(troubled, troubled.ben) == []


async def test_nobody_writes_to_a_player_who_has_gone(troubled):
    number, ann = left(troubled)
    question = await ann.slash("privacy delete")

    await ann.click(question, "Yes, delete everything")
    await troubled.settled()

    (notification,) = notifications_to(troubled, troubled.ben)
    assert (
        f"game {number} (Lifeline 4) against **deleted player** has ended" in notification.content
    )
    # to the one who has gone there was no attempt either
    assert troubled.discord.requests.count("POST", "/users/@me/channels") == 1


async def test_a_request_that_its_channel_cannot_be_told_is_written_with_its_buttons(troubled):
    await play_and_settle(troubled)
    await troubled.swap(troubled.ben)
    await troubled.turn(3)
    number, ann = left(troubled)
    question = await ann.slash("undo", game=str(number))

    await ann.click(question, "Yes, take it back")
    await troubled.settled()

    (notification,) = notifications_to(troubled, troubled.ben)
    assert "would like to take moves back" in notification.content
    assert {"Let them take it back", "No, it stands"} <= set(labels_of(notification))


async def test_a_no_that_its_channel_cannot_be_told_is_written_to_who_asked(troubled):
    await play_and_settle(troubled)
    await troubled.swap(troubled.ben)
    await troubled.turn(3)
    number, ann = left(troubled)
    await ann.click(await ann.slash("undo", game=str(number)), "Yes, take it back")
    await troubled.settled()
    (notification,) = notifications_to(troubled, troubled.ben)

    await troubled.ben.click(notification, "No, it stands")
    await troubled.settled()

    (told,) = notifications_to(troubled, troubled.ann)
    said = f"**Ben** does not let you take moves back in game {number} (Lifeline 4): they stand."
    assert told.content == said


async def test_a_challenge_that_cannot_be_posted_is_withdrawn_and_its_maker_told(table):
    table.discord.mischief.refuse("POST", MESSAGES, 404, 10003, "Unknown Channel")

    answer = await table.ann.slash("challenge", opponent=table.ben)
    await table.settled()

    assert "on its way" in answer.content
    (notification,) = notifications_to(table, table.ann)
    assert "I could not post your challenge to **Ben**" in notification.content
    assert table.channel.mention in notification.content
    assert notifications_to(table, table.ben) == []
    stored = await table.app.context.services.privacy.export(table.ann.id)
    assert [challenge["status"] for challenge in stored["challenges"]] == ["withdrawn"]


@pytest.mark.parametrize("lacking", [Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL])
async def test_a_game_is_not_begun_where_the_bot_may_not_write(table, lacking):
    deny(table, lacking)

    sent = await table.ann.slash("challenge", opponent=table.ben)
    form = await table.ann.user_menu("Challenge to a game", table.ben)
    bot = table.discord.application.bot
    practice = await table.ann.slash("challenge", opponent=bot, level=1, size=4)

    for answer in (sent, form, practice):
        assert "I may not write here" in answer.content
    deny(table, 0)
    await table.challenge()


async def test_a_game_is_not_begun_in_a_thread_that_is_locked_or_closed_to_the_bot(table):
    thread = table.guild.create_thread(table.channel, "Talk", table.ann)
    deny(table, Permission.SEND_MESSAGES_IN_THREADS)
    closed = await table.ann.in_(thread).slash("challenge", opponent=table.ben)
    deny(table, Permission.SEND_MESSAGES)
    open_ = await table.ann.in_(thread).slash("challenge", opponent=table.ben)
    table.discord.mischief.lock(thread)
    locked = await table.ann.in_(thread).slash("challenge", opponent=table.ben)

    assert "I may not write here" in closed.content
    assert "on its way" in open_.content
    assert "I may not write here" in locked.content


async def test_turns_made_while_discord_refused_come_in_order_and_ping_for_the_last_only(troubled):
    troubled.discord.mischief.server_error("POST", MESSAGES, status=503, times=3)
    await troubled.ann.slash("move", cell="a1 c3")
    await troubled.swap(troubled.ben)
    await troubled.settled()

    (second,) = turns(troubled, 2)
    (third,) = turns(troubled, 3)
    assert second.id < third.id
    assert second.notified == set()
    assert third.notified == {troubled.ann.id}


async def test_a_turn_taken_back_while_it_was_sent_leaves_no_buttons(troubled, monkeypatch):
    monkeypatch.setattr(outbox, "TIMEOUT", 20.0)
    held = troubled.discord.mischief.hold("POST", MESSAGES)
    await troubled.ann.slash("move", cell="a1 c3")
    await held.arrived()
    await troubled.ann.click(await troubled.ann.slash("undo"), "Yes, take it back")
    held.release()
    await troubled.settled()

    assert_told_and_taken_back(troubled)


async def test_a_turn_taken_back_before_its_message_was_found_leaves_no_buttons(
    troubled, monkeypatch
):
    monkeypatch.setattr(outbox, "pause", lambda attempts: timedelta(seconds=3))
    troubled.discord.mischief.reset("POST", MESSAGES, after_acting=True)
    await troubled.ann.slash("move", cell="a1 c3")
    await troubled.turn(2)
    await troubled.ann.click(await troubled.ann.slash("undo"), "Yes, take it back")
    await troubled.settled()

    assert_told_and_taken_back(troubled)


def assert_told_and_taken_back(table):
    *before, last = [each for each in table.public() if "turn " in each.content]
    assert len(before) == 2
    assert "took back" in last.content
    assert [labels_of(each) for each in before] == [[], []]
    assert "Move" in labels_of(last)


async def test_what_goes_to_a_channel_and_to_a_person_counts_for_both(troubled, monkeypatch):
    counted = set()
    monkeypatch.setattr(Pacing, "began", lambda _pacing, target: counted.add(target))
    await troubled.ben.slash("settings", turns="both")
    await play_and_settle(troubled)

    assert counted == {troubled.channel.id, troubled.ben.id}


async def test_a_letter_that_waited_is_not_taken_for_an_older_one_with_the_same_words(troubled):
    game = await troubled.look()
    ben, location = game.seats[1], game.location
    mail = Mailbox(troubled.app)
    direct_messages = DirectMessages(
        troubled.app.context.services, troubled.app.context.pictures, mail
    )
    waiting = WaitingGame(game.id, 0, "lifeline", 4, game.seats[0], location, None, None)
    notification = Notification(
        NotificationKind.NUDGE, ben, location, write=False, games=(waiting,)
    )

    async def deliver(made, attempts):
        nonce = f"{attempts:x}-{int(made.timestamp() * 1000):x}"
        row = OutboxMessage(
            attempts, "nudge", game.id, None, None, {}, attempts, nonce, location, ben.user_id
        )
        return await direct_messages.deliver(row, notification)

    yesterday = await deliver(datetime.now(UTC), 1)
    today = await deliver(datetime.now(UTC) + timedelta(days=1), 2)
    again = await deliver(datetime.now(UTC), 3)
    assert today != yesterday
    assert again in {today, yesterday}


def deny(table, permissions):
    table.guild.set_overwrite(table.channel, table.discord.application, deny=permissions)


def test_whatever_a_row_may_tell_is_delivered_by_somebody(table):
    assert set(Delivery(table.app)._kinds) == {*OutboxKind, *NotificationKind}


@pytest.mark.parametrize("moments", range(3))
async def test_a_worker_that_is_woken_while_it_is_told_to_stop_stops(table, moments):
    worker = outbox.Worker(table.app)
    waiting = asyncio.create_task(worker._wait())
    await asyncio.sleep(0.05)
    table.app.context.outbox_filled.set()
    for _ in range(moments):
        await asyncio.sleep(0)
    told_in_time = waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled() is told_in_time
