"""What is offered about time: give time, remind, claim the win, keep the game, no vacation."""

from bot.messages.confirmations import claim_question
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import reply, settle
from bot.words import clocks as time_texts


async def ask_first(press: Press) -> None:
    services = press.context.services
    game = await services.time.claimable(press.actor, press.id.subject, revision=press.id.number)
    question = press.context.pictures.render(claim_question, game, press.actor.user_id)
    await settle(press.interaction, question)


async def claim(press: Press) -> None:
    game = await press.context.services.time.claim(
        press.actor, press.id.subject, revision=press.id.number
    )
    await settle(press.interaction, OutgoingMessage(time_texts.CLAIMED.format(game.id)))


async def give(press: Press) -> None:
    await press.context.services.time.give(press.actor, press.id.subject, revision=press.id.number)
    await reply(press.interaction, OutgoingMessage(time_texts.GIVEN))


async def remind(press: Press) -> None:
    await press.context.services.time.remind(
        press.actor, press.id.subject, revision=press.id.number
    )
    await reply(press.interaction, OutgoingMessage(time_texts.REMINDED))


async def stay(press: Press) -> None:
    await press.context.services.time.keep(press.actor, press.id.subject, revision=press.id.number)
    await reply(press.interaction, OutgoingMessage(time_texts.KEPT))


async def no_vacation(press: Press) -> None:
    await press.context.services.away.refuse(press.actor)
    await reply(press.interaction, OutgoingMessage(time_texts.NO_VACATION))


async def back(press: Press) -> None:
    await press.context.services.away.come_back(press.actor)
    await reply(press.interaction, OutgoingMessage(time_texts.BACK))


HANDLERS: Handlers = {
    "claim": ask_first,
    "claim-yes": claim,
    "give": give,
    "remind": remind,
    "stay": stay,
    "no-vacation": no_vacation,
    "back": back,
}
