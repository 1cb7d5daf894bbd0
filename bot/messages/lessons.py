"""Messages of lessons and tutorial tasks. Their state is in the ids of their buttons alone."""

from dataclasses import replace

from bot.errors import Refusal
from bot.learning.alternative_text import describe_picture
from bot.learning.courses import course
from bot.learning.steps import TitleOverlay
from bot.learning.tasks import Task, judge
from bot.learning.tutorial import TASKS
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.outgoing_message import Button, Option, Row, Select, Style
from bot.words import lessons
from bot.words.help import HELP, HELP_WITHOUT_PRACTICE
from bot.words.practice import PRACTICE
from renderer.orientation import Orientation
from renderer.overlays.candidates import Candidates
from renderer.scene import Overlay
from rules.position import Position
from rules.registry import GAMES, UnknownGame, find_game

FIRST_COURSE = GAMES[0].key
FIRST_TASK = {"asli": 7, "liflina": 8}  # by game; task 1 for the others


def lesson_button(label: str, game_key: str = FIRST_COURSE, number: int = 1) -> Button:
    """Return the button that opens one step of a course."""
    return Button(ComponentId("lesson", number, None, game_key), label)


def task_button(label: str, number: int = 1, style: Style = Style.secondary) -> Button:
    """Return the button that opens one task of the tutorial."""
    return Button(ComponentId("task", number), label, style)


def help_page(game_key: str = FIRST_COURSE, *, practice: bool = True) -> MessageDraft:
    """Return the answer to /help, with buttons for rules, tutorial and practice.

    :param game_key: the game whose rules the button opens.
    :param practice: whether the operator offers practice games.
    """
    rules = replace(lesson_button(lessons.OPEN_RULES, game_key), style=Style.primary)
    row = (rules, task_button(lessons.OPEN_TUTORIAL), *_practice_row(offered=practice))
    return MessageDraft(HELP if practice else HELP_WITHOUT_PRACTICE, rows=(row,))


def lesson_page(game_key: str, number: int, viewer: Viewer) -> MessageDraft:
    """Return one step of a game's course; steps are numbered from 1.

    :raises Refusal: when there is no such game.
    :raises OldComponent: when the course has no such step.
    """
    try:
        steps = course(game_key)
    except UnknownGame as error:
        raise Refusal(str(error)) from None
    if not 1 <= number <= len(steps):
        raise OldComponent
    step, count = steps[number - 1], len(steps)
    page = lessons.place_in(number, count)
    shown = _board_image("lesson.png", step.position, step.overlays, page, viewer)
    name = find_game(game_key).name
    content = lessons.lesson(name, number, count, step.title(), step.text())
    return MessageDraft(content, shown, rows=_lesson_rows(game_key, number, count))


def task_page(number: int, viewer: Viewer) -> MessageDraft:
    """Return the question of a tutorial task; tasks are numbered from 1.

    :raises OldComponent: when there is no such task.
    """
    task = _task(number)
    numbers = (Candidates(task.candidates),)
    shown = _board_image("task.png", task.position, numbers, _page(number), viewer)
    content = lessons.task(number, len(TASKS), task.title, task.question)
    return MessageDraft(content, shown, rows=(_choices(number, task), _navigation_row(number)))


def answer_page(number: int, name: str, viewer: Viewer, *, practice: bool = True) -> MessageDraft:
    """Return the verdict on a chosen candidate: the move played, or why it is wrong and a retry.

    :param name: the name of the candidate cell.
    :param practice: whether the operator offers practice games.
    :raises OldComponent: when there is no such task or candidate.
    """
    task = _task(number)
    if name not in task.cells:
        raise OldComponent
    verdict = judge(task, name)
    shown = _board_image("task.png", verdict.position, verdict.overlays, _page(number), viewer)
    text = f"{lessons.RIGHT if verdict.right else lessons.WRONG} {verdict.sentence}"
    if not verdict.right:
        content = lessons.task(number, len(TASKS), task.title, f"{task.question}\n{text}")
        return MessageDraft(content, shown, rows=(_choices(number, task, name), _retry_row(number)))
    content = lessons.task(number, len(TASKS), task.title, text)
    if number < len(TASKS):
        return MessageDraft(content, shown, rows=(_next_row(number),))
    finished = lessons.FINISHED if practice else lessons.FINISHED_WITHOUT_PRACTICE
    rows = (_last_row(practice=practice),)
    return MessageDraft(f"{content}\n{finished}", shown, rows=rows)


def _board_image(
    filename: str, position: Position, overlays: tuple[Overlay, ...], page: str, viewer: Viewer
) -> BoardImage:
    # the default text names groups in danger, which may be the answer to the question
    words = describe_picture(position, overlays)
    marked = (*overlays, TitleOverlay(page))
    # the text of a lesson refers to directions such as "on the left"
    display_settings = replace(viewer.display_settings, orientation=Orientation.UPRIGHT)
    return BoardImage(
        filename, position, overlays=marked, display_settings=display_settings, words=words
    )


def _lesson_rows(game_key: str, number: int, count: int) -> tuple[Row, ...]:
    back = replace(lesson_button(lessons.BACK, game_key, number - 1), disabled=number == 1)
    onward = replace(lesson_button(lessons.NEXT, game_key, number + 1), style=Style.primary)
    last = number == count
    tutorial = task_button(
        lessons.OPEN_TUTORIAL,
        FIRST_TASK.get(game_key, 1),
        Style.primary if last else Style.secondary,
    )
    games = tuple(Option(game.key, game.name, default=game.key == game_key) for game in GAMES)
    others = Select(ComponentId("lesson-game", 1), lessons.OTHER_GAME, games)
    return ((back, tutorial) if last else (back, onward, tutorial)), (others,)


def _task(number: int) -> Task:
    if not 1 <= number <= len(TASKS):
        raise OldComponent
    return TASKS[number - 1]


def _page(number: int) -> str:
    return lessons.place_in(number, len(TASKS))


def _choices(number: int, task: Task, tried: str = "") -> Row:
    return tuple(
        Button(
            ComponentId("answer", number, None, name),
            f"{badge} · {name.upper()}",
            Style.danger if name == tried else Style.primary,
            disabled=name == tried,
        )
        for badge, name in enumerate(task.cells, start=1)
    )


def _navigation_row(number: int) -> Row:
    back = replace(task_button(lessons.BACK, number - 1), disabled=number == 1)
    skip = replace(task_button(lessons.SKIP, number + 1), disabled=number == len(TASKS))
    return (back, skip)


def _retry_row(number: int) -> Row:
    return (*_navigation_row(number), task_button(lessons.QUESTION, number))


def _next_row(number: int) -> Row:
    back = replace(task_button(lessons.BACK, number - 1), disabled=number == 1)
    return (back, task_button(lessons.NEXT, number + 1, Style.success))


def _last_row(*, practice: bool) -> Row:
    rules = lesson_button(lessons.OPEN_RULES)
    return (task_button(lessons.ONCE_MORE), rules, *_practice_row(offered=practice))


def _practice_row(*, offered: bool) -> Row:
    """Return the row with the practice button, empty if the operator offers no practice games."""
    return (Button(ComponentId("practice", 0), PRACTICE()),) if offered else ()
