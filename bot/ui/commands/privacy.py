"""/privacy: show, export or delete the data stored about a person."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.privacy import EXPORT_COST, exported, overview, question
from bot.ui.responses import reply
from bot.words import privacy

command = app_commands.Group(name="privacy", description=privacy.PRIVACY_COMMAND())


@command.command(name="show", description=privacy.SHOW_COMMAND())
@with_request
async def show(request: Request) -> None:
    request.pictures.charge(EXPORT_COST)
    stored = await request.services.privacy.count_rows(request.actor.user_id)
    await reply(request, overview(stored, request.context.operator.privacy_url))


@command.command(name="export", description=privacy.EXPORT_COMMAND())
@with_request
async def export(request: Request) -> None:
    request.pictures.charge(EXPORT_COST)
    tables = await request.services.privacy.export(request.actor.user_id)
    await reply(
        request, request.pictures.run_long(exported, tables, request.interaction.filesize_limit)
    )


@command.command(name="delete", description=privacy.DELETE_COMMAND())
@with_request
async def delete(request: Request) -> None:
    request.pictures.charge(EXPORT_COST)
    stored = await request.services.privacy.count_rows(request.actor.user_id)
    if stored.nothing:
        # no confirmation is needed, but other people may have blocked this person
        await request.services.privacy.delete(request.actor.user_id)
    await reply(request, question(stored, request.actor.user_id))
