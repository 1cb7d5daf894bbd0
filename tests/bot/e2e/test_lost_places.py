"""The place of a game is gone, or a player is: the answers and lists lead to where the board is."""

import asyncio
from datetime import timedelta

import pytest

from bot.jobs import outbox
from sandbox.client.find import labels_of
from tests.bot.e2e.numbered import numbers_in
from tests.bot.e2e.waiting import in_time

MESSAGES = "/channels/{channel_id}/messages"
GONE = "The channel of this game is gone: use /board to see the board."


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(outbox, "pause", lambda attempts: timedelta(milliseconds=10))


@pytest.fixture
async def threaded(table):
    """A game in a thread of its own."""
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)
    await table.ben.click(await table.challenge(size=4), "Accept")
    await table.settled()
    return table


@pytest.fixture
async def plain(table):
    """A game in a channel."""
    await table.game()
    await table.settled()
    return table


def thread_of(table):
    (found,) = [c for c in table.discord.world.channels.values() if c.thread is not None]
    return found


def elsewhere(table, person):
    """The person in another server, with the bot in it."""
    other = table.discord.create_guild("Other")
    other.add_member(person)
    return person.in_(other.create_text_channel("refuge"))


async def heard(table, channel):
    """Wait until the bot has heard that a channel is gone."""
    await table.discord.wait_until(lambda: table.app.get_channel(channel.id) is None)


async def noted(table, number):
    """Wait until the bot has noted that the message of a game is gone."""

    async def is_noted():
        return (await table.app.context.services.games.get(number)).turn_message_id is None

    await in_time(is_noted)


@pytest.mark.parametrize("archived", [False, True])
async def test_after_a_thread_was_deleted_the_mover_is_led_to_its_channel(threaded, archived):
    number, thread = threaded.number, thread_of(threaded)
    ann = elsewhere(threaded, threaded.ann)
    if archived:
        threaded.discord.mischief.archive(thread)
        await heard(threaded, thread)
    threaded.discord.mischief.delete_channel(thread)
    await heard(threaded, thread)

    answer = await ann.slash("move", cell="a1 c3", game=str(number))
    await threaded.settled()

    assert f"The board follows in <#{threaded.channel.id}>." in answer.content
    assert [m for m in threaded.public() if "turn 2" in m.content]


async def test_after_a_thread_was_deleted_the_board_is_in_sight_in_its_channel(threaded):
    number = threaded.number
    threaded.discord.mischief.delete_channel(thread_of(threaded))

    answer = await threaded.ann.slash("move", cell="a1 c3", game=str(number))

    assert "The board follows." in answer.content


async def test_an_archived_thread_is_not_taken_for_a_deleted_one(threaded):
    thread, ann = thread_of(threaded), elsewhere(threaded, threaded.ann)
    threaded.discord.mischief.archive(thread)
    await heard(threaded, thread)

    answer = await ann.slash("move", cell="a1 c3", game=str(threaded.number))

    assert f"The board follows in {thread.mention}." in answer.content


async def test_after_a_channel_was_deleted_the_mover_is_told_and_the_list_has_no_link(plain):
    number, ann = plain.number, elsewhere(plain, plain.ann)
    plain.discord.mischief.delete_channel(plain.channel)
    await noted(plain, number)

    listed = await ann.slash("games")
    answer = await ann.slash("move", cell="a1 c3", game=str(number))
    await plain.settled()
    after = await ann.slash("games")

    assert answer.content.endswith(GONE)
    for shown in (listed, after):
        assert f"game {number}" in shown.content
        assert str(plain.channel.id) not in shown.content


async def test_a_deletion_that_the_bot_has_not_heard_of_is_found_by_the_next_message(plain):
    number, ann = plain.number, elsewhere(plain, plain.ann)
    plain.app.on_guild_channel_delete = lambda _channel: asyncio.sleep(0)
    plain.discord.mischief.delete_channel(plain.channel)
    await heard(plain, plain.channel)

    answer = await ann.slash("move", cell="a1 c3", game=str(number))
    await plain.settled()
    listed = await ann.slash("games")

    assert answer.content.endswith(GONE)
    assert str(plain.channel.id) not in listed.content


async def test_a_finished_game_of_a_deleted_thread_is_listed_without_a_link(threaded):
    thread, ann, number = thread_of(threaded), threaded.ann, threaded.number
    await ann.click(await ann.in_(thread).slash("resign"), "Yes, resign")
    await threaded.settled()
    threaded.discord.mischief.delete_channel(thread)
    await noted(threaded, number)

    finished = await ann.click(await ann.slash("games"), "Finished games")

    assert f"game {number}" in finished.content
    assert str(thread.id) not in finished.content


async def test_after_the_bot_was_removed_the_mover_is_told_and_the_list_has_no_link(plain):
    number, ann = plain.number, elsewhere(plain, plain.ann)
    plain.discord.mischief.kick(plain.guild)
    servers, begun = plain.app.context.services.servers, (await plain.look()).created_at
    await in_time(lambda: servers.has_left(plain.guild.id, begun))

    listed = await ann.slash("games")
    answer = await ann.slash("move", cell="a1 c3", game=str(number))

    assert answer.content.endswith(GONE)
    assert f"game {number}" in listed.content
    assert str(plain.channel.id) not in listed.content


@pytest.mark.parametrize("error", ["delete_channel", "lock"])
async def test_a_thread_that_is_lost_before_the_first_turn_message_is_left(table, error):
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)
    card, mischief = await table.challenge(size=4), table.discord.mischief
    mischief.when("POST", MESSAGES, lambda: getattr(mischief, error)(thread_of(table)))

    await table.ben.click(card, "Accept")
    await table.settled()
    await table.ann.slash("move", cell="a1 c3", game=str(table.number))
    await table.settled()

    turns = [m for m in table.public() if table.number in numbers_in(m) and "turn" in m.content]
    assert [m.notified for m in turns] == [{table.ann.id}, {table.ben.id}]
    assert "Move" in labels_of(turns[-1])


async def test_that_an_opponent_has_left_is_said_once(plain):
    plain.guild.remove_member(plain.ben)
    plain.discord.install(plain.ben)
    ben = plain.ben.in_(plain.discord.direct_channel(plain.ben))

    await plain.play(plain.ann, "a1 c3", 2)
    await ben.slash("move", cell="e5 g7", game=str(plain.number))
    await plain.play(plain.ann, "d4", 4)
    await plain.settled()

    said = [m for m in plain.public() if "Ben has left this server" in m.content]
    assert len(said) == 1
    assert "played" in said[0].content or "turn 2" in said[0].content


async def test_that_an_opponent_has_left_is_said_though_the_first_answer_is_lost(plain):
    plain.guild.remove_member(plain.ben)
    plain.discord.mischief.server_error("POST", MESSAGES, status=503)

    await plain.ann.slash("move", cell="a1 c3")
    await plain.settled()

    assert len([m for m in plain.public() if "Ben has left this server" in m.content]) == 1


async def test_of_a_member_who_is_there_discord_is_asked_once(plain):
    asked = plain.discord.requests.count
    await plain.play(plain.ann, "a1 c3", 2)
    await plain.play(plain.ben, "e5 g7", 3)
    await plain.play(plain.ann, "d4", 4)
    await plain.play(plain.ben, "b1", 5)
    await plain.settled()

    assert asked("GET", "/guilds/{guild_id}/members/{user_id}") == 2
    assert not [m for m in plain.public() if "left this server" in m.content]
