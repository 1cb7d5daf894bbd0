"""The answer to the question of /privacy delete."""

from bot.answers import settle
from bot.errors import Refusal
from bot.messages.own_data import COSTS
from bot.messages.post import Post
from bot.press import Handlers, Press
from bot.texts import privacy as texts


async def surely(press: Press) -> None:
    if press.id.subject != press.actor.user_id:
        raise Refusal(texts.NOT_YOURS)
    press.desk.pictures.count(COSTS)
    gone = await press.desk.services.privacy.delete(press.actor.user_id)
    await settle(press.interaction, Post(texts.NOTHING_STORED if gone.nothing else texts.DELETED))


async def keep(press: Press) -> None:
    await settle(press.interaction, Post(texts.KEPT))


HANDLERS: Handlers = {"forget-yes": surely, "forget-no": keep}
