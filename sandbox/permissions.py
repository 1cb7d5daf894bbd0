"""Permission bits, and the effective permissions from roles and channel overwrites."""

from __future__ import annotations

from enum import IntFlag

from sandbox.models.entities import Channel, Guild, Overwrite, User


class Permission(IntFlag):
    """Permission that the sandbox enforces, with Discord's bit (documentation, "Permissions")."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1
TEXT = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
EVERYONE = int(TEXT | Permission.CHANGE_NICKNAME | Permission.CREATE_PRIVATE_THREADS)
DIRECT = int(TEXT | Permission.MENTION_EVERYONE | Permission.PIN_MESSAGES)


def guild_permissions(guild: Guild, user: User) -> int:
    """Return a user's permissions in a guild, before overwrites; 0 for a non-member."""
    member = guild.members.get(user.id)
    if member is None:
        return 0
    if guild.owner_id == user.id:
        return ALL
    granted = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        granted |= guild.roles[role_id].permissions
    return ALL if granted & Permission.ADMINISTRATOR else granted


def channel_permissions(channel: Channel, user: User) -> int:
    """Return a user's permissions in a channel, with overwrites and implicit denials."""
    if channel.guild is None:
        return DIRECT if user in channel.recipients else 0
    granted = guild_permissions(channel.guild, user)
    if granted != ALL:
        granted = _overwritten(granted, channel, user)
    if channel.is_private_thread and not _may_see_private(channel, user, granted):
        return 0
    return _with_implications(granted, channel)


def may(user: User, channel: Channel, wanted: int) -> bool:
    return channel_permissions(channel, user) & wanted == wanted


def _may_see_private(channel: Channel, user: User, granted: int) -> bool:
    joined = channel.thread is not None and user.id in channel.thread.member_ids
    return joined or bool(granted & Permission.MANAGE_THREADS)


def _overwritten(granted: int, channel: Channel, user: User) -> int:
    guild = channel.guild
    assert guild is not None
    overwrites = (channel.parent if channel.thread and channel.parent else channel).overwrites
    everyone = overwrites.get(guild.id)
    member = guild.members.get(user.id)
    if member is None:
        return 0
    granted = _apply(granted, [everyone] if everyone else [])
    granted = _apply(granted, [o for i in member.role_ids if (o := overwrites.get(i))])
    own = overwrites.get(user.id)
    return _apply(granted, [own] if own else [])


def _apply(granted: int, overwrites: list[Overwrite]) -> int:
    for overwrite in overwrites:
        granted &= ~overwrite.deny
    for overwrite in overwrites:
        granted |= overwrite.allow
    return granted


def _with_implications(granted: int, channel: Channel) -> int:
    """Apply implicit denials: other permissions require View Channel and Send Messages."""
    if not granted & Permission.VIEW_CHANNEL:
        return 0
    sends = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
    if not granted & sends:
        granted &= ~int(
            Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE
        )
    return granted
