"""/help: a short introduction to the bot."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.lessons import help_page
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="help", description=labels.HELP_COMMAND)
@with_request
async def command(request: Request) -> None:
    practice, game = request.context.engine is not None, await request.default_game()
    await reply(request, request.pictures.render(help_page, game, practice=practice))
