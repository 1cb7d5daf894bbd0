"""Sentences about endings that the moves do not show, such as leaving a game without a result.

Names are not escaped.
"""

from bot.words.translation import Message, text, translated
from renderer.words import colour_name
from rules.position import Colour, Outcome

DELETED = Message("deleted player")
CLOSED = Message("Neither player moved for a long time, so it has no result.")
SERVER_GONE = Message("The bot was removed from its server, so it has no result.")
MODERATED = Message("A moderator of this server closed it without a result.")
LEFT = Message("A player left in the first four turns, so it has no result.")
AGREED = Message("Both players agreed to end it without a result.")
# leaving in the first turns
LEAVE = Message("Leave, no result")
MAY_LEAVE = Message("In the first four turns you can also leave the game without a result.")
TOO_LATE_TO_LEAVE = Message(
    "You can leave a game only in its first four turns. Nothing changed. You can still resign."
)


def left(game_id: int) -> str:
    return text("You left game {game_id}. It has no result.", game_id=game_id)


def resigned(loser: str) -> str:
    return text("{loser} resigned.", loser=loser)


def out_of_time(loser: str) -> str:
    return text("{loser} ran out of time.", loser=loser)


def ends_game(outcome: Outcome, mover: Colour) -> str:
    """Return the sentence of a preview about a move that ends the game."""
    if outcome.winner is None:
        return text("**It ends the game in a draw:** this position has occurred before.")
    why = translated(outcome.ending.of(colour_name(outcome.winner.other)))
    if outcome.winner is mover:
        return text("**You win:** {why}", why=why)
    return text("**You lose:** {why}", why=why)
