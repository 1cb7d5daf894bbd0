"""Errors about permissions: moderators, blocks, channels and rate limits."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.errors import PlayerError, Refusal
from bot.words.escaping import first_few

MOST_CHANNELS = 20  # named in one sentence


class NotModerator(PlayerError):
    """The person lacks the moderator permission to close a game or block a member."""

    sentence = (
        "Only those who may manage messages in this server can do that; who may in one channel can "
        "close the games that are played in it. Ask one of the moderators."
    )


class NotManager(PlayerError):
    """The person lacks the permission to change the server's settings."""

    sentence = "Only those who may manage this server can do that. Ask its owner."


class OwnGame(PlayerError):
    """A moderator tries to close their own game."""

    sentence = (
        "You are playing this game yourself: ask another moderator to close it, or use /resign."
    )


class CannotBlock(Refusal):
    """A block cannot be made, or does not exist."""


class NotPlayingHere(PlayerError):
    """The server's moderators have blocked the person from playing."""

    sentence = (
        "The moderators of this server do not let you begin games here. "
        "Games that are running go on; you can play in other servers."
    )


class MayNotPlay(PlayerError):
    """Two people cannot begin a game; the reason is private.

    The sentence is the same for a block between players and for one by the server's moderators.
    """

    sentence = "The two of you cannot begin a game here. Choose somebody else with /challenge."


class YouBlocked(PlayerError):
    """The person tries to play with someone they have blocked."""

    sentence = "You have blocked this player. Use /unblock first if you want to play."


@dataclass(eq=False)
class WrongChannel(PlayerError):
    """The server allows challenges in `channels` only; empty if all of them were deleted."""

    channels: tuple[int, ...]

    @property
    def sentence(self) -> str:
        return self.sentence_with(map(str, self.channels))

    def sentence_with(self, channels: Iterable[str]) -> str:
        """Return the sentence with formatted channels."""
        named = [*channels]
        if not named:
            return (
                "The channels that were chosen for games in this server are deleted. Those who may "
                "manage the server choose others with /setup."
            )
        return f"In this server, games are played in {first_few(named, MOST_CHANNELS)}."


@dataclass(eq=False)
class TooFast(PlayerError):
    """The person is over the rate limit until the time `until`."""

    until: datetime

    @property
    def sentence(self) -> str:
        return self.sentence_with(f"at {self.until:%H:%M:%S} (UTC)")

    def sentence_with(self, when: str) -> str:
        """Return the sentence with a formatted time."""
        return f"That is a lot in one minute. Please try again {when}."
