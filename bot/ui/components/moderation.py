"""The answer to whether a game should be closed; bot/ui/commands/moderate.py asks."""

from bot.errors import StaleButton
from bot.messages.confirmations import close_question_again
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import settle
from bot.words import blocking as block_texts


async def close(press: Press) -> None:
    moderation, game_id = press.context.services.moderation, press.id.subject
    try:
        game = await moderation.close(press.actor, game_id, revision=press.id.number)
    except StaleButton:
        # the players have moved since, which says nothing to a moderator but that they play
        view = await moderation.closable(press.actor, game_id)
        await settle(press.interaction, press.context.pictures.render(close_question_again, view))
        return
    await settle(press.interaction, OutgoingMessage(block_texts.closed(game.id)))


HANDLERS: Handlers = {"close-yes": close}
