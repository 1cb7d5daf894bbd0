"""Parts of the names of game threads: the players, and the result once the game is over."""

from bot.words.translation import Message, text

CLOSED = Message("closed")
DRAW = Message("draw")


def players(first: str, second: str) -> str:
    return text("{first} vs {second}", first=first, second=second)


def won(winner: str) -> str:
    return text("{winner} won", winner=winner)
