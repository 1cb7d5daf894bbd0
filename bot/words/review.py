"""Sentences about reviews of finished games; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.translation import Message, text
from renderer.phrases import enumerated, percent, sentences

REVIEW = Message("Review")
COMING = Message("The review has started. In a few minutes, I'll post it where you played.")
NOT_HERE = Message("This bot can't review games: its operator hasn't set up reviews.")
NOT_THIS_GAME = Message("This kind of game can't be reviewed.")
PLAY_ON = Message("Play on from here")
NO_TURN = Message("No single move decided this game.")
NOW_PUZZLES = Message(
    "If one of your turns gave away a certain win, it's now a puzzle for you. Find it with "
    "`/puzzle solve` and the theme “Your own mistakes”."
)
ESTIMATED = Message("-# Chances are estimates, except where marked as certain.")
MOST_TURNS = 30  # turns in the alternative text of a chart, which has at most 1,024 characters


def failed(game_id: int) -> str:
    return text(
        "The review of game {game_id} failed several times. Press **Review** to try again.",
        game_id=game_id,
    )


def win_chart_in_words(black: str, white: str, chances: Sequence[tuple[int, float, bool]]) -> str:
    """Return the alternative text of a chart of winning chances.

    :param chances: number of turns played, Black's winning chance (0 to 1), whether it is proved.
    """
    after_turns = chances[1:] or chances  # without the start
    every = -(-len(after_turns) // MOST_TURNS)
    shown = after_turns[(len(after_turns) - 1) % every :: every]  # includes the last one
    points = enumerated(
        text("turn {turn}: {chance}", turn=turn, chance=percent(chance))
        for turn, chance, _ in shown
    )
    chart = text(
        "Winning chances of {black} (Black) against {white}: {points}.",
        black=black,
        white=white,
        points=points,
    )
    proved = next((turn for turn, _, sure in chances if sure), None)
    if proved is None:
        return chart
    return sentences(chart, text("The chances are certain from turn {turn} on.", turn=proved))


def title(game_id: int, black: str, white: str) -> str:
    return text(
        "**Review of game {game_id}**\nDark: winning chances of **{black}**. Light: **{white}**.",
        game_id=game_id,
        black=black,
        white=white,
    )


def turning(number: int, turn: int, played: str, better: str, chances: str) -> str:
    """Return the line of a review about a turning point.

    :param chances: the player's winning chances, as the function `chances` returns them.
    """
    return text(
        "{number}. Turn {turn}: **{better}** was better than {played} · {chances}",
        number=number,
        turn=turn,
        played=played,
        better=better,
        chances=chances,
    )


def largest_change(turn: int, name: str, before: float, after: float) -> str:
    """Return the line of a review about the largest change of chances, if no better move is known.

    :param before: the winning chance of the player `name` before the turn, from 0 to 1.
    :param after: the chance after it.
    """
    return text(
        "The chances changed most in turn {turn}: {before} → {after} for **{name}**. "
        "I found no better move there.",
        turn=turn,
        before=percent(before),
        after=percent(after),
        name=name,
    )


def chances(name: str, before: float, after: float) -> str:
    """Return a player's winning chances before and after a move as text.

    :param before: the chance before the move, and `after` the one after it, from 0 to 1.
    """
    return text(
        "**{name}**'s winning chances: {before} → {after}",
        name=name,
        before=percent(before),
        after=percent(after),
    )


def show(turn: int) -> str:
    return text("Show turn {turn}", turn=turn)


def better_here(played: str, better: str, chances: str) -> str:
    """Return the text above the picture of a turning point."""
    return text(
        "**{better}** was better than {played}. {chances}",
        better=better,
        played=played,
        chances=chances,
    )
