"""/rules: a game in five pictures."""

from discord import app_commands

from bot.context.app_context import Interaction, usual_rules, viewer
from bot.messages.lessons import lesson_page
from bot.ui.command_options import GAME_CHOICES
from bot.ui.responses import reply
from bot.words import lessons as learning_texts


@app_commands.command(name="rules", description=learning_texts.RULES_COMMAND)
@app_commands.describe(game=learning_texts.RULES_GAME)
@app_commands.choices(game=GAME_CHOICES)
async def command(interaction: Interaction, game: str | None = None) -> None:
    person, meant = await viewer(interaction), game or await usual_rules(interaction)
    await reply(
        interaction, interaction.client.context.pictures.render(lesson_page, meant, 1, person)
    )
