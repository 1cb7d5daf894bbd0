"""Read marks and unread badges of each person, kept in memory."""

from __future__ import annotations

from sandbox.models.entities import Channel, Message, User
from sandbox.state.messages import visible_to


class ReadMarks:
    """Last message read by each person in each channel, and dismissed ephemeral messages."""

    def __init__(self) -> None:
        self._read: dict[tuple[int, int], int] = {}
        self._dismissed: set[int] = set()

    def read(self, user: User, channel: Channel) -> bool:
        """Mark all messages of a channel as read; return whether any message was unread."""
        last = max(channel.messages, default=0)
        key = (user.id, channel.id)
        if last <= self._read.get(key, 0):
            return False
        self._read[key] = last
        return True

    def dismiss(self, message: Message) -> None:
        """Hide an ephemeral message from its reader."""
        self._dismissed.add(message.id)

    def sees(self, user: User, message: Message) -> bool:
        """Return whether a person may see a message and has not dismissed the message."""
        return visible_to(message, user) and message.id not in self._dismissed

    def unread(self, user: User, channel: Channel) -> list[Message]:
        mark = self._read.get((user.id, channel.id), 0)
        return [
            message
            for message in channel.messages.values()
            if message.id > mark and message.author is not user and self.sees(user, message)
        ]

    def badges(self, user: User, channel: Channel) -> dict[str, int]:
        """Return the numbers of a person's unread messages and unread pings in a channel."""
        fresh = self.unread(user, channel)
        return {
            "unread": len(fresh),
            "mentions": sum(user.id in message.notified for message in fresh),
        }
