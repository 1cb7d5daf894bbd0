"""/privacy: what is stored about a person; shown, handed over, deleted after a question."""

from discord import app_commands

from bot.context.app_context import Interaction
from bot.messages.privacy import EXPORT_COST, exported, overview, question
from bot.ui.responses import reply
from bot.words import privacy as texts

command = app_commands.Group(name="privacy", description=texts.PRIVACY_COMMAND)


@command.command(name="show", description=texts.SHOW_COMMAND)
async def show(interaction: Interaction) -> None:
    context = interaction.client.context
    context.pictures.charge(EXPORT_COST)
    stored = await context.services.privacy.stored(interaction.user.id)
    await reply(interaction, overview(stored, context.host.privacy_url))


@command.command(name="export", description=texts.EXPORT_COMMAND)
async def export(interaction: Interaction) -> None:
    context = interaction.client.context
    context.pictures.charge(EXPORT_COST)
    tables = await context.services.privacy.export(interaction.user.id)
    await reply(
        interaction, context.pictures.run_long(exported, tables, interaction.filesize_limit)
    )


@command.command(name="delete", description=texts.DELETE_COMMAND)
async def delete(interaction: Interaction) -> None:
    context = interaction.client.context
    context.pictures.charge(EXPORT_COST)
    stored = await context.services.privacy.stored(interaction.user.id)
    if stored.nothing:
        # there is nothing to ask about, but other people may have blocked the person
        await context.services.privacy.delete(interaction.user.id)
    await reply(interaction, question(stored, interaction.user.id))
