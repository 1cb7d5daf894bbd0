"""/puzzle: show a puzzle, solved by pressing buttons, or a person's puzzle results."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages import puzzle as messages
from bot.services.values.puzzles.own import OWN
from bot.ui.command_options import GAME_CHOICES
from bot.ui.puzzles import chosen
from bot.ui.responses import reply
from bot.words import puzzle as words

THEME_CHOICES = [
    app_commands.Choice(name=label(), value=theme)
    for theme, label in {OWN: words.OWN_MISTAKES, **words.THEMES}.items()
]

command = app_commands.Group(name="puzzle", description=words.PUZZLE_COMMAND())


@command.command(name="solve", description=words.SOLVE_COMMAND())
@app_commands.describe(theme=words.THEME(), game=words.GAME())
@app_commands.choices(theme=THEME_CHOICES, game=GAME_CHOICES)
@with_request
async def solve(request: Request, theme: str = "", game: str = "") -> None:
    await request.services.puzzles.load()
    await reply(request, await chosen(request, f"{theme}/{game}"))


@command.command(name="stats", description=words.STATS_COMMAND())
@with_request
async def stats(request: Request) -> None:
    await request.services.puzzles.load()
    found = await request.services.puzzles.stats(request.actor.user_id)
    await reply(request, messages.stats_page(found))
