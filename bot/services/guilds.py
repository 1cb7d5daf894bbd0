"""What a server has set: where challenges are allowed, threads, the usual game and size."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.errors import CannotChallenge
from bot.store import notes
from bot.store.database import Database, Transaction


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """A server's settings; no channels means all, no game or size the usual ones."""

    threads: bool = True
    channels: tuple[int, ...] = ()
    game: str | None = None
    size: int | None = None

    def allows(self, channel_id: int) -> bool:
        """Say whether challenges may be made in a channel."""
        return not self.channels or channel_id in self.channels


class GuildService:
    """Use cases of a server's settings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, guild_id: int | None) -> GuildSettings:
        """Return what a server has set; the defaults for one that has set nothing, or none."""
        return await self._database.read(_settings_of, guild_id)

    async def change(self, guild_id: int, **changes: Any) -> GuildSettings:
        """Change some fields and return all of them."""
        return await self._database.write(self._change, guild_id, changes)

    async def refuse_elsewhere(self, guild_id: int | None, *channel_ids: int) -> None:
        """Refuse a challenge outside the channels that a server has chosen.

        :param channel_ids: the channel, and its parent if it is a thread.
        :raises CannotChallenge: with where it is allowed.
        """
        settings = await self.settings(guild_id)
        if not any(settings.allows(channel_id) for channel_id in channel_ids):
            allowed = ", ".join(f"<#{channel_id}>" for channel_id in settings.channels)
            raise CannotChallenge(f"In this server, games are played in {allowed}.")

    async def _change(
        self, tx: Transaction, guild_id: int, changes: dict[str, Any]
    ) -> GuildSettings:
        settings = replace(await _settings_of(tx, guild_id), **changes)
        await notes.write(tx, _key(guild_id), json.dumps(asdict(settings)))
        return settings


async def _settings_of(tx: Transaction, guild_id: int | None) -> GuildSettings:
    stored = None if guild_id is None else await notes.read(tx, _key(guild_id))
    if stored is None:
        return GuildSettings()
    values = json.loads(stored)
    return GuildSettings(**{**values, "channels": tuple(values["channels"])})


def _key(guild_id: int) -> str:
    return f"guild:{guild_id}"
