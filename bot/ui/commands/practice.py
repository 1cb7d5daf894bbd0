"""/practice: open the form for a game against the bot; components/practice.py handles it."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.ui.practice import make_practice_form, require_engine
from bot.ui.responses import open_form
from bot.words import practice


@app_commands.command(name="practice", description=practice.PRACTICE_COMMAND())
@with_request
async def command(request: Request) -> None:
    # checked again on submission; a refusal now saves filling in the form
    require_engine(request.context)
    await open_form(request, await make_practice_form(request))
