"""What is said of a finished game that was looked back on; names come in escaped."""

from collections.abc import Sequence

REVIEW = "Look back"
COMING = (
    "I am looking through the game. In a minute or a few, "
    "what I find is posted where it was played."
)
NOT_HERE = (
    "The host of this bot has not installed what looking back needs (numba and numpy), "
    "so there is no curve of this game."
)
NOT_THIS_GAME = "I cannot search games of this kind, so there is no curve of this one."
GIVEN_UP = (
    "I could not look back on game {}: I have tried a few times, and something went wrong "
    "each time. Press **Look back** to let me try again."
)
MOST_SAID = 30  # turns of a curve in words: the text of a picture has 1,024 characters


def curve_in_words(black: str, white: str, chances: Sequence[tuple[int, float, bool]]) -> str:
    """Tell the curve to those who cannot see it: turn, Black's chance, whether it is proved."""
    every = -(-len(chances) // MOST_SAID)
    shown = chances[(len(chances) - 1) % every :: every]  # the last one is among them
    said = ", ".join(f"turn {turn}: {_percent(chance)}" for turn, chance, _ in shown)
    proved = next((f" Proved from turn {turn} on." for turn, _, sure in chances if sure), "")
    return f"The chances of {black} (Black) against {white}: {said}.{proved}"


def title(game_id: int, black: str, white: str) -> str:
    return (
        f"**Game {game_id}, looked back on**\n"
        f"The dark part is the chance of **{black}**, the light part that of **{white}**."
    )


def turning(number: int, turn: int, name: str, played: str, better: str, fall: str) -> str:
    """Tell where a game turned: by which move of whom, and what was better."""
    return f"{number}. Turn {turn}: **{name}** played {played}; {better} was better ({fall})."


def fall(before: float, after: float) -> str:
    return f"the mover's chance fell from {_percent(before)} to {_percent(after)}"


def _percent(chance: float) -> str:
    return f"{chance:.0%}".replace("%", " %")


NO_TURN = "No single move turned this game."
ESTIMATED = "-# Estimated by search, and exact where it says proved."


def show(number: int) -> str:
    return f"Show {number}"


def better_here(played: str, better: str, fall: str) -> str:
    """Head the picture of a turning point."""
    return f"Here {better} (shown) was better than {played}, which was played ({fall})."
