"""Looking back on a finished game: asking for it, and showing where it turned."""

from bot.context.app_context import viewer
from bot.errors import Refusal
from bot.messages.component_ids import OldComponent
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.review import page, turning_page
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import reply
from bot.words import review as texts


async def ask(press: Press) -> None:
    context = press.context
    if not context.reviews_games:
        raise Refusal(texts.NOT_HERE)
    game = await context.services.games.watch(press.actor, press.id.subject)
    if not context.reviews(game.ruleset.game):
        raise Refusal(texts.NOT_THIS_GAME)
    found = await context.services.reviews.ask(press.actor, game.id)
    if found is None:
        await reply(press.interaction, OutgoingMessage(texts.COMING))
        return
    await reply(press.interaction, context.pictures.render(page, game, found))


async def turning(press: Press) -> None:
    context = press.context
    game = await context.services.games.watch(press.actor, press.id.subject)
    found = await context.services.reviews.found(game.id)
    if found is None:
        raise OldComponent
    person = await viewer(press.interaction)
    shown = context.pictures.render(turning_page, game, found, press.id.value, person)
    await reply(press.interaction, shown)


HANDLERS: Handlers = {"review": ask, "turning": turning}
