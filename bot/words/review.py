"""Sentences about reviews of finished games; names are escaped by the caller."""

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
MOST_TURNS = 30  # in the alternative text of a chart, which has at most 1,024 characters


def win_chart_in_words(black: str, white: str, chances: Sequence[tuple[int, float, bool]]) -> str:
    """Return the alternative text of a chart.

    :param chances: turn, Black's winning chance, and whether it is proved.
    """
    every = -(-len(chances) // MOST_TURNS)
    shown = chances[(len(chances) - 1) % every :: every]  # includes the last one
    said = ", ".join(f"turn {turn}: {_percent(chance)}" for turn, chance, _ in shown)
    proved = next((f" Proved from turn {turn} on." for turn, _, sure in chances if sure), "")
    return f"The chances of {black} (Black) against {white}: {said}.{proved}"


def title(game_id: int, black: str, white: str) -> str:
    return (
        f"**Game {game_id}, looked back on**\n"
        f"The dark part is the chance of **{black}**, the light part that of **{white}**."
    )


def turning(number: int, turn: int, name: str, played: str, better: str, fall: str) -> str:
    """Return the line about a turning point: the move, the player and the better move."""
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
    """Return the caption of a turning point."""
    return f"Here {better} (shown) was better than {played}, which was played ({fall})."
