"""The bot as a process of its own: killed in the middle, asked to stop, wrongly set up."""

import asyncio
import os
import random
import signal
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from bot.services import build_services
from bot.store.database import Database
from bot.wiring import now
from rules.moves import format_move
from rules.record import positions
from sandbox import InteractionFailed, Sandbox, Settings
from sandbox.client.find import labels_of

ROOT = Path(__file__).parents[3]  # may be a copy of the project: its own code is run
KILLS = 3
# as `python -m bot`, but it writes into a channel as fast as this sandbox takes it
PROGRAM = """
import sys
from bot import pacing
from bot.__main__ import main

pacing.MOST = 1000
sys.exit(main())
"""


class Process:
    """`python -m bot` over one database, against the sandbox."""

    def __init__(self, discord, folder):
        self.discord = discord
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": discord.application.token,
            "DISCORD_API": discord.api_base,
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/games.db",
            "BACKUP_DIR": str(folder),
        }
        self.folder = folder
        self.running = None

    async def start(self, **settings):
        self.running = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            PROGRAM,
            cwd=self.folder,
            env=self.environment | settings,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def ended(self):
        """Wait for the end; returns exit code and standard error."""
        async with asyncio.timeout(20):
            _, errors = await self.running.communicate()
        return self.running.returncode, errors.decode()

    async def kill(self):
        self.running.kill()
        await self.running.communicate()

    async def restart(self):
        await self.kill()
        await self.discord.wait_until(lambda: not self.discord.is_bot_connected)
        await self.start()
        await self.discord.wait_until(lambda: self.discord.is_bot_connected, 30)


@pytest.fixture
async def process(tmp_path):
    # people who play faster than a channel takes messages are not what is tested here
    async with Sandbox(settings=Settings(rate_limits=False)) as discord:
        made = Process(discord, tmp_path)
        yield made
        if made.running is not None and made.running.returncode is None:
            await made.kill()


@pytest.fixture
async def match(process):
    database = Database(process.environment["DATABASE_URL"])
    yield Match(process, database)
    await database.close()


class Match:
    """Ann and Ben play random legal moves; each acknowledged turn is written down."""

    def __init__(self, process, database):
        discord = process.discord
        guild = discord.create_guild("Club")
        self.channel = guild.create_text_channel("games")
        self.people = {name: guild.add_member(name).in_(self.channel) for name in ("Ann", "Ben")}
        self.discord = discord
        self.services = build_services(database, now)
        self.chance = random.Random(4)
        self.acknowledged = []

    async def begin(self):
        await self.services.guilds.change(self.channel.guild.id, threads=False)
        await self.people["Ann"].slash("challenge", opponent=self.people["Ben"], size=4)
        card = await self.discord.wait_for_message(
            self.channel, lambda message: "Accept" in labels_of(message)
        )
        await self.people["Ben"].click(card, "Accept")
        await self.message_of_turn(1)

    def choose(self, position):
        """A whole turn of random legal moves, as text."""
        words, turn = [], position.turn
        while position.turn == turn and position.outcome() is None:
            moves = [move for move in position.legal_moves() if type(move).__name__ == "Place"]
            move = self.chance.choice(moves)
            words.append(format_move(move, position.topology))
            position = position.play(move)
        return " ".join(words)

    async def move(self):
        """One turn by whoever is to move; returns False when the game is over.

        A person who gets no answer looks at the board and tries again, as people do.
        """
        game = await self.services.games.get(1)
        if game.to_move is None:
            return False
        text, ply = self.choose(game.position), game.position.ply
        person = self.people[game.to_move.name]
        with suppress(InteractionFailed):
            answer = await person.slash("move", cell=text, game="1")
            assert answer.content.startswith("You played"), answer.content
            self.acknowledged.append((ply, text))
        return True

    async def message_of_turn(self, number):
        return await self.discord.wait_for_message(
            self.channel, lambda message: f"turn {number}" in message.content, 20
        )


async def test_a_game_goes_on_to_its_end_although_the_bot_is_killed_three_times(process, match):
    await process.start()
    await process.discord.wait_until_ready(30)
    await match.begin()
    moments = sorted(match.chance.sample(range(1, 16), KILLS))
    turns, playing = 0, True

    while playing:
        turns += 1
        if turns in moments:
            moving = asyncio.create_task(match.move())
            await asyncio.sleep(match.chance.uniform(0, 0.08))
            await process.restart()
            await moving
        else:
            playing = await match.move()

    result = await process.discord.wait_for_message(
        match.channel, lambda message: "wins" in message.content, 20
    )
    game = await match.services.games.get(1)
    moves = [format_move(move, game.position.topology) for move in game.record.moves]
    assert f"**{game.winner.name} wins.**" in result.content
    for ply, text in match.acknowledged:
        assert moves[ply : ply + len(text.split())] == text.split()
    pictures = [
        attachment.filename
        for message in match.channel.messages.values()
        if not message.is_ephemeral
        for attachment in message.attachments
        if attachment.filename.endswith(".png")
    ]
    turn_ends = {0, *ends_of_turns(game)}
    assert sorted(pictures) == sorted(f"game-1-{ply}.png" for ply in turn_ends)


def ends_of_turns(game):
    return [
        after.ply
        for before, after in pairwise(positions(game.record))
        if after.turn != before.turn or after.outcome() is not None
    ]


async def test_old_buttons_and_an_open_form_work_after_a_restart(process, match):
    await process.start()
    await process.discord.wait_until_ready(30)
    await match.begin()
    first = await match.message_of_turn(1)
    panel = await match.people["Ann"].click(first, "Move")
    form = await match.people["Ann"].click(panel, "Type it")
    question = await match.people["Ben"].click(first, "Resign")
    await process.restart()

    answer = await match.people["Ann"].submit(form, Cell="a1 c3")
    await match.message_of_turn(2)
    await match.people["Ben"].click(question, "Yes, resign")

    assert answer is panel
    assert await process.discord.wait_for_message(
        match.channel, lambda message: "Ben resigned" in message.content
    )


async def test_commands_are_told_to_discord_once_and_not_at_each_start(process):
    await process.start()
    await process.discord.wait_until_ready(30)
    route = "/applications/{application_id}/commands"
    await asyncio.sleep(0.3)  # until the bot has noted that Discord took them
    told = process.discord.requests.count("PUT", route)
    await process.restart()
    await asyncio.sleep(0.3)

    assert told == 1
    assert process.discord.requests.count("PUT", route) == 1


async def test_sigterm_ends_the_program_within_ten_seconds_and_without_an_error(process):
    await process.start()
    await process.discord.wait_until_ready(30)

    process.running.send_signal(signal.SIGTERM)
    async with asyncio.timeout(10):
        code, errors = await process.ended()

    assert code == 0
    assert "Traceback" not in errors


async def test_a_wrong_token_is_one_sentence_and_exit_code_2(process):
    await process.start(DISCORD_TOKEN="wrong.token.indeed", LOG_LEVEL="ERROR")
    code, errors = await process.ended()

    assert code == 2
    assert errors.count("\n") == 1
    assert "does not accept DISCORD_TOKEN" in errors


async def test_a_bad_setting_is_one_sentence_and_exit_code_2(process):
    await process.start(MAX_RUNNING_GAMES="many")
    code, errors = await process.ended()

    assert code == 2
    assert errors.count("\n") == 1
    assert "MAX_RUNNING_GAMES" in errors


async def test_an_unreachable_discord_is_one_sentence(process):
    await process.start(DISCORD_API="http://127.0.0.1:9/api/v10", LOG_LEVEL="CRITICAL")
    code, errors = await process.ended()

    assert code == 2
    assert "Discord cannot be reached" in errors or "LOG_LEVEL" in errors


async def test_without_a_token_the_program_says_where_to_play_and_what_to_type(process):
    await process.start(DISCORD_TOKEN="", SANDBOX_PORT="0")
    lines = []
    async with asyncio.timeout(20):
        while not any("/challenge" in line for line in lines):
            lines.append((await process.running.stdout.readline()).decode())

    assert any("http://127.0.0.1:" in line for line in lines)
    process.running.send_signal(signal.SIGTERM)
    code, _ = await process.ended()
    assert code == 0
