"""People and what they prefer."""

from collections.abc import Callable
from datetime import datetime

from bot.services.views import Actor
from bot.store import players
from bot.store.database import Database, Transaction


class PlayerService:
    """Use cases of a person's own settings."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def preferences(self, user_id: int) -> dict[str, str]:
        """Return what a person has set; what is missing has its default."""
        return await self._database.read(players.settings_of, user_id)

    async def prefer(self, actor: Actor, name: str, value: str) -> dict[str, str]:
        """Set one preference and return all of them."""
        return await self._database.write(self._prefer, actor, name, value)

    async def _prefer(self, tx: Transaction, actor: Actor, name: str, value: str) -> dict[str, str]:
        await players.remember(tx, actor.user_id, actor.name, self._clock())
        settings = await players.settings_of(tx, actor.user_id) | {name: value}
        await players.set_settings(tx, actor.user_id, settings)
        return settings
