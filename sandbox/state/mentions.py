"""Mentions in a message and the resulting pings, filtered by `allowed_mentions`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sandbox.models.entities import Channel, Guild, Json, Message, MessageFlag, User
from sandbox.permissions import Permission, may
from sandbox.state.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(slots=True)
class Mentions:
    """Users, roles and everyone mentioned in a message, as far as `allowed_mentions` permits."""

    users: list[User] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False


def mentionable_text(content: str, components: list[Json]) -> str:
    """Return the text of a message in which mentions count: its content and text displays."""
    return "\n".join([content, *_texts(components)])


def _texts(components: list[Json]) -> list[str]:
    found: list[str] = []
    for component in components:
        if component["type"] == 10:
            found.append(component["content"])
        found += _texts(component.get("components") or [])
    return found


def find_mentions(
    world: World, channel: Channel, author: User, text: str, allowed: Json | None
) -> Mentions:
    """Return the mentions in a text that `allowed` permits; None permits all mentions."""
    mass = may(author, channel, Permission.MENTION_EVERYONE)
    return Mentions(
        [world.users[i] for i in _allowed(_USER, text, allowed, "users") if i in world.users],
        [
            i
            for i in _allowed(_ROLE, text, allowed, "roles")
            if _mentionable(channel.guild, i, mass=mass)
        ],
        mass and bool(_EVERYONE.search(text)) and _parsed(allowed, "everyone"),
    )


def _parsed(allowed: Json | None, kind: str) -> bool:
    return allowed is None or kind in (allowed.get("parse") or [])


def _allowed(pattern: re.Pattern[str], text: str, allowed: Json | None, kind: str) -> list[int]:
    ids = list(dict.fromkeys(int(i) for i in pattern.findall(text)))
    if _parsed(allowed, kind):
        return ids
    listed = {int(i) for i in (allowed or {}).get(kind) or []}
    return [i for i in ids if i in listed]


def _mentionable(guild: Guild | None, role_id: int, *, mass: bool) -> bool:
    role = guild.roles.get(role_id) if guild else None
    return role is not None and (role.mentionable or mass)


def pinged(message: Message) -> frozenset[int]:
    """Return the ids of the mentioned users who can see a new message and so are pinged."""
    if message.is_ephemeral or message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS:
        return frozenset()
    channel = message.channel
    if channel.guild is None:
        return frozenset(u.id for u in channel.recipients if u is not message.author)
    return frozenset(
        member.user.id
        for member in channel.guild.members.values()
        if member.user is not message.author
        and (
            message.mention_everyone
            or member.user in message.mentions
            or not member.role_ids.isdisjoint(message.mention_roles)
        )
        and may(member.user, channel, Permission.VIEW_CHANNEL)
    )
