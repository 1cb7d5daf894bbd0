"""Sentences of refusals with several causes; names are not escaped.

Errors with a single cause have their sentence in `bot/errors/`, and `bot.errors.error_text` escapes
all of them.
"""

from collections.abc import Iterable, Sequence

from rules.moves import cannot_read

# challenges
NO_BOTS = "Bots do not play. Choose a person."
NOT_YOURSELF = "You cannot challenge yourself. Choose somebody else."
NOTHING_CHANGED = "You have changed nothing: press Accept to play on these terms."
OPPONENT_GONE = (
    "Your opponent has deleted everything about them here. Choose somebody else with /challenge."
)
LOCATION_GONE = "I was removed from the server of this game. Use /challenge where you both are."
YOU_ARE = "You are"
SOMEBODY_ELSE = "somebody else"
THE_OPPONENT = "the opponent"
WHOM_IT_NAMES = "the person whom a challenge names"

# reviews
NO_REVIEW_YET = "This game is still running: nobody is helped before it is over."
NOTHING_PLAYED = "No stone was placed in this game: there is nothing to look back on."

# undo
NOTHING_TO_TAKE_BACK = "You have not moved yet: there is nothing to take back."
WITHOUT_UNDO = "This game was agreed without undo: what is played stands."

# time
NO_DAY_TO_LEAVE = "Choose a day from tomorrow on, within one year, as in “2030-08-15”."
NOT_AWAY = "You are not away: your clocks are running."
NO_VACATION_TO_REFUSE = "There is no automatic vacation to refuse: nothing has changed."
REMINDED_TODAY = "You have had your opponent reminded today: once a day is enough."
NOT_CLOSING = "This game is not about to be closed: just play on."
NO_CLOCK = "This game is played without a clock."
YOUR_OWN_TURN = "It is your own turn in this game."

# blocks
NOT_BLOCKED = "You have not blocked this player: nothing has changed."
NOT_BLOCKED_HERE = "That member is not blocked here: nothing has changed."
NO_BLOCK_OF_BOTS = "Bots challenge nobody: there is nothing to block."
NO_BLOCK_OF_YOURSELF = "You cannot block yourself. Choose somebody else."

# moves
NO_PASSING = "Nobody passes in this game."
HOW_TO_RESIGN = "To give the game up, use /resign."
HOW_TO_UNDO = "To take your last turn back, use /undo."

# files
FILE_GONE = "Discord did not hand the file over. Please send it again."
FILE_TOO_LARGE = "The file is too large for a record."

UNKNOWN_COMMAND = (
    "This version of the bot does not have that command, or one of its options. Type / and choose "
    "from the list that Discord shows; restart Discord if the list is an old one."
)

OLD_BUTTON = (
    "This button is from an older version. Use /board for a new message of your game; lessons are "
    "under /help."
)


def somebody_is(name: str) -> str:
    return f"{name} is"


def many_challenges(count: int) -> str:
    return (
        f"You have {count} open challenges, as many as one person may have. "
        "Withdraw one, or wait for an answer: /games lists them."
    )


def many_reviews(count: int) -> str:
    return (
        f"I am still to look back on {count} games for you, as many as one person may ask for at "
        "once. Each takes a few minutes; try again when one of them is there."
    )


def many_games(who: str, count: int) -> str:
    """Return the sentence about the limit on games; `who` is `YOU_ARE` or `somebody_is(...)`."""
    return (
        f"{who} playing {count} games, as many as one person may. "
        "Try again when one of them is over."
    )


def many_blocked(count: int) -> str:
    return f"{count} are blocked, as many as there may be. Unblock somebody first."


def no_such_setting(settings: Iterable[str]) -> str:
    return f"There is no such setting; there are {', '.join(settings)}."


def no_such_value(setting: str, values: Iterable[str]) -> str:
    return f"The {setting} can be {', '.join(values)}."


def in_game(game: str, why: str) -> str:
    """Return a reason that begins with the name of the game."""
    return why if why.startswith(game) else f"{game}: {why}"


def more_than_a_turn(enough: str) -> str:
    return f"That is more than one turn. Yours is complete after “{enough}”: send just that."


def _no_move(text: str) -> str:
    """Return the sentence about unreadable text, with advice for words of other game servers."""
    match text.strip().removeprefix("/").lower():
        case "pass":
            return NO_PASSING
        case "resign":
            return HOW_TO_RESIGN
        case "undo":
            return HOW_TO_UNDO
        case _:
            return cannot_read(text)


def unreadable(text: str, words: Sequence[str], cells: str = "", stones: int = 1) -> str:
    """Return the refusal of unreadable text, with examples of valid input."""
    kind = "a cell" if stones == 1 else "the cells of your stones"
    ways = [f"{kind}, such as “{cells}”"] if cells else []
    return f"{_no_move(text)} Type {' or '.join([*ways, *(f'“{word}”' for word in words)])}."


def number_first(text: str, meant: str) -> str:
    """Return the refusal of a cell whose number was typed before the letter."""
    return f"{_no_move(text)} The letter comes first: type “{meant}”."


def unreadable_offer(text: str) -> str:
    return f"{_no_move(text)} Type your offer as a whole number, such as “5”."


def whole_again(near: str) -> str:
    """Return the note that the legal stones of a refused turn have not been placed either."""
    such = f", such as “{near}”" if near else ""
    return f"None of these stones has been placed: send the whole turn again{such}."


def undo_asked_already(opponent: str) -> str:
    return f"You have asked already: {opponent} has to answer."


def undo_not_asked(opponent: str) -> str:
    return f"{opponent} is not asking for an undo, or no longer: just play on."


def has_time(opponent: str) -> str:
    return f"{opponent} still has time. You are told when it is up."


def stands_still(opponent: str) -> str:
    return (
        "The clock of this game stands, because one of you is away or I was removed from its "
        f"server. You are told when it runs again and {opponent}'s time is up."
    )


def bad_record(why: str) -> str:
    return f"{why} Export a game with /export to see what a record looks like."
