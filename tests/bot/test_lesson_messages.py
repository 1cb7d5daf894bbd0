"""Messages of lessons, tasks and tips: limits, handlers, alternative texts."""

from functools import partial

import pytest

from bot.errors.refusals import Refusal
from bot.learning.courses import course
from bot.learning.steps import TitleOverlay
from bot.learning.tasks import HOLD, NumberedCells, judge
from bot.learning.tips import find_tip
from bot.learning.tutorial import TUTORIALS
from bot.messages.beginner_tips import board_with_tip, panel_with_tip, with_tips, without_tips
from bot.messages.board_views import board
from bot.messages.component_ids import ComponentId, OldComponent, parse_id
from bot.messages.game_controls import BoardView
from bot.messages.game_messages import turn
from bot.messages.lessons import answer_page, help_page, help_topic, lesson_page, task_page
from bot.messages.message_draft import Viewer
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import (
    Button,
    Option,
    OutgoingMessage,
    Select,
    Style,
    edit_arguments,
)
from bot.messages.pictures import draw_board_image
from bot.runtime.app import find_handlers
from bot.words import lessons
from bot.words.help import TOPICS, overview, topic
from bot.words.lobby import FIND_OPPONENT
from rules.registry import GAMES

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})
BEN = Viewer(22, {"theme": "light", "confirm": "losses"})
TUTORIAL_OF = {"lifeline": "basics", "cornered": "basics", "asli": "asli", "liflina": "liflina"}


def pages():
    """Yield the name of a page, and a function that makes it."""
    for game in GAMES:
        for number in range(1, 6):
            yield f"{game.key} {number}", partial(lesson_page, game.key, number, ANN)
    for tutorial in TUTORIALS:
        for number, task in enumerate(tutorial.tasks, start=1):
            yield f"task {tutorial.key} {number}", partial(task_page, tutorial.key, number, BEN)
            for name in task.cells:
                page = partial(answer_page, tutorial.key, number, name, BEN)
                yield f"answer {tutorial.key} {number} {name}", page
    for game in GAMES:
        yield f"help {game.key}", partial(help_page, ANN, game.key)


@pytest.fixture(params=[pytest.param(make, id=name) for name, make in pages()])
def page(request):
    return request.param()


def controls(draft):
    return [control for row in draft.rows for control in row]


def labels(draft):
    return [control.label for control in controls(draft) if hasattr(control, "label")]


async def test_lesson_messages_keep_discords_limits_and_have_handlers(page):
    assert 1 <= len(page.content) <= 2000
    assert len(page.rows) <= 5
    assert all(len(row) <= 5 for row in page.rows)
    ids = [str(control.id) for control in controls(page)]
    assert len(ids) == len(set(ids))
    assert all(parse_id(each).kind in find_handlers() for each in ids)
    edit_arguments(OutgoingMessage(page.content, rows=page.rows))  # discord.py checks others


def test_lesson_pictures_have_an_alternative_text_within_the_limit(page):
    assert page.board_image is None or 60 <= len(page.board_image.words) <= 1024


def test_lesson_messages_ping_nobody_and_keep_their_layout(page):
    assert page.pings == ()
    assert not page.wide


def test_the_alternative_text_of_a_lesson_describes_its_board():
    picture = draw_board_image(lesson_page("lifeline", 3, ANN).board_image)

    assert picture.content.startswith(b"\x89PNG")
    assert "Stones just placed: B2. Stones just taken: A1." in picture.description
    assert "Lifeline from A1 to C5, cut at B2." in picture.description
    own = draw_board_image(lesson_page("lifeline", 5, ANN).board_image).description
    assert "Stones just placed: B1. Stones just lost: A1 B1 C1." in own


def test_the_alternative_text_of_a_task_does_not_reveal_the_answer():
    words = draw_board_image(task_page("more", 2, ANN).board_image).description

    assert "Numbers on the board: 1 on B5, 2 on E5, 3 on C4, 4 on C3." in words
    assert "danger" not in words


def test_the_alternative_text_of_a_wrong_answer_names_the_marks():
    wrong = ("more", 2, "e5"), ("more", 1, "c4")
    save, first = (answer_page(*each, ANN).board_image.words for each in wrong)

    assert "The group on B4 C5 is in danger: C4 would take it." in save
    assert "C4 isn't allowed. C4 is next to your stone on C3" in first
    assert "Outlined: C3 C4." in first


def test_the_alternative_text_of_a_lesson_names_lifelines_and_territory():
    beads, outline = (lesson_page("lifeline", page, ANN).board_image.words for page in (2, 4))
    light = task_page("basics", 1, ANN).board_image.words

    assert "Lifelines: White from A1 to C5 through B2 B3 B4, which one stone can cut;" in beads
    assert "C3 isn't allowed." in outline
    assert outline.endswith("Outlined: A3 B3 C3 D3 E3 B4 D4 E4 C5 D5 E5.")
    assert "White territory: F6 G6 F7 G7." in light


def test_a_missed_goal_names_the_group_in_danger():
    wrong = ("more", 2, "b5"), ("liflina", 1, "d5")
    save, lines = (answer_page(*each, ANN).content for each in wrong)

    assert "The stones on B4, B5 and C5 are still in danger: White can take them with C4." in save
    assert "Black can take them with D3 or E3." in lines


def lesson_at(label, game, number, style=Style.secondary, *, disabled=False):
    return Button(ComponentId("lesson", number, None, game), label, style, disabled)


def task_at(label, tutorial, number, style=Style.secondary, *, disabled=False):
    return Button(ComponentId("task", number, None, tutorial), label, style, disabled)


PRACTICE = Button(ComponentId("practice", 0), "Practice")


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize(("game", "tutorial"), TUTORIAL_OF.items())
def test_a_lesson_leads_back_and_forth_to_other_games_and_in_the_end_to_the_tutorial(
    game, tutorial, number
):
    page, step = lesson_page(game, number, ANN), course(game)[number - 1]

    back = lesson_at("Back", game, number - 1, disabled=number == 1)
    onward = lesson_at("Next", game, number + 1, Style.primary)
    last = task_at("Tutorial", tutorial, 1, Style.primary)
    buttons = (back, last) if number == 5 else (back, onward, task_at("Tutorial", tutorial, 1))
    games = tuple(Option(each.key, each.name, default=each.key == game) for each in GAMES)
    menu = Select(ComponentId("lesson-game", 1), lessons.OTHER_GAME(), games)
    assert page.rows == (buttons, (menu,))
    (name,) = [each.name for each in GAMES if each.key == game]
    assert page.content == lessons.lesson(name, number, 5, step.title(), step.text())
    title = TitleOverlay(lessons.place_in(number, 5))
    assert page.board_image.position == step.position
    assert page.board_image.overlays == (*step.overlays, title)


def choices_of(tutorial, number, tried="", *, right=False):
    """Return the buttons of a task's candidates, of which one may have been pressed."""
    task, found = tutorial.tasks[number - 1], []
    for badge, name in enumerate(task.cells, start=1):
        label = "Hold (skip turn)" if name == HOLD else f"{badge} · {name.upper()}"
        style = Style.secondary if right else Style.primary
        if name == tried:
            style = Style.success if right else Style.danger
        id_ = ComponentId("answer", number, None, f"{tutorial.key} {name}")
        found.append(Button(id_, label, style, disabled=name == tried))
    return tuple(found)


TASKS = [(tutorial, number) for tutorial in TUTORIALS for number in (1, 2, 3, 4)]
TASKS = [
    pytest.param(tutorial, number, id=f"{tutorial.key} {number}")
    for tutorial, number in TASKS
    if number <= len(tutorial.tasks)
]


@pytest.mark.parametrize(("tutorial", "number"), TASKS)
def test_a_task_has_a_button_for_each_number_of_the_picture_and_may_be_skipped(tutorial, number):
    task, count = tutorial.tasks[number - 1], len(tutorial.tasks)
    page = task_page(tutorial.key, number, ANN)

    back = task_at("Back", tutorial.key, number - 1, disabled=number == 1)
    skip = () if number == count else (task_at("Skip", tutorial.key, number + 1),)
    assert page.rows == (choices_of(tutorial, number), (back, *skip))
    question = lessons.lesson(tutorial.name(), number, count, task.title(), task.question())
    assert page.content == question
    numbers = NumberedCells(tuple(enumerate(task.candidates, start=1)))
    title = TitleOverlay(lessons.place_in(number, count))
    assert page.board_image.overlays == (*task.overlays, numbers, title)
    assert page.board_image.position == task.position


@pytest.mark.parametrize("practice", [False, True])
@pytest.mark.parametrize(("tutorial", "number"), TASKS)
def test_an_answer_has_its_verdict_and_leads_on_if_it_is_right(tutorial, number, practice):
    task, count = tutorial.tasks[number - 1], len(tutorial.tasks)
    for name in task.cells:
        verdict = judge(task, name)
        page = answer_page(tutorial.key, number, name, ANN, practice=practice)
        *_, question = task.question().split("\n")
        wrong = lessons.wrong(name.capitalize(), verdict.sentence)
        said = f"{lessons.right(verdict.sentence)}\n{task.others()}"
        said = said if verdict.right else f"{wrong}\n{question}"
        said = lessons.lesson(tutorial.name(), number, count, task.title(), said)
        back = task_at("Back", tutorial.key, number - 1, disabled=number == 1)
        onward = (task_at("Next", tutorial.key, number + 1, Style.success),)
        skip = () if number == count else (task_at("Skip", tutorial.key, number + 1),)
        below = (back, *(onward if verdict.right else skip))
        if verdict.right and number == count:
            end, below = end_of(tutorial, practice=practice)
            said = f"{said}\n{end}"
        assert page.content == said
        assert page.rows == (choices_of(tutorial, number, name, right=verdict.right), below)

        board, last = verdict.position.board, verdict.position.last_turn
        placed = last.placed if last else 0
        numbers = tuple(
            (badge, cell)
            for badge, cell in enumerate(task.candidates, start=1)
            if task.cells[badge - 1] != name and (board.empty & ~placed) >> cell & 1
        )
        title = TitleOverlay(lessons.place_in(number, count), asks=False)
        assert page.board_image.position == verdict.position
        marks = (*verdict.overlays, NumberedCells(numbers), title)
        assert page.board_image.overlays == marks


def end_of(tutorial, *, practice):
    """Return the last sentence of a tutorial, and the buttons after its last task."""
    practise = (PRACTICE,) if practice else ()
    if tutorial.key == "basics":
        first = Button(ComponentId("first-game", 0), "Play a first game", Style.success)
        more = task_at("More lessons", "more", 1), lesson_at("Rules", "lifeline", 1)
        offer = lessons.FIRST_GAME_OFFER if practice else lessons.FIRST_CHALLENGE_OFFER
        return offer(), ((first, *more) if practice else more)
    keys = [each.key for each in TUTORIALS if each.game == tutorial.game]
    following = keys[keys.index(tutorial.key) + 1 :][:1]
    more = (task_at("More lessons", key, 1) for key in following)
    return tutorial.end(), (*more, lesson_at("Rules", tutorial.game, 1), *practise)


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda tutorial: tutorial.key)
def test_a_right_answer_says_why_the_others_are_wrong_and_lets_one_try_them(tutorial):
    for number, task in enumerate(tutorial.tasks, start=1):
        (right,) = [name for name in task.cells if judge(task, name).right]
        page = answer_page(tutorial.key, number, right, ANN)

        assert page.content.count(task.others()) == 1
        assert [choice.disabled for choice in page.rows[0]] == [
            name == right for name in task.cells
        ]
        assert "Numbers on the board: " in page.board_image.words


@pytest.mark.parametrize(
    "make",
    [
        lambda: lesson_page("lifeline", 0, ANN),
        lambda: lesson_page("lifeline", 6, ANN),
        lambda: task_page("basics", 0, ANN),
        lambda: task_page("basics", 4, ANN),
        lambda: task_page("chess", 1, ANN),
        lambda: answer_page("basics", 1, "a1", ANN),
        lambda: answer_page("basics", 99, "a1", ANN),
        lambda: answer_page("e5", 1, "", ANN),
    ],
)
def test_unknown_tasks_lessons_and_candidates_are_refused(make):
    with pytest.raises(OldComponent):
        make()


def test_lessons_of_an_unknown_game_are_refused():
    with pytest.raises(Refusal, match="chess"):
        lesson_page("chess", 1, ANN)


def test_a_beginners_panel_has_one_tip_and_a_button_to_turn_tips_off(game_after):
    game = game_after("a1 c3")

    panel = panel_with_tip(game, BEN, learning=True)

    assert panel.content == f"{first_panel(game, BEN).content}\n{find_tip(game.position).text}"
    assert "Turn off tips" in labels(panel)
    assert len(controls(panel)) + len(panel.rows) + 2 <= 40  # Discord's limit for a wide message


def test_panels_of_experienced_players_have_no_tip(game_after):
    game = game_after("a1 c3")
    panel = panel_with_tip(game, BEN, learning=False)

    assert find_tip(game.position).text not in panel.content
    assert "Turn off tips" not in labels(panel)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("largest", [False, True])
def test_a_panel_with_a_tip_keeps_discords_limits_on_every_board(game, largest, game_after):
    size = game.option("size")
    options = {"size": size.maximum if largest else size.minimum}
    if game.has_prison:
        options["komi"] = 3
    panel = panel_with_tip(game_after(game=game.key, **options), ANN, learning=True)

    assert all(len(row) <= 5 for row in panel.rows)
    assert len(controls(panel)) + len(panel.rows) + 2 <= 40


def test_only_the_player_to_move_gets_a_tip_on_the_board(game_after):
    game = game_after("a1 c3")

    boards = [board_with_tip(game, who, BoardView.PLAIN, learning=True) for who in (ANN, BEN)]

    assert [find_tip(game.position).text in shown.content for shown in boards] == [False, True]


@pytest.mark.parametrize("look", list(BoardView))
def test_turning_tips_off_keeps_the_board_view(game_after, look):
    game = game_after("a1 c3")
    shown = board_with_tip(game, BEN, look, learning=True)
    (off,) = [each for each in controls(shown) if getattr(each, "label", "") == "Turn off tips"]

    to, _, where = parse_id(str(off.id)).value.partition(" ")
    plainly = without_tips(game, BEN, where)

    looked = board(game, BEN, look)
    assert to == "off"
    assert (plainly.board_image, plainly.rows[:-1]) == (looked.board_image, looked.rows)
    (on,) = plainly.rows[-1]
    to, _, where = parse_id(str(on.id)).value.partition(" ")
    assert (on.label, to) == ("Turn on tips", "on")
    assert with_tips(game, BEN, where, learning=True) == shown


def test_a_switch_of_tips_at_an_unknown_place_is_refused(game_after):
    with pytest.raises(OldComponent):
        without_tips(game_after("a1 c3"), BEN, "sideways")


def test_old_buttons_open_the_first_tutorial():
    assert task_page("", 2, ANN) == task_page("basics", 2, ANN)


def test_the_public_turn_message_has_no_tip(game_after):
    game = game_after("a1 c3")

    assert find_tip(game.position).text not in turn(game).content


@pytest.mark.parametrize("where", ["panel", "plain"])
def test_turning_tips_off_says_how_to_turn_them_on(game_after, where):
    game = game_after("a1 c3")
    shown = without_tips(game, BEN, where)

    assert find_tip(game.position).text not in shown.content
    assert "/settings" in shown.content
    assert shown.wide is (where == "panel")


@pytest.mark.parametrize(("game", "tutorial"), TUTORIAL_OF.items())
@pytest.mark.parametrize("practice", [False, True])
@pytest.mark.parametrize("lobby", [False, True])
def test_the_help_is_a_picture_three_lines_and_some_buttons(game, tutorial, practice, lobby):
    page = help_page(ANN, game, practice=practice, lobby=lobby)

    step = course(game)[1 if game == "liflina" else 2]
    assert page.board_image.position == step.position
    assert page.board_image.overlays == (*step.overlays, TitleOverlay("", asks=False))
    assert page.content == overview(game)
    assert page.content.count("\n") == 2
    practise = (PRACTICE,) if practice else ()
    find = (Button(ComponentId("lobby", 0), FIND_OPPONENT()),) if lobby else ()
    learn = task_at("Tutorial", tutorial, 1, Style.primary)
    assert page.rows == ((learn, *practise, *find, lesson_at("Rules", game, 1)),)


@pytest.mark.parametrize("key", TOPICS)
def test_a_help_topic_is_short(key):
    assert topic(key).count("\n") <= 6
    assert len(topic(key)) <= 500


@pytest.mark.parametrize(("key", "last"), [("more", "c3"), ("asli", "a4"), ("liflina", "e3")])
def test_no_button_leads_to_practice_if_it_is_not_offered(key, last):
    number = len(next(each for each in TUTORIALS if each.key == key).tasks)
    end = answer_page(key, number, last, ANN)
    without = answer_page(key, number, last, ANN, practice=False)

    assert labels(help_page(ANN, practice=False)) == ["Tutorial", "Rules"]
    assert "ractice" not in help_page(ANN, practice=False).content
    assert labels(end)[:-1] == labels(without)


@pytest.mark.parametrize("game", ["lifeline", "asli", "liflina"])
def test_more_lessons_leads_through_all_lessons_of_one_game(game):
    keys = [each.key for each in TUTORIALS if each.game == game]
    assert len(keys) > 2
    shown = keys[:1]
    while onward := [each for each in ids_at_end(shown[-1]) if each.kind == "task"]:
        (lesson,) = onward
        assert lesson.target_id == 1
        shown.append(lesson.value)
        assert len(shown) <= len(TUTORIALS)
    assert shown == keys


def ids_at_end(key):
    """Return the ids of the last row's buttons after a tutorial's last task."""
    tasks = next(each for each in TUTORIALS if each.key == key).tasks
    right = next(name for name in tasks[-1].cells if judge(tasks[-1], name).right)
    return [button.id for button in answer_page(key, len(tasks), right, ANN).rows[-1]]


def test_lessons_ignore_the_orientation_setting():
    turned = Viewer(11, {"theme": "light", "confirm": "losses", "orientation": "90"})

    for page in (lesson_page("lifeline", 1, turned), task_page("basics", 2, turned)):
        assert page.board_image.display_settings.orientation == "0"
        assert page.board_image.display_settings.theme == "light"


def test_only_the_topic_about_learning_opens_the_tutorial_and_the_rules():
    kinds = {
        key: [button.id.kind for row in help_topic(key).rows for button in row] for key in TOPICS
    }
    opening = {key: kind for key, kind in kinds.items() if kind}
    assert opening == {"learn": ["task", "lesson"]}
