"""What a person may do in the server in which he acts, as Discord says at each interaction."""

from enum import IntEnum
from typing import Protocol

from bot.errors.authority import NotManager, NotModerator


class Rank(IntEnum):
    """Each may do what those before it may."""

    MEMBER = 0
    MODERATOR = 1  # may manage messages there
    MANAGER = 2  # may manage the server


class Ranked(Protocol):
    """Somebody who acts in a server, or in private."""

    @property
    def guild_id(self) -> int | None: ...

    @property
    def rank(self) -> Rank: ...


def moderated_server(person: Ranked) -> int:
    """Return the server that somebody acts in and moderates.

    :raises NotModerator: there is none.
    """
    if person.guild_id is None or person.rank < Rank.MODERATOR:
        raise NotModerator
    return person.guild_id


def managed_server(person: Ranked) -> int:
    """Return the server that somebody acts in and manages.

    :raises NotManager: there is none.
    """
    if person.guild_id is None or person.rank < Rank.MANAGER:
        raise NotManager
    return person.guild_id
