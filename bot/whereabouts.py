"""Where an interaction comes from: its place, its server's channels, what the bot may do there."""

from collections.abc import Collection, Iterable

import discord

from bot.desk import Interaction
from bot.services.views import Place
from bot.texts.place import in_channel


def place_of(interaction: Interaction) -> Place:
    """Return where somebody acts."""
    return Place(interaction.guild_id, interaction.channel_id or 0)


def parent_of(interaction: Interaction, channel_id: int) -> int | None:
    """Return the channel to which a thread belongs, None if it is no thread that the bot knows."""
    is_here = channel_id == interaction.channel_id
    channel = interaction.channel if is_here else interaction.client.get_channel(channel_id)
    parent: int | None = getattr(channel, "parent_id", None)
    return parent


def elsewhere(interaction: Interaction, place: Place) -> str:
    """Say where a place is, as a part of a sentence; nothing if it is in sight."""
    # nobody can be led to direct messages
    if place == place_of(interaction) or place.guild_id is None:
        return ""
    return in_channel(place.channel_id)


async def refuse_wrong_channel(interaction: Interaction) -> None:
    """Refuse to begin a game outside the channels that the server has chosen.

    :raises WrongChannel: with where it is allowed.
    """
    guilds, here = interaction.client.desk.services.guilds, interaction.channel_id or 0
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
