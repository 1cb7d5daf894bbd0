"""Sandbox server: creates guilds, people and bots, and gives tests access to their state."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

from aiohttp import web

from sandbox.clock import Clock, read_id
from sandbox.core import Core
from sandbox.fault_injection import FaultInjector
from sandbox.gateway.hub import Hub
from sandbox.gateway.socket import serve_connection
from sandbox.guild import GuildHandle
from sandbox.interactions import Interactions
from sandbox.log import Refusal, RequestLog
from sandbox.models.entities import Application, Channel, Message
from sandbox.page_api.page import Page
from sandbox.person import Person
from sandbox.rest.service import API, RestService
from sandbox.settings import Settings
from sandbox.state.events import Change
from sandbox.state.world import World
from sandbox.validation.openapi import Document

# larger than any accepted request; the limit on file size is checked separately
_BODY = 128 * 1024 * 1024


class Sandbox:
    """Local stand-in for Discord.

    `async with Sandbox() as discord:` starts it on a free port of 127.0.0.1.

    :param openapi: path of Discord's OpenAPI document; by default `SANDBOX_OPENAPI`, or the
        project's usual path.
    :param validate: False disables validation against that document; `validation_off` then has the
        reason.
    """

    def __init__(
        self,
        *,
        settings: Settings | None = None,
        clock: Clock | None = None,
        openapi: Path | None = None,
        validate: bool = True,
        privileged_intents: int = 0,
        bot_name: str = "Bot",
    ) -> None:
        self.clock = clock or Clock()
        self.settings = settings or Settings()
        self.log = RequestLog()
        world = World(self.clock, lambda: self.cdn_base)
        hub = Hub(world)
        self.core = Core(world, hub, Interactions(world, hub, self.settings), self.settings)
        self.world = world
        document, why = Document.find(openapi) if validate else (None, "It was switched off.")
        self.validation_off = why
        self._rest = RestService(self.core, document, self.log)
        self.faults = FaultInjector(self.core, self._rest.plan)
        self.application = self.create_application(bot_name, privileged_intents)
        self.page = Page(self.core, self.faults, self.application)
        self._extra: list[web.AbstractRouteDef] = []
        self._runner: web.AppRunner | None = None
        self._address = ("127.0.0.1", 0)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    def add_routes(self, routes: Sequence[web.AbstractRouteDef]) -> None:
        """Add HTTP routes to serve on the sandbox's port; call this before `start`."""
        self._extra += routes

    async def start(
        self, host: str = "127.0.0.1", port: int = 0, *, expose_to_network: bool = False
    ) -> None:
        """Start the server on an address; port 0 chooses a free port.

        :raises ValueError: for an address other than loopback without `expose_to_network`.
        """
        if not expose_to_network and not _is_loopback(host):
            raise ValueError(
                f"{host} is not a loopback address: anyone who reaches it could act as anyone. "
                "Pass expose_to_network=True as well if that is what you want."
            )
        app = web.Application(client_max_size=_BODY)
        app.add_routes(self._rest.routes(lambda: self.gateway_url))
        app.add_routes([web.get("/gateway", self._gateway), web.get("/gateway/", self._gateway)])
        app.add_routes([web.get("/cdn/attachments/{channel}/{number}/{name}", self._file)])
        app.add_routes(self.page.routes())
        app.add_routes(self._extra)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        self._address = self._runner.addresses[0][:2]

    async def stop(self) -> None:
        """Close all connections and free the port; the state can still be inspected."""
        for connection in list(self.core.hub.connections):
            connection.cut()
        await self.page.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def base_url(self) -> str:
        host, port = self._address
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    @property
    def api_base(self) -> str:
        """Base URL of the sandbox's REST API, in place of https://discord.com/api/v10."""
        return self.base_url + API

    @property
    def cdn_base(self) -> str:
        """Base URL of the sandbox's CDN, in place of https://cdn.discordapp.com."""
        return self.base_url + "/cdn"

    @property
    def gateway_url(self) -> str:
        """WebSocket URL of the sandbox's gateway, to which clients append a query."""
        return self.base_url.replace("http://", "ws://") + "/gateway"

    def page_url(self, person: Person | None = None, channel: Channel | None = None) -> str:
        """Return the URL of the web page for a person, with a channel open."""
        query = {"as": person.name} if person else {}
        if channel is not None:
            query["channel"] = str(channel.id)
        return f"{self.base_url}/?{urlencode(query)}" if query else f"{self.base_url}/"

    def create_application(self, name: str, privileged_intents: int = 0) -> Application:
        """Create another application and its bot, which has its own token."""
        return self.world.create_application(name, privileged_intents)

    def create_guild(self, name: str, *, with_bot: bool = True) -> GuildHandle:
        """Create a guild, with the bot as a member unless `with_bot` is False."""
        guild = GuildHandle(self.core, self.world.create_guild(name))
        if with_bot:
            guild.invite(self.application)
        return guild

    def create_person(self, name: str) -> Person:
        """Create a person who is in no guild."""
        return Person(self.core, self.world.create_user(name))

    def person(self, user_id: int) -> Person:
        """Return a person by user id."""
        return Person(self.core, self.world.users[user_id])

    def install(self, person: Person, app: Application | None = None) -> None:
        """Install an application for a person, who can then use its user commands everywhere."""
        (app or self.application).installed_by.add(person.id)
        self.world.feed.publish("commands")

    def direct_channel(self, *people: Person, app: Application | None = None) -> Channel:
        """Return the DM of one person with the bot, or the group DM of several people."""
        users = [p.user for p in people]
        if len(users) == 1:
            users.insert(0, (app or self.application).bot)
        return self.world.direct_channel(*users)

    @property
    def requests(self) -> RequestLog:
        """Log of all requests of all bots to the REST API."""
        return self.log

    @property
    def refusals(self) -> list[Refusal]:
        """Malformed requests of all bots; correct bots make none."""
        return self.log.refusals

    @property
    def is_bot_connected(self) -> bool:
        return self.core.hub.is_connected(self.application)

    @property
    def connected_shards(self) -> set[int]:
        """Numbers of the bot's connected shards."""
        return self.core.hub.shards_of(self.application)

    def changes(self) -> AsyncIterator[Change]:
        """Yield every visible change from now on; `Change` names the affected person."""
        return self.world.feed.listen()

    async def wait_for_message(
        self,
        channel: Channel,
        predicate: Callable[[Message], bool] = lambda _: True,
        within: float = 30.0,
    ) -> Message:
        """Wait for a message that satisfies the predicate; return the latest such message."""
        return await self.world.feed.until(
            lambda: next((m for m in reversed(channel.messages.values()) if predicate(m)), None),
            within,
        )

    async def wait_until_ready(self, within: float = 30.0) -> None:
        """Wait until the bot is connected to the gateway and has registered commands."""
        app = self.application
        await self.wait_until(lambda: self.is_bot_connected and bool(app.commands), within)

    async def wait_until(self, condition: Callable[[], bool], within: float = 30.0) -> None:
        """Wait until a condition holds, checking after every change and at short intervals."""
        await self.world.feed.until(condition, within)

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.core.hub.closed:
            return web.Response(status=503)
        return await serve_connection(
            self.core.hub, request, self.gateway_url, self.settings.heartbeat
        )

    async def _file(self, request: web.Request) -> web.Response:
        number = read_id(request.match_info["number"])
        found = None if number is None else self.world.files.get(number)
        if found is None:
            return web.Response(status=404)
        _, kind, content = found
        return web.Response(body=content, content_type=kind)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
