"""Sentences about endings that the moves do not show; names are not escaped."""

CLOSED = "Nobody had moved for a long time, so it was closed without a result."
SERVER_GONE = "The bot was removed from its server, so it was closed without a result."
MODERATED = "A moderator of this server has closed it without a result."


def resigned(loser: str) -> str:
    return f"{loser} resigned."


def out_of_time(loser: str) -> str:
    return f"{loser} ran out of time."


def ends_game(*, wins: bool | None) -> str:
    """Return the sentence of a preview about a move that ends the game; None means a draw."""
    return {
        True: "**It wins the game.**",
        False: "**It loses the game.**",
        None: "**It ends the game in a draw:** the same position has been there before.",
    }[wins]
