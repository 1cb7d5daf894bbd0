"""Buttons of lessons and tutorial tasks, and the button that starts a first practice game."""

from bot.messages.lessons import answer_page, lesson_page, task_page
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.practice import FIRST_GAME, FIRST_OPTIONS, start_practice_game
from bot.ui.responses import edit_or_reply

FIRST_LEVEL = 1


async def show_lesson(request: ComponentRequest) -> None:
    await _show_lesson(request, request.id.value, request.id.target_id)


async def change_game(request: ComponentRequest) -> None:
    await _show_lesson(request, request.entered, 1)


async def show_task(request: ComponentRequest) -> None:
    key, number, viewer = request.id.value, request.id.target_id, await request.viewer()
    await edit_or_reply(request, request.pictures.render(task_page, key, number, viewer))


async def answer(request: ComponentRequest) -> None:
    context, viewer = request.context, await request.viewer()
    key, _, chosen = request.id.value.partition(" ")
    number, practice = request.id.target_id, context.engine is not None
    shown = context.pictures.render(answer_page, key, number, chosen, viewer, practice=practice)
    await edit_or_reply(request, shown)


async def start_first_game(request: ComponentRequest) -> None:
    """Start an easy practice game; after a double press, show the game that has just begun."""
    await start_practice_game(request, FIRST_LEVEL, FIRST_GAME, FIRST_OPTIONS, terms=None)


async def _show_lesson(request: ComponentRequest, game_key: str, number: int) -> None:
    viewer = await request.viewer()
    shown = request.pictures.render(lesson_page, game_key, number, viewer)
    await edit_or_reply(request, shown)


HANDLERS: Handlers = {
    "lesson": show_lesson,
    "lesson-game": change_game,
    "task": show_task,
    "answer": answer,
    "first-game": start_first_game,
}
