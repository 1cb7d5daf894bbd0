"""What a server has set: where challenges are allowed, threads, the usual game and size."""

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.authority_errors import WrongChannel
from bot.services.clocks import Pace
from bot.services.ranks import managed_server
from bot.services.views import Actor
from bot.store import notes
from bot.store.database import Database, Transaction


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """A server's settings; no channels means all, no game or size the usual ones.

    `pace` and `strict` hold for challenges that name none.
    """

    threads: bool = True
    channels: tuple[int, ...] = ()
    game: str | None = None
    size: int | None = None
    pace: Pace = Pace.STANDARD
    strict: bool = False

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

    async def configure(self, actor: Actor, **changes: Any) -> GuildSettings:
        """Change some fields, in the name of a person, and return all of them.

        :raises NotManager: the person does not manage the server.
        """
        return await self.change(managed_server(actor), **changes)

    async def change(self, guild_id: int, **changes: Any) -> GuildSettings:
        """Change some fields, in the name of the program, and return all of them."""
        return await self._database.write(self._change, guild_id, changes)

    async def refuse_elsewhere(self, guild_id: int | None, *channel_ids: int) -> None:
        """Refuse a challenge outside the channels that a server has chosen.

        :param channel_ids: the channel, and its parent if it is a thread.
        :raises WrongChannel: with where it is allowed.
        """
        settings = await self.settings(guild_id)
        if not any(settings.allows(channel_id) for channel_id in channel_ids):
            raise WrongChannel(settings.channels)

    async def _change(
        self, tx: Transaction, guild_id: int, changes: dict[str, Any]
    ) -> GuildSettings:
        settings = replace(await _settings_of(tx, guild_id), **changes)
        await notes.write(tx, notes.of_guild(guild_id), json.dumps(asdict(settings)))
        return settings


async def _settings_of(tx: Transaction, guild_id: int | None) -> GuildSettings:
    stored = None if guild_id is None else await notes.read(tx, notes.of_guild(guild_id))
    if stored is None:
        return GuildSettings()
    values = json.loads(stored)
    values |= {"channels": tuple(values["channels"])}
    values |= {"pace": Pace(values.get("pace", Pace.STANDARD))}
    return GuildSettings(**values)
