"""Ranks of people in a server, from the permissions that Discord sends with each interaction."""

from enum import IntEnum
from typing import Protocol

from bot.errors.permissions import NotManager, NotModerator


class Rank(IntEnum):
    """Rank in a server; each rank includes the permissions of the lower ranks."""

    MEMBER = 0
    CHANNEL_MODERATOR = 1  # "Manage Messages" in the channel
    MODERATOR = 2  # "Manage Messages" in the whole server
    MANAGER = 3  # "Manage Server"


class Ranked(Protocol):
    """Person who acts in a channel, with a rank in its server; `guild_id` is None in private."""

    @property
    def guild_id(self) -> int | None: ...

    @property
    def channel_id(self) -> int: ...

    @property
    def rank(self) -> Rank: ...


def moderated_server(person: Ranked) -> int:
    """Return the id of the server where a moderator acts.

    :raises NotModerator: the person is not a moderator there, or acts in private.
    """
    if person.guild_id is None or person.rank < Rank.MODERATOR:
        raise NotModerator
    return person.guild_id


def server_moderated_at(person: Ranked, channel_id: int) -> int:
    """Return the id of the server in which a person moderates a channel.

    :raises NotModerator: the person moderates neither the channel nor the server.
    """
    is_there = person.channel_id == channel_id and person.rank >= Rank.CHANNEL_MODERATOR
    if is_there and person.guild_id is not None:
        return person.guild_id
    return moderated_server(person)


def moderates(person: Ranked, guild_id: int | None, channel_id: int) -> bool:
    """Return whether a person moderates a channel of their current server, or that server."""
    if guild_id is None or person.guild_id != guild_id:
        return False
    is_there = person.channel_id == channel_id and person.rank >= Rank.CHANNEL_MODERATOR
    return is_there or person.rank >= Rank.MODERATOR


def managed_server(person: Ranked) -> int:
    """Return the id of the server where a manager acts.

    :raises NotManager: the person does not manage it, or acts in private.
    """
    if person.guild_id is None or person.rank < Rank.MANAGER:
        raise NotManager
    return person.guild_id
