"""What a person may do in the server where they act, as Discord says at each interaction."""

from enum import IntEnum
from typing import Protocol

from bot.errors.permissions import NotManager, NotModerator


class Rank(IntEnum):
    """Each may do what those before it may."""

    MEMBER = 0
    CHANNEL_MODERATOR = 1  # may manage messages in the channel where they act
    MODERATOR = 2  # may manage messages in the whole server
    MANAGER = 3  # may manage the server


class Ranked(Protocol):
    """Somebody who acts in a server, or in private."""

    @property
    def guild_id(self) -> int | None: ...

    @property
    def channel_id(self) -> int: ...

    @property
    def rank(self) -> Rank: ...


def moderated_server(person: Ranked) -> int:
    """Return the server that somebody acts in and moderates.

    :raises NotModerator: there is none.
    """
    if person.guild_id is None or person.rank < Rank.MODERATOR:
        raise NotModerator
    return person.guild_id


def server_moderated_at(person: Ranked, channel_id: int) -> int:
    """Return the server in which somebody acts and moderates what is in a channel.

    :raises NotModerator: there is none.
    """
    is_there = person.channel_id == channel_id and person.rank >= Rank.CHANNEL_MODERATOR
    if is_there and person.guild_id is not None:
        return person.guild_id
    return moderated_server(person)


def managed_server(person: Ranked) -> int:
    """Return the server that somebody acts in and manages.

    :raises NotManager: there is none.
    """
    if person.guild_id is None or person.rank < Rank.MANAGER:
        raise NotManager
    return person.guild_id
