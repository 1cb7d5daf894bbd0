"""Sentences about endings that the moves do not show, such as leaving a game without a result.

Names are not escaped.
"""

from collections.abc import Callable, Iterator
from functools import partial

from bot.words.translation import ENGLISH, Message, in_language, text, translated
from renderer.words import colour_name
from rules.position import Colour, Outcome

DELETED = Message("deleted player")
CLOSED = Message("Neither player moved for a long time, so the game has no result.")
SERVER_GONE = Message("The bot was removed from the game's server, so the game has no result.")
MODERATED = Message("A moderator of this server closed the game without a result.")
LEFT = Message("A player left in the first four turns, so the game has no result.")
AGREED = Message("Both players agreed to end the game without a result.")
DRAW = Message("Draw.")
# leaving in the first turns
LEAVE = Message("Leave, no result")
MAY_LEAVE = Message("In the first four turns you can also leave the game without a result.")
TOO_LATE_TO_LEAVE = Message(
    "You can leave a game only in its first four turns. Nothing changed. You can still resign."
)
NOT_IN_LEAGUE = Message(
    "You can't leave a league game without a result. Nothing changed. You can still resign."
)


def left(game_id: int) -> str:
    return text("You left game {game_id}. It has no result.", game_id=game_id)


def resigned(loser: str) -> str:
    return text("{loser} resigned.", loser=loser)


def out_of_time(loser: str) -> str:
    return text("{loser} ran out of time.", loser=loser)


def won(winner: str, why: str = "") -> str:
    """Return the result of a record with a winner, such as `Ann wins. Ben resigned.`.

    :param why: the reason as a sentence; empty if unknown.
    """
    return text("{winner} wins. {why}", winner=winner, why=why).rstrip()


def drawn(why: str) -> str:
    """Return the result of a drawn record: `Draw.`, followed by the reason `why` as a sentence."""
    return text("Draw. {why}", why=why)


def read_result(result: str, first: str, second: str) -> str:
    """Translate the English result of a record into the current language.

    A result that this module did not write is returned unchanged.

    :param first: the name of one player in the record.
    :param second: the name of the other player.
    """
    for write in _results(first, second):
        with in_language(ENGLISH):
            written = write()
        if written == result:
            return write()
    return result


def _results(first: str, second: str) -> Iterator[Callable[[], str]]:
    """Yield functions that return the texts of results, such as `Ann wins. Ben resigned.`.

    There is a function for every result that the moves of a game do not show; for a win, one for
    each of the two players. The texts are in the current language.
    """
    yield from (DRAW, CLOSED, SERVER_GONE, MODERATED, LEFT, AGREED)
    for winner, loser in ((first, second), (second, first)):
        yield partial(won, winner)
        yield from (partial(_lost, winner, loser, why) for why in (resigned, out_of_time))


def _lost(winner: str, loser: str, why: Callable[[str], str]) -> str:
    return won(winner, why(loser))


def ends_game(outcome: Outcome, mover: Colour) -> str:
    """Return the line of a preview that says that a move ends the game, with the winner.

    :param mover: the colour of the player who would move.
    """
    if outcome.winner is None:
        return text("**This move ends the game in a draw:** the position has occurred before.")
    why = translated(outcome.ending.of(colour_name(outcome.winner.other)))
    if outcome.winner is mover:
        return text("**You win:** {why}", why=why)
    return text("**You lose:** {why}", why=why)
