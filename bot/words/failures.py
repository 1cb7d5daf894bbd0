"""Sentences about answers that failed or could not be shown, for any command."""

from bot.words.translation import Message, text

TOO_SLOW_FOR_A_FORM = Message("That took too long. Please press the button again.")
ANSWER_LOST = Message(
    "Discord lost my answer, but your action may have worked. /board shows your game."
)
DONE_UNSEEN = Message("Done, but I can't show the result right now. Use /board in a minute.")


def failure(code: str) -> str:
    """Return the answer after an unexpected error, with the code that the log also has."""
    return text(
        "Something went wrong on our side (code {code}). "
        "Check your game with /board, then try again.",
        code=code,
    )
