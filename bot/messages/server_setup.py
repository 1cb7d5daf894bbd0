"""A server's settings in words, and which permissions the bot lacks there and what for."""

from collections.abc import Collection

import discord

from bot.messages.post import Post
from bot.services.guilds import GuildSettings
from bot.texts import setup as setup_texts
from bot.texts import time as time_texts
from rules.registry import find_game


def overview(settings: GuildSettings, there: Collection[int], mine: discord.Permissions) -> Post:
    """Show the settings, and every permission that is missing in this channel.

    :param there: those of the channels for challenges that have not been deleted.
    """
    game = find_game(settings.usual_game)
    channels = [f"<#{channel_id}>" for channel_id in there]
    lines = setup_texts.settings(
        "on" if settings.threads else "off",
        setup_texts.channels(channels, len(settings.channels) - len(there)),
        game.name,
        str(settings.size or game.option("size").default),
        time_texts.pace(settings.pace, strict=settings.strict),
    )
    missing = [
        setup_texts.missing(*words)
        for name, words in setup_texts.PERMISSIONS.items()
        if not getattr(mine, name) and (settings.threads or name not in setup_texts.FOR_THREADS)
    ]
    check = [setup_texts.MISSING_TITLE, *missing] if missing else [setup_texts.ALL_GRANTED]
    return Post("\n".join([*lines, "", *check]))
