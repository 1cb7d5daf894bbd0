"""The bot as a process: restarts, SIGTERM, and errors at the start."""

import asyncio
import re
import signal
from contextlib import suppress

import aiohttp
import pytest

from bot.errors.startup import NotNow
from bot.runtime import lifecycle
from sandbox import Permission
from sandbox.client.find import labels_of


@pytest.fixture
async def match(process):
    """Game between Ann and Ben in a channel without threads, at its first turn."""
    made = Match(process.discord)
    await process.start()
    await process.ready()
    await made.begin()
    return made


class Match:
    """Ann and Ben in one channel."""

    def __init__(self, discord):
        self.discord = discord
        guild = discord.create_guild("Club")
        self.channel = guild.create_text_channel("games")
        # so that the game stays in the channel
        discord.faults.revoke(Permission.CREATE_PUBLIC_THREADS, self.channel)
        self.ann, self.ben = (guild.add_member(name).in_(self.channel) for name in ("Ann", "Ben"))

    async def begin(self):
        await self.ann.slash("challenge", opponent=self.ben, size=4)
        card = await self.wait(lambda message: "Accept" in labels_of(message))
        await self.ben.click(card, "Accept")
        self.first = await self.seen("turn 1")

    async def seen(self, words):
        return await self.wait(lambda message: words in message.content)

    async def wait(self, predicate):
        return await self.discord.wait_for_message(self.channel, predicate, 20)


async def test_old_buttons_and_an_open_form_work_after_a_restart(process, match):
    panel = await match.ann.click(match.first, "Move")
    form = await match.ann.click(panel, "Type a move")
    question = await match.ben.click(match.first, "Resign")
    await process.restart()

    answer = await match.ann.submit(form, Cell="a1 c3")
    await match.seen("turn 2")
    # the game has changed since, so the bot asks for confirmation again
    again = await match.ben.click(question, "Yes, resign")
    await match.ben.click(again, "Yes, resign")

    assert answer is panel
    assert await match.seen("Ben resigned")


async def test_commands_are_registered_once_and_not_at_each_start(process):
    await process.start()
    await process.ready()
    await process.says("with Discord")  # and the bot has stored it
    await process.says("ready:")
    await process.restart()
    await process.says("ready:", times=2)
    await asyncio.sleep(0.3)  # enough time for a second registration

    route = "/applications/{application_id}/commands"
    assert process.discord.requests.count("PUT", route) == 1


async def test_sigterm_ends_the_program_within_ten_seconds_and_without_an_error(process):
    await process.load()
    await process.ready()

    process.running.send_signal(signal.SIGTERM)
    async with asyncio.timeout(10):
        code, errors = await process.ended()

    assert code == 0
    assert "Traceback" not in errors


async def test_sigterm_ends_a_start_that_waits_for_the_database(process):
    arrived, left = asyncio.Event(), asyncio.Event()

    async def say_nothing(reader, writer):
        arrived.set()
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
        left.set()

    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
        _, port = server.sockets[0].getsockname()
        await process.start(DATABASE_URL=f"postgresql://127.0.0.1:{port}/games?ssl=disable")
        async with asyncio.timeout(60):
            await arrived.wait()
        process.running.send_signal(signal.SIGTERM)
        code, errors = await process.ended()
        await left.wait()

    assert code == 0
    assert "asked to stop during the start" in errors
    assert "Traceback" not in errors


async def test_a_wrong_token_is_reported_with_exit_code_2(process):
    await process.start(DISCORD_TOKEN="wrong.token.indeed", LOG_LEVEL="ERROR")
    code, errors = await process.ended()

    assert code == 2
    assert errors.count("\n") == 1
    assert "does not accept DISCORD_TOKEN" in errors


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (4004, "does not accept DISCORD_TOKEN"),
        (4011, "Correct SHARD_COUNT"),
        (4014, "refuses the gateway intents"),
    ],
)
async def test_a_refusal_by_the_gateway_is_reported_in_one_line(process, code, sentence):
    await process.start(LOG_LEVEL="ERROR")
    await process.ready()
    process.discord.faults.close_gateway(code)
    exit_code, errors = await process.ended()

    assert exit_code == 2
    assert errors.count("\n") == 1
    assert sentence in errors


async def test_a_bad_setting_is_reported_with_exit_code_2(process):
    await process.start(MAX_RUNNING_GAMES="many")
    code, errors = await process.ended()

    assert code == 2
    assert errors.count("\n") == 1
    assert "MAX_RUNNING_GAMES" in errors


async def test_an_unreachable_discord_is_reported_with_exit_code_75(process):
    await process.start(DISCORD_API="http://127.0.0.1:9/api/v10", LOG_LEVEL="ERROR")
    code, errors = await process.ended()

    assert code == 75
    assert "Discord cannot be reached" in errors


async def test_a_long_rate_limit_at_the_start_is_reported_with_exit_code_75(
    process,
):
    process.discord.faults.rate_limit("GET", "/users/@me", retry_after=60)
    await process.start(LOG_LEVEL="ERROR")
    code, errors = await process.ended()

    assert code == 75
    assert errors.count("\n") == 1
    assert "Discord cannot be reached (Too many requests" in errors


async def test_a_timeout_at_the_start_is_reported():
    class Silent:
        async def start(self, _token):
            raise TimeoutError  # as aiohttp does after five minutes

    with pytest.raises(NotNow, match=r"Discord cannot be reached \(TimeoutError\)"):
        await lifecycle._connect(Silent(), "token")


async def hint_for(name, address):
    """Return the hint on a person's page of the sandbox."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}page/live", params={"as": name}) as socket,
    ):
        return (await socket.receive_json())["state"]["hint"]


async def test_sandbox_mode_prints_where_to_play_and_what_to_type(process):
    await process.load(DISCORD_TOKEN="", SANDBOX_PORT="0")
    lines = []
    async with asyncio.timeout(60):
        while not any("/challenge" in line for line in lines):
            lines.append((await process.running.stdout.readline()).decode())

    (address,) = re.findall(r"as Ben: (http://127\.0\.0\.1:\d+/)", "".join(lines))
    # Ben must not challenge himself
    assert (await hint_for("Ben", address)).startswith("As **Ann**, type `/challenge`")
    process.running.send_signal(signal.SIGTERM)
    code, _ = await process.ended()
    assert code == 0
