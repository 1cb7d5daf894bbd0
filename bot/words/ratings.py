"""Sentences about ratings; names are escaped by the caller."""

from typing import NamedTuple

from bot.words.translation import Message, text


class Change(NamedTuple):
    """How the rating of one player changed; `deviation` is the range after it."""

    name: str
    old: float
    new: float
    deviation: float


RATED_OPTION = "Whether the result changes both ratings; needs a strict clock and even terms"
RATED = Message("Rated: the result changes both ratings")
IS_RATED = {"no": "Unrated", "yes": "Rated: needs a strict clock"}
CANNOT_BE_RATED = {
    "no-clock": Message("A rated game needs a clock. Choose a pace."),
    "gentle": Message("A rated game needs a strict clock. Choose strict, or play unrated."),
    "uneven": Message(
        "A rated game needs even terms: a pie rule, a swap or an offered komi. Change the opening, "
        "komi or handicap, or play unrated."
    ),
}
TOO_SHORT = Message("Not rated: the game ended in its first four turns.")
REMOVED = Message("No longer rated: the game was taken out of the ratings.")


def cannot_be_rated(obstacle: str) -> str:
    """Return why a game cannot be rated; keys are those of `CANNOT_BE_RATED`."""
    return CANNOT_BE_RATED[obstacle]()


def with_rating(clock: str) -> str:
    """Return the label of a strict clock in a rated game."""
    return text("{clock}; rated", clock=clock)


def rating(value: float, deviation: float) -> str:
    """Return a rating with its range."""
    return text("{value} ± {deviation}", value=round(value), deviation=round(deviation))


def moved(first: Change, second: Change, expected: float) -> str:
    """Return the sentence about a rated game that one player has won.

    :param first: the winner.
    :param expected: the score that was expected of the winner, from 0 to 1.
    """
    return text(
        "Rating: **{winner}** {winner_old} → {winner_new} ± {winner_range}, **{loser}** "
        "{loser_old} → {loser_new} ± {loser_range}. The winner's chances were {percent}%.",
        percent=round(100 * expected),
        **_values("winner", first),
        **_values("loser", second),
    )


def moved_by_draw(first: Change, second: Change, expected: float) -> str:
    """Return the sentence about a rated draw.

    :param expected: the score that was expected of the first player, from 0 to 1.
    """
    return text(
        "Rating: **{first}** {first_old} → {first_new} ± {first_range}, **{second}** "
        "{second_old} → {second_new} ± {second_range}. In a draw, the player expected to score "
        "more loses points; {percent}% was expected of {first}.",
        percent=round(100 * expected),
        **_values("first", first),
        **_values("second", second),
    )


def _values(who: str, change: Change) -> dict[str, object]:
    numbers = {"old": change.old, "new": change.new, "range": change.deviation}
    return {who: change.name} | {f"{who}_{name}": round(each) for name, each in numbers.items()}


def repeated_time(loser: str) -> str:
    """Return why a loss on time does not count."""
    return text(
        "Not rated: **{loser}** also lost the last rated game on time. Such losses count again "
        "after the next finished game.",
        loser=loser,
    )
