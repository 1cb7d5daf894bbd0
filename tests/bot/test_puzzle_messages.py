"""Messages of puzzles: limits, handlers, verdicts, alternative texts."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.errors.refusals import UnreadableMove
from bot.learning.steps import TitleOverlay
from bot.messages import puzzle as messages
from bot.messages.component_ids import ComponentId, parse_id
from bot.messages.daily import daily_text
from bot.messages.hint_reasons import seen_reason
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import (
    Button,
    Form,
    OutgoingMessage,
    Style,
    TextField,
    edit_arguments,
)
from bot.messages.pictures import draw_board_image
from bot.runtime.app import find_handlers
from bot.services.use_cases.puzzles.daily import DailyView
from bot.services.use_cases.puzzles.puzzles import (
    MAX_TRIES,
    NoMistakeDue,
    PuzzleStats,
    PuzzleView,
)
from bot.services.values.puzzles.own import OwnMistake
from bot.words import daily as daily_words
from bot.words import labels
from bot.words import puzzle as words
from bot.words.lessons import OPEN_RULES
from bot.words.try_board import TRY_OUT
from renderer.legend import explained_shading
from renderer.orientation import Orientation, in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.scene import board_scene
from renderer.words import colour_name
from rules.endings import why_over
from rules.moves import Place, format_move
from rules.registry import find_game
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Theme

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})
PUZZLES = collection.load()
SAMPLE = PUZZLES[:: len(PUZZLES) // 60]
LONG = max(PUZZLES, key=lambda each: len(each.steps))
REFUTED = next(each for each in PUZZLES if "" not in each.steps[0].refutations.values())
WRONG, REFUTATION = next(iter(REFUTED.steps[0].refutations.items()))
FORCED = next(
    each
    for each in PUZZLES
    if any(not here.refutations for here in each.steps[1:-1]) and each.steps[-1].refutations
)
FORCED_END = next(each for each in PUZZLES if not each.steps[-1].refutations)
SPENT = [  # White skips a turn before the last question, and may skip another one or not
    next(
        each
        for each in PUZZLES
        if each.positions[each.choices[-1]].komi == left < each.start.komi
        and not any(each.start.prison)
    )
    for left in (1, 0)
]
FORCED_LATER = next(
    each
    for each in PUZZLES
    if any(after - before > 1 for before, after in pairwise(each.choices[1:]))
)
HELD = next(each for each in PUZZLES if each.steps[each.choices[-1]].answer == "hold")
LATER = next(each for each in PUZZLES if each.choices[1:2] == [1])
AT_ONCE = replace(  # no wrong turn of the collection ends the game
    LATER,
    steps=(replace(LATER.steps[0], refutations=dict.fromkeys(LATER.steps[0].refutations, "")),),
)


def seen(puzzle, wrong=0):
    return PuzzleView(puzzle, puzzle.difficulty, wrong)


def kinds(draft):
    return [each.id.kind for row in draft.rows for each in row]


def sides_of(puzzle):
    """Return the names of the solver's colour and the opponent's."""
    return colour_name(puzzle.start.to_move), colour_name(puzzle.start.to_move.other)


def title_of(puzzle, difficulty):
    return words.title(find_game(puzzle.game).name, puzzle.size, difficulty)


def wrong_turn(tries):
    return messages.answer(seen(REFUTED, tries), ANN, step=0, turn=WRONG, choice="/")


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda each: each.id)
def test_puzzles_keep_discords_limits_and_have_handlers(puzzle):
    for step in puzzle.choices:
        page = messages.question(seen(puzzle, 2), ANN, step=step, choice="last-placement/cornered")
        ids = [str(each.id) for row in page.rows for each in row]
        assert len(page.rows) <= 5
        assert all(len(row) <= 5 for row in page.rows)
        assert len(set(ids)) == len(ids)
        assert all(parse_id(each).kind in find_handlers() for each in ids)
        edit_arguments(OutgoingMessage(page.content, rows=page.rows))  # discord.py checks others
        assert 60 <= len(page.board_image.words) <= 1024
        assert "danger" not in page.board_image.words


@pytest.mark.parametrize("choice", ["/", messages.DAILY])
def test_the_buttons_of_every_question_fit_into_five_rows(choice):
    full = 0
    for puzzle in PUZZLES:
        for step in puzzle.choices:
            page = messages.question(seen(puzzle), ANN, step=step, choice=choice)
            assert len(page.rows) <= 5
            assert max(map(len, page.rows)) <= 5
            full += len(page.rows) == 5
            shown = {"puzzle-type", "puzzle-rules", "puzzle-try"}
            if choice != messages.DAILY:
                shown |= {"puzzle-solution", "puzzle-next"}
            assert shown <= set(kinds(page))
    assert full


def test_there_is_a_button_for_each_legal_turn():
    for puzzle in SAMPLE:
        counts = [len(list(each.legal_moves())) for each in puzzle.positions[:-1]]
        assert puzzle.choices == [step for step, count in enumerate(counts) if count > 1]
        for step in puzzle.choices:
            position = puzzle.positions[step]
            page = messages.question(seen(puzzle), ANN, step=step)
            assert kinds(page).count("puzzle-turn") == len(list(position.legal_moves()))


@pytest.mark.parametrize("orientation", [Orientation.UPRIGHT, Orientation.LEFT])
def test_cells_are_numbered_in_reading_order_as_in_games(orientation):
    viewer = Viewer(11, {"theme": "dark", "confirm": "losses", "orientation": orientation.value})
    page = messages.question(seen(LONG), viewer)
    (numbers,) = [each for each in page.board_image.overlays if isinstance(each, Candidates)]
    topology = LONG.start.topology
    named = [each.id.value.split("/")[0] for row in page.rows for each in row]
    cells = [topology.cell(name) for name in named[: len(numbers.cells)]]

    assert numbers.cells == in_reading_order(topology, sorted(numbers.cells), orientation)
    assert tuple(cells) == numbers.cells


def test_the_right_turns_lead_to_the_end_of_the_line():
    for step in LONG.choices:
        here = LONG.steps[step]
        page = messages.answer(seen(LONG), ANN, step=step, turn=here.answer, choice="/")
    assert "Solved on the first try." in page.content
    assert "Solution: " in page.content
    line = ["puzzle-line", "puzzle-line"]
    votes, again = ["puzzle-vote", "puzzle-vote"], ["puzzle-try", "puzzle-rules"]
    assert kinds(page) == [*line, "puzzle-next", *votes, *again]
    assert page.board_image.position == LONG.positions[-1]


@pytest.mark.parametrize("game", ["lifeline", "cornered", "asli", "liflina"])
def test_a_question_explains_komi_only_where_white_may_skip_turns(game):
    puzzles = [each for each in PUZZLES if each.game == game]
    with_komi = [each for each in puzzles if each.start.komi]
    assert bool(with_komi) == (game in ("lifeline", "cornered"))

    for puzzle in (*with_komi[:5], *[each for each in puzzles if not each.start.komi][:5]):
        page = messages.question(seen(puzzle), ANN)
        assert ("White may skip" in page.content) == bool(puzzle.start.komi)


def test_a_puzzle_tells_its_difficulty_in_words_alone():
    for page in (messages.question(seen(LONG), ANN), messages.solved(seen(LONG), ANN, 0, "/")):
        assert words.how_hard(LONG.difficulty) in page.content
        assert str(LONG.difficulty) not in page.content


@pytest.mark.parametrize(
    ("difficulty", "how_hard"),
    [
        *((1099, "easy"), (1100, "medium"), (1299, "medium")),
        *((1300, "hard"), (1499, "hard"), (1500, "very hard")),
    ],
)
def test_the_words_for_a_difficulty_begin_with_a_round_number(difficulty, how_hard):
    assert words.how_hard(difficulty) == how_hard


def test_the_next_own_turn_follows_the_opponents_answer():
    first = LONG.steps[0]
    page = messages.answer(seen(LONG), ANN, step=0, turn=first.answer, choice="/")
    assert page.board_image.position == LONG.positions[1]
    assert f"answers with {first.reply.upper()}." in page.content


@pytest.mark.parametrize("choice", ["/", "cut/asli", messages.DAILY])
@pytest.mark.parametrize("tries", [1, 2, 3])
@pytest.mark.parametrize(("puzzle", "step"), [(LATER, 0), (LATER, 1), (AT_ONCE, 0)])
def test_a_wrong_turn_is_answered_by_the_opponent_and_may_be_tried_again(
    puzzle, step, tries, choice
):
    _, enemy = sides_of(puzzle)
    later = Button(
        ComponentId("puzzle-next", puzzle.number, 0, "/" if choice == messages.DAILY else choice),
        words.NEXT(),
        Style.secondary if tries < MAX_TRIES else Style.success,
    )

    def button(kind, label, style=Style.secondary, number=10 * step + tries):
        return Button(ComponentId(kind, puzzle.number, number, choice), label, style)

    for wrong, reply in puzzle.steps[step].refutations.items():
        page = messages.answer(seen(puzzle, tries), ANN, step=step, turn=wrong, choice=choice)
        named, answer = wrong.capitalize(), reply.capitalize()
        verdict = words.wrong(named, enemy, answer) if reply else words.wrong_at_once(named)
        turns = [turn.capitalize() for turn in puzzle.turns]
        rest = words.tries_left(MAX_TRIES - tries) if tries < 3 else words.solution(turns)
        assert page.content.split("\n") == [title_of(puzzle, puzzle.difficulty), verdict, rest]

        asked = puzzle.choices.index(step) + 1
        title = TitleOverlay(words.position_named(asked, len(puzzle.choices)), asks=False)
        pictures = filter(None, (page.board_image, page.board_image.before))
        assert {each.overlays for each in pictures} == {(title,)}

        tried = ".".join(filter(None, (wrong, reply)))
        tried = Button(ComponentId("puzzle-try", puzzle.number, 2 * step, tried), TRY_OUT())
        if tries == MAX_TRIES:
            show = button("puzzle-solution", words.SHOW_SOLUTION(), number=0)
            assert page.rows == ((later, show), (tried,))
            continue
        retry = button("puzzle-retry", words.TRY_AGAIN(), Style.primary)
        show = button("puzzle-solution", words.SHOW_SOLUTION())
        below = () if choice == messages.DAILY else ((show, later),)
        assert page.rows == ((retry, tried), *below)


def test_a_wrong_turn_shows_the_refutation_on_the_board():
    page = wrong_turn(1)
    expected = REFUTED.start.play(REFUTED.move(WRONG)).play(REFUTED.move(REFUTATION))
    assert page.board_image.position == expected
    assert page.board_image.before.position == REFUTED.start.play(REFUTED.move(WRONG))
    assert f"answers with {REFUTATION.upper()} and wins" in page.content
    assert "2 tries left." in page.content
    assert kinds(page) == ["puzzle-retry", "puzzle-try", "puzzle-solution", "puzzle-next"]
    assert draw_board_image(page.board_image).content.startswith(b"\x89PNG")


def test_the_third_wrong_turn_shows_the_solution():
    page = wrong_turn(3)
    assert f"Solution: {REFUTED.steps[0].answer.upper()}" in page.content
    assert kinds(page) == ["puzzle-next", "puzzle-solution", "puzzle-try"]


def of_length(turns):
    """Return puzzles whose solution has this many turns of both sides, some with an end."""
    found = [each for each in PUZZLES if len(each.turns) == turns]
    over = [each for each in found if each.line[-1].outcome() is not None]
    return [*found[:3], *over[:3]]


@pytest.mark.parametrize("length", [1, 3, 5])
@pytest.mark.parametrize("choice", ["/", "cut/asli", messages.DAILY, "mine/"])
@pytest.mark.parametrize("tries", [0, 3])
def test_the_end_shows_the_last_turn_in_picture_text_and_step_count(length, choice, tries):
    assert len(of_length(length)) > 3
    for puzzle in of_length(length):
        view = own(puzzle) if choice == "mine/" else seen(puzzle)
        page = messages.solved(view, ANN, tries, choice)
        answer = puzzle.turns[-1].capitalize()
        image, (back, forward, *_) = page.board_image, page.rows[0]
        *_, title = image.overlays

        assert image.position == puzzle.line[-1]
        assert title == TitleOverlay(f"Step {length} of {length}", asks=False)
        assert image.words.startswith(f"Step {length} of {length}. ")
        assert (f"**{answer} wins.**" in page.content) is (tries == 0)
        assert f"**{answer}**.\n" in page.content
        assert (back.id.number, back.disabled) == (10 * (length - 1) + tries, False)
        assert (back.id.value, forward.disabled) == (choice, True)


@pytest.mark.parametrize("length", [1, 3, 5])
def test_each_step_names_its_turn_in_picture_and_text(length):
    for puzzle in of_length(length):
        for at in range(length + 1):
            page = messages.solved(seen(puzzle), ANN, 0, "/", at=at)
            named = [turn.capitalize() for turn in puzzle.turns]
            title = f"Step {at} of {length}" if at else "Start"
            if at:
                named[at - 1] = f"**{named[at - 1]}**"

            assert f"Solution: {' · '.join(named)}." in page.content
            assert page.board_image.words.startswith(f"{title}. ")
            assert page.board_image.overlays[-1] == TitleOverlay(title, asks=False)


def test_the_end_of_a_game_lists_no_territory_that_the_picture_lacks():
    over = [each for each in PUZZLES if each.line[-1].outcome() and not all(each.line[-1].stones)]
    assert len(over) > 3
    for puzzle in over[:3]:
        image = messages.solved(seen(puzzle), ANN, 0, "/").board_image
        assert "territory" not in image.words
        assert not explained_shading(board_scene(image.position).territory)


def fact_about(puzzle, step):
    """Return what one of the solver's turns does: it takes stones, or the hint for it, or ""."""
    before, after = puzzle.line[2 * step : 2 * step + 2]
    turn, enemy = puzzle.steps[step].answer.capitalize(), before.to_move.other
    taken = after.last_turn.removed[enemy].bit_count()
    if taken:
        by_a_cut = after.last_turn.cuts and puzzle.game != "liflina"
        return (words.cuts if by_a_cut else words.takes)(turn, taken)
    if after.outcome() is not None:
        return ""
    if reason := seen_reason(before, (puzzle.move(puzzle.steps[step].answer),)):
        return words.why(turn, reason)
    left = [format_move(move, after.topology).capitalize() for move in after.legal_moves()]
    return words.leaves(turn, colour_name(enemy), left) if len(left) < 4 else ""


def end_of(puzzle):
    """Return the sentences about the end: why the game is over, or how many turns are left."""
    last, (mover, enemy) = puzzle.line[-1], sides_of(puzzle)
    if last.outcome() is not None:
        return [str(why_over(last, mover, enemy))]
    own, theirs = (
        sum(isinstance(move, Place) for move in each.legal_moves())
        for each in (last.passed(), last)
    )
    holds = last.prison[last.to_move]  # the opponent's stones in prison
    counted = [words.cells_left(own, theirs, enemy)] if own + holds > theirs else []
    counted += [words.holds_left(holds)] if counted and holds else []
    return [*counted, words.goes_on(mover, enemy)]


def test_a_solution_tells_what_its_turns_do_and_give_up_and_how_it_ends():
    """Of more than three turns it tells the first one, the last cut and the last one."""
    shown = set()
    long = [each for each in PUZZLES if len(each.steps) > 3]
    quiet = [each for each in PUZZLES if Theme.LAST_PLACEMENT in each.themes]
    held = (replace(each, themes=(Theme.LAST_PLACEMENT, Theme.HOLD)) for each in quiet[:9])
    for puzzle in (*PUZZLES[::17], *long, *quiet[::3], *held):
        last = len(puzzle.steps) - 1
        cuts = [step for step in range(last + 1) if puzzle.line[2 * step + 1].last_turn.cuts]
        told = range(last + 1) if last < 3 else sorted({0, *cuts[-1:], last})
        facts = [fact for step in told if (fact := fact_about(puzzle, step))]
        if not facts:  # a lesson, by the first theme that fits
            about = [each for each in ("hold", "komi", "last-placement") if each in puzzle.themes]
            facts = [words.LESSONS[each]() for each in about[:1]]
        mover, over = puzzle.start.to_move, puzzle.line[-1].outcome() is not None
        # what the turn that ends the game takes is no risk
        turns = [each.last_turn for each in puzzle.line[1 : -1 if over else None]]
        lost = sum(each.removed[mover].bit_count() for each in turns)
        names = [turn.capitalize() for turn in puzzle.turns]
        assert messages.solved(seen(puzzle), ANN, 1, "/").content.split("\n") == [
            title_of(puzzle, puzzle.difficulty),
            words.solved(names[-1], 1),
            words.solution(names, len(names)),
            *facts,
            *([words.given_up(colour_name(mover), lost)] if lost else []),
            *end_of(puzzle),
            words.refuted(len(puzzle.steps[0].refutations)),
        ]
        shown.add((puzzle.game, over, bool(lost)))
    assert len(shown) > 12


def test_turns_that_are_no_cells_are_named():
    puzzle = next(each for each in PUZZLES if "komi" in [step.answer for step in each.steps[1:]])
    page = messages.solved(seen(puzzle), ANN, 0, "/")
    assert " · Komi" in page.content


def test_a_cell_off_the_board_is_not_legal():
    assert not messages.is_legal(REFUTED, 0, "z99")


OWN_ID = "my100000007"
DUE = datetime(2030, 1, 2, tzinfo=UTC)


def own(puzzle=REFUTED, due_at=DUE, wrong=0):
    mistake = OwnMistake(12, 34, due_at)
    return PuzzleView(replace(puzzle, id=OWN_ID), 0, wrong, mistake=mistake)


def test_an_own_mistake_is_named_and_has_everything_but_a_vote():
    page = messages.question(own(), ANN, choice="mine/")
    end = messages.solved(own(due_at=None), ANN, 0, "mine/")

    assert page.content.startswith("**Your mistake in game 12 · ")
    assert {"puzzle-turn", "puzzle-type", "puzzle-try", "puzzle-rules", "puzzle-next"} <= set(
        kinds(page)
    )
    assert len(page.board_image.words) >= 60
    assert "puzzle-vote" not in kinds(end)
    assert {"puzzle-line", "puzzle-next", "puzzle-try"} <= set(kinds(end))
    assert "comes back" not in end.content
    assert all(
        len(str(each.id)) <= 100 for draft in (page, end) for row in draft.rows for each in row
    )


def test_a_failed_own_mistake_says_when_it_comes_back():
    back = f"This puzzle comes back <t:{int(DUE.timestamp())}:R>."

    refuted = messages.answer(own(wrong=3), ANN, step=0, turn=WRONG, choice="mine/")
    given_up = messages.solved(own(), ANN, 3, "mine/")
    second = messages.answer(own(wrong=2), ANN, step=0, turn=WRONG, choice="mine/")

    assert back in refuted.content
    assert back in given_up.content
    assert back not in second.content


@pytest.mark.parametrize(
    ("made", "next_at", "elsewhere", "said"),
    [
        (0, None, False, words.NO_MISTAKES()),
        (2, None, False, words.NO_MISTAKE_LEFT()),
        (2, DUE, False, words.next_mistake(DUE)),
        (2, DUE, True, words.NO_MISTAKE_OF_GAME()),
    ],
)
def test_without_a_due_mistake_the_answer_says_what_to_do(made, next_at, elsewhere, said):
    answer = messages.no_mistake(NoMistakeDue(made, next_at, elsewhere=elsewhere))
    assert answer == OutgoingMessage(said)


def test_the_sentences_about_own_mistakes_say_how_to_get_one_and_when():
    assert "Press **Review** under a finished game" in words.NO_MISTAKES()
    assert "solved all" in words.NO_MISTAKE_LEFT()
    assert f"<t:{int(DUE.timestamp())}:R>" in words.next_mistake(DUE)


@pytest.mark.parametrize("choice", ["/", "cut/asli", messages.DAILY])
@pytest.mark.parametrize("tries", [0, 2, 3])
@pytest.mark.parametrize("voted", [False, True])
@pytest.mark.parametrize("at", [0, 2, len(LONG.turns)])
def test_below_a_solution_one_steps_goes_on_votes_and_tries(choice, tries, voted, at):
    def button(kind, number, value, label, style=Style.secondary, *, disabled=False):
        return Button(ComponentId(kind, LONG.number, number, value), label, style, disabled)

    page = messages.solved(seen(LONG), ANN, tries, choice, voted=voted, at=at)
    last, following = len(LONG.turns), "/" if choice == messages.DAILY else choice
    end = 10 * (len(LONG.steps) - 1) + tries
    row = [
        button("puzzle-line", 10 * (at - 1) + tries, choice, "Back", disabled=at == 0),
        button("puzzle-line", 10 * (at + 1) + tries, choice, "Forward", disabled=at == last),
        button("puzzle-next", 0, following, words.NEXT(), Style.success),
    ]
    if not voted:
        row += [
            button("puzzle-vote", end, f"good/{choice}", words.GOOD()),
            button("puzzle-vote", end, f"bad/{choice}", words.BAD()),
        ]
    below = (
        button("puzzle-try", at, "", TRY_OUT()),
        button("puzzle-rules", tries, choice, OPEN_RULES()),
    )
    assert page.rows == (tuple(row), below)
    assert page.content.split("\n").count(words.VOTED()) == voted


def test_results_are_told_by_theme():
    themes = (("save", 5, 3), ("cut", 4, 2), ("hold", 1, 0))
    page = messages.stats_page(PuzzleStats(4, 1, 2, (1234.5, 99.4), themes, (3, 8)))
    assert page.content.split("\n") == [
        words.STATS_TITLE(),
        "7 puzzles tried",
        "Solved on the first try: **4** · after wrong turns: 1 · not solved: 2",
        "Your puzzle rating: **1234 ± 99**",
        "- Save a group: 3 of 5 on the first try",
        "- Cut a lifeline: 2 of 4 on the first try",
        "- Hold (Asli, Liflina): 0 of 1 on the first try",
        daily_words.streak(3, longest=8),
    ]
    assert messages.stats_page(PuzzleStats(1, themes=themes[:1])).content.split("\n") == [
        words.STATS_TITLE(),
        words.tried(1),
        words.results(1, 0, 0),
        words.theme_result(words.THEMES["save"](), 3, 5),
    ]
    assert messages.stats_page(PuzzleStats()).content == words.NO_RESULTS()


def test_every_theme_has_a_label():
    assert set(words.THEMES) == set(Theme)


def test_a_turn_without_a_choice_is_played_by_itself_and_told():
    forced = next(step for step, here in enumerate(FORCED.steps) if not here.refutations)
    before = forced - 1
    answer = FORCED.steps[before].answer
    page = messages.answer(seen(FORCED), ANN, step=before, turn=answer, choice="/")

    following = FORCED.next_choice(before)
    assert following > forced
    assert page.board_image.position == FORCED.positions[following]
    mover, enemy = (
        colour_name(each) for each in (FORCED.start.to_move, FORCED.start.to_move.other)
    )
    here = FORCED.steps[forced]
    told = words.forced(mover, here.answer.capitalize(), enemy, here.reply.capitalize())
    assert told in page.content
    assert page.content.count("is right") == 1


def told_before(puzzle, step):
    """Return the lines above a question: the task, or what was played since the last question."""
    mover, enemy = sides_of(puzzle)
    if not step:
        return [words.task(mover, len(puzzle.choices))]
    chosen, *forced = puzzle.steps[puzzle.choices[puzzle.choices.index(step) - 1] : step]
    turns = chosen.answer.capitalize(), enemy, chosen.reply.capitalize()
    only = [
        words.forced(mover, each.answer.capitalize(), enemy, each.reply.capitalize())
        for each in forced
    ]
    return [words.right(*turns), *only, words.WHICH_NOW()] if only else [words.right_so_far(*turns)]


@pytest.mark.parametrize("tries", [0, 1, 2])
@pytest.mark.parametrize("repeated", [False, True])
def test_a_question_tells_what_was_played_since_the_last_one_the_tries_and_the_komi(
    tries, repeated
):
    for puzzle in (*SPENT, FORCED, FORCED_LATER, LONG, *SAMPLE[::6]):
        for step in puzzle.choices:
            lines = [title_of(puzzle, 1250), *told_before(puzzle, step)]
            lines += [words.tries_left(MAX_TRIES - tries)] if tries else []
            komi = 0 if puzzle.game in ("asli", "liflina") else puzzle.positions[step].komi
            lines += [words.komi(komi)] if komi else []
            lines += [words.REPEATED()] if repeated and step == tries == 0 else []
            view = PuzzleView(puzzle, 1250, tries, repeated=repeated)
            assert messages.question(view, ANN, step=step).content.split("\n") == lines


@pytest.mark.parametrize("choice", ["/", "hold/asli", messages.DAILY])
@pytest.mark.parametrize("tries", [0, 2])
@pytest.mark.parametrize(("puzzle", "step"), [(HELD, HELD.choices[-1]), (LONG, 2), (LONG, 0)])
def test_each_button_of_a_question_names_the_turn_the_tries_and_the_kind(
    puzzle, step, tries, choice
):
    def button(kind, label, value=choice, style=Style.secondary):
        return Button(ComponentId(kind, puzzle.number, 10 * step + tries, value), label, style)

    page = messages.question(seen(puzzle, tries), ANN, step=step, choice=choice)
    topology, special = puzzle.start.topology, {"hold": "Hold (skip turn)"}
    turns = [topology.names[cell] for cell in page.board_image.overlays[0].cells]
    turns += [turn for turn in special if messages.is_legal(puzzle, step, turn)]
    assert set(turns) == {puzzle.steps[step].answer, *puzzle.steps[step].refutations}
    expected = [
        button("puzzle-turn", special.get(turn, str(number)), f"{turn}/{choice}", Style.primary)
        for number, turn in enumerate(turns, start=1)
    ]
    expected += [
        button("puzzle-type", labels.TYPE_MOVE()),
        button("puzzle-rules", OPEN_RULES()),
        Button(ComponentId("puzzle-try", puzzle.number, 2 * step), TRY_OUT()),
    ]
    if choice != messages.DAILY:
        later = ComponentId("puzzle-next", puzzle.number, 0, choice)
        expected += [button("puzzle-solution", words.SHOW_SOLUTION()), Button(later, words.NEXT())]
    assert [each for row in page.rows for each in row] == expected


def test_a_forced_end_of_the_line_solves_the_puzzle():
    last = FORCED_END.choices[-1]
    answer = FORCED_END.steps[last].answer
    page = messages.answer(seen(FORCED_END), ANN, step=last, turn=answer, choice="/")

    assert "Solved on the first try." in page.content


def test_the_task_counts_the_turns_that_are_chosen():
    page = messages.question(seen(FORCED), ANN)
    colour = colour_name(FORCED.start.to_move)

    count = len(FORCED.choices)
    assert words.task(colour, count) in page.content
    assert words.task(colour, count) in daily_text(DailyView(1, FORCED, 1500))
    assert count < len(FORCED.steps)
    for number, step in enumerate(FORCED.choices, start=1):
        *_, title = messages.question(seen(FORCED), ANN, step=step).board_image.overlays
        assert title == TitleOverlay(words.position_named(number, count))


@pytest.mark.parametrize("puzzle", SAMPLE[:20], ids=lambda each: each.id)
def test_first_puzzles_offer_the_answer_and_two_others(puzzle):
    view = PuzzleView(puzzle, puzzle.difficulty, first=True)
    pages = [messages.question(view, ANN, step=step) for step in puzzle.choices]

    for step, page in zip(puzzle.choices, pages, strict=True):
        offered = [each.id.value.split("/")[0] for row in page.rows for each in row]
        offered = offered[: kinds(page).count("puzzle-turn")]
        here = puzzle.steps[step]
        others, count = sorted(here.refutations), len(here.refutations)
        chosen = [others[(puzzle.number + nth) % count] for nth in range(min(2, count))]
        assert sorted(offered) == sorted([here.answer, *chosen])
        assert page == messages.question(view, ANN, step=step), "the same at each look"


def test_the_alternative_text_names_the_cell_of_each_number():
    page = messages.question(seen(LONG), ANN)
    (numbers,) = [each for each in page.board_image.overlays if isinstance(each, Candidates)]
    named = [
        f"{number} on {LONG.start.topology.label(cell)}"
        for number, cell in enumerate(numbers.cells, start=1)
    ]
    assert f"Numbers on the board: {', '.join(named)}." in page.board_image.words


@pytest.mark.parametrize("typed", ["{}{}", "{}{} ", "“{}{}”", "\u200b{}{}", "{} {}", "{}-0{}"])
def test_a_typed_turn_is_read_like_a_pressed_one(typed):
    answer = REFUTED.steps[0].answer
    assert messages.read_turn(REFUTED, 0, typed.format(answer[0].upper(), answer[1:])) == answer


def example_at(puzzle, step):
    """Return the first legal cell by name, as an example of what can be typed."""
    legal = puzzle.positions[step].legal_moves()
    names = (format_move(each, puzzle.start.topology) for each in legal)
    return min(each for each in names if each not in messages.SPECIAL_MOVES).upper()


@pytest.mark.parametrize("typed", ["", "z99", "resign", "a1 a2", "swap"])
@pytest.mark.parametrize(("puzzle", "step"), [(REFUTED, 0), (LONG, 2), (HELD, HELD.choices[-1])])
def test_another_text_is_refused_with_an_example(typed, puzzle, step):
    with pytest.raises(UnreadableMove) as refused:
        messages.read_turn(puzzle, step, typed)
    example = example_at(puzzle, step)
    assert refused.value.advice == words.unreadable(typed, example)
    assert messages.read_turn(puzzle, step, example)


def test_the_example_of_a_turn_is_a_cell():
    here = replace(HELD.steps[0], answer="hold", refutations={"komi": "", "i5": ""})
    assert (
        messages.typed_form(replace(HELD, steps=(here,)), 0, 0, "/").fields[0].placeholder == "I5"
    )


@pytest.mark.parametrize(("puzzle", "step"), [(REFUTED, 0), (LONG, 2), (HELD, HELD.choices[-1])])
def test_the_form_to_type_a_turn_knows_the_question_and_has_an_example(puzzle, step):
    form = messages.typed_form(puzzle, step, 2, "cut/asli")
    field = TextField("text", labels.MOVE_LABEL(), example_at(puzzle, step), 20)
    id_ = ComponentId("puzzle-type-form", puzzle.number, 10 * step + 2, "cut/asli")
    assert form == Form(id_, labels.TYPE_MOVE(), (field,))


def test_the_solution_can_be_stepped_through():
    line = positions_of(LONG)
    for at, position in enumerate(line):
        page = messages.solved(seen(LONG), ANN, 0, "/", at=at)
        assert page.board_image.position == position
        back, forward = page.rows[0][:2]
        assert (back.disabled, forward.disabled) == (at == 0, at == len(line) - 1)
        assert (back.id.number // 10, forward.id.number // 10) == (at - 1, at + 1)
        assert {each.id.number % 10 for each in (back, forward)} == {0}
    assert messages.solved(seen(LONG), ANN, 0, "/", at=99).board_image.position == line[-1]


def test_a_turn_without_another_fact_names_the_few_turns_that_it_leaves():
    counts = set()
    for puzzle in PUZZLES[500:760]:
        left = [format_move(move, puzzle.start.topology) for move in puzzle.line[1].legal_moves()]
        turn, enemy = puzzle.steps[0].answer.capitalize(), colour_name(puzzle.line[1].to_move)
        content = messages.solved(seen(puzzle), ANN, 0, "/").content
        named = words.leaves(turn, enemy, [each.capitalize() for each in left]) if left else ""
        if f"{turn} leaves {enemy} only " in content:
            assert named in content
            assert not puzzle.line[1].last_turn.removed[puzzle.line[1].to_move]
            assert f"Why {turn}?" not in content
            counts.add(len(left))
    assert counts
    assert counts <= {1, 2, 3}
    assert words.leaves("G7", "White", ["B3", "G5"]) == "G7 leaves White only B3 or G5."


def test_an_end_before_the_end_of_the_game_counts_the_cells_of_both():
    def turns(puzzle):
        """Return the legal cells of the solver and of the opponent, and the solver's holds."""
        last = positions_of(puzzle)[-1]
        own, theirs = (
            sum(isinstance(m, Place) for m in each.legal_moves()) for each in (last.passed(), last)
        )
        return own, theirs, last.prison[last.to_move]

    kinds = set()
    for puzzle in [each for each in PUZZLES if positions_of(each)[-1].outcome() is None]:
        (own, theirs, holds), enemy = turns(puzzle), colour_name(puzzle.start.to_move.other)
        content, told = messages.solved(seen(puzzle), ANN, 0, "/").content, own + holds > theirs
        assert (words.cells_left(own, theirs, enemy) in content) is told
        assert ("You can also hold" in content) is (told and holds > 0)
        assert words.holds_left(holds) in content or not (told and holds)
        kinds.add((own > theirs, told, holds > 0))
    assert {(False, False, False), (True, True, False), (False, True, True)} <= kinds


def positions_of(puzzle):
    """Return the positions of the solution, after each turn of either side."""
    found = [puzzle.start]
    for turn in [each for step in puzzle.steps for each in (step.answer, step.reply) if each]:
        found.append(found[-1].play(puzzle.move(turn)))
    return found


@pytest.mark.parametrize(("streak", "told"), [(0, False), (1, False), (2, True)])
def test_a_streak_is_told_to_the_solver(streak, told):
    view = PuzzleView(LONG, LONG.difficulty, streak=streak)
    solved = messages.solved(view, ANN, 0, "daily/").content
    assert ("days in a row" in solved) is told
    assert "days in a row" not in messages.solved(view, ANN, 3, "daily/").content
