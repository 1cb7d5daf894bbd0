"""Names, ideas and openings of the games, for /help, challenge cards and small print.

The keys of `IDEAS` and `IDEAS_IN_A_LINE` are keys of games. The keys of `OPENINGS` are pairs: the
key of a game, and a value of its option `start`.
"""

from bot.words.translation import Message, text
from rules.registry import find_game

IDEAS = {
    "lifeline": Message(
        "A group (connected stones) lives while empty cells lead to another group of its colour. "
        "If it's cut off, it dies. If your opponent can't place a stone, you win."
    ),
    "cornered": Message(
        "A group (connected stones) dies when it reaches only enemies, directly or across empty "
        "cells. If you can't move, you lose."
    ),
    "asli": Message(
        "A group (connected stones) lives while empty points lead to another group of its colour. "
        "If it's cut off, it goes to prison. If you can't move, you lose."
    ),
    "liflina": Message(
        "A group (connected stones) lives while a straight empty line leads to the edge or to "
        "another group of its colour. Without such a line it goes to prison. If you can't move, "
        "you lose."
    ),
}
IDEAS_IN_A_LINE = {
    "lifeline": Message("Keep your groups in sight of each other. Place the last stone to win."),
    "cornered": Message("Groups that reach only enemies die. If you can't move, you lose."),
    "asli": Message("Keep your groups in sight of each other. If you can't move, you lose."),
    "liflina": Message("A group lives while a straight line leads to a friend or the edge."),
}
# on the challenge card, at most 60 characters
KOMI_IS_OFFERED = Message("Komi: one sets White's free skips, the other picks a colour")
OPENINGS = {
    ("lifeline", "strong-pie"): Message("Opening: two stones each, but White may swap sides"),
    ("lifeline", "weak-pie"): Message("Opening: one stone each, but White may swap sides"),
    ("lifeline", "komi-pie"): KOMI_IS_OFFERED,
    ("lifeline", "none"): Message("Opening: one stone each, no swap"),
    ("cornered", "pie"): Message("Opening: one stone, then White may swap sides"),
    ("cornered", "twelve-star"): Message("Opening: one stone, then two a turn"),
    ("cornered", "none"): Message("Opening: one stone a turn, no swap"),
}


def game_name(game_key: str, size: int) -> str:
    """Return the name of a game, by its key, with a board size: `Lifeline, size 7`."""
    return sized_game(find_game(game_key).name, size)


def sized_game(game: str, size: int) -> str:
    """Return the name of a game with its board size, such as `Lifeline, size 7`."""
    return text("{game}, size {size}", game=game, size=size)
