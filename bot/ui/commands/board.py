"""/board: show a game's board to one person."""

from discord import app_commands

from bot.context.app_context import Interaction, actor, viewer
from bot.messages.beginner_hints import board_with_hint
from bot.messages.game_controls import BoardView
from bot.ui.autocomplete import my_games
from bot.ui.responses import reply
from bot.words import labels

BOARD_VIEWS = [
    app_commands.Choice(name=labels.BOARD_VIEWS[look][0], value=look.value) for look in BoardView
]


@app_commands.command(name="board", description=labels.BOARD_COMMAND)
@app_commands.describe(game=labels.GAME_ARGUMENT, view=labels.BOARD_VIEW)
@app_commands.autocomplete(game=my_games)
@app_commands.choices(view=BOARD_VIEWS)
async def command(
    interaction: Interaction, game: str | None = None, view: str = BoardView.PLAIN.value
) -> None:
    services, person = interaction.client.context.services, await viewer(interaction)
    who = actor(interaction)
    shown = await services.games.watch(who, await services.games.resolve(who, game, to_see=True))
    learning = await services.players.learning(person.user_id, shown.id)
    show = interaction.client.context.pictures.render
    await reply(
        interaction, show(board_with_hint, shown, person, BoardView(view), learning=learning)
    )
