"""/setup: a server's settings, and a check of what the bot may do there."""

import discord
from discord import AppCommandOptionType, ChannelType, app_commands
from discord.app_commands import AppCommandChannel

from bot.context.app_context import Interaction, actor
from bot.context.location import channels_of, permissions_in
from bot.messages.server_settings import overview
from bot.services.clocks.clock import Pace
from bot.services.servers.server_settings import ChannelChange, ServerSettingsChanges
from bot.ui.command_options import GAME_CHOICES, ON_OFF, PACES, STRICT, Size
from bot.ui.responses import reply
from bot.words import labels


class GameChannel(app_commands.Transformer):
    """A channel in which people write, or a forum, whose posts are threads of it.

    Spelled out, because discord.py takes a forum and a media channel for one, and Discord's
    document knows no media channels: it might refuse all commands for this one.
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


@app_commands.command(name="setup", description=labels.SETUP_COMMAND)
@app_commands.describe(
    threads=labels.SETUP_THREADS,
    allow=labels.SETUP_ALLOW,
    game=labels.SETUP_GAME,
    size=labels.SETUP_SIZE,
    pace=labels.SETUP_PACE,
    strict=labels.SETUP_STRICT,
)
@app_commands.choices(threads=ON_OFF, game=GAME_CHOICES, pace=PACES, strict=STRICT)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def command(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be set
    interaction: Interaction,
    threads: str | None = None,
    allow: app_commands.Transform[int, GameChannel] | None = None,
    game: str | None = None,
    size: Size | None = None,
    pace: str | None = None,
    strict: str | None = None,
) -> None:
    guilds = interaction.client.context.services.server_settings
    changes: ServerSettingsChanges = {}
    if threads is not None:
        changes["threads"] = threads == "on"
    if game is not None:
        changes["game"] = game
    if size is not None:
        changes["size"] = size
    if pace is not None:
        changes["pace"] = Pace(pace)
    if strict is not None:
        changes["strict"] = strict == "yes"
    present = channels_of(interaction)
    listed = None
    if allow is not None:
        on_list = (await guilds.settings(interaction.guild_id)).channels
        listed = ChannelChange(allow, allowed=allow not in on_list, existing=present)
    settings = await guilds.configure(actor(interaction), listed, **changes)
    there = settings.without_deleted(present).channels
    # a channel that was just chosen is where games will be, wherever this is typed
    chosen = allow if allow in there else None
    mine = permissions_in(interaction, chosen)
    await reply(interaction, overview(settings, there, mine, chosen))
