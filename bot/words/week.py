"""Sentences of a server's weekly news; names are escaped by the caller."""

from collections.abc import Sequence
from datetime import datetime

from bot.words.clocks import day
from bot.words.translation import Message, plural, text
from renderer.phrases import enumerated

OFF = Message("- Weekly news: **off**")
TURN_ON = Message("Turn on weekly news")
TURN_OFF = Message("Turn off weekly news")
SWITCHED_OFF = Message("**Weekly news is off.**")
HOW_TO_STOP = Message("-# Managers turn weekly news on and off with `/setup`.")


def on(channel: str) -> str:
    """Return the line of `/setup` about the channel of the weekly news."""
    return text("- Weekly news: **{channel}**, on Mondays", channel=channel)


def switched_on(channel: str) -> str:
    return text(
        "**Weekly news is on.** I'll post it in {channel} on Monday mornings if anything has "
        "happened. No one is pinged.",
        channel=channel,
    )


def stopped(channel: str) -> str:
    """Return the notification that the weekly news is turned off, as it cannot be posted.

    It goes to the manager who turned the news on.
    """
    return text(
        "I can't post the weekly news in {channel}: the channel is gone, or I'm not allowed to "
        "post there. I've turned the news off. `/setup` turns it on again.",
        channel=channel,
    )


def title(until: datetime) -> str:
    return text("**The week until {day}**", day=day(until))


def ended(count: int) -> str:
    return plural("{count} game ended.", "{count} games ended.", count)


def largest_cut(name: str, stones: int, game_id: int) -> str:
    return plural(
        "Largest cut: **{name}** took {count} stone in game {game_id}.",
        "Largest cut: **{name}** took {count} stones in game {game_id}.",
        stones,
        name=name,
        game_id=game_id,
    )


def crown(name: str, puzzles: int) -> str:
    return plural(
        "👑 **{name}** solved {count} puzzle of the day.",
        "👑 **{name}** solved {count} puzzles of the day.",
        puzzles,
        name=name,
    )


def leader(game: str, group: int, name: str, points: str) -> str:
    return text(
        "League ({game}), group {group}: **{name}** leads with {points}.",
        game=game,
        group=group,
        name=name,
        points=points,
    )


def leaders(game: str, group: int, names: Sequence[str], points: str) -> str:
    """Return the line of the news about a league's group in which several players share the lead.

    :param points: the points of each of them, in words.
    """
    return text(
        "League ({game}), group {group}: {names} lead with {points}.",
        game=game,
        group=group,
        names=enumerated(names),
        points=points,
    )


def looking(people: Sequence[str]) -> str:
    """Return the line of the news about people with open challenges.

    :param people: their names and games, as `seeker` returns them.
    """
    return text("Looking for an opponent: {people}", people=" · ".join(people))


def seeker(name: str, game: str) -> str:
    return text("{name} ({game})", name=name, game=game)
