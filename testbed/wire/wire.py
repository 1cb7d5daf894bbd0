"""Bot without a network, to which tests pass interactions and whose requests are answered."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import discord
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.config.settings import Settings
from bot.runtime.app import App, find_commands
from bot.runtime.wiring import open_app
from testbed.one_thread import sqlite_in_event_loop
from testbed.wire import payloads
from testbed.wire.payloads import Json, Someone
from testbed.wire.requests import DEFERRED, DEFERRED_UPDATE, UPDATE, Request, RequestLog

CALLBACK = "callback"


class Wire:
    """Bot without a network that receives only the interactions which tests pass."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.request_log = RequestLog()
        self.files: dict[str, bytes] = {}
        self._numbers = count(10**15)
        for command in find_commands():
            app.tree.add_command(command)
        state: Any = app._connection  # noqa: SLF001 - what the gateway would fill in
        self._state = state
        state.application_id = payloads.APPLICATION
        me: Any = Someone(payloads.BOT, "Lifeline", is_bot=True).user
        state.user = discord.ClientUser(state=state, data=me)
        for guild_id in payloads.GUILDS:
            data: Any = {"id": str(guild_id), "name": f"Club {guild_id}", "roles": payloads.ROLES}
            state._add_guild(discord.Guild(state=state, data=data))  # noqa: SLF001 - as above
        app._ready.set()  # noqa: SLF001 - as above
        # discord.py calls these as methods of the instance
        http: Any = app.http
        http.request, http.get_from_cdn = self._request, self._download

    async def command(self, who: Someone, name: str, **options: Any) -> list[Request]:
        """Use a slash command as a user and return the bot's requests."""
        options_json = [
            _option(option, value) for option, value in options.items() if value is not None
        ]
        resolved = payloads.people(*(v for v in options.values() if isinstance(v, Someone)))
        data = payloads.command_data(name, options_json, resolved)
        return await self.use(payloads.COMMAND, who, data)

    async def attach(self, who: Someone, name: str, option: str, content: bytes) -> list[Request]:
        """Use a slash command with an attached file and return the bot's requests."""
        file = self._file(content)
        options_json = [{"name": option, "type": 11, "value": "77"}]
        resolved = {"attachments": {file["id"]: file}}
        return await self.use(
            payloads.COMMAND, who, payloads.command_data(name, options_json, resolved)
        )

    def _file(self, content: bytes) -> Json:
        """Store a record file; return its attachment object."""
        url = f"https://cdn/{len(self.files)}"
        self.files[url] = content
        size = len(content)
        return {"id": "77", "filename": "record.txt", "size": size, "url": url, "proxy_url": url}

    async def suggest(self, who: Someone, name: str, option: str, **options: Any) -> list[Request]:
        """Request autocomplete for an option of a command and return the bot's requests."""
        options_json = [
            _option(each, value) | ({"focused": True} if each == option else {})
            for each, value in options.items()
        ]
        return await self.use(payloads.AUTOCOMPLETE, who, payloads.command_data(name, options_json))

    async def menu(self, who: Someone, name: str, target: Someone) -> list[Request]:
        """Use a context menu command on a user and return the bot's requests."""
        return await self.use(payloads.COMMAND, who, payloads.menu_data(name, target))

    async def press(
        self,
        who: Someone,
        custom_id: str,
        *,
        chosen: str | None = None,
        private: bool = True,
        record: bytes | None = None,
    ) -> list[Request]:
        """Use a button or select menu of an ephemeral (`private`) or public message.

        :param record: content of a record file that the message carries.
        """
        data: Json = {"custom_id": custom_id, "component_type": 2 if chosen is None else 3}
        if chosen is not None:
            data["values"] = [chosen]
        flags = payloads.EPHEMERAL if private else 0
        message = payloads.message(next(self._numbers), who.channel_id, {"flags": flags})
        if record is not None:
            message["attachments"] = [self._file(record)]
        return await self.use(payloads.COMPONENT, who, data, message)

    async def send(self, who: Someone, custom_id: str, **fields: str) -> list[Request]:
        """Submit a modal with values for its fields, and return the bot's requests."""
        return await self.use(payloads.MODAL, who, payloads.form_data(custom_id, fields))

    async def use(
        self, kind: int, who: Someone, data: Json, message: Json | None = None
    ) -> list[Request]:
        """Pass an interaction to the bot and return the resulting requests.

        Concurrent interactions must run in separate tasks.
        """
        asked: list[Request] = []
        self.request_log.collect(asked)
        payload: Any = payloads.interaction(next(self._numbers), kind, who, data, message)
        made: Any = discord.Interaction(data=payload, state=self._state)
        if kind in {payloads.COMMAND, payloads.AUTOCOMPLETE}:
            await self.app.tree._call(made)  # noqa: SLF001 - what `interaction_create` calls
        else:
            await self.app.on_interaction(made)
        return asked

    async def _request(self, route: Route, **sent: Any) -> Any:
        request = self.request_log.record(route.method, route.path, sent)
        if route.path.endswith("/@me/channels"):
            return payloads.direct_channel(next(self._numbers), request.body)
        return payloads.message(next(self._numbers), int(route.channel_id or 0), request.body)

    async def _download(self, url: str) -> bytes:
        return self.files[url]

    def answer(self, route: Route, sent: dict[str, Any]) -> Any:
        """Record a request about an interaction and return Discord's response."""
        request = self.request_log.record(route.method, route.path, sent)
        message: Json = payloads.message(next(self._numbers), 0, request.data)
        if not route.path.endswith(CALLBACK):
            return message
        kind = request.body["type"]
        loading: Json = {"response_message_id": message["id"], "response_message_loading": False}
        resource = {"type": kind} | ({"message": message} if kind in {4, UPDATE} else {})
        inside = {"id": "1", "type": 2, **(loading if kind != DEFERRED_UPDATE else {})}
        if kind == DEFERRED:
            inside["response_message_ephemeral"] = True
        return {"interaction": inside, "resource": resource}


@contextmanager
def _answered_by(wire: Wire) -> Iterator[None]:
    async def request(_self: Any, route: Route, session: Any = None, **sent: Any) -> Any:
        del session
        return wire.answer(route, sent)

    with patch.object(AsyncWebhookAdapter, "request", request):
        yield


@asynccontextmanager
async def wired(settings: Settings) -> AsyncIterator[Wire]:
    """Yield a bot without a network that uses the database in the settings."""
    with sqlite_in_event_loop():
        async with open_app(settings) as app:
            wire = Wire(app)
            with _answered_by(wire):
                yield wire


def _option(name: str, value: Any) -> Json:
    if isinstance(value, Someone):
        return {"name": name, "type": 6, "value": str(value.id)}
    kinds = {bool: 5, int: 4, str: 3}
    return {"name": name, "type": kinds[type(value)], "value": value}
