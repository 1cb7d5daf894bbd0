"""Sentences about endings that the moves do not show; names are not escaped."""

from bot.words.translation import Message, text

DELETED = Message("deleted player")
CLOSED = Message("Neither player moved for a long time, so it has no result.")
SERVER_GONE = Message("The bot was removed from its server, so it has no result.")
MODERATED = Message("A moderator of this server closed it without a result.")


def resigned(loser: str) -> str:
    return text("{loser} resigned.", loser=loser)


def out_of_time(loser: str) -> str:
    return text("{loser} ran out of time.", loser=loser)


def ends_game(*, wins: bool | None) -> str:
    """Return the sentence of a preview about a move that ends the game; None means a draw."""
    if wins is None:
        return text("**It ends the game in a draw:** this position has occurred before.")
    return text("**It wins the game.**") if wins else text("**It loses the game.**")
