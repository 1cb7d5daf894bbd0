"""Sentences about watching a game that others play; names are escaped by the caller."""

from bot.words.translation import Message, text

WATCH = Message("Watch")
WATCH_ABOUT = Message("Get a private message when the game ends; choose this again to stop")
OWN_GAME = Message("You play in this game, so you'll see its end anyway.")
OVER = Message("This game is over. Its board shows the result.")
MANY = Message(
    "You already watch as many games as you can. To stop watching one, choose **Watch** again "
    "under its board."
)
CROWDED = Message("Too many people watch this game already. `/board` shows it at any time.")


def watching(game_id: int) -> str:
    return text("I'll send you a private message when game {game_id} ends.", game_id=game_id)


def stopped(game_id: int) -> str:
    return text("You no longer watch game {game_id}.", game_id=game_id)


def won(game: str, first: str, second: str, winner: str) -> str:
    """Return the news of the end of a game with a winner."""
    return text(
        "**{winner}** won {game}: {first} against {second}.",
        winner=winner,
        game=game,
        first=first,
        second=second,
    )


def undecided(game: str, first: str, second: str) -> str:
    """Return the news of the end of a game without a winner."""
    return text(
        "**{first}** and **{second}** finished {game} without a winner.",
        first=first,
        second=second,
        game=game,
    )
