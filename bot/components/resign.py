"""Resign: asks first; the answer is given on the question itself."""

from bot.answers import settle
from bot.asking import ask_about
from bot.messages.post import Post
from bot.messages.questions import resign_question
from bot.press import Handlers, Press
from bot.texts import play as texts


async def ask_first(press: Press) -> None:
    await ask_about(press.interaction, press.id.subject, resign_question)


async def surely(press: Press) -> None:
    game = await press.desk.services.games.resign(press.actor, press.id.subject)
    await settle(press.interaction, Post(texts.resigned(game.id)))


async def keep_playing(press: Press) -> None:
    await settle(press.interaction, Post(texts.NOTHING_CHANGED))


HANDLERS: Handlers = {"resign": ask_first, "resign-yes": surely, "keep": keep_playing}
