"""Mutable records of the sandbox. Only the functions in `sandbox.state` change them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

Json = dict[str, Any]


class ChannelType(IntEnum):
    """Type of a channel, with Discord's number."""

    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP_DM = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


THREADS = frozenset(
    {
        ChannelType.ANNOUNCEMENT_THREAD,
        ChannelType.PUBLIC_THREAD,
        ChannelType.PRIVATE_THREAD,
    }
)


class MessageFlag:
    """Bits of a message's `flags`, under Discord's names."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(slots=True, eq=False)
class User:
    """Account of a person or a bot."""

    id: int
    name: str
    bot: bool = False
    dms_open: bool = True
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False)
class Application:
    """Application in the developer portal; `privileged` are the enabled privileged intents."""

    id: int
    name: str
    bot: User
    token: str = field(repr=False)
    privileged: int = 0
    installed_by: set[int] = field(default_factory=set)
    commands: dict[int, Command] = field(default_factory=dict)
    creations: list[float] = field(default_factory=list)

    @property
    def privileged_flags(self) -> int:
        """Bits of the application's `flags` for the enabled privileged intents."""
        switches = ((1 << 1, 1 << 15), (1 << 8, 1 << 13), (1 << 15, 1 << 19))
        return sum(flag for intent, flag in switches if self.privileged & intent)


@dataclass(slots=True, eq=False)
class Role:
    """Role of a guild; the role with the guild's id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    mentionable: bool = False


@dataclass(slots=True, eq=False)
class Member:
    """Membership of a user in a guild."""

    user: User
    joined_at: float
    role_ids: set[int] = field(default_factory=set)
    nick: str | None = None


@dataclass(slots=True, eq=False)
class Overwrite:
    """Permission overwrite in a channel for a role (kind 0) or a member (kind 1)."""

    target_id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, eq=False)
class Guild:
    """Guild, which users call a server, with its members, roles and channels."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    unavailable: bool = False
    preferred_locale: str = "en-US"
    blocked_words: list[str] = field(default_factory=list)

    @property
    def threads(self) -> list[Channel]:
        return [c for c in self.channels.values() if c.thread is not None]


@dataclass(slots=True, eq=False)
class Thread:
    """Thread-specific state of a channel."""

    owner_id: int
    created_at: float
    archived: bool = False
    archived_at: float = 0.0
    locked: bool = False
    auto_archive_minutes: int = 1440
    invitable: bool = True
    member_ids: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Channel:
    """Channel of a guild, thread or direct message."""

    id: int
    type: ChannelType
    name: str = ""
    guild: Guild | None = None
    parent: Channel | None = None
    topic: str | None = None
    nsfw: bool = False
    slowmode: int = 0
    position: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[User] = field(default_factory=list)
    thread: Thread | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def is_private_thread(self) -> bool:
        return self.type == ChannelType.PRIVATE_THREAD

    @property
    def guild_id(self) -> int | None:
        return self.guild.id if self.guild else None


@dataclass(slots=True, eq=False)
class Attachment:
    """Attached file; `width` and `height` are in pixels, and set only for images."""

    id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """Current state of a message.

    Only `ephemeral_to` can read an ephemeral message. `notified` holds the ids of pinged users.
    """

    id: int
    channel: Channel
    author: User
    created_at: float
    type: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited_at: float | None = None
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    notified: frozenset[int] = frozenset()
    nonce: str | int | None = None
    reply_to: Message | None = None
    thread_started: Channel | None = None
    application_id: int | None = None
    interaction_metadata: Json | None = None
    ephemeral_to: User | None = None
    pinned: bool = False
    reactions: dict[str, list[int]] = field(default_factory=dict)
    old_edits: list[float] = field(default_factory=list)
    deleted: bool = False

    @property
    def is_ephemeral(self) -> bool:
        return self.ephemeral_to is not None

    @property
    def is_loading(self) -> bool:
        return bool(self.flags & MessageFlag.LOADING)


@dataclass(slots=True, eq=False)
class Command:
    """Application command (slash or context menu); `raw` is the JSON that the bot registered."""

    id: int
    application_id: int
    guild_id: int | None
    version: int
    raw: Json

    @property
    def name(self) -> str:
        return str(self.raw["name"])

    @property
    def type(self) -> int:
        return int(self.raw.get("type") or 1)
