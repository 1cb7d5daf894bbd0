"""JSON of interactions: gateway events, and the metadata stored in messages."""

from __future__ import annotations

from sandbox.models.entities import Json
from sandbox.models.interactions import Interaction, Kind
from sandbox.payloads.guilds import partial_channel_json
from sandbox.payloads.messages import message_json
from sandbox.payloads.users import member_json, user_json
from sandbox.permissions import (
    DIRECT,
    EVERYONE,
    Permission,
    channel_permissions,
)


def interaction_json(interaction: Interaction, file_size: int) -> Json:
    """Return the payload of INTERACTION_CREATE. Absent fields are omitted, never null."""
    channel, user = interaction.channel, interaction.user
    made: Json = {
        "id": str(interaction.id),
        "application_id": str(interaction.app.id),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": partial_channel_json(
            channel, interaction.app.bot, channel_permissions(channel, user)
        ),
        "data": interaction.data,
        "locale": interaction.user.locale,
        "app_permissions": str(app_permissions(interaction)),
        "attachment_size_limit": file_size,
        "authorizing_integration_owners": interaction.owners,
        "context": interaction.context,
        "entitlements": [],
        "entitlement_sku_ids": [],
    }
    if interaction.message is not None:
        made["message"] = message_json(interaction.message, interaction.app.bot)
    return made | _user_or_member(interaction)


def _user_or_member(interaction: Interaction) -> Json:
    channel, user = interaction.channel, interaction.user
    if channel.guild is None:
        return {"user": user_json(user)}
    guild = channel.guild
    member = member_json(guild.members[user.id])
    return {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.preferred_locale, "features": []},
        "guild_locale": guild.preferred_locale,
        "member": member | {"permissions": str(channel_permissions(channel, user))},
    }


def app_permissions(interaction: Interaction) -> int:
    """Return the permissions that the application has when it responds to an interaction."""
    channel = interaction.channel
    if channel.guild is None:
        return DIRECT
    if interaction.by_user_install:
        return EVERYONE & ~int(Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    return channel_permissions(channel, interaction.app.bot)


def metadata_json(interaction: Interaction) -> Json:
    """Return the `interaction_metadata` for a message that responds to an interaction."""
    made: Json = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": user_json(interaction.user),
        "authorizing_integration_owners": interaction.owners,
    }
    if interaction.kind == Kind.COMMAND:
        made["name"] = interaction.data["name"]
    if interaction.kind == Kind.COMPONENT and interaction.message is not None:
        made["interacted_message_id"] = str(interaction.message.id)
    if interaction.kind == Kind.MODAL and interaction.origin is not None:
        made["triggering_interaction_metadata"] = metadata_json(interaction.origin)
    return made
