"""/setup: change a server's settings, and check the bot's permissions in a channel."""

import discord
from discord import AppCommandOptionType, ChannelType, app_commands
from discord.app_commands import AppCommandChannel

from bot.context.location import guild_channel_ids, text_channel_of
from bot.context.request import Request, with_request
from bot.messages.server_settings import overview, read_server_settings
from bot.services.use_cases.servers.server_settings import ChannelChange
from bot.services.values.people.languages import LANGUAGES
from bot.services.values.people.personal_settings import AUTOMATIC
from bot.store.tables.daily import DailyChannel
from bot.ui.command_options import GAME_CHOICES, ON_OFF, PACES, TIMEOUTS, Size, choices_of
from bot.ui.responses import reply
from bot.ui.server_settings import configure, panel
from bot.words import daily as daily_words
from bot.words import server_settings
from bot.words.lobby import SETUP_LOBBY

LANGUAGE_CHOICES = choices_of({AUTOMATIC: server_settings.OF_DISCORD, **LANGUAGES})


class GameChannel(app_commands.Transformer):
    """Type of a command option: a channel with messages, or a forum. The value is the channel's id.

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
    """Type of a command option: a text or announcement channel. The value is the channel's id."""

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
    changes = read_server_settings(
        {
            "threads": threads,
            "game": game,
            "size": None if size is None else str(size),
            "pace": pace,
            "timeout": timeout,
            "language": language,
        }
    )
    if lobby is not None:
        changes["lobby"] = text_channel_of(request.interaction) if lobby == "on" else None
    listed = None if allow is None else await _listed(request, allow)
    settings = await configure(request, changes, listed)
    posted = await _daily(request, daily, hour)
    # permissions matter in the channel just chosen, not in the command's channel
    chosen = allow if allow in settings.channels else None
    if daily is not None and posted is not None:
        chosen = posted.channel_id
    await reply(request, overview(await panel(request, settings, posted, chosen)))


async def _listed(request: Request, channel_id: int) -> ChannelChange:
    """Return a change of the channels in which games are allowed.

    It removes the channel if games are allowed there now; otherwise it adds the channel.
    """
    listed = (await request.services.server_settings.get_settings(request.actor.guild_id)).channels
    existing = guild_channel_ids(request.interaction)
    return ChannelChange(channel_id, allowed=channel_id not in listed, existing=existing)


async def _daily(request: Request, channel_id: int | None, hour: int | None) -> DailyChannel | None:
    """Set the channel or the hour of the puzzle of the day, and return the setting now in force.

    :param channel_id: None keeps the present channel.
    :returns: None if no channel is set, so that no puzzle is posted.
    """
    service = request.services.daily
    if channel_id is None:
        present = await service.channel(request.actor.guild_id)
        if present is None or hour is None:
            return present
        channel_id = present.channel_id
    return await service.configure(request.actor, channel_id, hour)
