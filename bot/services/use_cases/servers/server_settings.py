"""Settings of a server: channels for challenges, threads, default game, size and clock."""

import json
from collections.abc import Container
from dataclasses import asdict, dataclass, replace
from typing import TypedDict, Unpack

from bot.errors.permissions import WrongChannel
from bot.errors.refusals import BadSetting
from bot.services.steps.game_actions import record_once
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.permissions import managed_server
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import key_values
from bot.words import refusals
from bot.words.translation import translated
from rules.options import OptionError
from rules.registry import GAMES, find_game


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of a server: channels, threads, defaults of challenges, language, lobby.

    :ivar channels: the channels where challenges are allowed; empty means all.
    :ivar threads: whether games are played in threads of their own.
    :ivar game, size: default game and board size of challenges; None means the bot's default.
    :ivar pace, strict: default clock of challenges; in strict games, a player whose time is up
        loses.
    :ivar lobby: the channel for games from the lobby; None if the server is not part of the lobby.
    :ivar language: the language of public messages; None means the server's language on Discord.
    """

    threads: bool = True
    channels: tuple[int, ...] = ()
    game: str | None = None
    size: int | None = None
    pace: Pace = Pace.STANDARD
    strict: bool = False
    language: str | None = None
    lobby: int | None = None

    @property
    def usual_game(self) -> str:
        """The key of the default game for challenges; the bot's own default if none was chosen."""
        return self.game or GAMES[0].key

    def allows(self, channel_id: int) -> bool:
        """Return whether challenges are allowed in a channel."""
        return not self.channels or channel_id in self.channels

    def with_channel(self, channel_id: int, *, allowed: bool) -> "ServerSettings":
        """Return the settings with a channel added to, or removed from, the allowed channels."""
        others = tuple(each for each in self.channels if each != channel_id)
        if not allowed:
            return replace(self, channels=others)
        return (
            self if channel_id in self.channels else replace(self, channels=(*others, channel_id))
        )

    def without_deleted(self, existing: Container[int] | None) -> "ServerSettings":
        """Return the settings without deleted channels.

        :param existing: the server's channels; None if they are unknown, which removes nothing.
        """
        if existing is None:
            return self
        return replace(self, channels=tuple(each for each in self.channels if each in existing))


class ServerSettingsChanges(TypedDict, total=False):
    """Changes to `ServerSettings`; absent fields keep their values."""

    threads: bool
    channels: tuple[int, ...]
    game: str
    size: int
    pace: Pace
    strict: bool
    language: str | None
    lobby: int | None


@dataclass(frozen=True, slots=True)
class ChannelChange:
    """Change to the list of channels for challenges.

    :ivar allowed: whether to add the channel or to remove it.
    :ivar existing: the server's channels, None if unknown. Deleted channels are removed from the
        list, because a command can no longer name them.
    """

    channel_id: int
    allowed: bool
    existing: Container[int] | None = None


class ServerSettingsService(Service):
    """Use cases of a server's settings: read, change, refuse challenges in other channels."""

    @reads
    async def get_settings(self, tx: Transaction, guild_id: int | None) -> ServerSettings:
        """Return the settings of a server; defaults if none are stored."""
        return await settings_of(tx, guild_id)

    async def configure(
        self,
        actor: Actor,
        channel: ChannelChange | None = None,
        **changes: Unpack[ServerSettingsChanges],
    ) -> ServerSettings:
        """Change settings on behalf of a manager, and return all settings.

        Without changes, nothing is stored.

        :raises NotManager: the person does not manage the server.
        :raises BadSetting: the default game does not have that size.
        """
        guild_id = managed_server(actor)
        if channel is None and not changes:
            return await self.get_settings(guild_id)
        return await self._configure(actor, guild_id, changes, channel)

    @writes
    async def change(
        self, tx: Transaction, guild_id: int, **changes: Unpack[ServerSettingsChanges]
    ) -> ServerSettings:
        """Change settings on behalf of the program, without a check of rights; return them all.

        :raises BadSetting: the default game does not have that size.
        """
        return await _change(tx, guild_id, changes)

    @reads
    async def refuse_elsewhere(
        self, tx: Transaction, guild_id: int | None, *channel_ids: int | None
    ) -> None:
        """Refuse a challenge outside the channels that a server allows.

        :param channel_ids: the channel, and its parent if the channel is a thread.
        :raises WrongChannel: the channel is not allowed; the error names the allowed channels.
        """
        await refuse_other_channels(tx, guild_id, *channel_ids)

    @writes
    async def _configure(
        self,
        tx: Transaction,
        actor: Actor,
        guild_id: int,
        changes: ServerSettingsChanges,
        channel: ChannelChange | None,
    ) -> ServerSettings:
        if not await record_once(tx, actor, "setup", self._clock()):
            return await settings_of(tx, guild_id)
        return await _change(tx, guild_id, changes, channel)


async def refuse_other_channels(
    tx: Transaction, guild_id: int | None, *channel_ids: int | None
) -> None:
    """Refuse, within a transaction, a challenge outside the channels that a server allows.

    :raises WrongChannel: see `ServerSettingsService.refuse_elsewhere`.
    """
    settings = await settings_of(tx, guild_id)
    if not any(each is not None and settings.allows(each) for each in channel_ids):
        raise WrongChannel(settings.channels)


async def _change(
    tx: Transaction,
    guild_id: int,
    changes: ServerSettingsChanges,
    channel: ChannelChange | None = None,
) -> ServerSettings:
    old = await settings_of(tx, guild_id)
    if channel is not None:
        current = old.without_deleted(channel.existing)
        old = current.with_channel(channel.channel_id, allowed=channel.allowed)
    wanted = replace(old, **changes)
    error = _size_error(wanted)
    if error and "size" in changes:
        raise BadSetting(error)
    # a stored size may not exist in the new default game
    settings = replace(wanted, size=None) if error else wanted
    await key_values.write(tx, key_values.of_guild(guild_id), json.dumps(asdict(settings)))
    return settings


async def settings_of(tx: Transaction, guild_id: int | None) -> ServerSettings:
    """Return, within a transaction, the settings of a server; defaults if none are stored."""
    stored = None if guild_id is None else await key_values.read(tx, key_values.of_guild(guild_id))
    if stored is None:
        return ServerSettings()
    values = json.loads(stored)
    values |= {"channels": tuple(values["channels"])}
    values |= {"pace": Pace(values.get("pace", Pace.STANDARD))}
    return ServerSettings(**values)


def _size_error(settings: ServerSettings) -> str:
    """Return why the default game does not have the default size; empty if it has that size."""
    if settings.size is None:
        return ""
    game = find_game(settings.usual_game)
    try:
        game.offer({"size": settings.size})
    except OptionError as error:
        return refusals.in_game(game.name, translated(error.args[0]))
    return ""
