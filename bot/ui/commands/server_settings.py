"""/setup: change a server's settings, and check the bot's permissions in a channel."""

import discord
from discord import AppCommandOptionType, ChannelType, app_commands
from discord.app_commands import AppCommandChannel

from bot.context.location import bot_permissions_in, guild_channel_ids
from bot.context.request import Request, with_request
from bot.messages.languages import LANGUAGES
from bot.messages.server_settings import overview
from bot.services.use_cases.people.personal_settings import AUTOMATIC
from bot.services.use_cases.servers.server_settings import ChannelChange, ServerSettingsChanges
from bot.services.values.clocks.clock import Pace
from bot.store.tables.daily import DailyChannel
from bot.ui.command_options import GAME_CHOICES, ON_OFF, PACES, TIMEOUTS, Size, choices_of
from bot.ui.responses import reply
from bot.words import daily as daily_words
from bot.words import server_settings
from bot.words.lobby import SETUP_LOBBY

LANGUAGE_CHOICES = choices_of({AUTOMATIC: server_settings.OF_DISCORD, **LANGUAGES})


class GameChannel(app_commands.Transformer):
    """Option for a channel that contains messages, or for a forum, whose posts are threads.

    The types are listed because discord.py's ForumChannel includes media channels, which Discord's
    API reference does not list for options.
    """

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        kinds = ChannelType
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, kinds.forum]

    async def transform(self, _interaction: discord.Interaction, value: AppCommandChannel) -> int:
        return value.id


class TextChannel(GameChannel):
    """Option for a channel that takes messages directly, not in posts."""

    @property
    def channel_types(self) -> list[ChannelType]:
        return [ChannelType.text, ChannelType.news]


@app_commands.command(name="setup", description=server_settings.SETUP_COMMAND())
@app_commands.describe(
    threads=server_settings.SETUP_THREADS(),
    allow=server_settings.SETUP_ALLOW(),
    game=server_settings.SETUP_GAME(),
    size=server_settings.SETUP_SIZE(),
    pace=server_settings.SETUP_PACE(),
    timeout=server_settings.SETUP_TIMEOUT(),
    language=server_settings.SETUP_LANGUAGE(),
    lobby=SETUP_LOBBY(),
    daily=daily_words.SETUP_DAILY(),
    hour=daily_words.SETUP_HOUR(),
)
@app_commands.choices(lobby=ON_OFF)
@app_commands.choices(
    threads=ON_OFF, game=GAME_CHOICES, pace=PACES, timeout=TIMEOUTS, language=LANGUAGE_CHOICES
)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
@with_request
async def command(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be set
    request: Request,
    threads: str | None = None,
    allow: app_commands.Transform[int, GameChannel] | None = None,
    game: str | None = None,
    size: Size | None = None,
    pace: str | None = None,
    timeout: str | None = None,  # noqa: ASYNC109 - what happens when a player's time runs out
    language: str | None = None,
    lobby: str | None = None,
    daily: app_commands.Transform[int, TextChannel] | None = None,
    hour: app_commands.Range[int, 0, 23] | None = None,
) -> None:
    guilds = request.services.server_settings
    changes = _changes(threads, game, size, pace, timeout, language)
    if lobby is not None:
        changes["lobby"] = request.actor.channel_id if lobby == "on" else None
    existing = guild_channel_ids(request.interaction)
    listed = None
    if allow is not None:
        on_list = (await guilds.get_settings(request.actor.guild_id)).channels
        listed = ChannelChange(allow, allowed=allow not in on_list, existing=existing)
    settings = await guilds.configure(request.actor, listed, **changes)
    if language is not None and request.actor.guild_id is not None:
        request.context.server_languages.pop(request.actor.guild_id, None)
    allowed = settings.without_deleted(existing).channels
    posted = await _daily(request, daily, hour)
    # permissions matter in the channel just chosen, not in the command's channel
    chosen = allow if allow in allowed else None
    if daily is not None and posted is not None:
        chosen = posted.channel_id
    permissions = bot_permissions_in(request.interaction, chosen)
    await reply(request, overview(settings, allowed, permissions, chosen, posted))


def _changes(
    threads: str | None,
    game: str | None,
    size: int | None,
    pace: str | None,
    timeout: str | None,
    language: str | None,
) -> ServerSettingsChanges:
    changes: ServerSettingsChanges = {}
    if threads is not None:
        changes["threads"] = threads == "on"
    if game is not None:
        changes["game"] = game
    if size is not None:
        changes["size"] = size
    if pace is not None:
        changes["pace"] = Pace(pace)
    if timeout is not None:
        changes["strict"] = timeout == "yes"
    if language is not None:
        changes["language"] = None if language == AUTOMATIC else language
    return changes


async def _daily(request: Request, channel_id: int | None, hour: int | None) -> DailyChannel | None:
    """Change the channel and hour of the puzzle of the day; return them, or None if it is off."""
    service = request.services.daily
    if channel_id is None:
        present = await service.channel(request.actor.guild_id)
        if present is None or hour is None:
            return present
        channel_id = present.channel_id
    return await service.configure(request.actor, channel_id, hour)
