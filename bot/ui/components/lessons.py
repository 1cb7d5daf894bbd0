"""Buttons of lessons and tutorial tasks, which edit their private message."""

from bot.messages.lessons import answer_page, lesson_page, task_page
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply


async def show_lesson(request: ComponentRequest) -> None:
    await _show_lesson(request, request.id.value, request.id.subject)


async def change_game(request: ComponentRequest) -> None:
    await _show_lesson(request, request.entered, 1)


async def show_task(request: ComponentRequest) -> None:
    viewer = await request.viewer()
    await edit_or_reply(request, request.pictures.render(task_page, request.id.subject, viewer))


async def answer(request: ComponentRequest) -> None:
    context, viewer = request.context, await request.viewer()
    number, chosen, practice = request.id.subject, request.id.value, context.engine is not None
    shown = context.pictures.render(answer_page, number, chosen, viewer, practice=practice)
    await edit_or_reply(request, shown)


async def _show_lesson(request: ComponentRequest, game_key: str, number: int) -> None:
    viewer = await request.viewer()
    shown = request.pictures.render(lesson_page, game_key, number, viewer)
    await edit_or_reply(request, shown)


HANDLERS: Handlers = {
    "lesson": show_lesson,
    "lesson-game": change_game,
    "task": show_task,
    "answer": answer,
}
