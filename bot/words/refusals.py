"""Sentences of refusals with several causes; names are not escaped.

Errors with a single cause have their sentences in `bot/errors/refusals.py` and its neighbours;
`bot.errors.error_text` escapes all names.
"""

from collections.abc import Iterable, Sequence

from bot.words.translation import Message, plural, text, translated
from renderer.phrases import enumerated, labelled, quoted, sentences
from rules.moves import cannot_read

# challenges
NO_BOTS = Message("Bots don't play. Choose a person.")
NOT_YOURSELF = Message("You can't challenge yourself. Choose another player.")
NOTHING_CHANGED = Message("You changed nothing. Press Accept to play on these terms.")
NOTHING_CHANGED_IN_OWN = Message("You changed nothing. Your challenge stays as it is.")
OPPONENT_GONE = Message(
    "Your opponent has deleted their account here. Use /challenge to find another player."
)
# reviews
NO_REVIEW_YET = Message("This game isn't over yet. You can review it once it has ended.")
NOTHING_PLAYED = Message("No stone was placed in this game, so there's nothing to review.")

# undo
NOTHING_TO_UNDO = Message("You haven't moved yet, so there's nothing to undo.")
WITHOUT_UNDO = Message("This game doesn't allow undos.")

# time
NO_DAY_TO_LEAVE = Message("Choose a day from tomorrow to a year from now, e.g. “2030-08-15”.")
NOT_AWAY = Message("You aren't on vacation. Your clocks are running.")
NO_VACATION_TO_REFUSE = Message("No automatic vacation is planned. Nothing changed.")
REMINDED_TODAY = Message("You already reminded your opponent today. Try again tomorrow.")
NOT_CLOSING = Message("This game isn't about to be closed. Play on.")
NO_CLOCK = Message("This game has no clock, so no one can run out of time.")
YOUR_OWN_TURN = Message(
    "It's your turn in this game. You can do that only during your opponent's turn."
)

# blocks
NOT_BLOCKED = Message("You haven't blocked this player. Nothing changed.")
NOT_BLOCKED_HERE = Message("That member isn't blocked here. Nothing changed.")
NO_BLOCK_OF_BOTS = Message("Bots don't send challenges, so you can't block them.")
NO_BLOCK_OF_YOURSELF = Message("You can't block yourself. Choose another player.")

# moves
NO_PASSING = Message("You can't pass in this game.")
HOW_TO_RESIGN = Message("To resign, use /resign.")
HOW_TO_UNDO = Message("To undo your last turn, use /undo.")

# files
FILE_GONE = Message("Discord didn't deliver the file. Please send it again.")
FILE_TOO_LARGE = Message("This file is too large to be a game record. Choose another file.")

UNKNOWN_COMMAND = Message(
    "I don't know that command or option. Type / and choose from Discord's list. If the list "
    "is old, restart Discord."
)
OLD_BUTTON = Message(
    "This button is from an older version. Use /board to see your game, or /help for lessons."
)


def many_challenges(count: int) -> str:
    return plural(
        "You have {count} open challenge, the maximum. Withdraw it or wait. /games lists it.",
        "You have {count} open challenges, the maximum. Withdraw one or wait. /games lists them.",
        count,
    )


def many_reviews(count: int) -> str:
    return plural(
        "You're waiting for {count} review, the maximum. It takes a few minutes.",
        "You're waiting for {count} reviews, the maximum. Each takes a few minutes.",
        count,
    )


def many_games(count: int) -> str:
    return plural(
        "You're playing {count} game, the maximum. Finish it first.",
        "You're playing {count} games, the maximum. Finish one first.",
        count,
    )


def they_have_many_games(name: str, count: int) -> str:
    return plural(
        "{name} is playing {count} game, the maximum. Try again later.",
        "{name} is playing {count} games, the maximum. Try again later.",
        count,
        name=name,
    )


def many_blocked(count: int) -> str:
    return plural(
        "You've blocked {count} player, the maximum. Unblock that player first.",
        "You've blocked {count} players, the maximum. Unblock one first.",
        count,
    )


def no_such_setting(settings: Iterable[str]) -> str:
    return text(
        "There's no such setting. Choose one of: {settings}.", settings=enumerated(settings)
    )


def no_such_value(setting: str, values: Iterable[str]) -> str:
    return text(
        "Choose one of these for {setting}: {values}.", setting=setting, values=enumerated(values)
    )


def one_opening(game: str) -> str:
    return text("{game} has only one opening, so leave that option empty.", game=game)


def in_game(game: str, why: str) -> str:
    """Return a refusal's reason, after the game's name unless the reason begins with that name."""
    return why if why.startswith(game) else labelled(game, why)


def more_than_a_turn(enough: str) -> str:
    return text(
        "That's more than one turn. Your turn ends after “{enough}”, so type only that.",
        enough=enough,
    )


def _no_move(typed: str) -> str:
    """Return why a typed text is no move; for `resign` or `undo`, which command to use instead."""
    match typed.strip().removeprefix("/").lower():
        case "pass":
            return NO_PASSING()
        case "resign":
            return HOW_TO_RESIGN()
        case "undo":
            return HOW_TO_UNDO()
        case _:
            return translated(cannot_read(typed))


def unreadable(typed: str, words: Sequence[str], cells: str = "", stones: int = 1) -> str:
    """Return the refusal of a typed text that is not a move, with examples of valid moves.

    :param words: words such as `swap` that are legal here.
    :param cells: an example of legal cells, empty if none is legal; `stones` is their number.
    """
    quotations = enumerated(map(quoted, words))
    return sentences(_no_move(typed), _what_to_type(quotations, cells, stones))


def _what_to_type(words: str, cells: str, stones: int) -> str:
    if not cells:
        return text("Type one of: {words}.", words=words)
    if words:
        return plural(
            "Type a cell, e.g. “{cells}”, or one of: {words}.",
            "Type the cells of your stones, e.g. “{cells}”, or one of: {words}.",
            stones,
            cells=cells,
            words=words,
        )
    return plural(
        "Type a cell, e.g. “{cells}”.",
        "Type the cells of your stones, e.g. “{cells}”.",
        stones,
        cells=cells,
    )


def number_first(typed: str, meant: str) -> str:
    """Return the refusal of a cell typed with the number first, such as `6e` for `e6` (`meant`)."""
    question = text("Did you mean “{cells}”?", cells=meant)
    return sentences(_no_move(typed), question)


def unreadable_offer(typed: str) -> str:
    advice = text("Type your offer as a whole number, e.g. “5”.")
    return sentences(_no_move(typed), advice)


def whole_again(turn: str) -> str:
    """Return the note that no stone of a refused turn was placed, so that all must be typed again.

    :param turn: a legal turn in notation as an example; empty for no example.
    """
    if turn:
        return text("No stone was placed. Type the whole turn, e.g. “{turn}”.", turn=turn)
    return text("No stone was placed. Type the whole turn again.")


def asked_already(opponent: str) -> str:
    return text("You already asked. {opponent} hasn't answered yet.", opponent=opponent)


def has_time(opponent: str) -> str:
    return text(
        "{opponent} still has time. I'll tell you when their time is up.", opponent=opponent
    )


def clock_paused(opponent: str) -> str:
    return text(
        "The clock is paused: one of you is on vacation, or I was removed from the game's "
        "server. I'll tell you when {opponent}'s time is up.",
        opponent=opponent,
    )


def bad_record(why: str) -> str:
    advice = text("For an example of a record, use /export.")
    return sentences(why, advice)
