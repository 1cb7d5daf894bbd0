"""Which game a player means who names none."""

from collections.abc import Sequence

from bot.errors import GameChoice, NoRunningGame, WhichGame
from bot.services.views import GameSummary


def pick(mine: Sequence[GameSummary], channel_id: int) -> int:
    """Return the only game it can be, looking in this channel before anywhere else.

    In each of the two, the only running game is meant, else the only one that waits for me.

    :raises NoRunningGame: there is nothing to choose from.
    :raises WhichGame: there are several; those in this channel if it has any.
    """
    if not mine:
        raise NoRunningGame
    here = [each for each in mine if each.place.channel_id == channel_id]
    among = here or mine
    for fitting in (among, [each for each in among if each.my_turn]):
        if len(fitting) == 1:
            return fitting[0].id
    raise WhichGame(tuple(_choice(each) for each in among))


def _choice(each: GameSummary) -> GameChoice:
    return GameChoice(each.id, each.opponent.name, each.my_turn)
