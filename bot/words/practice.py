"""Labels and sentences of practice games; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.escaping import plural

LEVEL_OPTION = "Practise with the bot itself: how strong it plays"
LEVEL_FIELD = "How strong the bot plays"
BEGINS_FIELD = "Who begins"
BEGINS = {"challenger": "You begin", "opponent": "The bot begins", "lot": "By lot"}
PRACTICE = "Practise with me"
PRACTICE_FORM = "A practice game"
HINT = "Hint"
THREATS = "What do you threaten?"
TAKE_BACK = "Take back"

LEVEL_IS_FOR_PRACTICE = (
    "A level is for games with the bot itself. Leave it out, or leave the opponent out."
)
FEW_LEVELS = "The host of this bot has installed levels 1 and 2 only: choose one of them."
ONLY_YOU_SEE = (
    "In this server only you can see what I answer, so a game cannot be shown here. Practise with "
    "me in your direct messages with me."
)
NOT_OFFERED = "The host of this bot offers no practice games. /challenge somebody instead."
NO_HINT = "I cannot think of a hint now. Try again in a minute."
NO_THREATS = "I threaten nothing that one stone could take."


def level(number: int, name: str) -> str:
    """Return the label of a level in a list (plain text)."""
    return f"{number} · {name}"


def described_level(number: int, name: str, description: str) -> str:
    """Return the label of a level with its description, cut to Discord's 100 characters."""
    return f"{level(number, name)}: {description}"[:100]


def begun(game_id: int, level: int, name: str, *, your_turn: bool) -> str:
    """Return the answer that a practice game has begun."""
    first = "You begin: the board follows." if your_turn else "I begin: the board follows."
    return (
        f"Practice game {game_id}, level {level} ({name}). {first}\n"
        "Nothing is at stake: take back what you like, and press **Hint** when you are stuck."
    )


def practice_line(level: int) -> str:
    """Return the end of a game line for a practice game."""
    return f" · practice, level {level}"


def undo_question(game_id: int) -> str:
    return (
        f"Do you want to take back your last turn in practice game {game_id}? "
        "If I have answered it, my answer goes, too."
    )


def hint(action: str) -> str:
    """Return a suggested turn; `action` is a phrase such as `play E6`."""
    return f"I would {action}. Nothing has been played."


def threats(lines: Sequence[str]) -> str:
    """Return the list of the bot's threats."""
    return "\n".join(["**What I could do next**", *lines])


def threat(stones: int, at: str, cells: Sequence[str]) -> str:
    """Return the line about a threatened group and the cells that would capture it."""
    where = " or ".join(cells[:3]) + (" and others" if len(cells) > 3 else "")
    return f"- take your {plural(stones, 'stone')} at {at}, by {where}"


def play(cells: str) -> str:
    return f"play {cells}"


SWAP = "swap colours"
KOMI = "spend a point of komi"
HOLD = "hold"


def offer(value: int) -> str:
    return f"offer {value}"


def choose(colour: str) -> str:
    return f"choose {colour}"
