"""What Discord must still hear: rows committed with what they tell, handed to one worker at a time."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.services.views import Place


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One message to post or edit. `attempts` counts this one: above 1, look before you send."""

    id: int
    kind: str
    game_id: int | None
    challenge_id: int | None
    ply: int | None
    payload: dict[str, Any]
    attempts: int
    nonce: str
    place: Place


class OutboxService:
    """Hands out rows and notes what became of them."""

    async def take_due(self, limit: int) -> list[OutboxRow]:
        raise NotImplementedError

    async def done(self, row: OutboxRow, message_id: int | None) -> None:
        raise NotImplementedError

    async def retry(self, row: OutboxRow, delay: timedelta, error: str) -> None:
        raise NotImplementedError

    async def dead(self, row: OutboxRow, error: str) -> None:
        raise NotImplementedError

    async def recover(self) -> int:
        raise NotImplementedError
