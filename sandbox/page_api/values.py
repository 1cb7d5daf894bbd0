"""Conversion of option values from the page (ids as text) to the arguments of `Person`."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from sandbox.client.files import File
from sandbox.client.options import ATTACHMENT, CHANNEL, MENTIONABLE, ROLE, USER
from sandbox.models.entities import Channel, Json, Role, User
from sandbox.page_api.commands import command_views
from sandbox.page_api.window import Refusal
from sandbox.state.world import World


def option_values(world: World, channel: Channel, viewer: User, request: Json) -> dict[str, Any]:
    """Replace ids of users, roles and channels with the objects; other values are unchanged."""
    types = _option_types(world, channel, viewer, request)
    values: dict[str, Any] = request.get("options") or {}
    focused = request.get("focused")
    return {
        name: value if name == focused else _value(world, channel, types.get(name), value)
        for name, value in values.items()
    }


def _option_types(world: World, channel: Channel, viewer: User, request: Json) -> dict[str, int]:
    for view in command_views(world, viewer, channel):
        if view["id"] == request["command"] and view["path"] == request["path"]:
            return {option["name"]: int(option["type"]) for option in view["options"]}
    raise Refusal(f"The command /{request['path']} is not offered here any more.")


def _value(world: World, channel: Channel, kind: int | None, value: Any) -> Any:
    roles: Mapping[int, Role] = channel.guild.roles if channel.guild else {}
    tables: dict[int, Mapping[int, Any]] = {
        USER: world.users,
        CHANNEL: world.channels,
        ROLE: roles,
        MENTIONABLE: {**world.users, **roles},
    }
    if kind == ATTACHMENT:
        return _file(value)
    if kind not in tables:
        return value
    found: User | Role | Channel | None = tables[kind].get(int(value))
    if found is None:
        raise Refusal("What you chose no longer exists: choose again.")
    return found


def _file(value: Any) -> File:
    try:
        return File(str(value["name"]), base64.b64decode(value["content"], validate=True))
    except (TypeError, KeyError, ValueError):
        raise Refusal("The file did not arrive whole: choose it again.") from None
