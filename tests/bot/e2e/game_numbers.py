"""Which number a game has: none is known beforehand, since a lost race uses one up."""

import re

from sandbox import Sandbox
from sandbox.models.entities import Message

NAMED = re.compile(r"\bGame (\d+) ·")


def last_number(discord: Sandbox) -> int:
    """Return the number of the game begun last, as its messages anywhere name it."""
    channels = discord.world.channels.values()
    messages = (message for channel in channels for message in channel.messages.values())
    return max(number for message in messages for number in numbers_in(message))


def numbers_in(message: Message) -> list[int]:
    """Return the numbers of the games that a message is about."""
    return [int(number) for number in NAMED.findall(message.content)]
