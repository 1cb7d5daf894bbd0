"""Messages of help, lessons and tutorial tasks; the ids of their buttons hold the state."""

from dataclasses import replace

from bot.errors.refusals import Refusal
from bot.learning.alternative_text import describe_picture
from bot.learning.courses import course
from bot.learning.steps import TitleOverlay
from bot.learning.tasks import HOLD, Task, Tutorial, Verdict, judge, numbered
from bot.learning.tutorial import TUTORIALS
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.outgoing_message import Button, Option, OutgoingMessage, Row, Select, Style
from bot.words import help as help_words
from bot.words import lessons
from bot.words.labels import MOVE_BUTTONS
from bot.words.lobby import FIND_OPPONENT
from bot.words.practice import PRACTICE
from renderer.orientation import Orientation
from renderer.scene import Overlay
from rules.moves import Hold
from rules.position import Position
from rules.registry import GAMES, UnknownGame, find_game

FIRST_COURSE = GAMES[0].key
FIRST_TUTORIAL = TUTORIALS[0].key
HELP_STEP = {"liflina": 2}  # by game: the lesson pictured in the help, if it is not the third


def lesson_button(label: str, game_key: str = FIRST_COURSE, number: int = 1) -> Button:
    """Return the button that opens a step of a game's course; steps are numbered from 1."""
    return Button(ComponentId("lesson", number, None, game_key), label)


def task_button(
    label: str, number: int = 1, key: str = FIRST_TUTORIAL, style: Style = Style.secondary
) -> Button:
    """Return the button that opens a task of the tutorial `key`; tasks are numbered from 1."""
    return Button(ComponentId("task", number, None, key), label, style)


def help_page(
    viewer: Viewer,
    game_key: str = FIRST_COURSE,
    *,
    practice: bool = True,
    lobby: bool = False,
) -> MessageDraft:
    """Return the answer to /help: a picture, three lines, and buttons to learn and to play.

    :param game_key: the game on the picture, whose rules a button opens.
    :param practice: whether the operator offers practice games.
    :param lobby: whether to add the button that opens the lobby.
    """
    steps = course(game_key)
    step = steps[min(HELP_STEP.get(game_key, 3), len(steps)) - 1]
    shown = _board_image("help.png", step.position, step.overlays, "", viewer, asks=False)
    tutorial = task_button(
        lessons.OPEN_TUTORIAL(), 1, _tutorial_of(game_key).key, style=Style.primary
    )
    rules = lesson_button(lessons.OPEN_RULES(), game_key)
    opponents = (Button(ComponentId("lobby", 0), FIND_OPPONENT()),) if lobby else ()
    row = (tutorial, *_practice_row(offered=practice), *opponents, rules)
    return MessageDraft(help_words.overview(game_key), shown, rows=(row,))


def help_topic(key: str) -> OutgoingMessage:
    """Return the answer to /help about one topic; the first one has the buttons to learn the game.

    :raises KeyError: when the topic does not exist.
    """
    learn = (task_button(lessons.OPEN_TUTORIAL(), style=Style.primary),)
    rows = ((*learn, lesson_button(lessons.OPEN_RULES())),) if key == help_words.LEARN else ()
    return OutgoingMessage(help_words.topic(key), rows=rows)


def lesson_page(game_key: str, number: int, viewer: Viewer) -> MessageDraft:
    """Return one step of a game's course; steps are numbered from 1.

    :raises Refusal: when the game does not exist.
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


def task_page(key: str, number: int, viewer: Viewer) -> MessageDraft:
    """Return the question of a tutorial task; tasks are numbered from 1.

    :param key: the key of the tutorial; empty for the first one, in buttons of old messages.
    :raises OldComponent: when the tutorial or task does not exist.
    """
    tutorial = _tutorial(key or FIRST_TUTORIAL)
    task = _task(tutorial, number)
    overlays = (*task.overlays, numbered(task, task.position))
    page = _page(tutorial, number)
    shown = _board_image("task.png", task.position, overlays, page, viewer)
    rows = (_choices(tutorial, number), _navigation_row(tutorial, number))
    return MessageDraft(_content(tutorial, number, task.question()), shown, rows=rows)


def answer_page(
    key: str, number: int, name: str, viewer: Viewer, *, practice: bool = True
) -> MessageDraft:
    """Return the verdict on a chosen candidate, with a picture of the reason.

    After the right answer it explains why the others are wrong, and keeps their buttons.

    :param name: the name of the candidate cell, or `HOLD`.
    :param practice: whether the operator offers practice games.
    :raises OldComponent: when the tutorial, task or candidate does not exist.
    """
    tutorial = _tutorial(key)
    task = _task(tutorial, number)
    if name not in task.cells:
        raise OldComponent
    verdict = judge(task, name)
    overlays = (*verdict.overlays, numbered(task, verdict.position, name))
    page = _page(tutorial, number)
    shown = _board_image("task.png", verdict.position, overlays, page, viewer, asks=False)
    body = _verdict_in_words(task, name, verdict)
    choices = _choices(tutorial, number, name, right=verdict.right)
    if not verdict.right:
        rows = (choices, _navigation_row(tutorial, number))
        return MessageDraft(_content(tutorial, number, body), shown, rows=rows)
    if number < len(tutorial.tasks):
        rows = (choices, _next_row(tutorial, number))
        return MessageDraft(_content(tutorial, number, body), shown, rows=rows)
    content = f"{_content(tutorial, number, body)}\n{_end(tutorial, practice=practice)}"
    return MessageDraft(content, shown, rows=(choices, *_last_rows(tutorial, practice=practice)))


def _board_image(
    filename: str,
    position: Position,
    overlays: tuple[Overlay, ...],
    page: str,
    viewer: Viewer,
    *,
    asks: bool = True,
) -> BoardImage:
    # the default text names groups in danger, which may give the answer away
    words = describe_picture(position, overlays)
    marked = (*overlays, TitleOverlay(page, asks))
    # the lesson's text refers to directions such as "on the left"
    display_settings = replace(viewer.display_settings, orientation=Orientation.UPRIGHT)
    return BoardImage(
        filename, position, overlays=marked, display_settings=display_settings, words=words
    )


def _lesson_rows(game_key: str, number: int, count: int) -> tuple[Row, ...]:
    back = replace(lesson_button(lessons.BACK(), game_key, number - 1), disabled=number == 1)
    onward = replace(lesson_button(lessons.NEXT(), game_key, number + 1), style=Style.primary)
    last = number == count
    tutorial = task_button(
        lessons.OPEN_TUTORIAL(),
        1,
        _tutorial_of(game_key).key,
        Style.primary if last else Style.secondary,
    )
    games = tuple(Option(game.key, game.name, default=game.key == game_key) for game in GAMES)
    others = Select(ComponentId("lesson-game", 1), lessons.OTHER_GAME(), games)
    return ((back, tutorial) if last else (back, onward, tutorial)), (others,)


def _tutorial_of(game_key: str) -> Tutorial:
    """Return the tutorial of a game, or the first tutorial for a game without its own."""
    return next((each for each in TUTORIALS if each.key == game_key), TUTORIALS[0])


def _tutorial(key: str) -> Tutorial:
    for tutorial in TUTORIALS:
        if tutorial.key == key:
            return tutorial
    raise OldComponent


def _task(tutorial: Tutorial, number: int) -> Task:
    if not 1 <= number <= len(tutorial.tasks):
        raise OldComponent
    return tutorial.tasks[number - 1]


def _page(tutorial: Tutorial, number: int) -> str:
    return lessons.place_in(number, len(tutorial.tasks))


def _content(tutorial: Tutorial, number: int, body: str) -> str:
    task, count = tutorial.tasks[number - 1], len(tutorial.tasks)
    return lessons.lesson(tutorial.name(), number, count, task.title(), body)


def _verdict_in_words(task: Task, name: str, verdict: Verdict) -> str:
    if verdict.right:
        return f"{lessons.right(verdict.sentence)}\n{task.others()}"
    *_, question = task.question().split("\n")  # the last line asks
    return f"{lessons.wrong(name.capitalize(), verdict.sentence)}\n{question}"


def _choices(tutorial: Tutorial, number: int, tried: str = "", *, right: bool = False) -> Row:
    return tuple(
        Button(
            ComponentId("answer", number, None, f"{tutorial.key} {name}"),
            _candidate(badge, name),
            _choice_style(tried=name == tried, right=right),
            disabled=name == tried,
        )
        for badge, name in enumerate(tutorial.tasks[number - 1].cells, start=1)
    )


def _candidate(badge: int, name: str) -> str:
    if name == HOLD:
        return MOVE_BUTTONS[Hold()][1]()
    return lessons.candidate(badge, name.upper())


def _choice_style(*, tried: bool, right: bool) -> Style:
    if tried:
        return Style.success if right else Style.danger
    return Style.secondary if right else Style.primary


def _back_button(tutorial: Tutorial, number: int) -> Button:
    back = task_button(lessons.BACK(), number - 1, tutorial.key)
    return replace(back, disabled=number == 1)


def _navigation_row(tutorial: Tutorial, number: int) -> Row:
    back = _back_button(tutorial, number)
    if number == len(tutorial.tasks):
        return (back,)
    return back, task_button(lessons.SKIP(), number + 1, tutorial.key)


def _next_row(tutorial: Tutorial, number: int) -> Row:
    onward = task_button(lessons.NEXT(), number + 1, tutorial.key, Style.success)
    return (_back_button(tutorial, number), onward)


def _end(tutorial: Tutorial, *, practice: bool) -> str:
    if tutorial.key != FIRST_TUTORIAL:
        return tutorial.end()
    return lessons.FIRST_GAME_OFFER() if practice else lessons.FIRST_CHALLENGE_OFFER()


def _last_rows(tutorial: Tutorial, *, practice: bool) -> tuple[Row, ...]:
    """Return the buttons after a tutorial's last task: practice, more lessons and the rules."""
    if tutorial.key != FIRST_TUTORIAL:
        following = _following(tutorial)
        onward = task_button(lessons.MORE_LESSONS(), 1, following.key) if following else None
        rules = lesson_button(lessons.OPEN_RULES(), tutorial.game)
        return ((*filter(None, [onward]), rules, *_practice_row(offered=practice)),)
    first = Button(ComponentId("first-game", 0), lessons.FIRST_GAME(), Style.success)
    more = task_button(lessons.MORE_LESSONS(), 1, TUTORIALS[1].key)
    return ((*((first,) if practice else ()), more, lesson_button(lessons.OPEN_RULES())),)


def _following(tutorial: Tutorial) -> Tutorial | None:
    """Return the next tutorial about the same game, None after the last."""
    later = TUTORIALS[TUTORIALS.index(tutorial) + 1 :]
    return next((each for each in later if each.game == tutorial.game), None)


def _practice_row(*, offered: bool) -> Row:
    """Return the row with the practice button; empty if the operator offers no practice games."""
    return (Button(ComponentId("practice", 0), PRACTICE()),) if offered else ()
