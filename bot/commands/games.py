"""/games: list running games, a person's own or another's."""

import discord
from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, actor
from bot.messages.listing import games_list
from bot.texts import labels
from bot.texts.escaping import name_of


@app_commands.command(name="games", description=labels.GAMES_COMMAND)
@app_commands.describe(player=labels.GAMES_PLAYER)
async def command(
    interaction: Interaction, player: discord.Member | discord.User | None = None
) -> None:
    whose = player or interaction.user
    games = interaction.client.desk.services.games
    is_me = whose.id == interaction.user.id
    seen = await games.running_here(actor(interaction), whose.id)
    await reply(interaction, games_list(seen, whose.id, name_of(whose.display_name), is_me=is_me))
