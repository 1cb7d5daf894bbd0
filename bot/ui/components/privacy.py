"""Confirmation of /privacy delete."""

from bot.errors.refusals import Refusal
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.privacy import EXPORT_COST
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply
from bot.words import privacy


async def delete(request: ComponentRequest) -> None:
    if request.id.target_id != request.actor.user_id:
        raise Refusal(privacy.NOT_YOURS())
    request.pictures.charge(EXPORT_COST)
    deleted = await request.services.privacy.delete(request.actor.user_id)
    await edit_or_reply(
        request, OutgoingMessage(privacy.NOTHING_STORED() if deleted.nothing else privacy.DELETED())
    )


async def cancel(request: ComponentRequest) -> None:
    await edit_or_reply(request, OutgoingMessage(privacy.KEPT()))


HANDLERS: Handlers = {"forget-yes": delete, "forget-no": cancel}
