"""What the database no longer needs: handled interactions and delivered messages of long ago."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.store import interactions, outbox
from bot.store.database import Database, Transaction

# Discord repeats an interaction within seconds; its token is good for 15 minutes
INTERACTIONS = timedelta(days=2)
MESSAGES = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many rows were dropped."""

    interactions: int
    messages: int


class UpkeepService:
    """Use cases of the program looking after itself; to be run now and then."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def tidy(self) -> Tidied:
        """Drop what is too old to matter; games, challenges and dead letters stay."""
        return await self._database.write(self._tidy)

    async def _tidy(self, tx: Transaction) -> Tidied:
        now = self._clock()
        handled = await interactions.forget_before(tx, now - INTERACTIONS)
        return Tidied(handled, await outbox.forget_before(tx, now - MESSAGES))
