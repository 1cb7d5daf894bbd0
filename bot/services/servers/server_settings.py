"""What a server has set: where challenges are allowed, threads, the usual game and size."""

import json
from collections.abc import Callable, Container
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TypedDict, Unpack

from bot.errors import BadPreference
from bot.errors.permissions import WrongChannel
from bot.services.clocks.clock import Pace
from bot.services.games.actions import is_first
from bot.services.people.permissions import managed_server
from bot.services.views import Actor
from bot.store.engine.database import Database, Transaction
from bot.store.tables import notes
from bot.words import refusals
from rules.options import OptionError
from rules.registry import GAMES, find_game


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; no channels means all, no game or size the usual ones.

    `pace` and `strict` hold for challenges that name none.
    """

    threads: bool = True
    channels: tuple[int, ...] = ()
    game: str | None = None
    size: int | None = None
    pace: Pace = Pace.STANDARD
    strict: bool = False

    @property
    def usual_game(self) -> str:
        """The key of the game that is played when a challenge names none."""
        return self.game or GAMES[0].key

    def allows(self, channel_id: int) -> bool:
        """Say whether challenges may be made in a channel."""
        return not self.channels or channel_id in self.channels

    def with_channel(self, channel_id: int, *, allowed: bool) -> "ServerSettings":
        """Return the settings with a channel on the list, or not on it."""
        others = tuple(each for each in self.channels if each != channel_id)
        if not allowed:
            return replace(self, channels=others)
        return (
            self if channel_id in self.channels else replace(self, channels=(*others, channel_id))
        )

    def without_others(self, there: Container[int] | None) -> "ServerSettings":
        """Return the settings without the channels that are gone; all stay if None is known."""
        if there is None:
            return self
        return replace(self, channels=tuple(each for each in self.channels if each in there))


class ServerSettingsChanges(TypedDict, total=False):
    """The fields of `ServerSettings` that somebody sets; the rest stay as they are."""

    threads: bool
    game: str
    size: int
    pace: Pace
    strict: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """Whether a channel is to be on the list of those for challenges.

    :param there: the channels that the server has, None when they are not known; others leave the
        list, for nobody can name one that is deleted.
    """

    channel_id: int
    allowed: bool
    there: Container[int] | None = None


class ServerSettingsService:
    """Use cases of a server's settings."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def settings(self, guild_id: int | None) -> ServerSettings:
        """Return what a server has set; the defaults for one that has set nothing, or none."""
        return await self._database.read(_settings_of, guild_id)

    async def configure(
        self,
        actor: Actor,
        listed: Listed | None = None,
        **changes: Unpack[ServerSettingsChanges],
    ) -> ServerSettings:
        """Change some fields, in the name of a person, and return all of them; none stores nothing.

        :raises NotManager: the person does not manage the server.
        :raises BadPreference: the usual game does not have that size.
        """
        guild_id = managed_server(actor)
        if listed is None and not changes:
            return await self.settings(guild_id)
        return await self._database.write(self._configure, actor, guild_id, changes, listed)

    async def change(
        self, guild_id: int, **changes: Unpack[ServerSettingsChanges]
    ) -> ServerSettings:
        """Change some fields, in the name of the program; returns and raises as `configure`."""
        return await self._database.write(self._change, guild_id, changes)

    async def refuse_elsewhere(self, guild_id: int | None, *channel_ids: int | None) -> None:
        """Refuse a challenge outside the channels that a server has chosen.

        :param channel_ids: the channel, and its parent if it is a thread.
        :raises WrongChannel: with where it is allowed.
        """
        await self._database.read(refuse_other_channels, guild_id, *channel_ids)

    async def _configure(
        self,
        tx: Transaction,
        actor: Actor,
        guild_id: int,
        changes: ServerSettingsChanges,
        listed: Listed | None,
    ) -> ServerSettings:
        if not await is_first(tx, actor, "setup", self._clock()):
            return await _settings_of(tx, guild_id)
        return await self._change(tx, guild_id, changes, listed)

    async def _change(
        self,
        tx: Transaction,
        guild_id: int,
        changes: ServerSettingsChanges,
        listed: Listed | None = None,
    ) -> ServerSettings:
        old = await _settings_of(tx, guild_id)
        if listed is not None:
            there = old.without_others(listed.there)
            old = there.with_channel(listed.channel_id, allowed=listed.allowed)
        wanted = replace(old, **changes)
        why = _why_no_such_size(wanted)
        if why and "size" in changes:
            raise BadPreference(why)
        # the size of another game than the one that is usual from now on
        settings = replace(wanted, size=None) if why else wanted
        await notes.write(tx, notes.of_guild(guild_id), json.dumps(asdict(settings)))
        return settings


async def refuse_other_channels(
    tx: Transaction, guild_id: int | None, *channel_ids: int | None
) -> None:
    """Refuse, within a use case, a challenge outside the channels that a server has chosen.

    :raises WrongChannel: as `ServerSettingsService.refuse_elsewhere`.
    """
    settings = await _settings_of(tx, guild_id)
    if not any(each is not None and settings.allows(each) for each in channel_ids):
        raise WrongChannel(settings.channels)


async def _settings_of(tx: Transaction, guild_id: int | None) -> ServerSettings:
    stored = None if guild_id is None else await notes.read(tx, notes.of_guild(guild_id))
    if stored is None:
        return ServerSettings()
    values = json.loads(stored)
    values |= {"channels": tuple(values["channels"])}
    values |= {"pace": Pace(values.get("pace", Pace.STANDARD))}
    return ServerSettings(**values)


def _why_no_such_size(settings: ServerSettings) -> str:
    """Return why the usual game cannot be played at the usual size, nothing if it can."""
    if settings.size is None:
        return ""
    game = find_game(settings.usual_game)
    try:
        game.offer({"size": settings.size})
    except OptionError as error:
        return refusals.in_game(game.name, str(error))
    return ""
