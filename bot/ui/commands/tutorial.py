"""/tutorial: show the first task of a tutorial."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.learning.tutorial import TUTORIALS
from bot.messages.lessons import FIRST_TUTORIAL, task_page
from bot.ui.command_options import choices_of
from bot.ui.responses import reply
from bot.words import lessons


@app_commands.command(name="tutorial", description=lessons.TUTORIAL_COMMAND())
@app_commands.describe(topic=lessons.TUTORIAL_TOPIC())
@app_commands.choices(topic=choices_of({each.key: each.name() for each in TUTORIALS}))
@with_request
async def command(request: Request, topic: str = FIRST_TUTORIAL) -> None:
    viewer = await request.viewer()
    await reply(request, request.pictures.render(task_page, topic, 1, viewer))
