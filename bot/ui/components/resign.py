"""Resign: asks first; the answer is given on the question itself, and counts for its turn only."""

from bot.errors import StaleButton
from bot.messages.confirmations import nothing_changed, resign_question, resign_question_again
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import Handlers, Press
from bot.ui.confirmations import ask_about
from bot.ui.responses import settle
from bot.words import moves as texts


async def ask_first(press: Press) -> None:
    await ask_about(press.interaction, press.id.subject, resign_question)


async def surely(press: Press) -> None:
    games, game_id = press.context.services.games, press.id.subject
    try:
        game = await games.resign(press.actor, game_id, revision=press.id.number)
    except StaleButton:
        # who was asked before that turn may think otherwise now
        await ask_about(press.interaction, game_id, resign_question_again)
        return
    await settle(press.interaction, OutgoingMessage(texts.resigned(game.id)))


async def keep_playing(press: Press) -> None:
    games = press.context.services.games
    game = await games.get(press.id.subject, viewer_id=press.actor.user_id)
    await settle(
        press.interaction, press.context.pictures.render(nothing_changed, game, press.actor.user_id)
    )


HANDLERS: Handlers = {"resign": ask_first, "resign-yes": surely, "keep": keep_playing}
