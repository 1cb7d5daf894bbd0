"""Notifications: each arrives once, in the preferred way or in the next best way."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from bot.delivery import worker
from bot.jobs import deadlines
from bot.services.values.clocks.due_dates import Due
from bot.store.tables.schema import outbox as outbox_table
from sandbox import Permission
from sandbox.client.find import components_of, labels_of
from testbed.due_dates import due_date

MESSAGES = "/channels/{channel_id}/messages"


@pytest.fixture(autouse=True)
def _short_timeout(monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(milliseconds=30 * attempts))
    # changed quiet hours take effect with the next heartbeat
    monkeypatch.setattr(deadlines, "HEARTBEAT", 0.2)


def notifications_to(table, person):
    return person.direct_messages(table.discord.application)


async def test_pings_once_when_direct_messages_are_preferred_too_but_refused(table):
    await table.ben.slash("settings", turns="both")
    table.discord.faults.close_direct_messages(table.ben)
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert second.notified == {table.ben.id}
    assert table.ben.mentions()[-1] is second
    assert len([m for m in table.public() if "Your turn in game" in m.content]) == 0


async def test_rate_limited_direct_messages_count_as_not_refused(table):
    await table.ben.slash("settings", turns="dm")
    opening = ("POST", "/users/@me/channels")
    too_fast = "You are opening direct messages too fast."
    table.discord.faults.refuse(*opening, 403, 40003, too_fast, times=4)
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert len(notifications_to(table, table.ben)) == 1
    assert not notification_words(table)


async def test_notification_links_to_the_newest_board(table):
    for person in (table.ann, table.ben):
        await person.slash("settings", turns="dm")
    first = await table.game()
    await table.settled()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    for person, board in ((table.ann, first), (table.ben, second)):
        (notification,) = notifications_to(table, person)
        assert link_of(notification).endswith(f"/{board.id}")


async def test_notification_in_a_channel_is_found_when_discords_answer_was_lost(table):
    await table.ben.slash("settings", turns="dm")
    table.discord.faults.close_direct_messages(table.ben)
    await table.game()
    await table.settled()
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()
    before = len(notification_words(table))
    assert before == 1

    # from now on, notifications go directly to the channel
    table.discord.faults.reset("POST", MESSAGES, after_acting=True)
    await table.ann.slash("away", until=day_ahead())
    await table.settled()

    assert len([m for m in table.public() if "is on vacation until" in m.content]) == 1


async def test_direct_message_is_found_when_discords_answer_was_lost(table):
    await table.ben.slash("settings", turns="dm")
    await table.game()
    await table.settled()
    table.discord.faults.reset("POST", MESSAGES, after_acting=True, times=2)
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert len(notifications_to(table, table.ben)) == 1


@pytest.mark.parametrize("lost", [0, 2])
async def test_each_turn_within_a_minute_has_its_own_notification(table, lost):
    await table.ben.slash("settings", turns="dm")
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.settled()
    await table.swap(table.ben)
    await table.turn(3)
    await table.settled()
    # the message of the turn, and the notification
    table.discord.faults.reset("POST", MESSAGES, after_acting=True, times=lost)
    fourth = await table.play(table.ann, "a2 b4", 4)
    await table.settled()

    first, second = notifications_to(table, table.ben)
    assert second.content == first.content
    assert link_of(second).endswith(f"/{fourth.id}")


async def test_notifies_of_both_challenges_delayed_to_one_morning(table):
    await table.ben.slash("settings", quiet=around_now())
    for _ in range(2):
        await table.ann.slash("challenge", opponent=table.ben, size=4)
    await until_two_notifications_are_delayed(table)
    await table.ben.slash("settings", quiet="off")
    await table.settled()

    assert len([m for m in table.public() if "challenged you in" in m.content]) == 2


@pytest.mark.parametrize("turns", ["channel", "dm"])
async def test_notification_in_a_channel_omits_games_of_other_channels(table, turns):
    await table.ben.slash("settings", quiet=around_now(), turns=turns)
    await table.game()
    game_here = table.number
    await table.play(table.ann, "a1 c3", 2)
    other_game, secret = await start_another_game(table)
    await table.ben.slash("settings", quiet="off")

    if turns == "dm":
        notification = await table.discord.wait_for_message(direct_channel(table), about_boards)
        assert f"game {other_game}" in notification.content
        assert str(secret.id) in notification.content
        assert "elsewhere" not in notification.content
    else:
        notification = await table.discord.wait_for_message(table.channel, about_boards)
        assert "Zed" not in notification.content
        assert str(secret.id) not in notification.content
        assert notification.content.endswith("\n- 1 game elsewhere (see `/games`)")
    assert "**2 games are waiting for you**" in notification.content
    assert f"game {game_here}" in notification.content


@pytest.mark.parametrize("error", ["gone", "closed"])
async def test_direct_message_replaces_boards_of_an_unavailable_channel(table, error, monkeypatch):
    monkeypatch.setattr(worker, "TRIES_WITHOUT_PERMISSION", 3)
    await table.ben.slash("settings", quiet=around_now())
    await table.game()
    game_here = table.number
    await table.play(table.ann, "a1 c3", 2)
    other_game, secret = await start_another_game(table)
    make_channel_unavailable(table, error)
    await table.ben.in_(secret).slash("settings", quiet="off")

    notification = await table.discord.wait_for_message(direct_channel(table), about_boards)
    assert f"game {game_here}" in notification.content
    assert f"game {other_game}" in notification.content
    await table.settled()
    assert notifications_to(table, table.ben) == [notification]


@pytest.mark.parametrize("error", ["gone", "closed"])
async def test_another_channel_replaces_refused_direct_messages_about_boards(
    table, error, monkeypatch
):
    monkeypatch.setattr(worker, "TRIES_WITHOUT_PERMISSION", 3)
    await table.ben.slash("settings", quiet=around_now())
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    other_game, secret = await start_another_game(table)
    table.discord.faults.close_direct_messages(table.ben)
    make_channel_unavailable(table, error)
    await table.ben.in_(secret).slash("settings", quiet="off")

    notification = await table.discord.wait_for_message(secret, about_boards)
    assert notification.notified == {table.ben.id}
    assert f"game {other_game}" in notification.content
    assert "1 game elsewhere" in notification.content


def make_channel_unavailable(table, error):
    """Delete the game's channel, or deny the bot access to it."""
    if error == "gone":
        table.discord.faults.delete_channel(table.channel)
    else:
        nothing = Permission.SEND_MESSAGES
        table.guild.set_overwrite(table.channel, table.discord.application, deny=nothing)


async def start_another_game(table):
    """Start a game of Zed and Ben in another server; return its number and channel."""
    guild = table.discord.create_guild("Secret")
    await table.app.context.services.server_settings.change(guild.id, threads=False)
    secret = guild.create_text_channel("secret")
    guild.add_member(table.ben)
    zed = guild.add_member("Zed").in_(secret)
    await zed.slash("challenge", opponent=table.ben, size=4)
    card = await table.discord.wait_for_message(secret, lambda m: "Accept" in labels_of(m))
    await table.ben.in_(secret).click(card, "Accept")
    await table.discord.wait_for_message(secret, lambda m: "turn 1" in m.content)
    await zed.slash("move", cell="a1 c3")
    await table.discord.wait_for_message(secret, lambda m: "turn 2" in m.content)
    return table.number, secret


def direct_channel(table):
    return table.discord.world.direct_channel(table.discord.application.bot, table.ben.user)


def about_boards(message):
    return "for you**" in message.content


async def test_ping_before_the_quiet_hours_is_not_repeated_after_them(table, monkeypatch):
    await table.game()
    await table.settled()
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(seconds=1.5))
    table.discord.faults.reset("POST", MESSAGES, after_acting=True)
    second = await table.play(table.ann, "a1 c3", 2)
    # quiet hours begin before the worker checks whether the message has arrived
    await table.ben.slash("settings", quiet=all_but_this_minute())
    await table.settled()

    assert second.notified == {table.ben.id}
    assert [m for m in table.public() if "turn 2" in m.content] == [second]
    assert await digests(table) == 0


@pytest.mark.parametrize("turns", ["channel", "dm", "none"])
async def test_notifies_the_challenger_of_a_declined_challenge(table, turns):
    await table.ann.slash("settings", turns=turns)
    card = await table.challenge(size=4)
    await table.ben.click(card, "Decline")
    await table.settled()

    text = "**Ben** declined your challenge to Lifeline, size 4."
    written = [message.content for message in notifications_to(table, table.ann)]
    assert written == ([text] if turns == "dm" else [])
    posted = [message for message in table.public() if message.id != card.id]
    if turns == "channel":
        assert [message.content for message in posted] == [f"<@{table.ann.id}>: {text}"]
        assert posted[0].notified == {table.ann.id}
    else:
        assert posted == []


async def test_challenges_and_results_do_not_ping_in_quiet_hours(table):
    await table.ben.slash("settings", quiet=around_now())
    card = await table.challenge(size=4)
    await table.ben.click(card, "Accept")
    await table.turn(1)
    result = await table.resign(table.ann)

    assert card.notified == set()
    assert result.notified == {table.ann.id}


async def test_turn_is_posted_without_a_ping_if_notifications_are_off(table):
    await table.ben.slash("settings", turns="none")
    await table.game()
    second = await table.play(table.ann, "a1 c3", 2)
    await table.settled()

    assert second.notified == set()
    assert notifications_to(table, table.ben) == []


async def until_two_notifications_are_delayed(table):
    """Wait until both notifications are delayed."""

    async def query(tx):
        put_off = (outbox_table.c.status == "waiting", outbox_table.c.due_at > datetime.now(UTC))
        found = select(func.count()).where(outbox_table.c.kind == "challenged", *put_off)
        return (await tx.connection.execute(found)).scalar_one()

    database = table.app.context.services.games._database
    while await database.read(query) < 2:  # noqa: ASYNC110 - rows have no event
        await asyncio.sleep(0.01)


def link_of(notification):
    (link,) = [c["url"] for c in components_of(notification) if "url" in c]
    return link


def notification_words(table):
    return [m.content for m in table.public() if "Your turn in game" in m.content]


def all_but_this_minute():
    earlier = datetime.now(UTC) - timedelta(minutes=2)
    return f"{earlier:%H:%M}-{earlier - timedelta(minutes=1):%H:%M}"


def around_now():
    hour = timedelta(hours=1)
    return f"{datetime.now(UTC) - hour:%H:%M}-{datetime.now(UTC) + hour:%H:%M}"


async def digests(table):
    """Return the number of people with a scheduled digest."""
    services = table.app.context.services
    people = (table.ann.id, table.ben.id)
    planned = [await due_date(services.deadlines, Due.DIGEST, person) for person in people]
    return sum(each is not None for each in planned)


def day_ahead():
    return f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"
