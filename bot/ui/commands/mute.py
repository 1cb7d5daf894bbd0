"""/mute: turn the notifications of one game off or on."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.autocomplete import my_games
from bot.ui.game_commands import act_on_game, action_of
from bot.ui.responses import edit_or_reply
from bot.words import clocks, labels

MUTED, UNMUTED = "on", "off"


@action_of("mute")
async def _mute(request: Request, game_id: int, switch: str) -> None:
    muted = switch != UNMUTED
    await request.services.notifications.mute(request.actor, game_id, muted=muted)
    text = clocks.muted(game_id) if muted else clocks.unmuted(game_id)
    await edit_or_reply(request, OutgoingMessage(text))


@app_commands.command(name="mute", description=clocks.MUTE_COMMAND())
@app_commands.describe(game=labels.GAME_ARGUMENT(), muted=clocks.MUTE_MUTED())
@app_commands.autocomplete(game=my_games)
@with_request
async def command(request: Request, game: str | None = None, muted: bool = True) -> None:  # noqa: FBT001, FBT002 - so discord.py reads options
    await act_on_game(request, "mute", game, MUTED if muted else UNMUTED)
