"""Confirmation for closing a game; bot/ui/commands/moderation.py asks for it."""

from bot.errors.refusals import StaleButton
from bot.messages.confirmations import close_question
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply
from bot.words import blocking


async def close(request: ComponentRequest) -> None:
    moderation, game_id = request.services.moderation, request.id.target_id
    try:
        game = await moderation.close(request.actor, game_id, revision=request.id.number)
    except StaleButton:
        # the players have moved since, so the moderator confirms again with the new position
        view = await moderation.closable(request.actor, game_id)
        await edit_or_reply(request, request.pictures.render(close_question, view, again=True))
        return
    await edit_or_reply(request, OutgoingMessage(blocking.closed(game.id)))


HANDLERS: Handlers = {"close-yes": close}
