"""What the program remembers about itself between runs."""

from bot.store.engine.database import Database
from bot.store.tables import notes


class NoteService:
    """Use cases of the program's own memory."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, key: str) -> str | None:
        """Return what was noted under a key of at most 40 characters."""
        return await self._database.read(notes.read, key)

    async def write(self, key: str, value: str) -> None:
        """Note a value under a key of at most 40 characters."""
        await self._database.write(notes.write, key, value)
