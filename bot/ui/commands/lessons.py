"""/rules: explain a game with five pictures."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.lessons import lesson_page
from bot.ui.command_options import GAME_CHOICES
from bot.ui.responses import reply
from bot.words import lessons


@app_commands.command(name="rules", description=lessons.RULES_COMMAND())
@app_commands.describe(game=lessons.RULES_GAME())
@app_commands.choices(game=GAME_CHOICES)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    viewer, game_key = await request.viewer(), game or await request.default_game()
    await reply(request, request.pictures.render(lesson_page, game_key, 1, viewer))
