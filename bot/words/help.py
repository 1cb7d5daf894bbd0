"""Texts of /help: an overview in three lines, and one short text for each topic."""

from bot.words.games import IDEAS
from bot.words.translation import Message, text

HELP_TOPIC = Message("What you need help with (optional)")


def overview(game_key: str) -> str:
    """Return the three lines of /help: the idea of a game, how to play, where to read more."""
    return text(
        "{idea}\n"
        "`/challenge` finds an opponent. On your turn, press **Move** and pick a cell.\n"
        "`/games` lists your games. `/help topic:` explains the rest.",
        idea=IDEAS[game_key](),
    )


LEARN = "learn"
TOPICS = {
    LEARN: (
        Message("Learn the game"),
        Message(
            "- `/tutorial` teaches Lifeline in three small tasks.\n"
            "- `/rules` shows each game in five pictures.\n"
            "- `/practice` starts a game against the bot.\n"
            "- `/puzzle solve` shows a position with one winning turn."
        ),
    ),
    "start": (
        Message("Start a game"),
        Message(
            "- `/challenge opponent:@Ben` challenges Ben.\n"
            "- `/challenge` alone posts an open challenge: the first to press **Accept** "
            "plays you.\n"
            "- `/challenge level:1` starts a practice game against the bot.\n"
            "- `/rules` explains each game in five pictures.\n"
            "A challenge expires after seven days."
        ),
    ),
    "move": (
        Message("Make a move"),
        Message(
            "- Press **Move**, then the number of an area, then the number of a cell. Only you "
            "see these buttons.\n"
            "- Or type the move: `/move e6`, or `/move c3 e5` for two stones.\n"
            "- The names of the lines are along the edge of the board: A, B, C and 1, 2, 3.\n"
            "- You see a preview of a move that takes or loses stones. Change that with "
            "`/settings confirm`.\n"
            "- `/undo` undoes your last turn. `/resign` ends the game."
        ),
    ),
    "boards": (
        Message("Boards and replays"),
        Message(
            "- `/board` shows a game in several views: groups in danger, lifelines, the last "
            "turns, text for screen readers.\n"
            "- Shaded regions are territory: dark ones touch only black stones, pale ones only "
            "white stones.\n"
            "- A crossed-out stone was just taken. A broken line shows its last lifeline.\n"
            "- `/replay` steps through a game. `/export` gives you its record."
        ),
    ),
    "time": (
        Message("Time and vacation"),
        Message(
            "- Each challenge sets a pace. The turn message says how much time is left.\n"
            "- When your time runs out, you lose at once or your opponent may claim the win. "
            "The challenge says which.\n"
            "- `/away` pauses all your games.\n"
            "- `/settings zone` sets your time zone."
        ),
    ),
    "notifications": (
        Message("Notifications"),
        Message(
            "- `/settings turns` sets how I notify you: a ping in the channel, a direct message, "
            "both or neither.\n"
            "- `/settings quiet` sets hours without messages, e.g. 22:00-7:00.\n"
            "- `/settings digest` replaces pings with one daily message.\n"
            "- `/mute` mutes one game."
        ),
    ),
    "people": (
        Message("Blocking and privacy"),
        Message(
            "- `/block` stops a player's challenges.\n"
            "- `/privacy` shows, exports or deletes what is stored about you.\n"
            "- Moderators: `/moderate` ends a game or blocks a member."
        ),
    ),
    "server": (
        Message("Set up a server"),
        Message(
            "- `/setup` sets channels, threads and the usual game, and checks my "
            "permissions.\n"
            "- You need permission to manage the server."
        ),
    ),
}


def topic(key: str) -> str:
    """Return the text of a help topic, with its title.

    :raises KeyError: when the topic does not exist.
    """
    title, body = TOPICS[key]
    return text("**{title}**\n{body}", title=title(), body=body())
