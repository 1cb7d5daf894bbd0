"""Where a game is played can change: into its own thread, and on to the next best place."""

from bot.services.views import Place
from bot.store import challenges, games
from bot.store.database import Database, Transaction


class PlaceService:
    """Use cases of a game's place."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def move(self, game_id: int, place: Place) -> None:
        """Let a game go on in another channel or thread."""
        await self._database.write(self._move, game_id, place)

    async def card(self, game_id: int) -> int | None:
        """Return the message of the challenge from which a game came, if it was posted."""
        return await self._database.read(challenges.card_of, game_id)

    async def _move(self, tx: Transaction, game_id: int, place: Place) -> None:
        await games.set_place(tx, game_id, place.guild_id, place.channel_id)
