"""What each person has read, and from it the badges; kept for as long as the sandbox runs."""

from __future__ import annotations

from sandbox.models.entities import Channel, Message, User
from sandbox.state.messages import visible_to


class ReadMarks:
    """The last message that each person has read in each channel, and what was dismissed."""

    def __init__(self) -> None:
        self._read: dict[tuple[int, int], int] = {}
        self._dismissed: set[int] = set()

    def read(self, user: User, channel: Channel) -> bool:
        """Everything in the channel is read by now; True when that is news."""
        last = max(channel.messages, default=0)
        key = (user.id, channel.id)
        if last <= self._read.get(key, 0):
            return False
        self._read[key] = last
        return True

    def dismiss(self, message: Message) -> None:
        """Take an ephemeral message out of its reader's sight."""
        self._dismissed.add(message.id)

    def sees(self, user: User, message: Message) -> bool:
        """Whether a message of a channel that the person sees is on their screen."""
        return visible_to(message, user) and message.id not in self._dismissed

    def unread(self, user: User, channel: Channel) -> list[Message]:
        mark = self._read.get((user.id, channel.id), 0)
        return [
            message
            for message in channel.messages.values()
            if message.id > mark and message.author is not user and self.sees(user, message)
        ]

    def badges(self, user: User, channel: Channel) -> dict[str, int]:
        """How many messages are new, and how many of them ping this person."""
        fresh = self.unread(user, channel)
        return {
            "unread": len(fresh),
            "mentions": sum(user.id in message.notified for message in fresh),
        }
