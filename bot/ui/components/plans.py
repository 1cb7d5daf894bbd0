"""Buttons for plans: make and drop a plan on the try-board, drop a plan in the list of /plans."""

from bot.messages.plans import PLANS_COST, confirmation, plan_list, read_choice
from bot.messages.try_board import read_place
from bot.services.use_cases.plans.plans import YourTurnNow
from bot.services.use_cases.try_board.try_board import LineGone
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components.try_board import reopening, show_board, show_done
from bot.ui.responses import edit_or_reply
from bot.words import plans as words


async def make_plan(request: ComponentRequest) -> None:
    place, _ = read_place(request.id)
    try:
        plan = await request.services.plans.plan(request.actor, request.id.target_id, place)
        note = confirmation(plan)
    except YourTurnNow as playable:  # the board offers to play it
        place, note = playable.place, playable.sentence
    boards = request.services.try_board
    view = await boards.show(request.actor, request.id.target_id, place)
    await show_board(request, view, note)


async def drop_plan(request: ComponentRequest) -> None:
    place, _ = read_place(request.id)
    await request.services.plans.drop(request.actor, request.id.target_id, place.node)
    await show_done(request, words.DROPPED())


async def change_list(request: ComponentRequest) -> None:
    """Drop the plan chosen in the menu, or show another page of the list of plans."""
    request.pictures.charge(PLANS_COST)
    note = await drop_listed(request) if request.entered else ""
    page = await request.services.plans.plans(request.actor.user_id, request.id.number or 0)
    await edit_or_reply(request, plan_list(page, note))


async def drop_listed(request: ComponentRequest) -> str:
    """Drop the plan chosen in the menu, and return a sentence that says so.

    If the tried moves of the plan were deleted before, the sentence says that instead.
    """
    game_id, node = read_choice(request.entered)
    try:
        await request.services.plans.drop(request.actor, game_id, node)
    except LineGone as gone:
        return gone.sentence
    return words.DROPPED()


HANDLERS: Handlers = {
    "plan": reopening(make_plan),
    "unplan": reopening(drop_plan),
    "plans": change_list,
}
