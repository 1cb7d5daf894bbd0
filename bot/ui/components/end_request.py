"""Requests to end a game without a result: the button in /resign, and the opponent's answer."""

from bot.errors.refusals import StaleButton
from bot.messages.end_request import asked
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components.resign import ask_to_resign
from bot.ui.responses import append_to_message, edit_or_reply
from bot.words import end_request as words


async def ask(request: ComponentRequest) -> None:
    end_requests, game_id = request.services.end_requests, request.id.target_id
    try:
        game = await end_requests.ask(request.actor, game_id, revision=request.id.number)
    except StaleButton:
        await ask_to_resign(request, game_id, again=True)
        return
    await edit_or_reply(request, request.pictures.render(asked, game, request.actor.user_id))


async def accept(request: ComponentRequest) -> None:
    game = await request.services.end_requests.accept(
        request.actor, request.id.target_id, revision=request.id.number
    )
    message = request.interaction.message
    if message is not None and message.flags.ephemeral:  # from the prompt of /resign
        await edit_or_reply(request, OutgoingMessage(words.ended(game.id)))
        return
    await append_to_message(request, game, words.DONE)


async def decline(request: ComponentRequest) -> None:
    game = await request.services.end_requests.decline(
        request.actor, request.id.target_id, revision=request.id.number
    )
    await append_to_message(request, game, words.DECLINED)


HANDLERS: Handlers = {"end-ask": ask, "end-accept": accept, "end-decline": decline}
