"""Delivery: every message arrives exactly once or by its fallback, whatever Discord's faults."""

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

import discord as discord_py
import pytest

from bot.context import request_limit
from bot.context.discord_errors import Held
from bot.context.request_limit import RequestLimit
from bot.delivery import worker
from bot.delivery.channels import ChannelWriter
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.dispatch import Dispatcher
from bot.delivery.worker import Pacing
from bot.services.values.notifications.notification import Notification, WaitingGame
from bot.services.values.views import Actor
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox import SENDING, OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind
from sandbox import Permission
from sandbox.client.find import labels_of
from sandbox.state.messages import delete
from tests.bot.e2e.turn_text import YOUR_TURN
from tests.bot.e2e.waiting import in_time
from tests.bot.payload_samples import sample

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"


@pytest.fixture(autouse=True)
def _short_delays(monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(milliseconds=30 * attempts))
    monkeypatch.setattr(worker, "TIMEOUT", 0.5)


def turns(table, number):
    return [message for message in table.public() if f"turn {number}" in message.content]


@pytest.fixture
async def game(table):
    """Game whose next message meets the fault of the test."""
    await table.game()
    await table.settled()
    return table


@pytest.fixture
async def long_game(table):
    """Game without a swap, in which several turns meet a fault."""
    await table.game(opening="none")
    await table.settled()
    return table


async def play_next(table):
    """Play a turn of the game and return the number of the next one."""
    before = await table.look()
    mover = table.ann if before.to_move.user_id == table.ann.id else table.ben
    (move,) = await table.app.context.services.games.legal_moves_text(before.id, mover.id, "", 1)
    await mover.slash("move", cell=move)
    await table.settled()
    return before.position.turn + 1


async def play_and_settle(table):
    await table.ann.slash("move", cell="a1 c3")
    await table.settled()


async def test_a_message_with_a_lost_response_is_found_and_not_sent_again(long_game):
    for error in ("reset", "silence", "server_error"):
        getattr(long_game.discord.faults, error)("POST", MESSAGES, after_acting=True)

        turn = await play_next(long_game)

        (found,) = turns(long_game, turn)
        before = found.content.split("\n")
        assert any(YOUR_TURN in line for line in before), error
        await play_next(long_game)
        assert labels_of(found) == [], error
        assert found.content.split("\n") == [each for each in before if YOUR_TURN not in each]


def forget_nonces(table):
    """Advance the clock until Discord forgets the nonces of messages."""
    table.discord.clock.advance(400)


async def test_a_message_is_found_below_hundreds_of_later_ones(game, monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(seconds=1))
    game.discord.faults.reset("POST", MESSAGES, after_acting=True)
    await game.ann.slash("move", cell="a1 c3")
    await game.turn(2)
    for number in range(230):
        game.eve.say(f"Message {number}")
    forget_nonces(game)
    await game.settled()

    assert len(turns(game, 2)) == 1


@pytest.mark.parametrize("posted", [True, False])
async def test_a_declined_undo_with_a_lost_response_is_posted_once(game, monkeypatch, posted):
    """A copy of its text by somebody else does not count."""
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(seconds=1))
    await play_and_settle(game)
    await game.swap(game.ben)
    await game.turn(3)
    await game.ann.click(await game.ann.slash("undo"), "Yes, ask")
    request = await game.seen("is asking to undo")
    await game.settled()
    game.discord.faults.reset("POST", MESSAGES, after_acting=True)

    await game.ben.click(request, "Decline undo")
    declined = await game.seen("declined the undo")
    if not posted:
        delete(game.discord.world, declined)
        game.eve.say(declined.content)
    forget_nonces(game)
    await game.settled()

    assert len([m for m in game.public() if "declined the undo" in m.content]) == 2 - posted


async def test_a_message_is_sent_after_a_temporary_error(long_game):
    for error, how in (
        ("reset", {}),
        ("silence", {}),
        ("server_error", {}),
        ("cloudflare_ban", {"html": True, "retry_after": 0.02}),
        ("cloudflare_ban", {"html": False, "retry_after": 0.02}),
        ("rate_limit", {}),
    ):
        before = long_game.discord.requests.count("POST", MESSAGES)
        getattr(long_game.discord.faults, error)("POST", MESSAGES, **how)

        turn = await play_next(long_game)

        assert len(turns(long_game, turn)) == 1, error
        assert long_game.discord.requests.count("POST", MESSAGES) == before + 2, error


async def test_a_message_is_not_sent_twice_without_access_to_the_history(game):
    deny(game, Permission.READ_MESSAGE_HISTORY)
    game.discord.faults.reset("POST", MESSAGES, after_acting=True)

    await play_and_settle(game)

    # only the nonce matters here: Discord returns the first message
    assert len(turns(game, 2)) == 1


async def test_without_room_the_new_message_goes_first_and_the_outbox_closes_the_old_one(
    game, monkeypatch
):
    (old,) = turns(game, 1)
    order = []
    for method, route in (("POST", MESSAGES), ("PATCH", MESSAGE)):
        game.discord.faults.when(method, route, lambda method=method: order.append(method))
    monkeypatch.setattr(RequestLimit, "has_room", lambda limit: False)

    await play_and_settle(game)

    assert order == ["POST", "PATCH"]
    assert labels_of(old) == []
    assert YOUR_TURN not in old.content
    assert len(turns(game, 2)) == 1


async def test_edits_of_old_messages_yield_to_others(game, monkeypatch):
    made = []

    async def acquire(limit):
        made.append(request_limit._urgency.get())

    monkeypatch.setattr(RequestLimit, "acquire", acquire)
    await play_and_settle(game)
    new, edit = request_limit.Urgency.NEW, request_limit.Urgency.EDIT
    assert (made.count(edit), made[-1]) == (1, new)

    made.clear()
    monkeypatch.setattr(RequestLimit, "has_room", lambda limit: False)
    await game.swap(game.ben)
    await game.settled()
    assert made == [new, edit]  # the board, and a closing by the outbox


async def test_the_limit_counts_the_requests_that_discord_counts(game):
    limit = game.app.context.request_limit
    counted, measured = [], []
    limit.acquire = partial(_append, counted)
    limit.note_response = measured.append
    before = len(game.discord.requests.entries)

    await play_and_settle(game)

    routes = [entry.route for entry in list(game.discord.requests.entries)[before:]]
    by_token = [route for route in routes if "{interaction_token}" in route]
    assert len(by_token) == 1
    assert len(counted) == len(measured) == len(routes) - 1
    assert all(seconds > 0 for seconds in measured)


@pytest.mark.parametrize("html", [True, False])
async def test_a_refusal_without_via_holds_all_requests_for_its_time(game, monkeypatch, html):
    monkeypatch.setattr(worker, "retry_delay", lambda row, error: timedelta(milliseconds=10))
    limit, games = game.app.context.request_limit, game.app.context.services.games
    (old,) = turns(game, 1)
    game.discord.faults.cloudflare_ban(html=html, times=1000, retry_after=3600)

    # without an interaction, whose answer Discord would refuse as well
    actor = Actor(game.ann.id, "Ann", 1, game.guild.id, game.channel.id)
    await games.play(actor, game.number, "a1 c3")
    await game.discord.wait_until(limit.held_for)
    assert 3500 < limit.held_for() <= 3600
    for _ in range(5):
        assert await worker.Worker(game.app).once() is False
    with pytest.raises(Held):
        await game.app.http.get_user(game.ann.id)
    with pytest.raises(Held):  # as a response to an interaction
        await discord_py.Webhook.partial(1, "token", client=game.app).send("Hello")

    # the edit of the old message and the new one, at most
    refused = [each for each in game.discord.requests.entries if each.status == 429]
    assert 1 <= len(refused) <= 2

    async def nothing_is_being_sent():
        return not (await game.app.context.services.outbox.backlog()).rows[SENDING]

    await in_time(nothing_is_being_sent)  # a later refusal would hold all requests again
    game.discord.faults.stop_faults()
    limit._held_until = 0.0
    await game.settled()
    assert len(turns(game, 2)) == 1
    assert labels_of(old) == []


async def test_a_clock_is_edited_after_a_refusal_without_via(game):
    (board,) = turns(game, 1)
    game.discord.faults.cloudflare_ban(*("PATCH", MESSAGE), retry_after=0.1)
    await game.ben.slash("away", until=f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}")
    await game.settled()
    assert "clock paused" in board.content


async def _append(counted):
    counted.append(1)


@pytest.mark.parametrize("code", [10008, 10003])
async def test_a_deleted_message_counts_as_closed(game, code):
    before = game.discord.requests.count("PATCH", MESSAGE)
    game.discord.faults.refuse("PATCH", MESSAGE, 404, code, "As planned")

    await play_and_settle(game)

    assert game.discord.requests.count("PATCH", MESSAGE) == before + 1


async def test_the_board_is_text_without_permission_for_attachments(game):
    deny(game, Permission.ATTACH_FILES)

    await play_and_settle(game)

    (message,) = turns(game, 2)
    assert message.attachments == []
    assert "```" in message.content
    assert labels_of(message) == ["Move", "Swap sides", "Try out", "Resign"]
    assert message.notified == {game.ben.id}


async def test_a_board_as_text_is_not_sent_twice(game):
    deny(game, Permission.ATTACH_FILES)
    # the first request is the one with the file, which is refused
    game.discord.faults.slow(0.0, "POST", MESSAGES)
    game.discord.faults.reset("POST", MESSAGES, after_acting=True)

    await play_and_settle(game)

    (found,) = turns(game, 2)
    await game.swap(game.ben)
    await game.settled()
    assert "```" in found.content
    assert YOUR_TURN not in found.content


async def test_a_turn_that_passed_before_its_message_was_found_asks_nobody(game, monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(seconds=3))
    game.discord.faults.reset("POST", MESSAGES, after_acting=True)
    await game.ann.slash("move", cell="a1 c3")
    found = await game.turn(2)
    await game.swap(game.ben)
    await game.settled()

    assert labels_of(found) == []
    assert YOUR_TURN not in found.content
    assert "A1 and C3" in found.content


async def test_sending_is_retried_until_permitted(game):
    deny(game, Permission.SEND_MESSAGES)
    await game.ann.slash("move", cell="a1 c3")
    await asyncio.sleep(0.3)
    assert turns(game, 2) == []

    deny(game, 0)
    await game.settled()

    assert len(turns(game, 2)) == 1


async def test_a_deleted_turn_message_does_not_stop_the_game(game):
    game.discord.faults.delete_message(turns(game, 1)[0])

    await play_and_settle(game)

    assert len(turns(game, 2)) == 1


async def test_a_game_of_a_deleted_channel_goes_on_elsewhere(game):
    refuge = game.discord.create_guild("Other")
    other = refuge.create_text_channel("refuge")
    for person in (game.ann, game.ben):
        refuge.add_member(person)
    number = str(game.number)
    game.discord.faults.delete_channel(game.channel)

    await game.ann.in_(other).slash("move", cell="a1 c3", game=number)
    await game.settled()

    board = await game.ben.in_(other).slash("board", game=number)
    assert "A1 and C3" in board.content


def lose_channel(table):
    """Delete the channel of the game; return the game's number, and Ann in another server."""
    number, refuge = table.number, table.discord.create_guild("Other")
    table.discord.faults.delete_channel(table.channel)
    refuge.add_member(table.ann)
    return number, table.ann.in_(refuge.create_text_channel("refuge"))


def notifications_to(table, person):
    return person.direct_messages(table.discord.application)


async def test_both_players_get_an_undeliverable_result_by_direct_message(game):
    await game.ben.slash("settings", turns="both")
    number, ann = lose_channel(game)
    question = await ann.slash("resign", game=str(number))

    await ann.click(question, "Yes, resign")
    await game.settled()

    for person in (game.ann, game.ben):
        (notification,) = notifications_to(game, person)
        assert f"game {number} (Lifeline, size 4)" in notification.content
        assert "has ended" in notification.content
        assert f"`/board game:{number}`" in notification.content


@pytest.mark.parametrize("wish", [{"turns": "none"}, {"game": "muted"}])
async def test_an_undeliverable_result_respects_notification_settings(game, wish):
    if "game" in wish:
        await game.ben.slash("mute", game=str(game.number))
    else:
        await game.ben.slash("settings", **wish)
    number, ann = lose_channel(game)

    await ann.click(await ann.slash("resign", game=str(number)), "Yes, resign")
    await game.settled()

    assert len(notifications_to(game, game.ann)) == 1
    assert notifications_to(game, game.ben) == []


async def test_sends_nothing_to_a_deleted_player(game):
    number, ann = lose_channel(game)
    question = await ann.slash("privacy delete")

    await ann.click(question, "Delete everything")
    await game.settled()

    (notification,) = notifications_to(game, game.ben)
    assert (
        f"game {number} (Lifeline, size 4) against **deleted player** has ended"
        in notification.content
    )
    # no direct message to the deleted player was attempted
    assert game.discord.requests.count("POST", "/users/@me/channels") == 1


async def test_an_undeliverable_undo_request_comes_with_its_buttons(game):
    await play_and_settle(game)
    await game.swap(game.ben)
    await game.turn(3)
    number, ann = lose_channel(game)
    question = await ann.slash("undo", game=str(number))

    await ann.click(question, "Yes, ask")
    await game.settled()

    (notification,) = notifications_to(game, game.ben)
    assert "is asking for an undo" in notification.content
    assert {"Allow undo", "Decline undo"} <= set(labels_of(notification))


async def test_an_undeliverable_refusal_of_an_undo_goes_to_its_requester(game):
    await play_and_settle(game)
    await game.swap(game.ben)
    await game.turn(3)
    number, ann = lose_channel(game)
    await ann.click(await ann.slash("undo", game=str(number)), "Yes, ask")
    await game.settled()
    (notification,) = notifications_to(game, game.ben)

    await game.ben.click(notification, "Decline undo")
    await game.settled()

    (answer,) = notifications_to(game, game.ann)
    expected = f"**Ben** declined your undo in game {number} (Lifeline, size 4)."
    assert answer.content == expected


async def test_an_undeliverable_challenge_is_withdrawn_and_its_challenger_notified(table):
    faults, channel = table.discord.faults, table.channel
    faults.when("POST", MESSAGES, lambda: faults.delete_channel(channel))

    answer = await table.ann.slash("challenge", opponent=table.ben)
    await table.settled()

    assert "Challenge to Ben posted." in answer.content
    (notification,) = notifications_to(table, table.ann)
    assert "your challenge to **Ben** has been withdrawn" in notification.content
    assert table.channel.mention in notification.content
    assert notifications_to(table, table.ben) == []
    stored = await table.app.context.services.privacy.export(table.ann.id)
    assert [challenge["status"] for challenge in stored["challenges"]] == ["withdrawn"]


async def test_a_challenge_that_is_withdrawn_before_it_is_posted_is_posted_as_withdrawn(
    table, monkeypatch
):
    challenges = table.app.context.services.challenges
    actor = Actor(table.ann.id, "Ann", 1, table.guild.id, table.channel.id)
    get = challenges.get

    async def get_withdrawn(challenge_id):
        await challenges.withdraw(actor, challenge_id)
        return await get(challenge_id)

    monkeypatch.setattr(challenges, "get", get_withdrawn)
    await table.ann.slash("challenge", opponent=table.ben)
    await table.settled()

    (card,) = table.public()
    assert "*Withdrawn" in card.content
    assert labels_of(card) == []
    assert card.notified == frozenset()


@pytest.mark.parametrize("lacking", [Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL])
async def test_refuses_a_game_in_a_channel_without_write_permission(table, lacking):
    deny(table, lacking)

    sent = await table.ann.slash("challenge", opponent=table.ben)
    form = await table.ann.user_menu("Challenge to a game", table.ben)

    for answer in (sent, form):
        assert "I can't post in this channel" in answer.content
    deny(table, 0)
    await table.challenge()


async def test_refuses_a_game_in_a_thread_without_write_permission(table):
    thread = table.guild.create_thread(table.channel, "Talk", table.ann)
    deny(table, Permission.SEND_MESSAGES_IN_THREADS)
    closed = await table.ann.in_(thread).slash("challenge", opponent=table.ben)
    deny(table, Permission.SEND_MESSAGES)
    open_ = await table.ann.in_(thread).slash("challenge", opponent=table.ben)
    table.discord.faults.lock(thread)
    locked = await table.ann.in_(thread).slash("challenge", opponent=table.ben)

    assert "I can't post in this channel" in closed.content
    assert "Challenge to Ben posted." in open_.content
    assert "I can't post in this channel" in locked.content


async def test_delayed_turns_are_posted_in_order_and_only_the_last_pings(game):
    game.discord.faults.server_error("POST", MESSAGES, status=503, times=3)
    await game.ann.slash("move", cell="a1 c3")
    await game.swap(game.ben)
    await game.settled()

    (second,) = turns(game, 2)
    (third,) = turns(game, 3)
    assert second.id < third.id
    assert second.notified == set()
    assert third.notified == {game.ann.id}


async def test_a_turn_undone_while_being_sent_leaves_no_buttons(game, monkeypatch):
    monkeypatch.setattr(worker, "TIMEOUT", 20.0)
    held = game.discord.faults.hold("POST", MESSAGES)
    await game.ann.slash("move", cell="a1 c3")
    await held.arrived()
    await game.ann.click(await game.ann.slash("undo"), "Yes, undo")
    held.release()
    await game.settled()

    assert_posted_and_undone(game)


async def test_a_turn_undone_before_its_message_was_found_leaves_no_buttons(game, monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(seconds=3))
    game.discord.faults.reset("POST", MESSAGES, after_acting=True)
    await game.ann.slash("move", cell="a1 c3")
    await game.turn(2)
    await game.ann.click(await game.ann.slash("undo"), "Yes, undo")
    await game.settled()

    assert_posted_and_undone(game)


def assert_posted_and_undone(table):
    *before, last = [each for each in table.public() if "· turn " in each.content]
    assert len(before) == 2
    assert "undid" in last.content
    assert [labels_of(each) for each in before] == [[], []]
    assert not any(YOUR_TURN in each.content for each in before)
    assert "Move" in labels_of(last)


async def test_a_notification_counts_for_its_channel_and_its_reader(game, monkeypatch):
    counted = set()
    monkeypatch.setattr(Pacing, "add", lambda _pacing, target: counted.add(target))
    await game.ben.slash("settings", turns="both")
    await play_and_settle(game)

    assert counted == {game.channel.id, game.ben.id}


async def nudges(game, **how):
    """Return a function that delivers a request to move to Ben, each time with another nonce."""
    state = await game.look()
    ben, location = state.seats[1], state.location
    writer = ChannelWriter(game.app)
    sender = DirectMessages(game.app.context.services, game.app.context.pictures, writer)
    waiting = WaitingGame(state.id, 0, "lifeline", 4, state.seats[0], location, None, None)
    notification = Notification(NotificationKind.NUDGE, ben, location, games=(waiting,), **how)
    about = sample("nudge")

    async def deliver(made, attempts):
        outbox_message = OutboxMessage(
            attempts, "nudge", state.id, None, None, about, attempts, made, location, ben.user_id
        )
        return (await sender.deliver(outbox_message, notification)).id

    return deliver


async def test_a_second_attempt_finds_the_direct_message_of_the_first(game):
    deliver, made = await nudges(game, write=True), datetime.now(UTC)
    assert await deliver(made, 1) == await deliver(made, 2)


@pytest.mark.parametrize("ping", [False, True])
async def test_a_notification_in_a_channel_pings_only_those_who_want_it(game, ping):
    sent = await (await nudges(game, write=False, ping=ping))(datetime.now(UTC), 1)
    message = game.channel.messages[sent]
    assert message.notified == ({game.ben.id} if ping else set())


async def test_a_notification_is_not_mistaken_for_an_older_one_with_the_same_text(game):
    deliver = await nudges(game, write=False)
    yesterday = await deliver(datetime.now(UTC), 1)
    today = await deliver(datetime.now(UTC) + timedelta(days=1), 2)
    again = await deliver(datetime.now(UTC), 3)
    assert today != yesterday
    assert again in {today, yesterday}


def deny(table, permissions):
    table.guild.set_overwrite(table.channel, table.discord.application, deny=permissions)


def test_every_kind_of_outbox_message_has_a_handler(table):
    assert set(Dispatcher(table.app)._handlers) == {*OutboxKind, *NotificationKind}


@pytest.mark.parametrize("moments", range(3))
async def test_a_worker_that_is_woken_while_being_cancelled_stops(table, moments):
    waking = worker.Worker(table.app)
    waiting = asyncio.create_task(waking._wait())
    await asyncio.sleep(0.05)
    table.app.context.outbox_filled.set()
    for _ in range(moments):
        await asyncio.sleep(0)
    in_time = waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled() is in_time


@pytest.mark.parametrize("code", [0, 50006, 50035])
async def test_a_rejected_turn_is_sent_as_plain_words_with_its_ping(game, code):
    game.discord.faults.refuse("POST", MESSAGES, 400, code, "As planned")

    await play_and_settle(game)

    (message,) = turns(game, 2)
    assert (message.attachments, labels_of(message)) == ([], [])
    assert message.notified == {game.ben.id}
    assert f"`/board game:{game.number}` shows the board." in message.content
    await game.swap(game.ben)
    await game.settled()
    assert YOUR_TURN not in turns(game, 2)[0].content
    assert labels_of(turns(game, 3)[0])


async def test_a_turn_rejected_twice_is_told_by_direct_message(game):
    game.discord.faults.refuse("POST", MESSAGES, 400, 50035, "As planned", times=2)

    await play_and_settle(game)

    assert turns(game, 2) == []
    (notification,) = notifications_to(game, game.ben)
    assert "It's your turn" in notification.content


async def test_a_rejected_result_is_sent_as_plain_words(game):
    game.discord.faults.refuse("POST", MESSAGES, 400, 50035, "As planned")
    question = await game.ann.slash("resign")
    await game.ann.click(question, "Yes, resign")
    await game.settled()

    (result,) = [m for m in game.public() if "Ben wins" in m.content]
    assert (result.attachments, labels_of(result)) == ([], [])


async def test_a_rejected_challenge_is_not_sent_without_its_buttons(table):
    table.discord.faults.refuse("POST", MESSAGES, 400, 50035, "As planned")
    await table.ann.slash("challenge", opponent=table.ben)
    await table.settled()

    assert table.public() == []
    (notification,) = notifications_to(table, table.ann)
    assert "has been withdrawn" in notification.content
