"""Sentences about a server's settings and the permissions that the bot needs there."""

from collections.abc import Sequence

from bot.words.escaping import first_few

ALL_CHANNELS = "all"
ALL_DELETED = "none, for those that were chosen are deleted. Choose one with `allow`"
MOST_CHANNELS = 40  # which fit into the message
HERE = "this channel"
# by discord.py's name of a permission: Discord's name and its purpose
PERMISSIONS = {
    "view_channel": ("View Channel", "to see where a game is played"),
    "send_messages": ("Send Messages", "to post challenges and turns"),
    "create_public_threads": ("Create Public Threads", "to give each game a thread"),
    "send_messages_in_threads": ("Send Messages in Threads", "to post turns there"),
    "attach_files": ("Attach Files", "to show boards as pictures; without it they come as text"),
    "read_message_history": (
        "Read Message History",
        "to see whether a message arrived before it is sent again",
    ),
}
FOR_THREADS = {"create_public_threads"}  # not needed if threads are off


def settings(threads: str, channels: str, game: str, size: str, pace: str) -> list[str]:
    return [
        "**Settings of this server**",
        f"- A thread for each game: **{threads}**",
        f"- Channels for challenges: **{channels}**",
        f"- Game when none is named: **{game}**, size: **{size}**",
        f"- Pace when none is named: **{pace}**",
    ]


def channels(there: Sequence[str], deleted: int) -> str:
    """Return the channels for challenges, with the number of chosen ones that were deleted."""
    if not there:
        return ALL_DELETED if deleted else ALL_CHANNELS
    gone = f" ({deleted} deleted)" if deleted else ""
    return f"{first_few(there, MOST_CHANNELS)}{gone}"


def all_granted(where: str) -> str:
    return f"I may do everything I need in {where}."


def missing_title(where: str) -> str:
    return f"**Permissions I lack in {where}**"


def missing(name: str, purpose: str) -> str:
    return f"- **{name}**: {purpose}. Edit Channel > Permissions > my role > {name}."
