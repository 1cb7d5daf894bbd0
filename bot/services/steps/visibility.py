"""Permission to see a game: its players from anywhere, other people from its location."""

from typing import Protocol

from bot.errors.refusals import NoSuchGame, NotYourGame
from bot.services.values.views import Actor
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import NO_CHANNEL


class Located(Protocol):
    """Value with the server id and the channel id of its location, such as a game or a challenge.

    The server id is None in a private channel.
    """

    @property
    def guild_id(self) -> int | None: ...

    @property
    def channel_id(self) -> int: ...


def is_visible_from(subject: Located, location: Located) -> bool:
    """Return whether a game or challenge is visible from a location.

    A server shows its games in all of its channels, a private channel only its own. Two private
    channels have no server in common, although both have the server id None.
    """
    if subject.guild_id is None:
        return subject.channel_id == location.channel_id != NO_CHANNEL
    return subject.guild_id == location.guild_id


def may_watch(row: GameRow, actor: Actor) -> bool:
    """Return whether a person plays in a game or is at its location."""
    return is_visible_from(row, actor) or row.seat_of(actor.user_id) is not None


def refuse_outsiders(row: GameRow, actor: Actor) -> None:
    """Refuse a person who may not see a game, as if the game did not exist.

    :raises NoSuchGame: the same error as for an unused number.
    """
    if not may_watch(row, actor):
        raise NoSuchGame(str(row.id))


def seat_in(row: GameRow, actor: Actor) -> int:
    """Return the seat of a player in a game; refuse people who do not play in the game.

    :raises NotYourGame: the person may only watch the game.
    :raises NoSuchGame: the person may not see the game.
    """
    seat = row.seat_of(actor.user_id)
    if seat is None:
        refuse_outsiders(row, actor)
        raise NotYourGame(row.id)
    return seat
