"""Games whose channel or thread was deleted, or whose player has left the server."""

import asyncio
from datetime import timedelta

import pytest

from bot.delivery import worker
from sandbox.client.find import labels_of
from tests.bot.e2e.game_numbers import numbers_in
from tests.bot.e2e.waiting import in_time

MESSAGES = "/channels/{channel_id}/messages"
GONE = "This game's channel is gone. Use /board to see the board."


@pytest.fixture(autouse=True)
def _short_timeout(monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(milliseconds=10))


@pytest.fixture
async def threaded(table):
    """Table with a game in its own thread."""
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)
    await table.ben.click(await table.challenge(size=4), "Accept")
    await table.settled()
    return table


@pytest.fixture
async def plain(table):
    """Table with a game in a channel."""
    await table.game()
    await table.settled()
    return table


def thread_of(table):
    (found,) = [c for c in table.discord.world.channels.values() if c.thread is not None]
    return found


def elsewhere(table, person):
    """Return the person in another server of the bot."""
    other = table.discord.create_guild("Other")
    other.add_member(person)
    return person.in_(other.create_text_channel("refuge"))


async def until_deletion_received(table, channel):
    """Wait until the bot has received the deletion of a channel."""
    await table.discord.wait_until(lambda: table.app.get_channel(channel.id) is None)


async def until_message_deleted(table, number):
    """Wait until the bot has stored that a game's message was deleted."""

    async def is_noted():
        return (await table.app.context.services.games.get(number)).turn_message_id is None

    await in_time(is_noted)


@pytest.mark.parametrize("archived", [False, True])
async def test_answer_names_the_parent_channel_of_a_deleted_thread(threaded, archived):
    number, thread = threaded.number, thread_of(threaded)
    ann = elsewhere(threaded, threaded.ann)
    if archived:
        threaded.discord.faults.archive(thread)
        await until_deletion_received(threaded, thread)
    threaded.discord.faults.delete_channel(thread)
    await until_deletion_received(threaded, thread)

    answer = await ann.slash("move", cell="a1 c3", game=str(number))
    await threaded.settled()

    assert f"The board will be in <#{threaded.channel.id}>." in answer.content
    assert [m for m in threaded.public() if "turn 2" in m.content]


async def test_answer_in_the_parent_channel_of_a_deleted_thread_names_none(threaded):
    number = threaded.number
    threaded.discord.faults.delete_channel(thread_of(threaded))

    answer = await threaded.ann.slash("move", cell="a1 c3", game=str(number))

    assert "The board is on its way." in answer.content


async def test_archived_thread_counts_as_existing(threaded):
    thread, ann = thread_of(threaded), elsewhere(threaded, threaded.ann)
    threaded.discord.faults.archive(thread)
    await until_deletion_received(threaded, thread)

    answer = await ann.slash("move", cell="a1 c3", game=str(threaded.number))

    assert f"The board will be in {thread.mention}." in answer.content


async def test_answer_reports_a_deleted_channel_and_the_list_has_no_link(plain):
    number, ann = plain.number, elsewhere(plain, plain.ann)
    plain.discord.faults.delete_channel(plain.channel)
    await until_message_deleted(plain, number)

    listed = await ann.slash("games")
    answer = await ann.slash("move", cell="a1 c3", game=str(number))
    await plain.settled()
    after = await ann.slash("games")

    assert answer.content.endswith(GONE)
    for shown in (listed, after):
        assert f"game {number}" in shown.content
        assert str(plain.channel.id) not in shown.content


async def test_next_message_detects_a_missed_deletion(plain):
    number, ann = plain.number, elsewhere(plain, plain.ann)
    plain.app.on_guild_channel_delete = lambda _channel: asyncio.sleep(0)
    plain.discord.faults.delete_channel(plain.channel)
    await until_deletion_received(plain, plain.channel)

    answer = await ann.slash("move", cell="a1 c3", game=str(number))
    await plain.settled()
    listed = await ann.slash("games")

    assert answer.content.endswith(GONE)
    assert str(plain.channel.id) not in listed.content


async def test_finished_game_of_a_deleted_thread_is_listed_without_a_link(threaded):
    thread, ann, number = thread_of(threaded), threaded.ann, threaded.number
    await ann.click(await ann.in_(thread).slash("resign"), "Yes, resign")
    await threaded.settled()
    threaded.discord.faults.delete_channel(thread)
    await until_message_deleted(threaded, number)

    finished = await ann.click(await ann.slash("games"), "Finished games")

    assert f"game {number}" in finished.content
    assert str(thread.id) not in finished.content


async def test_answer_reports_that_the_bot_was_removed_and_the_list_has_no_link(plain):
    number, ann = plain.number, elsewhere(plain, plain.ann)
    plain.discord.faults.kick(plain.guild)
    servers, begun = plain.app.context.services.servers, (await plain.look()).created_at
    await in_time(lambda: servers.has_left(plain.guild.id, begun))

    listed = await ann.slash("games")
    answer = await ann.slash("move", cell="a1 c3", game=str(number))

    assert answer.content.endswith(GONE)
    assert f"game {number}" in listed.content
    assert str(plain.channel.id) not in listed.content


@pytest.mark.parametrize("error", ["delete_channel", "lock"])
async def test_thread_deleted_before_its_first_message_is_given_up(table, error):
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)
    card, faults = await table.challenge(size=4), table.discord.faults
    faults.when("POST", MESSAGES, lambda: getattr(faults, error)(thread_of(table)))

    await table.ben.click(card, "Accept")
    await table.settled()
    await table.ann.slash("move", cell="a1 c3", game=str(table.number))
    await table.settled()

    turns = [m for m in table.public() if table.number in numbers_in(m) and "turn" in m.content]
    assert [m.notified for m in turns] == [{table.ann.id}, {table.ben.id}]
    assert "Move" in labels_of(turns[-1])


async def test_departure_of_the_opponent_is_announced_once(plain):
    plain.guild.remove_member(plain.ben)
    plain.discord.install(plain.ben)
    ben = plain.ben.in_(plain.discord.direct_channel(plain.ben))

    await plain.play(plain.ann, "a1 c3", 2)
    await ben.slash("move", cell="e5 g7", game=str(plain.number))
    await plain.play(plain.ann, "d4", 4)
    await plain.settled()

    announcements = [m for m in plain.public() if "Ben has left this server" in m.content]
    assert len(announcements) == 1
    assert "played" in announcements[0].content or "turn 2" in announcements[0].content


async def test_departure_is_announced_when_discords_first_answer_is_lost(plain):
    plain.guild.remove_member(plain.ben)
    plain.discord.faults.server_error("POST", MESSAGES, status=503)

    await plain.ann.slash("move", cell="a1 c3")
    await plain.settled()

    assert len([m for m in plain.public() if "Ben has left this server" in m.content]) == 1


async def test_membership_is_checked_once_at_discord(plain):
    asked = plain.discord.requests.count
    await plain.play(plain.ann, "a1 c3", 2)
    await plain.play(plain.ben, "e5 g7", 3)
    await plain.play(plain.ann, "d4", 4)
    await plain.play(plain.ben, "b1", 5)
    await plain.settled()

    assert asked("GET", "/guilds/{guild_id}/members/{user_id}") == 2
    assert not [m for m in plain.public() if "left this server" in m.content]
