"""The answer to whether a game should be closed; bot/commands/moderate.py asks."""

from bot.answers import settle
from bot.messages.post import Post
from bot.press import Handlers, Press
from bot.texts import blocking as block_texts


async def close(press: Press) -> None:
    game = await press.desk.services.moderation.close(
        press.actor, press.id.subject, stamp=press.id.number
    )
    await settle(press.interaction, Post(block_texts.closed(game.id)))


HANDLERS: Handlers = {"close-yes": close}
