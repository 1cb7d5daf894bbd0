"""A row of the outbox, as who sends it has it in hand."""

from dataclasses import dataclass

from bot.services.views import Location
from bot.store.tables.outbox_kinds import Payload


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """One message to post or edit. `attempts` counts this one: above 1, look before you send.

    `user_install`: the bot is no member of the place, and has only the answers to interactions.
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
