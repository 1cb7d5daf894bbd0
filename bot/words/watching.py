"""Sentences about watching a game that others play; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.translation import Message, plural, text
from renderer.phrases import first_few

MOST_NAMED = 10  # games in one sentence

WATCH = Message("Watch")
WATCH_ABOUT = Message(
    "Get at most one direct message a day, and one when the game ends. Choose this again to stop"
)
GUESS = Message("Guess")
GUESS_ABOUT = Message("Where will the next stone go? Your guess stays private")
MENU = Message("View, watch or guess")
NO_GUESSES = Message("You can guess turns only in games between people in a server.")
OWN_TURNS = Message("You're playing in this game, so only other people can guess its turns.")
MAY_NOT_GUESS = Message("You can't guess in this game.")
NOTHING_TO_GUESS = Message("No stone can be placed this turn, so there's nothing to guess.")
OWN_GAME = Message("You're playing in this game, so you'll see how it ends anyway.")
OVER = Message("This game is over. Its board shows the result.")
MANY = Message(
    "You're already watching as many games as you can. To stop watching a game, choose **Watch** "
    "again under its board."
)
CROWDED = Message("Too many people are already watching this game. `/board` shows it at any time.")


def watching(game_id: int) -> str:
    return text(
        "You're watching game {game_id}. I'll send you at most one direct message a day about its "
        "turns, and one at the end.",
        game_id=game_id,
    )


def stopped(game_id: int) -> str:
    return text("You're no longer watching game {game_id}.", game_id=game_id)


def moved(games: Sequence[str]) -> str:
    """Return the direct message that watched games have new turns.

    :param games: the numbers and names of at least one game, perhaps linked.
    """
    return plural(
        "A game you're watching has new turns: {games}.",
        "{count} games you're watching have new turns: {games}.",
        len(games),
        games=first_few(games, MOST_NAMED),
    )


def won(game: str, first: str, second: str, winner: str) -> str:
    """Return the direct message that a watched game has ended with a winner."""
    return text(
        "**{winner}** won {game}: {first} against {second}.",
        winner=winner,
        game=game,
        first=first,
        second=second,
    )


def undecided(game: str, first: str, second: str) -> str:
    """Return the direct message that a watched game has ended without a winner."""
    return text(
        "**{first}** and **{second}** finished {game} without a winner.",
        first=first,
        second=second,
        game=game,
    )


def choose_guess(game_id: int, guess: str | None) -> str:
    """Return the prompt of the panel in which a spectator guesses the next turn.

    :param guess: the name of the cell guessed so far; None before a guess.
    """
    if guess is None:
        return text("Guess the next turn in game {game_id}: press a number.", game_id=game_id)
    return text(
        "Your guess in game {game_id} is {cell}. To change it, press a number.",
        cell=guess.upper(),
        game_id=game_id,
    )


def guessed(cell: str) -> str:
    return text(
        "Your guess is **{cell}**. When the turn is played, I'll post how many spectators guessed "
        "right. Until then you can change your guess.",
        cell=cell.upper(),
    )


def right_guesses(right: int, guesses: int) -> str:
    """Return the small print of a turn message about spectators' guesses; empty without guesses.

    :param right: how many of the `guesses` were right.
    """
    if not guesses:
        return ""
    if not right:
        line = plural(
            "The only spectator who guessed was wrong.",
            "All {count} spectators who guessed were wrong.",
            guesses,
        )
    elif right == guesses:
        line = plural(
            "The only spectator who guessed was right.",
            "All {count} spectators who guessed were right.",
            guesses,
        )
    else:
        line = plural(
            "One of {guesses} spectators guessed right.",
            "{count} of {guesses} spectators guessed right.",
            right,
            guesses=guesses,
        )
    return f"-# {line}"
