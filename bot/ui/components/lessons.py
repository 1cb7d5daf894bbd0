"""Lessons and tasks: one private message, turned over like a book by its buttons."""

from bot.context.app_context import viewer
from bot.messages.lessons import answer_page, lesson_page, task_page
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import settle


async def lesson(press: Press) -> None:
    await _show_lesson(press, press.id.value, press.id.subject)


async def other_game(press: Press) -> None:
    await _show_lesson(press, press.entered, 1)


async def task(press: Press) -> None:
    person = await viewer(press.interaction)
    await settle(
        press.interaction, press.context.pictures.render(task_page, press.id.subject, person)
    )


async def answer(press: Press) -> None:
    context, person = press.context, await viewer(press.interaction)
    number, chosen, practice = press.id.subject, press.id.value, context.engine is not None
    shown = context.pictures.render(answer_page, number, chosen, person, practice=practice)
    await settle(press.interaction, shown)


async def _show_lesson(press: Press, game_key: str, number: int) -> None:
    person = await viewer(press.interaction)
    shown = press.context.pictures.render(lesson_page, game_key, number, person)
    await settle(press.interaction, shown)


HANDLERS: Handlers = {
    "lesson": lesson,
    "lesson-game": other_game,
    "task": task,
    "answer": answer,
}
