"""/games: list a person's running games."""

from discord import app_commands

from bot import labels
from bot.answers import reply
from bot.desk import Interaction
from bot.listing import games_list


@app_commands.command(name="games", description=labels.GAMES_COMMAND)
async def command(interaction: Interaction) -> None:
    games = await interaction.client.desk.services.games.running(interaction.user.id)
    await reply(interaction, games_list(games))
