"""Filters that find a message of the bot in a channel's history by the ids it contains."""

import re
from collections.abc import Callable

import discord

from bot.messages.component_ids import ComponentId, OldComponent, parse_id
from bot.messages.message_draft import picture_name

TIME = re.compile(r"<t:\d+:\w>")  # as Discord shows it in the reader's zone
MessageFilter = Callable[[discord.Message], bool]


def shows_revision(game_id: int, revision: int) -> MessageFilter:
    """Return a filter for messages with the controls or the picture of a game's revision."""
    has_picture = has_attachment(picture_name(game_id, revision))

    def matches(message: discord.Message) -> bool:
        ids = {(each.target_id, each.number) for each in controls_of(message)}
        return (game_id, revision) in ids or has_picture(message)

    return matches


def has_attachment(filename: str) -> MessageFilter:
    """Return a filter for messages with an attachment named `filename`."""

    def matches(message: discord.Message) -> bool:
        return filename in {file.filename for file in message.attachments}

    return matches


def has_content(content: str) -> MessageFilter:
    """Return a filter for messages with a given text, to find messages that have no controls.

    Times in the text are not compared, because an outage of the bot moves them.
    """
    wanted = TIME.sub("", content)
    return lambda message: TIME.sub("", message.content) == wanted


def has_control(kind: str, target_id: int, number: int | None = None) -> MessageFilter:
    """Return a filter for messages with a button or menu of a kind.

    :param target_id: the id of the game, puzzle or other subject of the button or menu.
    :param number: the number that the control must have as well; None for any number.
    """

    def matches(message: discord.Message) -> bool:
        return any(
            (each.kind, each.target_id) == (kind, target_id) and number in (None, each.number)
            for each in controls_of(message)
        )

    return matches


def controls_of(message: discord.Message) -> list[ComponentId]:
    """Return the ids of a message's buttons and selects, except unreadable ones."""
    found = []
    # discord.py's message lacks the attribute if the server's answer does
    for row in getattr(message, "components", ()):
        for child in getattr(row, "children", ()):
            try:
                found.append(parse_id(getattr(child, "custom_id", None) or ""))
            except OldComponent:
                continue
    return found
