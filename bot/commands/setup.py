"""/setup: a server's settings, and a check of what the bot may do there."""

import discord
from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction
from bot.server_setup import changes_from, overview
from bot.texts import labels
from rules.registry import GAMES

GAME_CHOICES = [app_commands.Choice(name=game.name, value=game.key) for game in GAMES]
ON_OFF = [app_commands.Choice(name=label, value=value) for value, label in labels.ON_OFF.items()]
Size = app_commands.Range[int, 3, 27]


@app_commands.command(name="setup", description=labels.SETUP_COMMAND)
@app_commands.describe(
    threads=labels.SETUP_THREADS,
    allow=labels.SETUP_ALLOW,
    game=labels.SETUP_GAME,
    size=labels.SETUP_SIZE,
)
@app_commands.choices(threads=ON_OFF, game=GAME_CHOICES)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def command(
    interaction: Interaction,
    threads: str | None = None,
    allow: discord.TextChannel | None = None,
    game: str | None = None,
    size: Size | None = None,
) -> None:
    guilds = interaction.client.desk.services.guilds
    assert interaction.guild_id is not None, "Discord offers this in servers only"
    old = await guilds.settings(interaction.guild_id)
    toggled = None if allow is None else allow.id
    changes = changes_from(old, threads=threads, channel=toggled, game=game, size=size)
    settings = await guilds.change(interaction.guild_id, **changes)
    await reply(interaction, overview(settings, interaction.app_permissions))
