"""What a person meets when something cannot be done or was not answered."""

from __future__ import annotations


class InteractionFailed(Exception):  # noqa: N818 - the words that Discord shows
    """The bot did not answer in time: "This interaction failed"."""


class NotPossible(Exception):  # noqa: N818 - it is the person's way that is blocked
    """Discord's client would not let a person do this; the message says why."""
