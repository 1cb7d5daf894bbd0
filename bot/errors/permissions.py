"""Errors about permissions: moderators, blocks, channels and rate limits."""

# ruff: noqa: N818 - the names are the domain's words, as in bot.errors.refusals

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.errors.refusals import PlayerError, Refusal
from bot.words.translation import text
from renderer.phrases import first_few

MOST_CHANNELS = 20  # channels named in one sentence


class NotModerator(PlayerError):
    """Refusal: the person lacks the moderator permission to close a game or block a member."""

    @property
    def sentence(self) -> str:
        return text(
            "Only moderators can do that. You need permission to manage messages in this server "
            "or in the game's channel."
        )


class NotManager(PlayerError):
    """Refusal: the person lacks the permission to change the server's settings."""

    @property
    def sentence(self) -> str:
        return text("Only managers of this server can do that. Ask the owner.")


class OwnGame(PlayerError):
    """Refusal to let a moderator close a game in which they play."""

    @property
    def sentence(self) -> str:
        return text(
            "You're playing in this game. Ask another moderator to close it, or use /resign."
        )


class CannotBlock(Refusal):
    """Refusal to block a person who cannot be blocked, or to unblock one who is not blocked."""


class NotPlayingHere(PlayerError):
    """Refusal: the server's moderators have blocked the person from playing."""

    @property
    def sentence(self) -> str:
        return text(
            "This server's moderators have blocked you from starting new games here. Your "
            "current games continue, and you can still play in other servers."
        )


class MayNotPlay(PlayerError):
    """Refusal to start a game between two people, for a reason that stays private.

    The sentence is the same for a block between players and for one by the server's moderators.
    """

    @property
    def sentence(self) -> str:
        return text("You two can't start a game here. Choose another player with /challenge.")


class YouBlocked(PlayerError):
    """Refusal to start a game with an opponent whom the person has blocked."""

    @property
    def sentence(self) -> str:
        return text("You've blocked this player. To play, use /unblock first.")


@dataclass(eq=False)
class WrongChannel(PlayerError):
    """Refusal: the server allows games only in `channels`, which is empty if all were deleted."""

    channels: tuple[int, ...]

    @property
    def sentence(self) -> str:
        return self.sentence_with(map(str, self.channels))

    def sentence_with(self, channels: Iterable[str]) -> str:
        """Return the sentence with the names or mentions of the allowed channels."""
        named = [*channels]
        if not named:
            return text(
                "This server's game channels were deleted. "
                "Its managers can choose others with /setup."
            )
        return text(
            "In this server, games are played in {channels}.",
            channels=first_few(named, MOST_CHANNELS),
        )


@dataclass(eq=False)
class TooFast(PlayerError):
    """Refusal: the person has reached a rate limit, which ends at `until`."""

    until: datetime

    @property
    def sentence(self) -> str:
        return text("Too many requests. Try again at {time} (UTC).", time=f"{self.until:%H:%M:%S}")

    def sentence_with(self, when: str) -> str:
        """Return the sentence with a relative timestamp, which Discord shows as `in 20 seconds`."""
        return text("Too many requests. Try again {when}.", when=when)
