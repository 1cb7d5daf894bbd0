"""Sentences of notifications; names are escaped by the caller, times are Discord timestamps."""

from collections.abc import Sequence
from datetime import datetime

from bot.words.clocks import day, moment
from bot.words.escaping import joined, plural

STRICT_BACK = (
    "Your vacation days for strict games are used up: the clocks of your strict games run again."
)
MOST_NUMBERS = 20  # games named in a sentence


def named(game_id: int, what: str) -> str:
    """Return a game as `game 12 (Lifeline 7)`."""
    return f"game {game_id} ({what})"


def your_turn(game: str, opponent: str) -> str:
    return f"It is your turn in {game} against **{opponent}**."


def digest_title(count: int) -> str:
    verb = "waits" if count == 1 else "wait"
    return f"**{plural(count, 'board')} {verb} for you**"


def waiting_line(game: str, opponent: str, ends_at: datetime | None) -> str:
    time = "" if ends_at is None else f", deadline {moment(ends_at)}"
    return f"- {game} against {opponent}{time}"


def more(count: int) -> str:
    return f"- and {count} more: `/games` lists them all."


def elsewhere(count: int) -> str:
    """Return the line that counts games whose names the channel may not see."""
    return f"- {count} elsewhere: `/games` lists them all."


def over(game: str, opponent: str) -> str:
    return f"While you were not to be disturbed, {game} against **{opponent}** has ended."


def over_unseen(game: str, opponent: str, game_id: int) -> str:
    return (
        f"Your {game} against **{opponent}** has ended, but I could not say so where it was "
        f"played. `/board game:{game_id}` shows how it ended."
    )


def reviewed(game: str, opponent: str) -> str:
    return (
        f"I have reviewed {game} against **{opponent}**, but could not post it where it was "
        "played: **Review** shows it."
    )


def unposted(opponent: str | None, channel: str) -> str:
    whom = f" to **{opponent}**" if opponent else ""
    return (
        f"I could not post your challenge{whom} in {channel}, so it is withdrawn. Try it where I "
        "may write; those who run the server find in `/setup` what I lack there."
    )


def declined(opponent: str, game: str) -> str:
    return f"**{opponent}** declines your challenge to {game}."


def run_out(opponent: str | None, game: str) -> str:
    """Return the sentence about an expired challenge; opponent None means that it was open."""
    if opponent is None:
        return f"Nobody has accepted your challenge to {game} in time."
    return f"**{opponent}** has not answered your challenge to {game} in time."


def challenged(name: str, channel: str) -> str:
    return f"**{name}** challenges you to a game in {channel}: the card there waits for you."


def challenged_unseen(name: str, channel: str) -> str:
    """Return the sentence about a challenge whose channel may be deleted."""
    return (
        f"**{name}** challenges you to a game in {channel}, but I can no longer write there. If "
        "you do not find the card, `/challenge` them where you can both play."
    )


def undo_asked(game: str, opponent: str) -> str:
    return f"**{opponent}** would like to take moves back in {game}."


def undo_refused(game: str, opponent: str) -> str:
    return f"**{opponent}** does not let you take moves back in {game}: they stand."


def reminder(game: str, opponent: str, ends_at: datetime | None) -> str:
    deadline = "" if ends_at is None else f" Deadline: {moment(ends_at)}."
    return f"Your time in {game} against **{opponent}** is running out.{deadline}"


def nudge(game: str, opponent: str) -> str:
    return f"**{opponent}** asks you to move in {game}."


def time_up(game: str, opponent: str) -> str:
    return (
        f"**{opponent}** has no time left in {game}. Nothing happens by itself: "
        "what would you like to do?"
    )


def time_given(game: str, opponent: str, ends_at: datetime | None) -> str:
    until = "" if ends_at is None else f" Deadline: {moment(ends_at)}."
    return f"**{opponent}** gives you two more days in {game}.{until}"


def vacation(game: str, until: datetime) -> str:
    return (
        f"Your time in {game} was almost used up, so a vacation has begun for you, until "
        f"{day(until)}. Your games stand. `/away` ends it."
    )


def away(name: str, until: datetime, games: Sequence[int], elsewhere: int = 0) -> str:
    """Return the sentence about an opponent's vacation; `elsewhere` games are only counted."""
    stand = "stands" if len(games) + elsewhere == 1 else "stand"
    those = f"{_numbers(games, elsewhere)} {stand} still"
    return f"**{name}** is away until {day(until)}: your {those}."


def away_strict(until: datetime, games: Sequence[int], elsewhere: int = 0) -> str:
    """Return the sentence about strict games, whose clocks pause for a shorter time."""
    is_one = len(games) + elsewhere == 1
    clocks, run = ("clock of", "runs") if is_one else ("clocks of", "run")
    return f"The strict {clocks} {_numbers(games, elsewhere)} {run} again from {day(until)} on."


def _numbers(games: Sequence[int], elsewhere: int) -> str:
    if not games:
        return f"{plural(elsewhere, 'game')} elsewhere"
    shown = [str(game) for game in games[:MOST_NUMBERS]]
    if len(games) > MOST_NUMBERS:
        shown.append(f"{len(games) - MOST_NUMBERS} more")
    named = "game" if len(games) == 1 else "games"
    if elsewhere:
        shown.append(f"{elsewhere} more elsewhere")
    return f"{named} {joined(shown)}"


def asleep(game: str, opponent: str, until: datetime) -> str:
    return (
        f"Nobody has moved for a month in {game} against **{opponent}**. "
        f"Without a word from either of you by {day(until)} it is closed without a result."
    )


def undeliverable(game: str, opponent: str, game_id: int) -> str:
    return (
        f"It is your turn in {game} against **{opponent}**, but I could not post it where it is "
        f"played. `/board game:{game_id}` shows it and lets you move wherever you can use commands."
    )
