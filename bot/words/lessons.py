"""Labels and titles around lessons, tasks and hints; the lessons are in bot/learning/."""

RULES_COMMAND = "How a game is played, in five pictures, only for you"
RULES_GAME = "Which game; left out, what you play here, else what this server usually plays"
TUTORIAL_COMMAND = "Learn by doing: eight small tasks, only for you"

BACK = "Back"
NEXT = "Next"
SKIP = "Skip"
QUESTION = "Show the question"
OTHER_GAME = "The rules of another game"
OPEN_RULES = "Rules in pictures"
OPEN_TUTORIAL = "Tutorial"
ONCE_MORE = "Once more"
NO_MORE_HINTS = "No more hints"

HINTS_ARE_OFF = "Hints are off now. `/settings hints:On` brings them back."
RIGHT = "**Right.**"
WRONG = "**Not this one.**"
FINISHED = (
    "These were all eight. `/challenge` somebody, or practise with me: your first three games "
    "bring a hint a turn."
)
FINISHED_WITHOUT_PRACTICE = (
    "These were all eight. `/challenge` somebody: your first three games bring a hint a turn."
)


def lesson(game: str, number: int, count: int, title: str, text: str) -> str:
    """Return a lesson with its title."""
    return f"**{game} · {number} of {count} · {title}**\n{text}"


def task(number: int, count: int, title: str, text: str) -> str:
    """Return a tutorial task with its title."""
    return f"**Tutorial · {number} of {count} · {title}**\n{text}"


def place_in(number: int, count: int) -> str:
    """Return a lesson's number for the picture."""
    return f"{number} of {count}"


def hint(text: str) -> str:
    """Return a hint with its label."""
    return f"**Hint:** {text}"
