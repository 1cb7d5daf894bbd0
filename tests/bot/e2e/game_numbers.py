"""Numbers of games, read from messages because a lost race skips a number."""

import re

from sandbox import Sandbox
from sandbox.client.find import components_of
from sandbox.models.entities import Message

NAMED = re.compile(r"\bGame (\d+) ·")


def last_number(discord: Sandbox) -> int:
    """Return the highest number of a game in any message."""
    channels = discord.world.channels.values()
    messages = (message for channel in channels for message in channel.messages.values())
    return max(number for message in messages for number in numbers_in(message))


def numbers_in(message: Message) -> list[int]:
    """Return the numbers of the games named in a message."""
    texts = [message.content, *(str(each.get("content", "")) for each in components_of(message))]
    return [int(number) for text in texts for number in NAMED.findall(text)]
