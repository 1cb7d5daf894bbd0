"""The answer to whether a game should be closed; bot/commands/moderate.py asks."""

from bot.answers import settle
from bot.errors import StaleButton
from bot.messages.post import Post
from bot.messages.questions import close_question_again
from bot.press import Handlers, Press
from bot.texts import blocking as block_texts


async def close(press: Press) -> None:
    moderation, game_id = press.desk.services.moderation, press.id.subject
    try:
        game = await moderation.close(press.actor, game_id, stamp=press.id.number)
    except StaleButton:
        # the players have moved since, which says nothing to a moderator but that they play
        view = await moderation.closable(press.actor, game_id)
        await settle(press.interaction, press.desk.pictures.show(close_question_again, view))
        return
    await settle(press.interaction, Post(block_texts.closed(game.id)))


HANDLERS: Handlers = {"close-yes": close}
