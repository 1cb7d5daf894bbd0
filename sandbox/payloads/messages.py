"""JSON of messages, attachments and commands."""

from __future__ import annotations

from sandbox.clock import iso
from sandbox.models.entities import Attachment, Command, Json, Message, User
from sandbox.payloads.guilds import channel_json
from sandbox.payloads.users import user_json


def attachment_json(attachment: Attachment) -> Json:
    made: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.content),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        made["description"] = attachment.description
    if attachment.width and attachment.height:
        made |= {"width": attachment.width, "height": attachment.height}
    if attachment.ephemeral:
        made["ephemeral"] = True
    return made


def message_json(message: Message, viewer: User | None = None) -> Json:
    """Return a message as JSON; reactions of `viewer` are marked as their own ("me")."""
    made: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": message.type,
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": iso(message.created_at),
        "edited_timestamp": iso(message.edited_at) if message.edited_at else None,
        "tts": False,
        "mention_everyone": message.mention_everyone,
        "mentions": [user_json(u) for u in message.mentions],
        "mention_roles": [str(i) for i in message.mention_roles],
        "attachments": [attachment_json(a) for a in _listed(message)],
        "embeds": message.embeds,
        "components": message.components,
        "flags": message.flags,
        "pinned": message.pinned,
    }
    return made | _extras(message, viewer)


def _listed(message: Message) -> list[Attachment]:
    """Return the attachments, except those shown as the image of an embed."""
    shown = {
        part["url"]
        for embed in message.embeds
        for key in ("image", "thumbnail")
        if (part := embed.get(key))
    }
    return [a for a in message.attachments if a.url not in shown]


def _extras(message: Message, viewer: User | None) -> Json:
    made: Json = {}
    if message.nonce is not None:
        made["nonce"] = message.nonce
    if message.application_id is not None:
        made["application_id"] = str(message.application_id)
    if message.interaction_metadata is not None:
        made["interaction_metadata"] = message.interaction_metadata
        made["webhook_id"] = str(message.application_id)
    if message.reactions:
        made["reactions"] = [_reaction(e, u, viewer) for e, u in message.reactions.items()]
    if message.thread_started is not None:
        made["thread"] = channel_json(message.thread_started)
    if message.reply_to is not None:
        made |= _reply(message, message.reply_to)
    return made


def _reply(message: Message, answered: Message) -> Json:
    reference: Json = {
        "type": 0,
        "channel_id": str(answered.channel.id),
        "message_id": str(answered.id),
    }
    if message.channel.guild_id:
        reference["guild_id"] = str(message.channel.guild_id)
    shown = None if answered.deleted else message_json(answered)
    if shown is not None:
        shown.pop("referenced_message", None)
    return {"message_reference": reference, "referenced_message": shown}


def _reaction(emoji: str, user_ids: list[int], viewer: User | None) -> Json:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(user_ids),
        "count_details": {"burst": 0, "normal": len(user_ids)},
        "burst_colors": [],
        "me_burst": False,
        "me": viewer is not None and viewer.id in user_ids,
    }


def command_json(command: Command) -> Json:
    """Return a registered command as JSON; a context menu command has an empty description."""
    raw = command.raw
    needed = raw.get("default_member_permissions")
    made: Json = {
        "id": str(command.id),
        "application_id": str(command.application_id),
        "version": str(command.version),
        "type": command.type,
        "name": command.name,
        "description": raw.get("description") or "",
        "default_member_permissions": None if needed is None else str(needed),
        "nsfw": bool(raw.get("nsfw")),
        "integration_types": raw.get("integration_types") or [0],
        "contexts": raw.get("contexts"),
    }
    if command.guild_id is not None:
        made["guild_id"] = str(command.guild_id)
    else:
        made["dm_permission"] = raw.get("contexts") is None or 1 in raw["contexts"]
    if raw.get("options"):
        made["options"] = raw["options"]
    return made
