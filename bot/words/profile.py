"""Sentences of profiles and leaderboards; names are escaped by the caller."""

from collections.abc import Sequence
from datetime import timedelta
from math import ceil

from bot.words.games import sized_game
from bot.words.translation import Message, plural, text
from renderer.phrases import with_remark

PROFILE_COMMAND = Message("Show a player's ratings and their games with people")
PROFILE_PLAYER = Message("Whose profile to show (yours by default)")
LEADERBOARD_COMMAND = Message("Show the players with the highest ratings")
LEADERBOARD_GAME = Message("Which game (the server's usual game by default)")
LEADERBOARD_WHERE = Message("Players of this server, or of all servers")
WHERE = {"here": Message("This server"), "everywhere": Message("Everywhere")}

NO_LEADERS = Message("No one is on this leaderboard yet. `/challenge rated:` starts a rated game.")
NO_OWN_RATING = Message("You have no rating in this game yet.")
CONDITIONS = Message(
    "-# To be listed, you need a range (±) under 160 and a rated game in the last 90 days."
)
NO_GAMES = Message("No finished games with people yet. `/challenge` starts one.")
ONLY_YOU = Message("-# Only you can see this. `/settings ratings:` changes that.")


def title(name: str) -> str:
    return text("**Profile of {name}**", name=name)


def hidden(name: str) -> str:
    return text("**{name}** hides their ratings and games.", name=name)


def rating(game: str, value: float, deviation: float, games: int, level: int | None) -> str:
    """Return the line of a profile about a person's rating in a game.

    :param deviation: the range (±); `games` is the number of rated games.
    :param level: the level of the engine with about the same strength, None if unknown.
    """
    if level is None:
        return plural(
            "- {game}: **{value} ± {deviation}** · {count} rated game",
            "- {game}: **{value} ± {deviation}** · {count} rated games",
            games,
            game=game,
            value=round(value),
            deviation=round(deviation),
        )
    return plural(
        "- {game}: **{value} ± {deviation}** · {count} rated game · about as strong as bot level "
        "{level}",
        "- {game}: **{value} ± {deviation}** · {count} rated games · about as strong as bot level "
        "{level}",
        games,
        game=game,
        value=round(value),
        deviation=round(deviation),
        level=level,
    )


def results(won: int, drawn: int, lost: int) -> str:
    return text("Games: {won} won, {drawn} drawn, {lost} lost.", won=won, drawn=drawn, lost=lost)


def streak(now: int, best: int) -> str:
    return text("Winning streak: {now} (best {best}).", now=now, best=best)


def longest(turns: int) -> str:
    return plural("Longest game: {count} turn.", "Longest game: {count} turns.", turns)


def largest_cut(stones: int) -> str:
    return plural("Largest cut: {count} stone.", "Largest cut: {count} stones.", stones)


def finished(name: str, finished: int, games: int) -> str:
    """Return the line about how many of a person's last games were not lost on time."""
    return text(
        "{name} finished {finished} of their last {games} games.",
        name=name,
        finished=finished,
        games=games,
    )


def answers(name: str, time: timedelta) -> str:
    """Return the line about a person's usual time between the opponent's turn and their own."""
    return text("{name} usually answers within {time}.", name=name, time=at_most(time))


def at_most(time: timedelta) -> str:
    """Return a duration, rounded up to hours or, above 48 hours, to days: `3 hours`, `4 days`."""
    hours = max(1, ceil(time / timedelta(hours=1)))
    if hours <= 48:
        return plural("{count} hour", "{count} hours", hours)
    return plural("{count} day", "{count} days", ceil(hours / 24))


def reliable(finished: int, games: int) -> str:
    """Return the part of a lobby offer about how many games its player did not lose on time."""
    return text("finished {finished} of {games} games", finished=finished, games=games)


def answering(time: timedelta) -> str:
    """Return the part of a lobby offer about its player's usual time to answer."""
    return text("answers within {time}", time=at_most(time))


def favourite(game: str, size: int, games: int) -> str:
    """Return an entry of `favourites`: a game and size, with the number of games played."""
    return with_remark(sized_game(game, size), games)


def favourites(sizes: Sequence[str]) -> str:
    return text("Most played: {sizes}.", sizes=" · ".join(sizes))


def against_you(won: int, drawn: int, lost: int) -> str:
    """Return the line about a person's games against the reader, with the reader's wins first."""
    return text(
        "You won {won}, drew {drawn} and lost {lost} of your games with this player.",
        won=won,
        drawn=drawn,
        lost=lost,
    )


def chart_in_words(
    game: str, points: Sequence[tuple[float, float]], present: tuple[float, float]
) -> str:
    """Return the alternative text of a rating chart.

    :param points: rating and range (±) after each rated game, at least one.
    :param present: the current rating and range.
    """
    values = [value for value, _ in points]
    return plural(
        "Rating in {game} over {count} rated game: now {now} ± {deviation}, lowest {lowest}, "
        "highest {highest}.",
        "Rating in {game} over {count} rated games: now {now} ± {deviation}, lowest {lowest}, "
        "highest {highest}.",
        len(points),
        game=game,
        now=round(present[0]),
        deviation=round(present[1]),
        lowest=round(min(values)),
        highest=round(max(values)),
    )


def leaderboard_title(game: str, *, here: bool) -> str:
    if here:
        return text("**{game}: highest ratings in this server**", game=game)
    return text("**{game}: highest ratings everywhere**", game=game)


def leader(rank: int, name: str, value: float, deviation: float) -> str:
    return text(
        "{rank}. {name} **{value} ± {deviation}**",
        rank=rank,
        name=name,
        value=round(value),
        deviation=round(deviation),
    )


def own_rank(rank: int, value: float, deviation: float) -> str:
    return text(
        "You're number {rank} with **{value} ± {deviation}**.",
        rank=rank,
        value=round(value),
        deviation=round(deviation),
    )


def own_unlisted(rank: int, value: float, deviation: float) -> str:
    """Return the line about the rating of a reader who does not meet the leaderboard's conditions.

    :param rank: the rank that the rating would have.
    """
    return text(
        "You aren't listed. With **{value} ± {deviation}**, you'd be number {rank}.",
        rank=rank,
        value=round(value),
        deviation=round(deviation),
    )
