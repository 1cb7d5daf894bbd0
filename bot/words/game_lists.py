"""Sentences of game lists; names are escaped by the caller."""

from collections.abc import Sequence
from datetime import datetime

from bot.words.clocks import moment
from bot.words.translation import Message, plural, text
from rules.registry import find_game

NO_GAMES = Message("You have no games in progress. Start one with /challenge.")
NO_GAMES_YET = Message("You have no games in progress.")
NOTHING_WAITS = Message("No game is waiting for you.")
NO_OTHER_WAITS = Message("No other game is waiting for you.")
NOTHING_FINISHED = Message("No finished games yet.")
THEY_HAVE_NO_GAMES = Message("This player has no games in progress.")
NOT_NOW = Message("Not now")
CHALLENGES = Message("**Challenges**")


def numbered_game(game_id: int) -> str:
    return text("game {game_id}", game_id=game_id)


def games_title(name: str | None, page: int, pages: int) -> str:
    """Return the title of a list of games in progress; None as name means the reader's own games.

    :param page: counted from 1.
    """
    if name is None and pages > 1:
        return text("**Your games**, page {page} of {pages}", page=page, pages=pages)
    if name is None:
        return text("**Your games**")
    if pages > 1:
        return text("**{name}'s games**, page {page} of {pages}", name=name, page=page, pages=pages)
    return text("**{name}'s games**", name=name)


def my_turn_line(game: str, opponent: str, link: str, ends_at: datetime | None) -> str:
    """Return the line in the reader's own list about a game in which the reader is to move."""
    if ends_at is None:
        return text(
            "- {link}: {game} against {opponent}, **your turn**",
            link=link,
            game=game,
            opponent=opponent,
        )
    return text(
        "- {link}: {game} against {opponent}, **your turn**, due {when}",
        link=link,
        game=game,
        opponent=opponent,
        when=moment(ends_at),
    )


def their_turn_line(game: str, opponent: str, link: str) -> str:
    """Return the line in the reader's own list about a game in which the opponent is to move."""
    return text(
        "- {link}: {game} against {opponent}, their turn", link=link, game=game, opponent=opponent
    )


def time_is_up_line(game: str, opponent: str, link: str, game_id: int) -> str:
    """Return the line in the reader's own list about a game whose opponent has run out of time."""
    return text(
        "- {link}: {game} against {opponent}, their **time is up** (see `/board game:{game_id}`)",
        link=link,
        game=game,
        opponent=opponent,
        game_id=game_id,
    )


def others_line(game: str, opponent: str, mover: str, link: str, ends_at: datetime | None) -> str:
    """Return the line of a game in a list of another player's games.

    :param mover: the name of the player to move.
    :param ends_at: the deadline of that player, if it is shown.
    """
    if ends_at is None:
        return text(
            "- {link}: {game} against {opponent}, {mover} to move",
            link=link,
            game=game,
            opponent=opponent,
            mover=mover,
        )
    return text(
        "- {link}: {game} against {opponent}, {mover} to move, due {when}",
        link=link,
        game=game,
        opponent=opponent,
        mover=mover,
        when=moment(ends_at),
    )


def open_challenge_line(game: str, ends_at: datetime) -> str:
    return text("- {game}: open challenge, expires {when}", game=game, when=moment(ends_at))


def received_challenge_line(game: str, challenger: str, ends_at: datetime) -> str:
    return text(
        "- {game}: **challenge for you** from {challenger}, expires {when}",
        game=game,
        challenger=challenger,
        when=moment(ends_at),
    )


def sent_challenge_line(game: str, opponent: str, ends_at: datetime) -> str:
    return text(
        "- {game}: challenge to {opponent}, expires {when}",
        game=game,
        opponent=opponent,
        when=moment(ends_at),
    )


def finished_title(name: str, page: int, pages: int) -> str:
    if pages > 1:
        return text(
            "**{name}'s finished games**, page {page} of {pages}",
            name=name,
            page=page,
            pages=pages,
        )
    return text("**{name}'s finished games**", name=name)


def finished_line(link: str, game: str, opponent: str, won: bool | None, day: str) -> str:  # noqa: FBT001 - one value of a row
    """Return the line of a finished game in a list: number, result, opponent, game and day.

    :param link: the number of the game, perhaps linked to its message.
    :param won: whether the owner of the list won; None means a draw.
    """
    if won is None:
        return text(
            "- {link}: drew with {opponent}, {game}, {day}",
            link=link,
            opponent=opponent,
            game=game,
            day=day,
        )
    if won:
        return text(
            "- {link}: **won** against {opponent}, {game}, {day}",
            link=link,
            opponent=opponent,
            game=game,
            day=day,
        )
    return text(
        "- {link}: lost to {opponent}, {game}, {day}",
        link=link,
        opponent=opponent,
        game=game,
        day=day,
    )


def closed_line(link: str, game: str, opponent: str, day: str) -> str:
    """Return the line in a list about a game that was closed without a result."""
    return text(
        "- {link}: no result against {opponent}, {game}, {day}",
        link=link,
        opponent=opponent,
        game=game,
        day=day,
    )


def practised(opponent: str, level: int) -> str:
    """Return the opponent of a practice game in a list: the bot's name with its level."""
    return text("{opponent} (level {level})", opponent=opponent, level=level)


def tally(won: int, lost: int, drawn: int, by_game: Sequence[str] = ()) -> str:
    """Return the line with the totals of won, lost and drawn games.

    :param by_game: the totals of each game (`tally_in`), added if there are several.
    """
    total = text("{won} won, {lost} lost", won=won, lost=lost)
    if drawn:
        total = text("{won} won, {lost} lost, {drawn} drawn", won=won, lost=lost, drawn=drawn)
    return f"{total} · {' · '.join(by_game)}" if len(by_game) > 1 else total


def tally_in(game_key: str, won: int, lost: int, drawn: int) -> str:
    game = find_game(game_key).name
    if drawn:
        return text(
            "{game} {won}–{lost}, {drawn} drawn", game=game, won=won, lost=lost, drawn=drawn
        )
    return text("{game} {won}–{lost}", game=game, won=won, lost=lost)


def more_on_page(count: int, page: int) -> str:
    """Return the line that says how many more challenges a later page lists."""
    return plural(
        "… and {count} more on page {page}.", "… and {count} more on page {page}.", count, page=page
    )


def and_more(count: int) -> str:
    return plural("… and {count} more game.", "… and {count} more games.", count)
