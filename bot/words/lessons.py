"""Titles, labels and verdicts of lessons, tasks and tips; lesson texts are in bot/learning/."""

from bot.words.translation import Message, text

RULES_COMMAND = Message("Learn a game in five pictures")
RULES_GAME = Message("Which game (optional)")
TUTORIAL_COMMAND = Message("Learn Lifeline in three small tasks")
TUTORIAL_TOPIC = Message("What to learn (optional)")

BACK = Message("Back")
NEXT = Message("Next")
SKIP = Message("Skip")
OTHER_GAME = Message("Choose a game")
OPEN_RULES = Message("Rules")
OPEN_TUTORIAL = Message("Tutorial")
FIRST_GAME = Message("Play a first game")
MORE_LESSONS = Message("More lessons")
TIPS_OFF = Message("Turn off tips")
TIPS_ON = Message("Turn on tips")

TIPS_ARE_OFF = Message("Tips are off. Turn them on again with `/settings tips:On`.")
TIPS_ARE_ON = Message("Tips are on. You get them in your first three games.")

FIRST_GAME_OFFER = Message("That's the whole game. Now play an easy one against the bot.")
FIRST_CHALLENGE_OFFER = Message("That's the whole game. Find an opponent with `/challenge size:4`.")


def lesson(game: str, number: int, count: int, title: str, body: str) -> str:
    """Return the text of a lesson or task: number and title, then `body`."""
    return text(
        "**{game} · {number} of {count} · {title}**\n{body}",
        game=game,
        number=number,
        count=count,
        title=title,
        body=body,
    )


def candidate(number: int, cell: str) -> str:
    """Return the label of the button of a candidate cell, with its number in the picture."""
    return text("{number} · {cell}", number=number, cell=cell)


def right(why: str) -> str:
    """Return the verdict on the right answer to a task; `why` is a sentence."""
    return text("**Right.** {why}", why=why)


def wrong(cell: str, why: str) -> str:
    """Return the verdict on a wrong answer to a task; `why` is a sentence."""
    return text("**Not {cell}.** {why}", cell=cell, why=why)


def place_in(number: int, count: int) -> str:
    """Return the number of a lesson or task in the picture's title, such as `2 of 5`."""
    return text("{number} of {count}", number=number, count=count)
