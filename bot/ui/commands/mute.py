"""/mute: hear nothing of one game, or hear of it again."""

from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.autocomplete import my_games
from bot.ui.responses import reply
from bot.words import clocks as time_texts
from bot.words import labels


@app_commands.command(name="mute", description=labels.MUTE_COMMAND)
@app_commands.describe(game=labels.GAME_ARGUMENT, muted=labels.MUTE_MUTED)
@app_commands.autocomplete(game=my_games)
async def command(interaction: Interaction, game: str | None = None, muted: bool = True) -> None:  # noqa: FBT001, FBT002 - so discord.py reads options
    services = interaction.client.context.services
    game_id = await services.games.resolve(actor(interaction), game)
    await services.notifications.mute(actor(interaction), game_id, muted=muted)
    said = time_texts.MUTED if muted else time_texts.UNMUTED
    await reply(interaction, OutgoingMessage(said.format(game_id, game_id)))
