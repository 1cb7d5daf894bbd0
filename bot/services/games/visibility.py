"""Who may see a game: its players wherever they are, others where it is played."""

from typing import Protocol

from bot.errors import NoSuchGame, NotYourGame
from bot.services.views import Actor
from bot.store.tables.games import GameRow
from bot.store.tables.servers import NO_CHANNEL


class Located(Protocol):
    """What belongs to a channel, of a server unless it is private."""

    @property
    def guild_id(self) -> int | None: ...

    @property
    def channel_id(self) -> int: ...


def is_here(what: Located, where: Located) -> bool:
    """Return whether a game or challenge is visible from a place.

    A server shows its games in all of its channels, a private channel only its own. Two private
    channels share no server: the missing server of both must never be compared.
    """
    if what.guild_id is None:
        return what.channel_id == where.channel_id != NO_CHANNEL
    return what.guild_id == where.guild_id


def may_watch(row: GameRow, actor: Actor) -> bool:
    """Say whether somebody may see a game: a player, or whoever is where it is played."""
    return is_here(row, actor) or row.seat_of(actor.user_id) is not None


def refuse_outsiders(row: GameRow, actor: Actor) -> None:
    """Refuse somebody who may not see a game, without saying that it exists.

    :raises NoSuchGame: as for a number that no game has.
    """
    if not may_watch(row, actor):
        raise NoSuchGame(str(row.id))


def seat_in(row: GameRow, actor: Actor) -> int:
    """Return the seat of a player.

    :raises NotYourGame: for somebody who may only watch.
    :raises NoSuchGame: for anybody else.
    """
    seat = row.seat_of(actor.user_id)
    if seat is None:
        refuse_outsiders(row, actor)
        raise NotYourGame(row.id)
    return seat
