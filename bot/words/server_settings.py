"""Sentences about a server's settings and the permissions that the bot needs there."""

from collections.abc import Sequence

from bot.words.translation import Message, plural, text
from renderer.phrases import first_few, sentences

SETUP_COMMAND = Message("Show this server's settings and check the bot's permissions")
SETUP_THREADS = Message("A thread for each game")
SETUP_ALLOW = Message(
    "Add or remove a channel for challenges. If none is set, all channels are allowed"
)
SETUP_GAME = Message("Usual game for challenges")
SETUP_SIZE = Message("Usual board size for that game")
SETUP_PACE = Message("Usual pace of challenges")
SETUP_TIMEOUT = Message("What usually happens when a player's time runs out")
SETUP_LANGUAGE = Message("Language of public messages here")
OF_DISCORD = Message("The server's language on Discord")
CHANGE_SETTING = Message("Change a setting")
OPEN_PANEL = Message("Server settings")
# by the name of a setting in the menu
LABELS = {
    "channels": Message("Channels for challenges"),
    "game": Message("Usual game"),
    "size": Message("Usual size"),
    "pace": Message("Usual pace"),
    "timeout": Message("When time runs out"),
    "language": Message("Language"),
    "hour": Message("Hour of the daily puzzle"),
}
ALL = Message("All channels")
THIS = Message("This channel")
THIS_TOO = Message("This channel, too")
NOT_THIS = Message("Not this channel")
THREADS_ON = Message("Turn on threads")
THREADS_OFF = Message("Turn off threads")
THREADS_CHANGED = {
    True: Message("**Threads are on.** Each new game gets its own."),
    False: Message(
        "**Threads are off.** New games stay in their channel. Games in progress keep their thread."
    ),
}
INVITATION = Message(
    "-# Managers: this server can have a puzzle of the day, a thread for each game and opponents "
    "from other servers."
)

TITLE = Message("**This server's settings**")
THREADS = {
    True: Message("- Thread for each game: **on**"),
    False: Message("- Thread for each game: **off**"),
}
ALL_CHANNELS = Message("- Channels for challenges: **all**")
ALL_DELETED = Message(
    "- Channels for challenges: **none**. The allowed channels were deleted. Add one with `allow`."
)
MOST_CHANNELS = 40  # channels listed; more would not fit into the message
# by discord.py's name of a permission: Discord's name for it
PERMISSIONS = {
    "view_channel": Message("View Channel"),
    "send_messages": Message("Send Messages"),
    "create_public_threads": Message("Create Public Threads"),
    "send_messages_in_threads": Message("Send Messages in Threads"),
    "attach_files": Message("Attach Files"),
    "read_message_history": Message("Read Message History"),
}
PURPOSES = {
    "view_channel": Message("to see a game's channel"),
    "send_messages": Message("to post challenges and turns"),
    "create_public_threads": Message("to open a thread for each game"),
    "send_messages_in_threads": Message("to post turns in the games' threads"),
    "attach_files": Message("to show boards as pictures instead of text"),
    "read_message_history": Message("to avoid posting a message twice"),
}
FOR_THREADS = {"create_public_threads"}  # not needed if threads are off


def usual_game(game: str, size: str) -> str:
    return text("- Usual game: **{game}**, size **{size}**", game=game, size=size)


def language(name: str) -> str:
    return text("- Language: **{name}**", name=name)


def usual_pace(pace: str) -> str:
    return text("- Usual pace: **{pace}**", pace=pace)


def channels(there: Sequence[str], deleted: int) -> str:
    """Return the line of /setup about the channels in which challenges are allowed.

    :param there: mentions of the allowed channels that exist.
    :param deleted: the number of allowed channels that were deleted.
    """
    if not there:
        return ALL_DELETED() if deleted else ALL_CHANNELS()
    line = text("- Channels for challenges: **{channels}**", channels=_first_few(there))
    if not deleted:
        return line
    note = plural("({count} deleted channel)", "({count} deleted channels)", deleted)
    return sentences(line, note)


def _first_few(channels: Sequence[str]) -> str:
    return first_few(channels, MOST_CHANNELS)


def all_granted(channel: str | None) -> str:
    """Return the line of /setup that the bot has all permissions in `channel` (None: this one)."""
    if channel is None:
        return text("I have every permission I need in this channel.")
    return text("I have every permission I need in {channel}.", channel=channel)


def missing_title(channel: str | None) -> str:
    """Return the title in /setup above the permissions missing in `channel` (None: this one)."""
    if channel is None:
        return text("**Missing permissions in this channel**")
    return text("**Missing permissions in {channel}**", channel=channel)


def missing(permission: str) -> str:
    """Return the line of /setup about a missing permission, given by discord.py's name of it."""
    return text(
        "- **{name}** {purpose}. Edit Channel > Permissions > my role > {name}",
        name=PERMISSIONS[permission](),
        purpose=PURPOSES[permission](),
    )
