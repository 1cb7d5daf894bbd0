"""Sentences about the puzzle of the day; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.games import sized_game
from bot.words.puzzle import how_hard
from bot.words.translation import Message, plural, text
from renderer.phrases import enumerated

SETUP_DAILY = Message("Channel for the puzzle of the day (choose it again to turn the puzzle off)")
SETUP_HOUR = Message("Hour to post the puzzle of the day, in your time zone (0 to 23)")
OFF = Message("- Puzzle of the day: **off**")
TURN_ON = Message("Turn on the puzzle")
TURN_OFF = Message("Turn off the puzzle")
SWITCHED_OFF = Message(
    "**The puzzle of the day is off.** I won't post any more puzzles here. You can still solve "
    "the last one."
)
TITLE = Message("Puzzle of the day")
SOLVE = Message("Solve")
HOW = Message("-# Press **Solve** to try the puzzle in private. You have three tries.")
OVER = Message("This puzzle is over. Look for the latest one in this channel.")
TODAY = Message("**Today**")


def setting(channel: str, hour: int, zone: str) -> str:
    """Return the line of `/setup` about the channel and the hour of the puzzle of the day."""
    return text(
        "- Puzzle of the day: **{channel}** at **{hour}:00** ({zone})",
        channel=channel,
        hour=hour,
        zone=zone,
    )


def switched_on(channel: str, hour: int, zone: str) -> str:
    return text(
        "**The puzzle of the day is on.** I'll post a puzzle in {channel} every day at {hour}:00 "
        "({zone}). Everyone can try it in private.",
        channel=channel,
        hour=hour,
        zone=zone,
    )


def title(game: str, size: int, difficulty: int) -> str:
    return text(
        "**Puzzle of the day · {game} · {how_hard}**",
        game=sized_game(game, size),
        how_hard=how_hard(difficulty),
    )


def result(squares: str, name: str, streak: int) -> str:
    """Return a person's line in the results of the puzzle of the day: tries, name and streak.

    :param squares: an emoji for each try.
    :param streak: the days in a row on which the person solved the puzzle; shown from 2 days on.
    """
    if streak < 2:
        return text("{squares} {name}", squares=squares, name=name)
    return plural(
        "{squares} {name}, {count} day in a row",
        "{squares} {name}, {count} days in a row",
        streak,
        squares=squares,
        name=name,
    )


def summary(solved: int, tried: int, percent: int) -> str:
    """Return the line about the last puzzle of the day: how many people solved it.

    :param tried: the number of people in this server who tried it; `solved` of them solved it.
    :param percent: the share of solvers among all people who tried it anywhere.
    """
    if not tried:
        return text("No one here tried the last puzzle.")
    return text(
        "**{solved} of {tried}** players here solved the last puzzle, and so did {percent}% of "
        "all players.",
        solved=solved,
        tried=tried,
        percent=percent,
    )


def best(name: str) -> str:
    return text("👑 **{name}** was the first to solve the puzzle in the fewest tries.", name=name)


def streaks(lengths: Sequence[tuple[str, int]]) -> str:
    """Return the line about the longest streaks of people who solved the last puzzle here.

    :param lengths: names and days, the longest streak first.
    """
    return text(
        "Current streaks, in days: {names}.",
        names=enumerated(f"{name} {days}" for name, days in lengths),
    )


def solution(turns: Sequence[str]) -> str:
    return text("Solution of the last puzzle: ||{turns}||", turns=" · ".join(turns))


def streak(length: int, longest: int) -> str:
    return text(
        "Puzzle of the day: current streak **{length}**, longest {longest}",
        length=length,
        longest=longest,
    )


def in_a_row(days: int) -> str:
    return plural(
        "You've solved the puzzle of the day {count} day in a row.",
        "You've solved the puzzle of the day {count} days in a row.",
        days,
    )


def stopped(channel: str) -> str:
    """Return the notification that the puzzle of the day is turned off, as it cannot be posted.

    It goes to the manager who turned the puzzle on.
    """
    return text(
        "I can't post the puzzle of the day in {channel}: the channel is gone, or I'm not allowed "
        "to post there. I've turned the puzzle off. `/setup` turns it on again.",
        channel=channel,
    )
