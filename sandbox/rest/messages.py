"""Endpoints for channel messages: send, read, edit, delete."""

from __future__ import annotations

from itertools import islice

from sandbox.clock import read_id
from sandbox.errors import (
    ApiError,
    cannot_message_user,
    invalid_form,
    missing_permissions,
    no_mutual_guilds,
)
from sandbox.models.entities import THREADS, Channel, ChannelType, Json, Message
from sandbox.payloads.messages import message_json
from sandbox.permissions import Permission, may
from sandbox.rest.call import Call, Endpoint, checked_id
from sandbox.rest.drafts import apply_edit, new_draft
from sandbox.state import messages
from sandbox.state.mentions import mentionable_text
from sandbox.state.messages import Draft
from sandbox.validation.messages import CREATE, EDIT

_WRITABLE = THREADS | {
    ChannelType.TEXT,
    ChannelType.DM,
    ChannelType.GROUP_DM,
    ChannelType.ANNOUNCEMENT,
    ChannelType.VOICE,
}


def create(call: Call) -> Json:
    channel = call.channel()
    body = call.json
    _may_send(call, channel, body)
    draft = new_draft(call, channel, body, CREATE)
    draft.reply_to = _replied(call, channel, body)
    draft.type = 19 if draft.reply_to else 0
    twin = _message_with_nonce(call, channel, body)
    if twin is None:
        _moderate(channel, draft)
        twin = messages.post(call.core.world, channel, call.app.bot, draft)
    return message_json(twin, call.app.bot)


def _may_send(call: Call, channel: Channel, body: Json) -> None:
    """Check that the bot may send here; refuse with 50008, 50007, 50278, 160005 or 50013."""
    bot = call.app.bot
    if channel.type not in _WRITABLE:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    if channel.guild is None:
        _may_write_to(call, channel)
        return
    wanted = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
    if body.get("embeds"):
        wanted |= Permission.EMBED_LINKS
    if call.files:
        wanted |= Permission.ATTACH_FILES
    if not may(bot, channel, wanted):
        raise missing_permissions()
    if (
        channel.thread
        and channel.thread.locked
        and not may(bot, channel, Permission.MANAGE_THREADS)
    ):
        raise ApiError(400, 160005, "This thread is locked")


def _may_write_to(call: Call, channel: Channel) -> None:
    bot = call.app.bot
    for person in channel.recipients:
        if person is bot:
            continue
        if not call.core.world.have_contact(bot, person):
            raise no_mutual_guilds()
        if not person.dms_open:
            raise cannot_message_user()


def _moderate(channel: Channel, draft: Draft) -> None:
    """Refuse a message that contains a blocked word of the guild's AutoMod."""
    text = mentionable_text(draft.content, draft.components).lower()
    if channel.guild and any(word.lower() in text for word in channel.guild.blocked_words):
        raise ApiError(400, 200000, "Message was blocked by automatic moderation")


def _message_with_nonce(call: Call, channel: Channel, body: Json) -> Message | None:
    """Return the message already created with this nonce, if `enforce_nonce` is set."""
    nonce = body.get("nonce")
    if not body.get("enforce_nonce") or nonce is None:
        return None
    horizon = call.core.world.clock.now() - call.core.settings.nonce_lifetime
    return next(
        (
            m
            for m in reversed(channel.messages.values())
            if m.nonce == nonce and m.author is call.app.bot and m.created_at >= horizon
        ),
        None,
    )


def _replied(call: Call, channel: Channel, body: Json) -> Message | None:
    reference = body.get("message_reference")
    if not reference:
        return None
    if not may(call.app.bot, channel, Permission.READ_MESSAGE_HISTORY):
        raise ApiError(400, 160002, "Cannot reply without permission to read message history")
    found = channel.messages.get(int(reference["message_id"]))
    if found is None and reference.get("fail_if_not_exists", True):
        raise invalid_form({"message_reference": "Unknown message"})
    return found


def read_one(call: Call) -> Json:
    channel = call.channel(permission=Permission.READ_MESSAGE_HISTORY)
    return message_json(call.message(channel), call.app.bot)


def read_many(call: Call) -> list[Json]:
    """Return a channel's messages, newest first; none if the bot may not read the history."""
    channel = call.channel()
    if not may(call.app.bot, channel, Permission.READ_MESSAGE_HISTORY):
        return []
    limit = _limit(call)
    found = [m for m in channel.messages.values() if not m.is_ephemeral]
    if "around" in call.query:
        return [message_json(m, call.app.bot) for m in _around(found, call, limit)]
    if "after" in call.query:
        after = [m for m in found if m.id > _query_id(call, "after")]
        chosen = list(islice(after, limit))[::-1]
    else:
        before = _query_id(call, "before") if "before" in call.query else None
        chosen = list(islice((m for m in found[::-1] if not before or m.id < before), limit))
    return [message_json(m, call.app.bot) for m in chosen]


def _around(found: list[Message], call: Call, limit: int) -> list[Message]:
    middle = _query_id(call, "around")
    nearest = sorted(found, key=lambda m: abs(m.id - middle))[:limit]
    return sorted(nearest, key=lambda m: -m.id)


def _query_id(call: Call, name: str) -> int:
    return checked_id(name, call.query[name])


def _limit(call: Call) -> int:
    text = call.query.get("limit", "50")
    limit = read_id(text) or 0
    if not 1 <= limit <= 100:
        raise invalid_form({"limit": "int value should be between 1 and 100."})
    return limit


def edit(call: Call) -> Json:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.app.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.thread and channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    count_old_edit(call, message)
    apply_edit(call, message, call.json, EDIT)
    messages.edited(call.core.world, message, call.json.get("allowed_mentions"))
    return message_json(message, call.app.bot)


def count_old_edit(call: Call, message: Message) -> None:
    """Count an edit if the message is older than an hour, because Discord limits these edits.

    :raises ApiError: 30046 after too many such edits.
    """
    settings, now = call.core.settings, call.core.world.clock.now()
    if now - message.created_at <= settings.old_after:
        return
    message.old_edits = [t for t in message.old_edits if t > now - settings.old_window]
    if len(message.old_edits) >= settings.old_edits:
        raise ApiError(
            429,
            30046,
            "Maximum number of edits to messages older than 1 hour reached. Try again later.",
            retry_after=message.old_edits[0] + settings.old_window - now,
        )
    message.old_edits.append(now)


def delete(call: Call) -> None:
    channel = call.channel()
    message = call.message(channel)
    _may_delete(call, channel, message)
    messages.delete(call.core.world, message)


def _may_delete(call: Call, channel: Channel, message: Message) -> None:
    if channel.thread and channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    if message.author is call.app.bot:
        return
    if channel.guild is None:
        raise ApiError(403, 50003, "Cannot execute action on a DM channel")
    if not may(call.app.bot, channel, Permission.MANAGE_MESSAGES):
        raise missing_permissions()


def typing(call: Call) -> None:
    channel = call.channel()
    _may_send(call, channel, {})


_ALL = "/channels/{channel_id}/messages"
_ONE = _ALL + "/{message_id}"
ENDPOINTS = [
    Endpoint("POST", _ALL, create),
    Endpoint("GET", _ALL, read_many),
    Endpoint("GET", _ONE, read_one),
    Endpoint("PATCH", _ONE, edit),
    Endpoint("DELETE", _ONE, delete),
    Endpoint("POST", "/channels/{channel_id}/typing", typing),
]
