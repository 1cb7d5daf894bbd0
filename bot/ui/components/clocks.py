"""Buttons about the clock: give time, remind, claim a win on time, keep the game going."""

from bot.messages.confirmations import claim_question
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply, reply
from bot.words import clocks


async def ask_to_claim(request: ComponentRequest) -> None:
    services = request.services
    game = await services.time.get_claimable(
        request.actor, request.id.target_id, revision=request.id.number
    )
    question = request.pictures.render(claim_question, game, request.actor.user_id)
    await edit_or_reply(request, question)


async def claim(request: ComponentRequest) -> None:
    game = await request.services.time.claim(
        request.actor, request.id.target_id, revision=request.id.number
    )
    await edit_or_reply(request, OutgoingMessage(clocks.claimed(game.id)))


async def give_time(request: ComponentRequest) -> None:
    await request.services.time.give(
        request.actor, request.id.target_id, revision=request.id.number
    )
    await reply(request, OutgoingMessage(clocks.GIVEN()))


async def remind(request: ComponentRequest) -> None:
    await request.services.time.remind(
        request.actor, request.id.target_id, revision=request.id.number
    )
    await reply(request, OutgoingMessage(clocks.REMINDED()))


async def keep_game(request: ComponentRequest) -> None:
    await request.services.time.keep(
        request.actor, request.id.target_id, revision=request.id.number
    )
    await reply(request, OutgoingMessage(clocks.KEPT()))


HANDLERS: Handlers = {
    "claim": ask_to_claim,
    "claim-yes": claim,
    "give": give_time,
    "remind": remind,
    "stay": keep_game,
}
