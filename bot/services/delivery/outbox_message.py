"""Outbox message as the delivery worker receives it."""

from dataclasses import dataclass

from bot.services.views import Location
from bot.store.tables.outbox_kinds import Payload


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """Message to post or edit.

    `attempts` includes the present one. If it is above 1, an earlier attempt may have posted the
    message, so the worker looks for it before it posts again. `user_install` means that the bot is
    no member of the location and can only answer interactions there.
    """

    id: int
    kind: str
    game_id: int | None
    challenge_id: int | None
    ply: int | None
    payload: Payload
    attempts: int
    nonce: str
    location: Location
    user_id: int | None = None
    user_install: bool = False
