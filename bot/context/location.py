"""Channels of interactions and games: whether they exist, and the bot's permissions there."""

from collections.abc import Collection, Iterable

import discord

from bot.context.app_context import Interaction
from bot.context.discord_errors import DISCORD_ERRORS, UNKNOWN_CHANNEL
from bot.context.request import Request
from bot.context.timeouts import at_most
from bot.services.values.views import GameView, Location
from bot.words.moves import channel_mention

TIMEOUT = 2.0  # seconds for looking up a channel at Discord while a person waits for an answer


def location_of(interaction: Interaction) -> Location:
    """Return the location of an interaction: channel and server; no server in direct messages."""
    return Location(interaction.guild_id, interaction.channel_id or 0)


def parent_of(interaction: Interaction, channel_id: int) -> int | None:
    """Return the id of a thread's parent channel; None if the channel is no cached thread."""
    is_current = channel_id == interaction.channel_id
    channel = interaction.channel if is_current else interaction.client.get_channel(channel_id)
    parent: int | None = getattr(channel, "parent_id", None)
    return parent


def main_channel_of(interaction: Interaction) -> int:
    """Return the id of an interaction's channel; for a thread, the id of its parent channel."""
    channel_id = interaction.channel_id or 0
    return parent_of(interaction, channel_id) or channel_id


def text_channel_of(interaction: Interaction) -> int:
    """Return the id of an interaction's channel; for a thread, the id of its parent channel.

    For a post of a forum, return the id of the post, because the forum itself takes no messages.
    """
    channel_id = main_channel_of(interaction)
    is_forum = isinstance(interaction.client.get_channel(channel_id), discord.ForumChannel)
    return (interaction.channel_id or 0) if is_forum else channel_id


async def next_board_location(request: Request, game: GameView) -> str | None:
    """Return the mention of the channel where a game's next board is posted.

    The board of a game whose thread was deleted is posted in the thread's parent channel.

    :returns: an empty text if the location needs no mention because it is this channel or direct
        messages; None if neither the thread nor its parent channel exists.
    """
    location, current = game.location, location_of(request.interaction)
    if not await _exists(request, game, location):
        origin = await request.services.locations.get_parent(game.id)
        if origin is None or not await _exists(request, game, origin):
            return None
        location = origin
    # a link cannot lead to direct messages
    if location == current or location.guild_id is None:
        return ""
    return channel_mention(location.channel_id)


async def _exists(request: Request, game: GameView, location: Location) -> bool:
    """Return whether a location exists for the bot; True if that cannot be determined."""
    client = request.client
    if location.guild_id is None or location == location_of(request.interaction):
        return True
    guild = client.get_guild(location.guild_id)
    if guild is None:
        # the bot was removed, is only user-installed, or another process serves the shard
        return not await request.services.servers.has_left(location.guild_id, game.created_at)
    if guild.unavailable or guild.get_channel_or_thread(location.channel_id) is not None:
        return True
    # discord.py drops archived threads from its cache
    try:
        async with at_most(client, TIMEOUT):
            await client.http.get_channel(location.channel_id)
    except DISCORD_ERRORS as error:
        return getattr(error, "code", None) != UNKNOWN_CHANNEL
    return True


async def refuse_wrong_channel(request: Request) -> None:
    """Raise `WrongChannel` if the server does not allow games in the channel of a request.

    :raises WrongChannel: with the allowed channels.
    """
    channel_id = request.actor.channel_id
    parent = parent_of(request.interaction, channel_id)
    await request.services.server_settings.refuse_elsewhere(
        request.actor.guild_id, channel_id, parent
    )


def guild_channel_ids(interaction: Interaction) -> Collection[int] | None:
    """Return the ids of the server's channels.

    :returns: None if they are unknown, because the server is not in the cache or has an outage.
    """
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None or guild.unavailable:
        return None
    return {channel.id for channel in guild.channels}


def existing_channels(interaction: Interaction, channels: Iterable[int]) -> tuple[int, ...]:
    """Return the ids of the channels in `channels` that are not known to be deleted."""
    existing = guild_channel_ids(interaction)
    return tuple(each for each in channels if existing is None or each in existing)


def bot_permissions_in(interaction: Interaction, channel_id: int | None) -> discord.Permissions:
    """Return the bot's permissions in a channel of the server.

    If the channel is None or not in the cache, they are its permissions in the interaction's
    channel.
    """
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    channel = None if guild is None or channel_id is None else guild.get_channel(channel_id)
    if guild is None or channel is None:
        return interaction.app_permissions
    return channel.permissions_for(guild.me)
