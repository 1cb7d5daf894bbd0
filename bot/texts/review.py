"""What is said of a finished game that was looked back on; names come in escaped."""

REVIEW = "Look back"
COMING = (
    "I am looking through the game. In a minute or a few, "
    "what I find is posted where it was played."
)
NOT_HERE = (
    "The host of this bot has not installed what looking back needs (numba and numpy), "
    "so there is no curve of this game."
)
PICTURE = "The chances of {} (Black) against {} after every turn."


def title(game_id: int, black: str, white: str) -> str:
    return (
        f"**Game {game_id}, looked back on**\n"
        f"The dark part is the chance of **{black}**, the light part that of **{white}**."
    )


def turning(number: int, turn: int, name: str, played: str, better: str, fall: str) -> str:
    """Tell where a game turned: by which move of whom, and what was better."""
    return f"{number}. Turn {turn}: **{name}** played {played}; {better} was better ({fall})."


def fall(before: float, after: float) -> str:
    return f"{before:.0%} to {after:.0%}".replace("%", " %")


NO_TURN = "No single move turned this game."
ESTIMATED = "-# Estimated by search, and exact where it says proved."


def show(number: int) -> str:
    return f"Show {number}"


def better_here(played: str, better: str, fall: str) -> str:
    """Head the picture of a turning point."""
    return f"Here {better} (shown) was better than {played}, which was played ({fall})."
