"""/replay: go through a game step by step."""

from discord import app_commands

from bot.context.app_context import Interaction, actor, viewer
from bot.messages.replay import step
from bot.ui.autocomplete import all_my_games
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="replay", description=labels.REPLAY_COMMAND)
@app_commands.describe(game=labels.ANY_GAME)
@app_commands.autocomplete(game=all_my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    context = interaction.client.context
    who = actor(interaction)
    game_id = await context.services.games.resolve(who, game, to_see=True)
    view = await context.services.games.watch(who, game_id)
    await reply(interaction, context.pictures.render(step, view, await viewer(interaction)))
