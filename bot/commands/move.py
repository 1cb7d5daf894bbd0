"""/move: play a move by typing it."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, actor, viewer
from bot.messages.presenter import played
from bot.messages.tapping import preview_panel, shows_typed
from bot.outside import with_place
from bot.suggestions import legal_cells, my_games
from bot.texts import labels


@app_commands.command(name="move", description=labels.MOVE_COMMAND)
@app_commands.describe(cell=labels.MOVE_CELL, game=labels.GAME_ARGUMENT)
@app_commands.autocomplete(cell=legal_cells, game=my_games)
async def command(
    interaction: Interaction, cell: app_commands.Range[str, 1, 20], game: str | None = None
) -> None:
    desk = interaction.client.desk
    game_id = await desk.services.games.resolve(actor(interaction), game)
    person, view = await viewer(interaction), await desk.services.games.get(game_id)
    if await desk.pictures.work(shows_typed, view, person, cell):
        await reply(interaction, desk.pictures.show(preview_panel, view, person, cell))
        return
    done = await desk.services.games.play(actor(interaction), game_id, cell)
    shown = desk.pictures.show(played, done, person)
    await reply(interaction, with_place(interaction, done, shown))
