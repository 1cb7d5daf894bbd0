"""Buttons about vacations: end the person's vacation, or decline an automatic vacation."""

from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import reply
from bot.words.clocks import BACK, VACATION_REFUSED


async def refuse(request: ComponentRequest) -> None:
    await request.services.vacations.decline(request.actor)
    await reply(request, OutgoingMessage(VACATION_REFUSED()))


async def end(request: ComponentRequest) -> None:
    await request.services.vacations.end(request.actor)
    await reply(request, OutgoingMessage(BACK()))


HANDLERS: Handlers = {"no-vacation": refuse, "back": end}
