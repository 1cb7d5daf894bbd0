"""Sandbox with two people and a channel, and real clients that connect to it."""

import asyncio
import io
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands

from sandbox import Sandbox, Settings


@pytest.fixture
def answer_within():
    """Time limit of interactions: Discord's 3 s; modules that wait for it use a shorter one."""
    return 3.0


@pytest.fixture
async def sandbox(answer_within):
    """Sandbox without rate limits; its responses must match Discord's OpenAPI document."""
    settings = Settings(rate_limits=False, answer_within=answer_within)
    async with Sandbox(settings=settings) as made:
        yield made
        assert made.log.own_errors == []


@pytest.fixture
def place(sandbox):
    """Guild with a channel, Ann, Ben and the bot."""
    guild = sandbox.create_guild("Friends")
    return SimpleNamespace(
        guild=guild,
        channel=guild.create_text_channel("games"),
        ann=guild.add_member("Ann"),
        ben=guild.add_member("Ben"),
        discord=sandbox,
    )


@pytest.fixture
def point_discord_py(monkeypatch):
    """Point discord.py to a sandbox by changing three addresses.

    A shard that cannot resume uses the third, instead of the address in READY.
    """

    def point(made):
        monkeypatch.setattr(discord.http.Route, "BASE", made.api_base)
        monkeypatch.setattr(discord.asset.Asset, "BASE", made.cdn_base)
        socket = discord.gateway.DiscordWebSocket
        monkeypatch.setattr(socket, "DEFAULT_GATEWAY", yarl.URL(made.gateway_url))

    return point


class SmallBot(discord.AutoShardedClient):
    """Unmodified discord.py client with a command tree."""

    def __init__(self, intents=None, **options):
        super().__init__(
            intents=intents or discord.Intents(guilds=True, guild_messages=True),
            guild_ready_timeout=0.05,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.seen = []

    async def setup_hook(self):
        if self.tree.get_commands():
            await self.tree.sync()

    def dispatch(self, event, /, *args, **kwargs):
        self.seen.append(event)
        super().dispatch(event, *args, **kwargs)


@pytest.fixture
def new_bot():
    return SmallBot


@pytest.fixture
def running(point_discord_py):
    """Log a bot in and wait until it is ready: `async with running(sandbox, bot):`."""

    @asynccontextmanager
    async def run(made, bot, *, token=None):
        point_discord_py(made)
        task = asyncio.create_task(bot.start(token or made.application.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        try:
            await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
            if task.done():
                await task
            yield bot
        finally:
            ready.cancel()
            await bot.close()
            await asyncio.wait({task}, timeout=5)
            if task.done() and not task.cancelled():
                task.exception()

    return run


@dataclass(frozen=True)
class Reply:
    """HTTP response: `data` is its JSON, `code` Discord's error code in it."""

    status: int
    data: Any
    headers: Any

    @property
    def code(self):
        return self.data.get("code") if isinstance(self.data, dict) else None

    @property
    def outcome(self):
        """Status, with the error code of a refusal."""
        return self.status if self.status < 400 else (self.status, self.code)


class RawBot:
    """Bot without a library, which can send any request or gateway frame, valid or not."""

    def __init__(self, made, session):
        self.made = made
        self.session = session
        self.token = made.application.token
        self.events = []
        self.socket = None
        self.sockets = []

    async def close(self):
        """Close all connections, so that none is left to the garbage collector."""
        for socket in self.sockets:
            await socket.close()

    async def call(self, method, path, body=None, *, files=(), auth=True):
        headers = {"Authorization": f"Bot {self.token}"} if auth else {}
        options = {"json": body} if body is not None else {}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body or {}))
            for number, (name, content) in enumerate(files):
                form.add_field(
                    f"files[{number}]",
                    io.BytesIO(content),
                    filename=name,
                    content_type="application/octet-stream",
                )
            options = {"data": form}
        async with self.session.request(
            method, self.made.api_base + path, headers=headers, **options
        ) as response:
            raw = await response.read()
            return Reply(response.status, json.loads(raw) if raw else None, response.headers)

    async def send(self, channel, body=None, **options):
        """Send a message to a channel."""
        path = f"/channels/{channel.id}/messages"
        return await self.call("POST", path, {"content": "x"} if body is None else body, **options)

    async def command(self, name="ask", **more):
        """Register a slash command."""
        path = f"/applications/{self.made.application.id}/commands"
        raw = {"name": name, "description": "d", "type": 1, **more}
        answer = await self.call("PUT", path, [raw])
        assert answer.status == 200, answer.data

    async def respond(self, interaction, kind, data=None, **options):
        """Respond to the gateway event of an interaction (or to a sandbox interaction)."""
        number, token = (
            (interaction["id"], interaction["token"])
            if isinstance(interaction, dict)
            else (interaction.id, interaction.token)
        )
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        path = f"/interactions/{number}/{token}/callback?with_response=1"
        return await self.call("POST", path, body, auth=False, **options)

    async def hook(self, method, interaction, tail="", body=None, **options):
        """Send a request with an interaction token."""
        path = f"/webhooks/{self.made.application.id}/{interaction['token']}{tail}"
        return await self.call(method, path, body, auth=False, **options)

    async def connect(self, intents=1 << 0 | 1 << 9 | 1 << 12, *, query="", **identify):
        """Open a gateway connection, identify and return the READY event."""
        await self.open(query)
        await self.frame(2, {"token": self.token, "intents": intents, "properties": {}, **identify})
        return await self.event("READY")

    async def open(self, query=""):
        """Open a gateway connection and read HELLO."""
        url = self.made.gateway_url + "/?v=10&encoding=json" + query
        self.socket = await self.session.ws_connect(url)
        self.sockets.append(self.socket)
        hello = await self.socket.receive_json(timeout=5)
        assert hello["op"] == 10
        return hello["d"]

    async def frame(self, op, data):
        await self.socket.send_json({"op": op, "d": data})

    async def next(self):
        """Return the next frame, or the close code at the end."""
        message = await self.socket.receive(timeout=5)
        if message.type == aiohttp.WSMsgType.TEXT:
            return json.loads(message.data)
        return self.socket.close_code

    async def event(self, name):
        """Return the data of the next event with a name; drop the events before it."""
        while True:
            frame = await self.next()
            assert isinstance(frame, dict), f"closed with {frame} while waiting for {name}"
            if frame["op"] == 0:
                self.events.append(frame)
            if frame["t"] == name:
                return frame["d"]

    async def nothing_of(self, name, within=0.1):
        """Assert that no event with a name arrives."""
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(within):
                await self.event(name)


@pytest.fixture
def new_raw():
    """Create another RawBot: `async with new_raw(sandbox) as raw:`."""

    @asynccontextmanager
    async def make(made):
        async with aiohttp.ClientSession() as session:
            raw = RawBot(made, session)
            try:
                yield raw
            finally:
                await raw.close()

    return make


@pytest.fixture
async def raw(sandbox, place, new_raw):
    """RawBot of the sandbox's first application."""
    async with new_raw(sandbox) as made:
        yield made


@pytest.fixture
async def asked(raw, place):
    """Use /ask as Ann: `await asked(...)` returns the event and the task of Ann's response."""
    pending = []

    async def ask(person=None, channel=None, **options):
        if raw.socket is None:
            await raw.connect()
            await raw.command()
        who = person or place.ann
        task = asyncio.create_task(who.slash("ask", channel=channel or place.channel, **options))
        pending.append(task)
        return await raw.event("INTERACTION_CREATE"), task

    yield ask
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
