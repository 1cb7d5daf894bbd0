"""Undo: the player answers a private question, and the opponent one that is put in public."""

from bot.context.app_context import viewer
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.undo import undone
from bot.ui.component_router import Handlers, Press
from bot.ui.confirmations import ask_undo
from bot.ui.responses import close_public, settle
from bot.words import undo as texts


async def ask_first(press: Press) -> None:
    await ask_undo(press.interaction, press.id.subject)


async def surely(press: Press) -> None:
    done = await press.context.services.undo.undo(
        press.actor, press.id.subject, revision=press.id.number
    )
    person = await viewer(press.interaction)
    await settle(press.interaction, press.context.pictures.render(undone, done, person))


async def accept(press: Press) -> None:
    done = await press.context.services.undo.accept(
        press.actor, press.id.subject, revision=press.id.number
    )
    await close_public(
        press.interaction, OutgoingMessage(texts.taken_back(texts.listed(done.moves)))
    )


async def decline(press: Press) -> None:
    await press.context.services.undo.decline(
        press.actor, press.id.subject, revision=press.id.number
    )
    await close_public(press.interaction, OutgoingMessage(texts.STANDS))


HANDLERS: Handlers = {
    "undo": ask_first,
    "undo-yes": surely,
    "undo-accept": accept,
    "undo-decline": decline,
}
