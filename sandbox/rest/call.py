"""Parsed request of a bot to the REST API: application, path ids, body and files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, hdrs, web

from sandbox.clock import read_id
from sandbox.core import Core
from sandbox.errors import (
    ApiError,
    InvalidRequestError,
    invalid_form,
    missing_access,
    missing_permissions,
    unknown,
)
from sandbox.models.entities import Application, Channel, Guild, Json, Message
from sandbox.permissions import channel_permissions


@dataclass(frozen=True, slots=True)
class Upload:
    """Uploaded file in a multipart request."""

    filename: str
    content: bytes
    content_type: str


@dataclass(slots=True)
class Call:
    """Parsed request, as handlers receive it; `app` is the application that sent the request."""

    core: Core
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    maybe_app: Application | None = None

    @property
    def app(self) -> Application:
        assert self.maybe_app is not None, "Only endpoints that need a token ask for the bot."
        return self.maybe_app

    @property
    def json(self) -> Json:
        """The JSON object in the request's body, or an empty object without a body.

        :raises InvalidRequestError: when it is not a JSON object.
        """
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise InvalidRequestError(400, 50109, "The request body must be a JSON object.")
        return self.body

    def id(self, name: str) -> int:
        """Return the Discord id `name` in the request's path; refuse a malformed id with 400."""
        return checked_id(name, self.params[name])

    def channel(self, name: str = "channel_id", permission: int = 0) -> Channel:
        """Return the channel in the path; refuse with 10003, 50001 or 50013 if the bot may not."""
        channel = self.core.world.channels.get(self.id(name))
        if channel is None:
            raise unknown("Channel")
        granted = channel_permissions(channel, self.app.bot)
        if not granted:
            raise missing_access()
        if granted & permission != permission:
            raise missing_permissions()
        return channel

    def guild(self) -> Guild:
        """Return the guild in the path; refuse with 10004 if the bot is not a member."""
        guild = self.core.world.guilds.get(self.id("guild_id"))
        if guild is None or self.app.bot.id not in guild.members:
            raise unknown("Guild")
        return guild

    def message(self, channel: Channel) -> Message:
        """Return the message in the path; refuse a deleted or ephemeral message with 10008."""
        message = channel.messages.get(self.id("message_id"))
        if message is None or message.is_ephemeral:
            raise unknown("Message")
        return message


class Created(dict[str, Any]):
    """Handler result that is sent with status 201 instead of 200."""


Handler = Callable[[Call], Any]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Endpoint of the REST API; `auth` is False for routes with a token in their path."""

    method: str
    path: str
    handler: Handler
    auth: bool = True


async def read_body(request: web.Request, limit: int) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON body and the uploaded files, by number, of a request.

    :param limit: the largest accepted size of a file, in bytes.
    :raises InvalidRequestError: when the body is malformed or of another type.
    """
    if request.content_type == "multipart/form-data":
        return await _multipart(request, limit)
    raw = await request.read()
    if not raw:
        return None, {}
    if request.content_type != "application/json":
        raise InvalidRequestError(400, 50035, f"Unsupported content type {request.content_type}")
    return _loads(raw), {}


def _loads(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        message = "The request body contains invalid JSON."
        raise InvalidRequestError(400, 50109, message) from None


async def _multipart(request: web.Request, limit: int) -> tuple[Any, dict[int, Upload]]:
    body: Any = None
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        name, content = part.name or "", bytes(await part.read(decode=False))
        if name == "payload_json":
            body = _loads(content)
        elif name.startswith("files[") and name[6:-1].isdecimal():
            if len(content) > limit:
                raise ApiError(413, 40005, "Request entity too large")
            kind = part.headers.get(hdrs.CONTENT_TYPE, "application/octet-stream")
            files[int(name[6:-1])] = Upload(part.filename or "file", content, kind)
        else:
            raise invalid_form({name: "A multipart field is payload_json or files[n]."})
    return body, files


def checked_id(name: str, text: str) -> int:
    """Return the Discord id in the text of a field; refuse a malformed id with 400."""
    found = read_id(text)
    if found is None:
        raise invalid_form({name: f'Value "{text}" is not snowflake.'})
    return found
