"""Stored texts of posted messages, in which a mark stands for the line that asks for a move.

The line can change, and it is removed when the turn ends. With the mark, no text has to be read
back from Discord for that.
"""

from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import OutgoingMessage

PINGING, SILENT = "\x1e", "\x1f"  # marks: the line pings the player to move, or it does not


def stored_text(post: OutgoingMessage | MessageDraft) -> str | None:
    """Return the text to store for a message, with a mark in place of the line `post.prompt`.

    :returns: None if the message has no such line.
    """
    if not post.prompt:
        return None
    mark = PINGING if post.pings else SILENT
    return "\n".join(mark if line == post.prompt else line for line in post.content.split("\n"))


def without_prompt(stored: str) -> str:
    """Return a message's stored text without the line that asks the player to move."""
    return "\n".join(line for line in stored.split("\n") if line not in (PINGING, SILENT))


def with_prompt(stored: str, prompt: str) -> str:
    """Return a message's stored text, with `prompt` as the line that asks the player to move."""
    return stored.replace(PINGING, prompt).replace(SILENT, prompt)
