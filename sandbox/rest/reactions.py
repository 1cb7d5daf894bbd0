"""Endpoints for reactions, pins and bulk deletion."""

from __future__ import annotations

from sandbox.errors import ApiError, invalid_form, missing_permissions, unknown
from sandbox.permissions import Permission, may
from sandbox.rest.call import Call, Endpoint
from sandbox.state import messages


def bulk_delete(call: Call) -> None:
    channel = call.channel(permission=Permission.MANAGE_MESSAGES)
    ids = call.json.get("messages") or []
    if not 2 <= len(ids) <= 100:
        raise invalid_form({"messages": "Must be between 2 and 100 in length."})
    for message_id in ids:
        message = channel.messages.get(int(message_id))
        if message is not None:
            messages.delete(call.core.world, message)


def _set_pinned(call: Call, *, pinned: bool) -> None:
    channel = call.channel()
    message = call.message(channel)
    if channel.guild and not may(call.app.bot, channel, Permission.PIN_MESSAGES):
        raise missing_permissions()
    message.pinned = pinned
    messages.publish(call.core.world, "MESSAGE_UPDATE", message)


def pin(call: Call) -> None:
    _set_pinned(call, pinned=True)


def unpin(call: Call) -> None:
    _set_pinned(call, pinned=False)


def _react(call: Call, *, add: bool) -> None:
    channel = call.channel(permission=Permission.READ_MESSAGE_HISTORY if add else 0)
    message = call.message(channel)
    if channel.thread and channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    emoji = call.params["emoji_name"]
    if ":" in emoji or emoji.isascii():
        raise unknown("Emoji")
    if (
        add
        and emoji not in message.reactions
        and not may(call.app.bot, channel, Permission.ADD_REACTIONS)
    ):
        raise missing_permissions()
    if add or call.app.bot.id in message.reactions.get(emoji, []):
        messages.react(call.core.world, message, emoji, call.app.bot, add=add)


def react(call: Call) -> None:
    _react(call, add=True)


def unreact(call: Call) -> None:
    _react(call, add=False)


_ALL = "/channels/{channel_id}/messages"
_OWN = _ALL + "/{message_id}/reactions/{emoji_name}/@me"
ENDPOINTS = [
    Endpoint("POST", _ALL + "/bulk-delete", bulk_delete),
    Endpoint("PUT", _ALL + "/pins/{message_id}", pin),
    Endpoint("DELETE", _ALL + "/pins/{message_id}", unpin),
    Endpoint("PUT", "/channels/{channel_id}/pins/{message_id}", pin),
    Endpoint("DELETE", "/channels/{channel_id}/pins/{message_id}", unpin),
    Endpoint("PUT", _OWN, react),
    Endpoint("DELETE", _OWN, unreact),
]
