"""/privacy: what is stored about a person; shown, handed over, deleted after a question."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction
from bot.messages.own_data import COSTS, exported, overview, question
from bot.texts import privacy as texts

command = app_commands.Group(name="privacy", description=texts.PRIVACY_COMMAND)


@command.command(name="show", description=texts.SHOW_COMMAND)
async def show(interaction: Interaction) -> None:
    desk = interaction.client.desk
    desk.pictures.count(COSTS)
    stored = await desk.services.privacy.stored(interaction.user.id)
    await reply(interaction, overview(stored, desk.host.privacy_url))


@command.command(name="export", description=texts.EXPORT_COMMAND)
async def export(interaction: Interaction) -> None:
    desk = interaction.client.desk
    desk.pictures.count(COSTS)
    tables = await desk.services.privacy.export(interaction.user.id)
    await reply(interaction, desk.pictures.work_long(exported, tables, interaction.filesize_limit))


@command.command(name="delete", description=texts.DELETE_COMMAND)
async def delete(interaction: Interaction) -> None:
    desk = interaction.client.desk
    desk.pictures.count(COSTS)
    stored = await desk.services.privacy.stored(interaction.user.id)
    if stored.nothing:
        # there is nothing to ask about, but other people may have blocked the person
        await desk.services.privacy.delete(interaction.user.id)
    await reply(interaction, question(stored, interaction.user.id))
