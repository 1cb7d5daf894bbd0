"""Endpoints for channels and threads: read, change, delete, start a thread, join it."""

from __future__ import annotations

from sandbox.errors import ApiError, missing_permissions, unknown
from sandbox.models.entities import Channel, ChannelType, Json
from sandbox.payloads.guilds import channel_json, thread_member_json
from sandbox.payloads.messages import message_json
from sandbox.permissions import Permission, may
from sandbox.rest.call import Call, Created, Endpoint
from sandbox.state import channels
from sandbox.validation.problems import Problems

_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def read(call: Call) -> Json:
    return channel_json(call.channel(), call.app.bot)


def update(call: Call) -> Json:
    """Change the settings of a channel, or the archive state and lock of a thread.

    :raises ApiError: when the bot may not change the channel.
    """
    channel = call.channel()
    if channel.guild is None:
        raise ApiError(403, 50003, "Cannot execute action on a DM channel")
    if channel.thread is not None:
        _update_thread(call, channel)
    else:
        _need(call, channel, Permission.MANAGE_CHANNELS)
    body = call.json
    if "name" in body:
        channel.name = _name(body)
    if "topic" in body:
        channel.topic = body["topic"]
    if "rate_limit_per_user" in body:
        channel.slowmode = int(body["rate_limit_per_user"] or 0)
    channels.updated(call.core.world, channel)
    return channel_json(channel, call.app.bot)


def _update_thread(call: Call, channel: Channel) -> None:
    body, thread = call.json, channel.thread
    assert thread is not None
    only_opening = body.get("archived") is False and body.keys() <= {"archived"}
    if thread.archived and body.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    manages = may(call.app.bot, channel, Permission.MANAGE_THREADS)
    owns = thread.owner_id == call.app.bot.id and "locked" not in body
    if not (manages or owns or (only_opening and not thread.locked)):
        raise missing_permissions()
    channels.update_thread(
        call.core.world, channel, archived=body.get("archived"), locked=body.get("locked")
    )


def _need(call: Call, channel: Channel, permission: int) -> None:
    if not may(call.app.bot, channel, permission):
        raise missing_permissions()


def _name(body: Json) -> str:
    problems = Problems()
    problems.text("", body, "name", (1, 100))
    problems.refuse()
    return str(body["name"])


def delete(call: Call) -> Json:
    channel = call.channel()
    if channel.guild is None:
        return channel_json(channel, call.app.bot)
    _need(
        call, channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS
    )
    channels.delete_channel(call.core.world, channel)
    return channel_json(channel)


def start_thread(call: Call) -> Json:
    """Create a thread without a message; it is private unless the type says public."""
    parent = _thread_parent(call)
    private = call.json.get("type", 12) == ChannelType.PRIVATE_THREAD
    wanted = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    _need(call, parent, wanted)
    name = _checked(call.json)
    world = call.core.world
    made = channels.create_thread(world, parent, name, call.app.bot, private=private)
    return _prepared(call, made)


def start_thread_from_message(call: Call) -> Json:
    parent = _thread_parent(call)
    _need(call, parent, Permission.CREATE_PUBLIC_THREADS)
    starter = call.message(parent)
    if starter.thread_started is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    name = _checked(call.json)
    world = call.core.world
    return _prepared(
        call, channels.create_thread(world, parent, name, call.app.bot, starter=starter)
    )


def _thread_parent(call: Call) -> Channel:
    parent = call.channel()
    if parent.type not in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT):
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return parent


def _checked(body: Json) -> str:
    problems = Problems()
    problems.text("", body, "name", (1, 100))
    if body.get("auto_archive_duration") not in (None, *_ARCHIVE_MINUTES):
        problems.add("auto_archive_duration", f"Value must be one of {_ARCHIVE_MINUTES}.")
    problems.number("", body, "rate_limit_per_user", (0, 21_600))
    problems.refuse()
    return str(body["name"])


def _prepared(call: Call, made: Channel) -> Json:
    assert made.thread is not None
    body = call.json
    made.thread.auto_archive_minutes = body.get("auto_archive_duration") or 1440
    made.slowmode = body.get("rate_limit_per_user") or 0
    return Created(channel_json(made))


def join_thread(call: Call) -> None:
    channels.add_thread_member(call.core.world, _open_thread(call), call.app.bot)


def add_to_thread(call: Call) -> None:
    channel = _open_thread(call)
    user = call.core.world.users.get(call.id("user_id"))
    assert channel.guild is not None
    if user is None or user.id not in channel.guild.members:
        raise unknown("User")
    channels.add_thread_member(call.core.world, channel, user)


def _open_thread(call: Call) -> Channel:
    channel = call.channel()
    if channel.thread is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    if channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    return channel


def thread_members(call: Call) -> list[Json]:
    channel = call.channel()
    if channel.thread is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return [thread_member_json(channel, i) for i in channel.thread.member_ids]


def pinned(call: Call) -> list[Json]:
    found = [m for m in call.channel().messages.values() if m.pinned]
    return [message_json(m, call.app.bot) for m in reversed(found)]


_CHANNEL = "/channels/{channel_id}"
ENDPOINTS = [
    Endpoint("GET", _CHANNEL, read),
    Endpoint("PATCH", _CHANNEL, update),
    Endpoint("DELETE", _CHANNEL, delete),
    Endpoint("GET", _CHANNEL + "/pins", pinned),
    Endpoint("POST", _CHANNEL + "/threads", start_thread),
    Endpoint("POST", _CHANNEL + "/messages/{message_id}/threads", start_thread_from_message),
    Endpoint("GET", _CHANNEL + "/thread-members", thread_members),
    Endpoint("PUT", _CHANNEL + "/thread-members/@me", join_thread),
    Endpoint("PUT", _CHANNEL + "/thread-members/{user_id}", add_to_thread),
]
