"""/games: list running games, a person's own or another's; with one's own, open challenges."""

import discord
from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.messages.game_lists import games_list
from bot.ui.responses import reply
from bot.words import labels
from bot.words.escaping import name_of


@app_commands.command(name="games", description=labels.GAMES_COMMAND)
@app_commands.describe(player=labels.GAMES_PLAYER)
async def command(
    interaction: Interaction, player: discord.Member | discord.User | None = None
) -> None:
    whose = player or interaction.user
    services = interaction.client.context.services
    is_me = whose.id == interaction.user.id
    seen = await services.games.running_here(actor(interaction), whose.id)
    challenges = await services.challenges.open_with(whose.id) if is_me else ()
    name = name_of(whose.display_name)
    shown = games_list(seen, whose.id, name, is_me=is_me, challenges=challenges)
    await reply(interaction, shown)
