"""Sentences about a series of games; names are escaped by the caller."""

from bot.words.translation import Message, text

SERIES_OPTION = Message(
    "A series: the next game starts automatically, and players take turns moving first"
)
SERIES_FIELD = Message("Match")
# by number of games
LENGTHS = {
    1: Message("One game"),
    3: Message("Best of 3"),
    5: Message("Best of 5"),
    7: Message("Best of 7"),
}


def named(game: str, length: int) -> str:
    """Return a game's name with the length of a series, such as `Lifeline, size 5, best of 3`."""
    return text("{game}, best of {length}", game=game, length=length)


def points(number: float) -> str:
    """Return a number of points as text, with `½` for the half point of a draw: `3½`."""
    whole, half = int(number), number % 1
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def goes_on(length: int, leader: str, most: float, fewest: float) -> str:
    """Return the line of a game's result with the score of a series that continues.

    :param length: the largest number of games in the series: 5 for a best of 5.
    :param leader: the name of the player with more points; not shown at equal points.
    :param most: the points of that player.
    :param fewest: the points of the other player.
    """
    if most == fewest:
        return text(
            "Best of {length}: level at {points}–{points}. The next game follows.",
            length=length,
            points=points(most),
        )
    return text(
        "Best of {length}: {leader} leads {most}–{fewest}. The next game follows.",
        length=length,
        leader=leader,
        most=points(most),
        fewest=points(fewest),
    )


def decided(length: int, winner: str, most: float, fewest: float) -> str:
    """Return the line of a game's result with the final score of the series that the game ends.

    :param length: the largest number of games in the series: 5 for a best of 5.
    :param winner: the name of the player with more points; not shown at equal points.
    :param most: the points of that player.
    :param fewest: the points of the other player.
    """
    if most == fewest:
        return text(
            "The best of {length} ends level at {points}–{points}.",
            length=length,
            points=points(most),
        )
    return text(
        "**{winner} wins the best of {length} by {most}–{fewest}.**",
        winner=winner,
        length=length,
        most=points(most),
        fewest=points(fewest),
    )


def stopped(length: int, leader: str, most: float, fewest: float) -> str:
    """Return the line of a game's result with the score of a series that stops undecided.

    :param length: the largest number of games in the series: 5 for a best of 5.
    :param leader: the name of the player with more points; not shown at equal points.
    :param most: the points of that player.
    :param fewest: the points of the other player.
    """
    if most == fewest:
        return text(
            "The best of {length} stops early, level at {points}–{points}.",
            length=length,
            points=points(most),
        )
    return text(
        "The best of {length} stops early. {leader} leads {most}–{fewest}.",
        length=length,
        leader=leader,
        most=points(most),
        fewest=points(fewest),
    )
