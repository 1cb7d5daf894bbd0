"""Endpoints for the bot's user and guilds, members, direct messages and the gateway address."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.errors import cannot_message_user, invalid_form, unknown
from sandbox.models.entities import Guild, Json
from sandbox.payloads.guilds import channel_json, guild_json
from sandbox.payloads.users import (
    application_json,
    member_json,
    own_user_json,
    role_json,
    user_json,
)
from sandbox.permissions import guild_permissions
from sandbox.rest.call import Call, Endpoint


def myself(call: Call) -> Json:
    return own_user_json(call.app.bot)


def my_application(call: Call) -> Json:
    return application_json(call.app, call.core.world.owner, _my_guilds(call))


def _my_guilds(call: Call) -> list[Guild]:
    return [g for g in call.core.world.guilds.values() if call.app.bot.id in g.members]


def my_guilds(call: Call) -> list[Json]:
    return [
        {
            "id": str(g.id),
            "name": g.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild_permissions(g, call.app.bot)),
            "features": [],
        }
        for g in _my_guilds(call)
    ]


def user(call: Call) -> Json:
    found = call.core.world.users.get(call.id("user_id"))
    if found is None:
        raise unknown("User")
    return user_json(found)


def open_direct_channel(call: Call) -> Json:
    recipient = call.json.get("recipient_id")
    if recipient is None or not str(recipient).isdecimal():
        raise invalid_form({"recipient_id": "This field is required"})
    world = call.core.world
    person = world.users.get(int(recipient))
    if person is None:
        raise unknown("User")
    if person.bot:
        raise cannot_message_user()
    return channel_json(world.direct_channel(call.app.bot, person), call.app.bot)


def guild(call: Call) -> Json:
    return guild_json(call.guild())


def guild_channels(call: Call) -> list[Json]:
    return [channel_json(c) for c in call.guild().channels.values() if c.thread is None]


def guild_roles(call: Call) -> list[Json]:
    return [role_json(r) for r in call.guild().roles.values()]


def guild_member(call: Call) -> Json:
    member = call.guild().members.get(call.id("user_id"))
    if member is None:
        raise unknown("Member")
    return member_json(member)


def active_threads(call: Call) -> Json:
    found = call.guild()
    visible = call.core.world.visible_channels(found, call.app.bot)
    threads = [channel_json(c) for c in visible if c.thread and not c.thread.archived]
    return {"threads": threads, "members": [], "has_more": False}


def gateway(url: Callable[[], str]) -> list[Endpoint]:
    """Return the two endpoints that tell a bot the gateway's address."""

    def plain(call: Call) -> Json:  # noqa: ARG001 - every handler takes the call
        return {"url": url()}

    def for_bot(call: Call) -> Json:
        settings = call.core.settings
        limit = {
            "total": 1000,
            "remaining": max(0, 1000 - call.core.hub.identified),
            "reset_after": 86_400_000,
            "max_concurrency": settings.max_concurrency,
        }
        return {"url": url(), "shards": settings.shards, "session_start_limit": limit}

    return [
        Endpoint("GET", "/gateway/bot", for_bot),
        Endpoint("GET", "/gateway", plain, auth=False),
    ]


ENDPOINTS = [
    Endpoint("GET", "/users/@me", myself),
    Endpoint("GET", "/oauth2/applications/@me", my_application),
    Endpoint("GET", "/applications/@me", my_application),
    Endpoint("GET", "/users/@me/guilds", my_guilds),
    Endpoint("POST", "/users/@me/channels", open_direct_channel),
    Endpoint("GET", "/users/{user_id}", user),
    Endpoint("GET", "/guilds/{guild_id}", guild),
    Endpoint("GET", "/guilds/{guild_id}/channels", guild_channels),
    Endpoint("GET", "/guilds/{guild_id}/roles", guild_roles),
    Endpoint("GET", "/guilds/{guild_id}/threads/active", active_threads),
    Endpoint("GET", "/guilds/{guild_id}/members/{user_id}", guild_member),
]
