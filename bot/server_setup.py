"""A server's settings in words, and which permissions the bot lacks there and what for."""

from typing import Any

import discord

from bot.post import Post
from bot.services.guilds import GuildSettings
from bot.texts import setup as setup_texts
from rules.registry import find_game


def changes_from(
    old: GuildSettings,
    *,
    threads: str | None,
    channel: int | None,
    game: str | None,
    size: int | None,
) -> dict[str, Any]:
    """Return what changes; a channel that is allowed already is taken off the list."""
    changes: dict[str, Any] = {}
    if threads is not None:
        changes["threads"] = threads == "on"
    if channel is not None:
        others = tuple(each for each in old.channels if each != channel)
        changes["channels"] = others if channel in old.channels else (*others, channel)
    if game is not None:
        changes["game"] = game
    if size is not None:
        changes["size"] = size
    return changes


def overview(settings: GuildSettings, mine: discord.Permissions) -> Post:
    """Show the settings, and every permission that is missing in this channel."""
    game = setup_texts.USUAL if settings.game is None else find_game(settings.game).name
    channels = ", ".join(f"<#{channel_id}>" for channel_id in settings.channels)
    lines = setup_texts.settings(
        "on" if settings.threads else "off",
        channels or setup_texts.ALL_CHANNELS,
        game,
        setup_texts.USUAL if settings.size is None else str(settings.size),
    )
    missing = [
        setup_texts.missing(*words)
        for name, words in setup_texts.PERMISSIONS.items()
        if not getattr(mine, name)
    ]
    check = [setup_texts.MISSING_TITLE, *missing] if missing else [setup_texts.ALL_GRANTED]
    return Post("\n".join([*lines, "", *check]))
