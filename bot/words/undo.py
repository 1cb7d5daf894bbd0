"""Sentences about undos; names are escaped by the caller."""

import re
from collections.abc import Sequence

from bot.words.escaping import joined

STANDS = "It stands."
WITHDRAWN = "The wish to take moves back no longer stands."

_CELL = re.compile(r"(?i)[a-z]+\d+")
_NOUNS = {
    "swap": "the swap",
    "komi": "the point of komi",
    "hold": "the hold",
    "black": "the choice of Black",
    "white": "the choice of White",
}


def listed(moves: Sequence[str]) -> str:
    """Return moves in record notation as a phrase.

    For a repeated interaction, which has no moves left to undo, it is "the last turn".
    """
    return joined([_noun(move) for move in moves]) if moves else "the last turn"


def _noun(move: str) -> str:
    if _CELL.fullmatch(move):
        return move.upper()
    word, _, value = move.partition(" ")
    return f"the offer of {value}" if word == "offer" else _NOUNS[move]


def free(game_id: int, opponent: str) -> str:
    return (
        f"Do you want to take back your last turn in game {game_id}? If **{opponent}** has moved "
        "since, or two minutes have passed, they are asked first."
    )


def late(game_id: int, opponent: str) -> str:
    return (
        f"Do you want to take back your last turn in game {game_id}? Two minutes have passed, so "
        f"**{opponent}** is asked first."
    )


def after_answer(game_id: int, opponent: str) -> str:
    return (
        f"Do you want to take back your last turn in game {game_id}? **{opponent}** has moved "
        "since, so they are asked first; their turn would be taken back, too."
    )


def unseen(game_id: int, opponent: str) -> str:
    return (
        f"Do you want to take back what you have placed of this turn in game {game_id}? "
        f"**{opponent}** has not seen it."
    )


def asked(moves: str, opponent: str) -> str:
    return f"**{opponent}** is asked whether you may take back {moves}."


def taken_back(moves: str) -> str:
    return f"Taken back: {moves}."


def was_taken_back(name: str, moves: str) -> str:
    return f"**{name}** took back {moves}."


def request(opponent_mention: str, name: str, moves: str) -> str:
    return f"{opponent_mention}, **{name}** would like to take back {moves}."


def declined(name: str, asker_mention: str) -> str:
    return f"**{name}** does not let {asker_mention} take it back: the moves stand."
