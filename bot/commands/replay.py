"""/replay: go through a game step by step."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, actor, viewer
from bot.messages.replaying import step
from bot.suggestions import all_my_games
from bot.texts import labels


@app_commands.command(name="replay", description=labels.REPLAY_COMMAND)
@app_commands.describe(game=labels.ANY_GAME)
@app_commands.autocomplete(game=all_my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    desk = interaction.client.desk
    who = actor(interaction)
    game_id = await desk.services.games.resolve(who, game, to_see=True)
    view = await desk.services.games.watch(who, game_id)
    await reply(interaction, desk.pictures.show(step, view, await viewer(interaction)))
