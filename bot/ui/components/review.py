"""Review of a finished game: a button that requests it, and one per turning point."""

import logging

from bot.errors.refusals import Refusal
from bot.messages.component_ids import OldComponent
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.review import page, turning_page
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.practice import play_on
from bot.ui.responses import expect_new_message, reply, show_private_game
from bot.words import review

log = logging.getLogger(__name__)


async def request_review(request: ComponentRequest) -> None:
    expect_new_message(request)
    context = request.context
    if not context.can_review_any:
        log.warning("a review was refused: %s", context.why_no_reviews())
        raise Refusal(review.NOT_HERE())
    game = await context.services.games.get_visible(request.actor, request.id.target_id)
    if not context.can_review(game.ruleset.game):
        raise Refusal(review.NOT_THIS_GAME())
    stored_review = await context.services.reviews.request(request.actor, game.id)
    if stored_review is None:
        show_private_game(request, game)
        await reply(request, OutgoingMessage(review.COMING()))
        return
    await reply(request, context.pictures.render(page, game, stored_review))


async def show_turning_point(request: ComponentRequest) -> None:
    context = request.context
    game = await context.services.games.get_visible(request.actor, request.id.target_id)
    stored_review = await context.services.reviews.get(game.id)
    if stored_review is None:
        raise OldComponent
    viewer = await request.viewer()
    shown = context.pictures.render(turning_page, game, stored_review, request.id.value, viewer)
    await reply(request, shown)


async def play_on_from_here(request: ComponentRequest) -> None:
    game = await request.services.games.get_visible(request.actor, request.id.target_id)
    await play_on(request, game, request.id.number or 0)


HANDLERS: Handlers = {
    "review": request_review,
    "turning": show_turning_point,
    "play-on": play_on_from_here,
}
