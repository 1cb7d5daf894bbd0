"""Resign: asks first; the answer is given on the question itself."""

from bot import presenter, texts
from bot.answers import reply, settle
from bot.post import Post
from bot.press import Handlers, Press, own_game


async def ask_first(press: Press) -> None:
    game = await own_game(press)
    question = press.desk.pictures.show(presenter.resign_question, game, press.actor.user_id)
    await reply(press.interaction, question)


async def surely(press: Press) -> None:
    game = await press.desk.services.games.resign(press.actor, press.id.subject)
    await settle(press.interaction, Post(texts.resigned(game.id)))


async def keep_playing(press: Press) -> None:
    await settle(press.interaction, Post(texts.NOTHING_CHANGED))


HANDLERS: Handlers = {"resign": ask_first, "resign-yes": surely, "resign-no": keep_playing}
