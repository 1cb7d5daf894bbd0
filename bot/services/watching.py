"""Who may see a game: its players wherever they are, others where it is played."""

from bot.errors import NoSuchGame, NotYourGame
from bot.services.views import Actor
from bot.store.games import GameRow


def may_watch(row: GameRow, actor: Actor) -> bool:
    """Say whether somebody may see a game: a player, or whoever is in its server or channel."""
    here = row.channel_id == actor.channel_id
    same_server = row.guild_id is not None and row.guild_id == actor.guild_id
    return here or same_server or row.seat_of(actor.user_id) is not None


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
