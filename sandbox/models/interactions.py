"""State of an interaction, from the click to the bot's responses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum

from sandbox.models.entities import Application, Channel, Json, Message, User


class Kind(IntEnum):
    """Type of an interaction, with Discord's number."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackKind(IntEnum):
    """Type of the initial response to an interaction, with Discord's number."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True, eq=False)
class Interaction:
    """Interaction of a person with an application.

    `response` is the type of the initial response and `original` its message. `responded` is set by
    the initial response. `filled` is set when the person sees the final response: `original`, or
    None if the bot deleted it or sent none. `sent` holds the ids of the follow-ups.
    """

    id: int
    token: str = field(repr=False)
    kind: Kind
    app: Application
    user: User
    channel: Channel
    created_at: float
    data: Json
    context: int = 0
    owners: dict[str, str] = field(default_factory=dict)
    message: Message | None = None
    origin: Interaction | None = None
    response: CallbackKind | None = None
    original: Message | None = None
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    expired: bool = False
    followups: int = 0
    sent: set[int] = field(default_factory=set)
    responded: asyncio.Event = field(default_factory=asyncio.Event)
    filled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def by_user_install(self) -> bool:
        """Whether only the user's own installation makes the application available here."""
        return "0" not in self.owners
