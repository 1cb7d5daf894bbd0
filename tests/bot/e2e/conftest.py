"""Fixtures: a channel of the sandbox with two players and a spectator, and the bot itself."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import discord as discord_py
import pytest

from bot.config.settings import Settings
from bot.context import request_limit
from bot.delivery import worker
from bot.jobs import deadlines
from bot.messages import pictures
from bot.runtime import app
from bot.runtime.app import App
from bot.runtime.wiring import open_app, use_api
from bot.services.values.views import GameView
from bot.ui import responses
from bot.words import languages
from sandbox import Permission
from sandbox import Settings as SandboxSettings
from sandbox.client.find import components_of, labels_of
from sandbox.guild import GuildHandle
from sandbox.models.entities import Channel, Message
from sandbox.person import Person
from sandbox.server import Sandbox
from testbed.blank_pictures import PIXEL
from testbed.connected_bot import connected
from testbed.games import view_for_mover
from testbed.one_thread import sqlite_in_event_loop
from tests.bot.e2e.game_numbers import last_number, numbers_in


@pytest.fixture(scope="session")
def registered_commands():
    """Commands that bots of this test run have registered, by the folder of their catalogues.

    Translating, sending and checking them takes a fifth of the time of a test. Tests of the
    registration itself override this with None.
    """
    return {}


@pytest.fixture(scope="session", autouse=True)
def _catalogues_are_read_once():
    """Share the translator of the commands between all bots of a test run."""
    translators, translate = {}, app.translator_for

    async def translator_for(tree):
        if languages.FOLDER not in translators:
            translators[languages.FOLDER] = await translate(tree)
        return translators[languages.FOLDER]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "translator_for", translator_for)
        yield


@pytest.fixture(autouse=True)
def _pictures_are_blank(request, monkeypatch):
    """Replace pictures with one pixel, except in tests marked `pictures`.

    The bot still makes the scene and the description of each; drawing takes a quarter of the time
    of a test.
    """
    if request.node.get_closest_marker("pictures") is None:
        for drawing in ("draw_png", "draw_pair", "replay_gif"):
            monkeypatch.setattr(pictures, drawing, lambda *_args, **_options: PIXEL)


@pytest.fixture
def sandbox_settings():
    return SandboxSettings(rate_limits=False, answer_within=20.0)


@pytest.fixture
async def discord(monkeypatch, sandbox_settings, registered_commands):
    """Sandbox that runs, with the addresses of Discord's API pointing at it.

    The players act faster than Discord's rate limits allow, so neither side applies them. The bot
    defers responses late, because a busy machine is slow; the limit of three seconds has its own
    tests.
    """
    monkeypatch.setattr(worker, "MOST", 1000)
    monkeypatch.setattr(request_limit, "RATE", 10_000.0)
    monkeypatch.setattr(deadlines, "HEARTBEAT", 1.0)  # seconds; the longest sleep of its loop
    monkeypatch.setattr(responses, "TIMEOUT", 10.0)
    async with Sandbox(settings=sandbox_settings) as made:
        monkeypatch.setattr(discord_py.http.Route, "BASE", "")
        monkeypatch.setattr(discord_py.asset.Asset, "BASE", "")
        use_api(made.api_base)
        if registered_commands is not None:
            monkeypatch.setattr(app, "sync_commands", syncing_once(made, registered_commands))
        yield made


def syncing_once(discord, registered):
    """Return `sync_commands` that gives a sandbox the commands of an earlier registration."""
    sync_commands, application = app.sync_commands, discord.application

    async def sync(tree, context):
        if not registered.get(languages.FOLDER):
            await sync_commands(tree, context)
            registered[languages.FOLDER] = tuple(application.commands.values())
        for command in registered[languages.FOLDER]:
            application.commands[command.id] = replace(command, application_id=application.id)
        discord.world.feed.publish("commands")

    return sync


@pytest.fixture(scope="session")
def default_settings():
    """Settings of this test run; reading and checking them takes a tenth of a bot's start."""
    return Settings()


@pytest.fixture
def settings(default_settings, database_url, tmp_path):
    changed = {"database_url": database_url, "backup_dir": tmp_path / "backups"}
    return default_settings.model_copy(update=changed)


@pytest.fixture
def run_bot(discord, settings):
    """Return a context manager that runs the bot, always with the same database."""

    @asynccontextmanager
    async def run():
        with sqlite_in_event_loop():
            async with open_app(settings) as app, connected(app, discord):
                yield app

    return run


@dataclass
class Table:
    """Channel with the players Ann and Ben and the spectator Eve, before any challenge."""

    discord: Sandbox
    app: App
    guild: GuildHandle
    channel: Channel
    ann: Person
    ben: Person
    eve: Person

    async def challenge(self, **options) -> Message:
        """Challenge Ben as Ann; return the card."""
        await self.ann.slash("challenge", opponent=self.ben, **options)
        return await self.discord.wait_for_message(
            self.channel, lambda message: "Accept" in labels_of(message)
        )

    async def game(self, **options) -> Message:
        """Start a game between Ann (Black) and Ben; return the message of the first turn."""
        card = await self.challenge(**{"size": 4, **options})
        await self.ben.click(card, "Accept")
        return await self.turn(1)

    async def play(self, person, cell, turn) -> Message:
        """Type a move and wait for the message of the next turn."""
        await person.slash("move", cell=cell)
        return await self.turn(turn)

    async def swap(self, person, **which) -> Message:
        """Type a swap and confirm it; return the response."""
        return await person.click(
            await person.slash("move", cell="swap", **which), "Yes, swap sides"
        )

    async def resign(self, person) -> Message:
        """Resign the only game of a person; return the message of its result."""
        await person.click(await person.slash("resign"), "Yes, resign")
        return await self.seen("wins.")

    async def turn(self, number) -> Message:
        return await self.seen(f"turn {number}")

    async def private(self, *words) -> Message:
        """Wait for a private message with some words, as those of practice games."""
        return await self.discord.wait_for_message(
            self.channel,
            lambda message: message.is_ephemeral and any(w in self.words(message) for w in words),
        )

    async def private_turn(self, number) -> Message:
        return await self.private(f"turn {number}")

    async def seen(self, words) -> Message:
        return await self.discord.wait_for_message(
            self.channel, lambda message: words in message.content and not message.is_ephemeral
        )

    async def game_after(self, number) -> Message:
        """Wait for the first message of a later game in the channel."""
        return await self.discord.wait_for_message(
            self.channel, lambda message: any(each > number for each in numbers_in(message))
        )

    async def seen_either(self, *words) -> Message:
        return await self.discord.wait_for_message(
            self.channel,
            lambda message: not message.is_ephemeral and any(w in message.content for w in words),
        )

    async def settled(self) -> None:
        """Wait until the responses in progress are finished and no outbox message is due.

        A message that waits for the token of a response is due only after that response.
        """
        for _ in range(3000):
            finished = not self.app._in_progress
            if finished and await self.app.context.services.outbox.next_due() is None:
                return
            await asyncio.sleep(0.01)
        pytest.fail("the outbox never came to rest")

    def words(self, message) -> str:
        """Return the whole text of a message, in either kind of layout."""
        found = [str(c.get("content", "")) for c in components_of(message)]
        return "\n".join([message.content, *found]).strip()

    @property
    def number(self) -> int:
        """Number of the latest game."""
        return last_number(self.discord)

    async def look(self) -> GameView:
        """Return the latest game as stored."""
        return await view_for_mover(self.app.context.services.games, self.number)

    async def plies(self) -> int:
        return (await self.look()).position.ply

    def public(self) -> list[Message]:
        return [m for m in self.channel.messages.values() if not m.is_ephemeral]


@pytest.fixture
def use_slowly(table, monkeypatch):
    """Return a function that uses a control while a method is slow, to defer the response."""

    async def use(using, owner, name):
        work, defer = getattr(owner, name), responses._defer_if_slow
        has_begun, may_end = asyncio.Event(), asyncio.Event()

        async def delayed(*asked, **options):
            has_begun.set()
            await may_end.wait()
            return await work(*asked, **options)

        async def defer_then(*about):
            await has_begun.wait()
            await defer(*about)

        # only for this use: on a busy machine later ones would be deferred, too
        with monkeypatch.context() as slow:
            slow.setattr(responses, "TIMEOUT", 0)
            slow.setattr(responses, "_defer_if_slow", defer_then)
            slow.setattr(owner, name, delayed)
            pressed = asyncio.create_task(using)
            thinking = await table.discord.wait_for_message(table.channel, lambda m: m.is_loading)
        may_end.set()
        assert await pressed is thinking
        return thinking

    return use


@pytest.fixture
async def table(discord, run_bot):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    people = [guild.add_member(name).in_(channel) for name in ("Ann", "Ben", "Eve")]
    async with run_bot() as app:
        # without threads, all messages are in one channel; threads have their own tests
        await app.context.services.server_settings.change(guild.id, threads=False)
        yield Table(discord, app, guild, channel, *people)


@pytest.fixture
def boss(table):
    """Eve, with the permission to manage the server."""
    role = table.guild.create_role("boss", Permission.MANAGE_GUILD)
    table.guild.give_role(table.eve, role)
    return table.eve
