"""Labels and sentences about games that a player leaves without a result."""

from bot.words.translation import Message, text

LEAVE = Message("Leave, no result")
LEFT = Message("A player left in the first four turns, so it has no result.")
POSSIBLE = Message("In its first four turns you can also leave: the game then has no result.")
TOO_LATE = Message(
    "A game can only be left in its first four turns. You can still resign it. Nothing changed."
)
NOT_NOW = Message("Not now")


def left(game_id: int) -> str:
    return text("You left game {game_id}. It has no result.", game_id=game_id)
