"""Button of the puzzle of the day, which shows the puzzle privately."""

from bot.messages import puzzle as messages
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.components.puzzle import with_puzzles
from bot.ui.responses import reply


async def solve(request: ComponentRequest) -> None:
    view, has_finished = await request.services.daily.solve(request.actor, request.id.target_id)
    viewer = await request.viewer()
    if has_finished:
        draft = request.pictures.render(messages.solved, view, viewer, view.wrong, messages.DAILY)
    else:
        draft = request.pictures.render(messages.question, view, viewer, choice=messages.DAILY)
    await reply(request, draft)


HANDLERS: Handlers = {"daily": with_puzzles(solve)}
