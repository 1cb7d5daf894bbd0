"""JSON of guilds, channels and threads."""

from __future__ import annotations

from sandbox.clock import iso
from sandbox.models.entities import Channel, ChannelType, Guild, Json, Overwrite, Thread, User
from sandbox.payloads.users import member_json, role_json, user_json

# Values of a small guild without optional features.
_PLAIN_GUILD: Json = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "us-west",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}

# Fields of particular channel types.
_OF_KIND: dict[ChannelType, Json] = {
    ChannelType.VOICE: {"bitrate": 64_000, "user_limit": 0, "rtc_region": None},
    ChannelType.FORUM: {
        "available_tags": [],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    },
}


def guild_json(guild: Guild) -> Json:
    return _PLAIN_GUILD | {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "preferred_locale": guild.preferred_locale,
        "roles": [role_json(r) for r in guild.roles.values()],
    }


def guild_create_json(guild: Guild, bot: User, visible: list[Channel]) -> Json:
    """Return the GUILD_CREATE data for a bot: its membership and the channels visible to it."""
    return guild_json(guild) | {
        "joined_at": iso(guild.members[bot.id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(guild.members[bot.id])],
        "channels": [channel_json(c) for c in guild.channels.values() if c.thread is None],
        "threads": [channel_json(c) for c in visible if c.thread and not c.thread.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def channel_json(channel: Channel, viewer: User | None = None) -> Json:
    """Return a channel as JSON; `viewer` is left out of the recipients of a direct message."""
    if channel.guild is None:
        return _direct_json(channel, viewer)
    if channel.thread is not None:
        return _thread_json(channel, channel.thread)
    return (
        _base(channel)
        | _OF_KIND.get(channel.type, {})
        | {
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "position": channel.position,
            "parent_id": str(channel.parent.id) if channel.parent else None,
            "topic": channel.topic,
            "nsfw": channel.nsfw,
            "rate_limit_per_user": channel.slowmode,
            "permission_overwrites": [_overwrite_json(o) for o in channel.overwrites.values()],
        }
    )


def partial_channel_json(channel: Channel, viewer: User, permissions: int) -> Json:
    """Return the short JSON of a channel in an interaction, with the user's permissions."""
    return channel_json(channel, viewer) | {"permissions": str(permissions)}


def _base(channel: Channel) -> Json:
    last = channel.last_message_id
    return {
        "id": str(channel.id),
        "type": int(channel.type),
        "flags": 0,
        "last_message_id": str(last) if last else None,
    }


def _direct_json(channel: Channel, viewer: User | None) -> Json:
    made = _base(channel) | {
        "recipients": [user_json(u) for u in channel.recipients if u is not viewer]
    }
    if channel.type == ChannelType.GROUP_DM:
        made |= {"name": channel.name, "icon": None, "owner_id": str(channel.recipients[0].id)}
    return made


def _thread_json(channel: Channel, thread: Thread) -> Json:
    metadata: Json = {
        "archived": thread.archived,
        "archive_timestamp": iso(thread.archived_at or thread.created_at),
        "auto_archive_duration": thread.auto_archive_minutes,
        "locked": thread.locked,
        "create_timestamp": iso(thread.created_at),
    }
    if channel.is_private_thread:
        metadata["invitable"] = thread.invitable
    return _base(channel) | {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": str(channel.parent.id) if channel.parent else None,
        "owner_id": str(thread.owner_id),
        "rate_limit_per_user": channel.slowmode,
        "thread_metadata": metadata,
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": min(len(thread.member_ids), 50),
    }


def thread_member_json(channel: Channel, user_id: int) -> Json:
    assert channel.thread is not None
    return {
        "id": str(channel.id),
        "user_id": str(user_id),
        "join_timestamp": iso(channel.thread.member_ids[user_id]),
        "flags": 0,
    }


def _overwrite_json(overwrite: Overwrite) -> Json:
    return {
        "id": str(overwrite.target_id),
        "type": overwrite.kind,
        "allow": str(overwrite.allow),
        "deny": str(overwrite.deny),
    }
