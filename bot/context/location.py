"""Where an interaction comes from: its place, its server's channels, what the bot may do there."""

from collections.abc import Collection, Iterable

import discord

from bot.context.app_context import Interaction
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_CHANNEL
from bot.context.timeouts import at_most
from bot.services.views import GameView, Location
from bot.words.moves import in_channel

TIMEOUT = 2.0  # seconds to ask Discord whether a channel exists: somebody waits for an answer


def location_of(interaction: Interaction) -> Location:
    """Return where somebody acts."""
    return Location(interaction.guild_id, interaction.channel_id or 0)


def parent_of(interaction: Interaction, channel_id: int) -> int | None:
    """Return the channel to which a thread belongs, None if it is no thread that the bot knows."""
    is_here = channel_id == interaction.channel_id
    channel = interaction.channel if is_here else interaction.client.get_channel(channel_id)
    parent: int | None = getattr(channel, "parent_id", None)
    return parent


async def elsewhere(interaction: Interaction, game: GameView) -> str | None:
    """Return where the next board of a game is posted, as a part of a sentence.

    A game whose thread is gone goes on in the channel where that was opened.

    :returns: an empty text if it is posted in sight; None if there is no such place any more.
    """
    location, here = game.location, location_of(interaction)
    if not await _exists(interaction, game, location):
        origin = await interaction.client.context.services.locations.origin(game.id)
        if origin is None or not await _exists(interaction, game, origin):
            return None
        location = origin
    # nobody can be led to direct messages
    if location == here or location.guild_id is None:
        return ""
    return in_channel(location.channel_id)


async def _exists(interaction: Interaction, game: GameView, location: Location) -> bool:
    """Return whether the bot can still know a place; as far as it cannot tell, it exists."""
    client = interaction.client
    if location.guild_id is None or location == location_of(interaction):
        return True
    guild = client.get_guild(location.guild_id)
    if guild is None:
        # removed from it, or a guest there, or another process has its shard
        return not await client.context.services.servers.has_left(
            location.guild_id, game.created_at
        )
    if guild.unavailable or guild.get_channel_or_thread(location.channel_id) is not None:
        return True
    # discord.py forgets threads that Discord has archived
    try:
        async with at_most(client, TIMEOUT):
            await client.http.get_channel(location.channel_id)
    except DISCORD_ERRORS as error:
        return getattr(error, "code", None) != UNKNOWN_CHANNEL
    return True


async def refuse_wrong_channel(interaction: Interaction) -> None:
    """Refuse to begin a game outside the channels that the server has chosen.

    :raises WrongChannel: with where it is allowed.
    """
    guilds, here = interaction.client.context.services.guilds, interaction.channel_id or 0
    await guilds.refuse_elsewhere(interaction.guild_id, here, parent_of(interaction, here))


def channels_of(interaction: Interaction) -> Collection[int] | None:
    """Return the channels of the server; None where the bot does not know them."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None or guild.unavailable:
        return None
    return {channel.id for channel in guild.channels}


def still_there(interaction: Interaction, channels: Iterable[int]) -> tuple[int, ...]:
    """Leave out the channels that the server has no more, as far as that can be known."""
    there = channels_of(interaction)
    return tuple(each for each in channels if there is None or each in there)


def permissions_in(interaction: Interaction, channel_id: int | None) -> discord.Permissions:
    """Return what the bot may do in a channel of the server: None, or an unknown one, is here."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    channel = None if guild is None or channel_id is None else guild.get_channel(channel_id)
    if guild is None or channel is None:
        return interaction.app_permissions
    return channel.permissions_for(guild.me)
