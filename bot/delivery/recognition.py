"""By what a message of ours is known again in a channel, should it have arrived after all."""

from collections.abc import Callable

import discord

from bot.messages.component_ids import ComponentId, OldComponent, parse_id
from bot.messages.message_draft import picture_name

IsIt = Callable[[discord.Message], bool]


def shows(game_id: int, revision: int) -> IsIt:
    """Recognise the message that shows a game at a stamp, by its controls or its picture."""
    has_picture = holds(picture_name(game_id, revision))

    def is_it(message: discord.Message) -> bool:
        ids = {(each.subject, each.number) for each in controls_of(message)}
        return (game_id, revision) in ids or has_picture(message)

    return is_it


def holds(filename: str) -> IsIt:
    """Recognise a message by a file on it."""

    def is_it(message: discord.Message) -> bool:
        return filename in {file.filename for file in message.attachments}

    return is_it


def has(kind: str, subject: int) -> IsIt:
    """Recognise a message by a control."""

    def is_it(message: discord.Message) -> bool:
        return (kind, subject) in {(each.kind, each.subject) for each in controls_of(message)}

    return is_it


def controls_of(message: discord.Message) -> list[ComponentId]:
    """Return the ids of a message's buttons and selects, as far as they are ours."""
    found = []
    for row in message.components:
        for child in getattr(row, "children", ()):
            try:
                found.append(parse_id(getattr(child, "custom_id", None) or ""))
            except OldComponent:
                continue
    return found
