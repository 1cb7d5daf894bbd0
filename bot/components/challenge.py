"""The buttons of a challenge card: Accept, Decline, Withdraw. The outbox changes the card."""

from bot import texts
from bot.answers import reply
from bot.post import Post
from bot.press import Handlers, Press


async def accept(press: Press) -> None:
    game = await press.desk.services.challenges.accept(press.actor, press.id.subject)
    await reply(press.interaction, Post(texts.accepted(game.id)))


async def decline(press: Press) -> None:
    challenge = await press.desk.services.challenges.decline(press.actor, press.id.subject)
    await reply(press.interaction, Post(texts.challenge_answered(challenge.status.value)))


async def withdraw(press: Press) -> None:
    challenge = await press.desk.services.challenges.withdraw(press.actor, press.id.subject)
    await reply(press.interaction, Post(texts.challenge_answered(challenge.status.value)))


HANDLERS: Handlers = {"accept": accept, "decline": decline, "withdraw": withdraw}
