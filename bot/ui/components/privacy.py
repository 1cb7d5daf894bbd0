"""The answer to the question of /privacy delete."""

from bot.errors import Refusal
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.privacy import EXPORT_COST
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import settle
from bot.words import privacy as texts


async def surely(press: Press) -> None:
    if press.id.subject != press.actor.user_id:
        raise Refusal(texts.NOT_YOURS)
    press.context.pictures.charge(EXPORT_COST)
    gone = await press.context.services.privacy.delete(press.actor.user_id)
    await settle(
        press.interaction, OutgoingMessage(texts.NOTHING_STORED if gone.nothing else texts.DELETED)
    )


async def keep(press: Press) -> None:
    await settle(press.interaction, OutgoingMessage(texts.KEPT))


HANDLERS: Handlers = {"forget-yes": surely, "forget-no": keep}
