"""Sentences of game lists; names are escaped by the caller."""

from collections.abc import Sequence
from datetime import datetime

from bot.words.clocks import moment
from rules.registry import find_game

NO_GAMES = "You have no running game. Start one with /challenge."
NO_GAMES_YET = "You have no running game."
NOTHING_WAITS = "No game waits for you now."
NO_OTHER_WAITS = "No other game waits for you."
NOTHING_FINISHED = "No game is finished yet."
THEY_HAVE_NO_GAMES = "They have no running game."
OUTCOMES = {True: "**won**", False: "lost", None: "drawn"}
CLOSED = "closed without a result"
CHALLENGES = "**Challenges**"
FOR_ANYBODY = "for whoever comes first"


def game_name(game_key: str, size: int) -> str:
    """Return game and size, such as `Lifeline 7`."""
    return f"{find_game(game_key).name} {size}"


def numbered_game(game_id: int) -> str:
    return f"game {game_id}"


def games_title(name: str | None, page: int, pages: int) -> str:
    """Return the title of a list of games in progress; name None means the reader's own."""
    title = "**Your games**" if name is None else f"**Games of {name}**"
    return title + _page(page, pages)


def games_line(game: str, opponent: str, whose: str, link: str, ends_at: datetime | None) -> str:
    time = "" if ends_at is None else f", deadline {moment(ends_at)}"
    return f"- {link}: {game} against {opponent}, {whose}{time}"


def whose_turn(opponent: str, *, my_turn: bool, is_me: bool) -> str:
    """Return the words about the turn in a list; `my_turn` refers to the owner of the list."""
    if is_me:
        return "**your turn**" if my_turn else "their turn"
    return "to move" if my_turn else f"{opponent} to move"


def their_time_is_up(game_id: int) -> str:
    """Return the words for a game whose opponent has run out of time."""
    return f"their turn, **time is up**: `/board game:{game_id}`"


def from_them(challenger: str) -> str:
    return f"from {challenger}, **waits for you**"


def waits_for(opponent: str) -> str:
    return f"waits for {opponent}"


def challenge_line(game: str, whose: str, ends_at: datetime) -> str:
    return f"- {game}: {whose}, runs out {moment(ends_at)}"


def finished_title(name: str, page: int, pages: int) -> str:
    return f"**Finished games of {name}**{_page(page, pages)}"


def finished_line(link: str, game: str, opponent: str, how: str, day: str) -> str:
    return f"- {link}: {how} against {opponent}, {game}, {day}"


def practised(opponent: str, level: int) -> str:
    """Return the opponent of a practice game with the level."""
    return f"{opponent} (practice, level {level})"


def tally(won: int, lost: int, drawn: int, by_game: Sequence[str] = ()) -> str:
    """Return the totals of won, lost and drawn games, and those by game if there are several."""
    total = f"{won} won, {lost} lost{_drawn(drawn)}"
    return f"{total}: {'; '.join(by_game)}" if len(by_game) > 1 else total


def tally_in(game_key: str, won: int, lost: int, drawn: int) -> str:
    return f"{find_game(game_key).name} {won} : {lost}{_drawn(drawn)}"


def _drawn(number: int) -> str:
    return f", {number} drawn" if number else ""


def _page(page: int, pages: int) -> str:
    return f", page {page} of {pages}" if pages > 1 else ""


def and_more(count: int) -> str:
    return f"… and {count} more."
