"""/tutorial: show the first of eight tasks."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.lessons import task_page
from bot.ui.responses import reply
from bot.words import lessons


@app_commands.command(name="tutorial", description=lessons.TUTORIAL_COMMAND)
@with_request
async def command(request: Request) -> None:
    viewer = await request.viewer()
    await reply(request, request.pictures.render(task_page, 1, viewer))
