"""/puzzle: a proved puzzle to solve by taps."""

import secrets

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages import puzzle as messages
from bot.ui.command_options import GAME_CHOICES
from bot.ui.responses import reply
from bot.words import puzzle as words

THEME_CHOICES = [
    app_commands.Choice(name=label(), value=theme) for theme, label in words.THEMES.items()
]


@app_commands.command(name="puzzle", description=words.PUZZLE_COMMAND())
@app_commands.describe(theme=words.THEME(), game=words.GAME())
@app_commands.choices(theme=THEME_CHOICES, game=GAME_CHOICES)
@with_request
async def command(request: Request, theme: str = "", game: str = "") -> None:
    chosen = secrets.choice(messages.wanted(theme, game))
    viewer = await request.viewer()
    draft = request.pictures.render(messages.question, chosen, viewer, choice=f"{theme}/{game}")
    await reply(request, draft)
