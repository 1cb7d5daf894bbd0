"""Overview of a server's settings and of the permissions that the bot lacks."""

from collections.abc import Collection

import discord

from bot.messages.game_text import pace_in_words
from bot.messages.languages import LANGUAGES
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.store.tables.daily import DailyChannel
from bot.words import daily as daily_words
from bot.words import lobby, server_settings
from rules.registry import find_game


def overview(
    settings: ServerSettings,
    channel_ids: Collection[int],
    mine: discord.Permissions,
    checked: int | None = None,
    daily: DailyChannel | None = None,
) -> OutgoingMessage:
    """Return the settings and all permissions that the bot lacks in a channel.

    :param channel_ids: ids of the channels for challenges that still exist.
    :param mine: the bot's permissions in that channel.
    :param checked: id of the channel, None for the channel of the command.
    :param daily: where and when the puzzle of the day is posted, None if it is off.
    """
    where = None if checked is None else f"<#{checked}>"
    game = find_game(settings.usual_game)
    chosen = settings.language
    language = server_settings.OF_DISCORD() if chosen is None else LANGUAGES.get(chosen, chosen)
    channels = [f"<#{channel_id}>" for channel_id in channel_ids]
    lines = [
        server_settings.TITLE(),
        server_settings.THREADS[settings.threads](),
        server_settings.channels(channels, len(settings.channels) - len(channel_ids)),
        server_settings.usual_game(game.name, str(settings.size or game.option("size").default)),
        server_settings.language(language),
        server_settings.usual_pace(pace_in_words(settings.pace, strict=settings.strict)),
        lobby.OFF() if settings.lobby is None else lobby.on(f"<#{settings.lobby}>"),
        daily_words.OFF()
        if daily is None
        else daily_words.setting(f"<#{daily.channel_id}>", daily.hour, daily.zone),
    ]
    missing = [
        server_settings.missing(name)
        for name in server_settings.PERMISSIONS
        if not getattr(mine, name) and (settings.threads or name not in server_settings.FOR_THREADS)
    ]
    title = server_settings.missing_title(where) if missing else server_settings.all_granted(where)
    return OutgoingMessage("\n".join([*lines, "", title, *missing]))
