"""What somebody may not do, here, now, or with each other, as exceptions."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.errors import PlayerError, Refusal
from bot.words.escaping import first_few

MOST_CHANNELS = 20  # named in one sentence


class NotModerator(PlayerError):
    """Somebody who does not moderate the server wants to close a game or block a member."""

    sentence = (
        "Only those who may manage messages in this server can do that; who may in one channel can "
        "close the games that are played in it. Ask one of the moderators."
    )


class NotManager(PlayerError):
    """Somebody who does not manage the server wants to change its settings."""

    sentence = "Only those who may manage this server can do that. Ask its owner."


class OwnGame(PlayerError):
    """A moderator wants to close a game without a result that they play themselves."""

    sentence = (
        "You are playing this game yourself: ask another moderator to close it, or use /resign."
    )


class CannotBlock(Refusal):
    """The block may not be made, or there is none to undo."""


class NotPlayingHere(PlayerError):
    """The moderators of the server have blocked the person who acts."""

    sentence = (
        "The moderators of this server do not let you begin games here. "
        "Games that are running go on; you can play in other servers."
    )


class MayNotPlay(PlayerError):
    """The opponent cannot be challenged, or the challenge not accepted; why is nobody's business.

    Said alike when one has blocked the other and when the server's moderators have.
    """

    sentence = "The two of you cannot begin a game here. Choose somebody else with /challenge."


class YouBlocked(PlayerError):
    """A person wants to play somebody whom that person has blocked."""

    sentence = "You have blocked this player. Use /unblock first if you want to play."


@dataclass(eq=False)
class WrongChannel(PlayerError):
    """A server wants its games in other channels; none are left when all have been deleted."""

    channels: tuple[int, ...]

    @property
    def sentence(self) -> str:
        return self.said(map(str, self.channels))

    def said(self, channels: Iterable[str]) -> str:
        """Return the sentence with the channels as they are to be read."""
        named = [*channels]
        if not named:
            return (
                "The channels that were chosen for games in this server are deleted. Those who may "
                "manage the server choose others with /setup."
            )
        return f"In this server, games are played in {first_few(named, MOST_CHANNELS)}."


@dataclass(eq=False)
class TooFast(PlayerError):
    """A person has asked for more than one may in a minute; `until` is when it works again."""

    until: datetime

    @property
    def sentence(self) -> str:
        return self.said(f"at {self.until:%H:%M:%S} (UTC)")

    def said(self, when: str) -> str:
        """Return the sentence with the moment as it is to be read."""
        return f"That is a lot in one minute. Please try again {when}."
