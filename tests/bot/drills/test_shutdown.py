"""Shutdown on SIGTERM: work in progress and due messages are finished within ten seconds."""

import asyncio
import signal

import pytest

from bot.delivery import worker
from bot.runtime import app, lifecycle
from sandbox import Permission
from sandbox.client.find import labels_of

MESSAGES = "/channels/{channel_id}/messages"
GAMES = 3


@pytest.fixture
async def running_games(process, discord):
    """Several games between Ann and Ben in one channel; Ann is to move in each."""
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    # so that games stay in the channel
    discord.faults.revoke(Permission.CREATE_PUBLIC_THREADS, channel)
    ann, ben = (guild.add_member(name).in_(channel) for name in ("Ann", "Ben"))
    await process.start()
    await process.ready()
    for number in range(1, GAMES + 1):
        await ann.slash("challenge", opponent=ben, size=3)
        card = await discord.wait_for_message(
            channel, lambda message: "Accept" in labels_of(message), 20
        )
        await ben.click(card, "Accept")
        await discord.wait_for_message(channel, shows(number, turn=1), 20)
    return channel, ann, ben


def shows(game, turn):
    return lambda message: f"Game {game} ·" in message.content and f"turn {turn}" in message.content


async def stop(process):
    """Send SIGTERM; return exit code and log."""
    process.running.send_signal(signal.SIGTERM)
    return await process.ended()


def test_the_timeouts_of_a_shutdown_fit_into_ten_seconds():
    assert app.FINISH_TIMEOUT + worker.SHUTDOWN_TIMEOUT <= app.SHUTDOWN_TIMEOUT
    assert app.SHUTDOWN_TIMEOUT < lifecycle.CLOSE_TIMEOUT < 10


async def test_moves_are_posted_before_the_program_stops(process, discord, running_games):
    channel, ann, _ = running_games
    discord.faults.slow(0.3, "POST", MESSAGES, times=GAMES)
    for number in range(1, GAMES + 1):
        await ann.slash("move", cell="a1 b3", game=str(number))

    code, log = await stop(process)

    posted = [each for each in channel.messages.values() if "turn 2" in each.content]
    waiting = process.ask("SELECT count(*) FROM outbox WHERE status IN ('waiting', 'sending')")
    assert (code, len(posted), waiting) == (0, GAMES, [(0,)])
    assert "Traceback" not in log


async def test_a_response_in_progress_is_sent_before_the_program_stops(
    process, discord, running_games
):
    _, ann, _ = running_games
    held = discord.faults.hold(
        "POST", "/interactions/{interaction_id}/{interaction_token}/callback"
    )
    playing = asyncio.create_task(ann.slash("move", cell="a1 b3", game="1"))
    await held.arrived()
    process.running.send_signal(signal.SIGTERM)
    await asyncio.sleep(0.3)  # so that the shutdown has started when the response is sent
    held.release()

    code, log = await process.ended()

    assert "You played" in (await playing).content
    assert code == 0
    assert "Traceback" not in log


async def test_the_program_stops_although_discord_does_not_respond(process, discord, running_games):
    channel, ann, _ = running_games
    discord.faults.silence("POST", MESSAGES, times=50)
    for number in range(1, GAMES + 1):
        await ann.slash("move", cell="a1 b3", game=str(number))

    code, log = await stop(process)
    assert code == 0
    assert "Traceback" not in log

    discord.faults.stop_faults()
    await process.start()
    await process.connected()
    for number in range(1, GAMES + 1):
        await discord.wait_for_message(channel, shows(number, turn=2), 20)
    posted = [each for each in channel.messages.values() if "turn 2" in each.content]
    assert len(posted) == GAMES
