"""Sentences about ratings and rated games; names are escaped by the caller."""

from typing import NamedTuple

from bot.words.translation import Message, text


class Change(NamedTuple):
    """Change of a player's Glicko-2 rating; `deviation` is the range (±) after it."""

    name: str
    old: float
    new: float
    deviation: float


RATED_OPTION = Message(
    "Does the result change both ratings? In a rated game, you lose if your time runs out"
)
IN_SHORT = Message("rated")
IS_RATED = {"no": Message("Unrated"), "yes": Message("Rated: the result changes both ratings")}
CANNOT_BE_RATED = {
    "no-clock": Message("A rated game needs a clock. Choose a pace."),
    "gentle": Message("A rated game needs automatic loss on time. Choose it, or play unrated."),
    "uneven": Message(
        "A rated game needs even terms: an opening with a swap, or an offered komi. Change the "
        "opening, komi or handicap, or play unrated."
    ),
}
TOO_SHORT = Message("Not rated: the game ended in its first four turns.")
BOTH_HIDDEN = Message(
    "Rated: both ratings changed. Both players hide their ratings. `/profile` shows your own."
)
REMOVED = Message("No longer rated: the game was removed from the ratings.")


def cannot_be_rated(obstacle: str) -> str:
    """Return the refusal of a rated game; `obstacle` is a key of `CANNOT_BE_RATED`."""
    return CANNOT_BE_RATED[obstacle]()


def moved(winner: Change, loser: Change, expected: float) -> str:
    """Return the line of a result about both ratings after a rated game with a winner.

    :param expected: the winner's expected score, from 0 to 1.
    """
    return text(
        "Rating: **{winner}** {winner_old} → {winner_new} ± {winner_range}, **{loser}** "
        "{loser_old} → {loser_new} ± {loser_range}. The winner's chances were {percent}%.",
        winner=winner.name,
        winner_old=round(winner.old),
        winner_new=round(winner.new),
        winner_range=round(winner.deviation),
        loser=loser.name,
        loser_old=round(loser.old),
        loser_new=round(loser.new),
        loser_range=round(loser.deviation),
        percent=round(100 * expected),
    )


def moved_by_draw(first: Change, second: Change, expected: float) -> str:
    """Return the line of a result about both ratings after a rated draw.

    :param expected: the first player's expected score, from 0 to 1.
    """
    return text(
        "Rating: **{first}** {first_old} → {first_new} ± {first_range}, **{second}** {second_old} "
        "→ {second_new} ± {second_range}. The game was a draw. {first} was expected to score "
        "{percent}%.",
        first=first.name,
        first_old=round(first.old),
        first_new=round(first.new),
        first_range=round(first.deviation),
        second=second.name,
        second_old=round(second.old),
        second_new=round(second.new),
        second_range=round(second.deviation),
        percent=round(100 * expected),
    )


def hidden(name: str) -> str:
    """Return the line of a result about a rated game in which one player hides their rating."""
    return text(
        "Rated: both ratings changed. **{name}** hides their rating. `/profile` shows your own.",
        name=name,
    )


def repeated_time(loser: str) -> str:
    """Return the line of a result about a loss on time that does not count for the ratings."""
    return text(
        "Not rated: **{loser}** also lost their last rated game on time. Losses on time count "
        "again once this player finishes a game in time.",
        loser=loser,
    )
