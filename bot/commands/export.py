"""/export: get a game as files."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, actor
from bot.messages.replaying import exported
from bot.suggestions import all_my_games
from bot.texts import labels


@app_commands.command(name="export", description=labels.EXPORT_COMMAND)
@app_commands.describe(game=labels.ANY_GAME)
@app_commands.autocomplete(game=all_my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    desk = interaction.client.desk
    desk.pictures.count()
    game_id = await desk.services.games.resolve(actor(interaction), game, to_see=True)
    view = await desk.services.games.watch(actor(interaction), game_id)
    record = await desk.services.history.record(game_id)
    await reply(interaction, desk.pictures.work_long(exported, view.id, record))
