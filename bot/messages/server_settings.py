"""A server's settings in words, and which permissions the bot lacks there and what for."""

from collections.abc import Collection

import discord

from bot.messages.game_text import pace_in_words
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.servers.server_settings import ServerSettings
from bot.words import server_settings as setup_texts
from rules.registry import find_game


def overview(
    settings: ServerSettings,
    there: Collection[int],
    mine: discord.Permissions,
    checked: int | None = None,
) -> OutgoingMessage:
    """Show the settings, and every permission that is missing in a channel.

    :param there: those of the channels for challenges that have not been deleted.
    :param mine: the bot's permissions.
    :param checked: the channel in which it has them, None for the one where this is shown.
    """
    where = setup_texts.HERE if checked is None else f"<#{checked}>"
    game = find_game(settings.usual_game)
    channels = [f"<#{channel_id}>" for channel_id in there]
    lines = setup_texts.settings(
        "on" if settings.threads else "off",
        setup_texts.channels(channels, len(settings.channels) - len(there)),
        game.name,
        str(settings.size or game.option("size").default),
        pace_in_words(settings.pace, strict=settings.strict),
    )
    missing = [
        setup_texts.missing(*words)
        for name, words in setup_texts.PERMISSIONS.items()
        if not getattr(mine, name) and (settings.threads or name not in setup_texts.FOR_THREADS)
    ]
    title = setup_texts.missing_title(where) if missing else setup_texts.all_granted(where)
    return OutgoingMessage("\n".join([*lines, "", title, *missing]))
