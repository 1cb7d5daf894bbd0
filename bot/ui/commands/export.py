"""/export: get a game as files."""

from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.messages.replay import exported
from bot.ui.autocomplete import all_my_games
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="export", description=labels.EXPORT_COMMAND)
@app_commands.describe(game=labels.ANY_GAME)
@app_commands.autocomplete(game=all_my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    context = interaction.client.context
    context.pictures.charge()
    game_id = await context.services.games.resolve(actor(interaction), game, to_see=True)
    view = await context.services.games.watch(actor(interaction), game_id)
    record = await context.services.history.record(game_id)
    await reply(interaction, context.pictures.run_long(exported, view.id, record))
