"""Undo: the player answers a private question, and the opponent one that is put in public."""

from bot.answers import close_public, settle
from bot.asking import ask_undo
from bot.desk import viewer
from bot.messages.post import Post
from bot.messages.undoing import undone
from bot.press import Handlers, Press
from bot.texts import undo as texts


async def ask_first(press: Press) -> None:
    await ask_undo(press.interaction, press.id.subject)


async def surely(press: Press) -> None:
    done = await press.desk.services.undo.undo(press.actor, press.id.subject, stamp=press.id.number)
    person = await viewer(press.interaction)
    await settle(press.interaction, press.desk.pictures.show(undone, done, person))


async def accept(press: Press) -> None:
    done = await press.desk.services.undo.accept(
        press.actor, press.id.subject, stamp=press.id.number
    )
    await close_public(press.interaction, Post(texts.taken_back(texts.listed(done.moves))))


async def decline(press: Press) -> None:
    await press.desk.services.undo.decline(press.actor, press.id.subject, stamp=press.id.number)
    await close_public(press.interaction, Post(texts.STANDS))


HANDLERS: Handlers = {
    "undo": ask_first,
    "undo-yes": surely,
    "undo-accept": accept,
    "undo-decline": decline,
}
