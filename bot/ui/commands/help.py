"""/help: a short introduction to the bot, or one topic."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.lessons import help_page, help_topic
from bot.ui.command_options import choices_of
from bot.ui.components.lobby import lobby_is_open
from bot.ui.responses import reply
from bot.words import help as help_words
from bot.words import labels


@app_commands.command(name="help", description=labels.HELP_COMMAND())
@app_commands.describe(topic=help_words.HELP_TOPIC())
@app_commands.choices(
    topic=choices_of({key: title() for key, (title, _) in help_words.TOPICS.items()})
)
@with_request
async def command(request: Request, topic: str | None = None) -> None:
    if topic is not None:
        await reply(request, help_topic(topic))
        return
    practice, game = request.context.engine is not None, await request.default_game()
    viewer = await request.viewer()
    lobby = await lobby_is_open(request)
    draft = request.pictures.render(help_page, viewer, game, practice=practice, lobby=lobby)
    await reply(request, draft)
