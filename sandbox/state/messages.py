"""Changes to messages and reactions, with the resulting gateway events."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.models.entities import Attachment, Channel, Json, Message, User
from sandbox.payloads.messages import message_json
from sandbox.payloads.users import member_json
from sandbox.state.channels import update_thread
from sandbox.state.events import Event, Intent
from sandbox.state.mentions import find_mentions, mentionable_text, pinged
from sandbox.state.world import World


@dataclass(slots=True)
class Draft:
    """Draft of a new message: its parts, validated and resolved."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    allowed_mentions: Json | None = None
    nonce: str | int | None = None
    reply_to: Message | None = None
    type: int = 0
    application_id: int | None = None
    interaction_metadata: Json | None = None
    ephemeral_to: User | None = None


def post(world: World, channel: Channel, author: User, draft: Draft) -> Message:
    """Post a message in a channel, ping the mentioned users, and publish the message."""
    message = Message(
        world.snowflakes.new(),
        channel,
        author,
        world.clock.now(),
        type=draft.type,
        flags=draft.flags,
        nonce=draft.nonce,
        reply_to=draft.reply_to,
        application_id=draft.application_id,
        interaction_metadata=draft.interaction_metadata,
        ephemeral_to=draft.ephemeral_to,
    )
    fill(world, message, draft)
    channel.messages[message.id] = message
    if channel.thread and channel.thread.archived:
        update_thread(world, channel, archived=False)
    if not message.is_ephemeral:
        channel.last_message_id = message.id
    publish(world, "MESSAGE_CREATE", message)
    return message


def fill(world: World, message: Message, draft: Draft, *, ping: bool = True) -> None:
    """Set a message's content from a draft; with `ping`, ping the mentioned users.

    The response after a defer does not ping, a conservative reading: Discord treats it as an edit.
    """
    message.content = draft.content
    message.embeds = draft.embeds
    message.components = draft.components
    message.attachments = draft.attachments
    message.flags = draft.flags
    _mention(world, message, draft.allowed_mentions)
    message.notified = pinged(message) if ping else frozenset()


def edited(world: World, message: Message, allowed_mentions: Json | None) -> None:
    """Publish the edit of a message after updating the mentions, without pings."""
    message.edited_at = world.clock.now()
    _mention(world, message, allowed_mentions)
    publish(world, "MESSAGE_UPDATE", message)


def _mention(world: World, message: Message, allowed: Json | None) -> None:
    text = mentionable_text(message.content, message.components)
    found = find_mentions(world, message.channel, message.author, text, allowed)
    replied = message.reply_to
    wanted = allowed is None or bool(allowed.get("replied_user"))
    if replied is not None and replied.author is not message.author and wanted:
        found.users = list(dict.fromkeys([*found.users, replied.author]))
    message.mentions = found.users
    message.mention_roles = found.roles
    message.mention_everyone = found.everyone


def delete(world: World, message: Message) -> None:
    message.deleted = True
    message.channel.messages.pop(message.id, None)
    if not message.is_ephemeral:
        data = _location_fields(message) | {"id": str(message.id)}
        _emit(world, "MESSAGE_DELETE", message, data)
    world.feed.publish("message_deleted", message.channel, message.id, message.ephemeral_to)


def react(world: World, message: Message, emoji: str, user: User, *, add: bool) -> None:
    """Add or remove one user's reaction to a message."""
    users = message.reactions.setdefault(emoji, [])
    if add and user.id not in users:
        users.append(user.id)
    elif not add and user.id in users:
        users.remove(user.id)
    if not users:
        del message.reactions[emoji]
    data = _location_fields(message) | {
        "user_id": str(user.id),
        "message_id": str(message.id),
        "emoji": {"id": None, "name": emoji},
        "burst": False,
        "type": 0,
    }
    name = "MESSAGE_REACTION_ADD" if add else "MESSAGE_REACTION_REMOVE"
    guild = message.channel.guild
    intent = Intent.GUILD_MESSAGE_REACTIONS if guild else Intent.DIRECT_MESSAGE_REACTIONS
    world.emit(Event(name, data, guild, message.channel, intent))
    world.feed.publish("message", message.channel, message.id)


def publish(world: World, name: str, message: Message) -> None:
    """Publish an event about a message to bots, unless ephemeral, and the change to people."""
    if not message.is_ephemeral:
        data = message_json(message) | _location_fields(message)
        guild = message.channel.guild
        if guild is not None:
            data |= _members(message)
        _emit(world, name, message, data)
    world.feed.publish("message", message.channel, message.id, message.ephemeral_to)


def _members(message: Message) -> Json:
    guild = message.channel.guild
    assert guild is not None
    made: Json = {}
    author = guild.members.get(message.author.id)
    if author is not None:
        made["member"] = member_json(author, with_user=False)
    return made


def _location_fields(message: Message) -> Json:
    made = {"channel_id": str(message.channel.id)}
    if message.channel.guild_id:
        made["guild_id"] = str(message.channel.guild_id)
    return made


def _emit(world: World, name: str, message: Message, data: Json) -> None:
    guild = message.channel.guild
    intent = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
    world.emit(Event(name, data, guild, message.channel, intent))


def visible_to(message: Message, user: User) -> bool:
    """Return whether a user may read a message: public, or ephemeral for this user."""
    return message.ephemeral_to in (None, user)
