"""Messages of puzzles: limits, handlers, verdicts, alternative texts."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.errors.refusals import UnreadableMove
from bot.learning.steps import TitleOverlay
from bot.messages import puzzle as messages
from bot.messages.component_ids import parse_id
from bot.messages.daily import daily_text
from bot.messages.hint_reasons import seen_reason
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import OutgoingMessage, edit_arguments
from bot.messages.pictures import draw_board_image
from bot.runtime.app import find_handlers
from bot.services.use_cases.puzzles.daily import DailyView
from bot.services.use_cases.puzzles.puzzles import NoMistakeDue, PuzzleStats, PuzzleView
from bot.services.values.puzzles.own import OwnMistake
from bot.words import puzzle as words
from renderer.legend import explained_shading
from renderer.orientation import Orientation, in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.scene import board_scene
from renderer.words import colour_name
from rules.endings import why_over
from rules.moves import Place, format_move
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Theme

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})
PUZZLES = collection.load()
SAMPLE = PUZZLES[:: len(PUZZLES) // 60]
LONG = max(PUZZLES, key=lambda each: len(each.steps))
REFUTED = next(each for each in PUZZLES if "" not in each.steps[0].refutations.values())
WRONG, REFUTATION = next(iter(REFUTED.steps[0].refutations.items()))


def seen(puzzle, wrong=0):
    return PuzzleView(puzzle, puzzle.difficulty, wrong)


def kinds(draft):
    return [each.id.kind for row in draft.rows for each in row]


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


def test_the_next_own_turn_follows_the_opponents_answer():
    first = LONG.steps[0]
    page = messages.answer(seen(LONG), ANN, step=0, turn=first.answer, choice="/")
    assert page.board_image.position == LONG.positions[1]
    assert f"answers with {first.reply.upper()}." in page.content


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


def test_a_cut_before_the_last_turn_is_told():
    def cuts_first(puzzle):
        first, *_, last = puzzle.line[1::2]
        return first.last_turn.cuts and not last.last_turn.cuts

    puzzle = next(each for each in PUZZLES if len(each.steps) == 3 and cuts_first(each))
    taken = puzzle.line[1].last_turn.removed[puzzle.start.to_move.other].bit_count()
    content = messages.solved(seen(puzzle), ANN, 0, "/").content
    assert words.cuts(puzzle.steps[0].answer.upper(), taken) in content


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


def test_without_a_due_mistake_the_answer_says_what_to_do():
    said = [messages.no_mistake(NoMistakeDue(*each)).content for each in ((0, None), (2, None))]
    later = messages.no_mistake(NoMistakeDue(2, DUE)).content

    assert "Press **Review** under a finished game" in said[0]
    assert "solved all" in said[1]
    other = messages.no_mistake(NoMistakeDue(2, None, elsewhere=True)).content
    assert other == words.NO_MISTAKE_OF_GAME()
    assert f"<t:{int(DUE.timestamp())}:R>" in later


def test_a_vote_is_thanked_once():
    page = messages.solved(seen(LONG), ANN, 1, "/", voted=True)
    assert "Solved after 1 wrong turn." in page.content
    assert words.VOTED() in page.content
    assert kinds(page)[:3] == ["puzzle-line", "puzzle-line", "puzzle-next"]
    assert "puzzle-vote" not in kinds(page)


def test_results_are_told_by_theme():
    page = messages.stats_page(PuzzleStats(3, 1, 2, (1234.5, 99.4), (("cut", 4, 2),)))
    assert "6 puzzles tried" in page.content
    assert "1234 ± 99" in page.content
    assert "- Cut a lifeline: 2 of 4 on the first try" in page.content
    assert messages.stats_page(PuzzleStats()).content == words.NO_RESULTS()


def test_every_theme_has_a_label():
    assert set(words.THEMES) == set(Theme)


FORCED = next(
    each
    for each in PUZZLES
    if any(not here.refutations for here in each.steps[1:-1]) and each.steps[-1].refutations
)
FORCED_END = next(each for each in PUZZLES if not each.steps[-1].refutations)


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


def test_a_question_names_only_the_turns_since_the_one_before():
    puzzle = next(each for each in PUZZLES if len(each.choices) > 2)
    _, second, third = puzzle.choices[:3]
    page = messages.question(seen(puzzle), ANN, step=third)
    assert f"**{messages.named(puzzle.steps[second].answer)} is right.**" in page.content
    assert page.content.count("only legal turn") == third - second - 1


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
        assert here.answer in offered
        assert len(offered) == min(3, 1 + len(here.refutations))
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


@pytest.mark.parametrize("typed", ["", "z99", "resign", "a1 a2", "swap"])
def test_another_text_is_refused_with_an_example(typed):
    with pytest.raises(UnreadableMove, match="Type a cell such as ") as refused:
        messages.read_turn(REFUTED, 0, typed)
    assert messages.read_turn(REFUTED, 0, refused.value.advice.split()[-1].rstrip("."))


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


def test_the_reason_names_what_the_solver_gives_up_and_how_the_game_ends():
    puzzle = next(
        each for each in PUZZLES if Theme.SACRIFICE in each.themes and each.positions[-1].outcome()
    )
    mover = puzzle.start.to_move
    positions = positions_of(puzzle)
    lost = sum(each.last_turn.removed[mover].bit_count() for each in positions[1:-1])
    content = messages.solved(seen(puzzle), ANN, 0, "/").content

    assert lost
    assert words.goes_on(colour_name(mover), colour_name(mover.other)) not in content
    assert words.given_up(colour_name(mover), lost) in content
    assert str(why_over(positions[-1], colour_name(mover), colour_name(mover.other))) in content


def test_stones_that_the_last_turn_takes_from_the_solver_are_not_given_up():
    def loses_more(puzzle):
        over = puzzle.positions[-1].outcome() is not None
        return over and puzzle.line[-1].last_turn.removed[puzzle.start.to_move]

    puzzle = next(filter(loses_more, PUZZLES))
    mover = puzzle.start.to_move
    every = sum(each.last_turn.removed[mover].bit_count() for each in puzzle.line[1:])
    content = messages.solved(seen(puzzle), ANN, 0, "/").content

    assert words.given_up(colour_name(mover), every) not in content


def test_a_solution_after_which_the_game_goes_on_says_who_moves_last():
    puzzle = next(each for each in PUZZLES if each.positions[-1].outcome() is None)
    mover = puzzle.start.to_move
    content = messages.solved(seen(puzzle), ANN, 0, "/").content

    assert words.goes_on(colour_name(mover), colour_name(mover.other)) in content


def test_turns_that_take_nothing_are_explained_as_in_hints():
    def saves(puzzle):
        taken = any(p.last_turn and any(p.last_turn.removed) for p in positions_of(puzzle))
        return Theme.SAVE in puzzle.themes and not taken

    puzzle = next(filter(saves, PUZZLES))
    turn = puzzle.steps[0].answer
    reason = seen_reason(puzzle.start, (puzzle.move(turn),))
    content = messages.solved(seen(puzzle), ANN, 0, "/").content
    assert reason
    assert words.why(turn.capitalize(), reason) in content


def test_only_the_first_the_decisive_and_the_last_turn_are_explained():
    line, enemy = positions_of(LONG), LONG.start.to_move.other
    captures = [after.last_turn.removed[enemy].bit_count() for after in line[1::2]]
    facts = [
        words.cuts(step.answer.capitalize(), taken)
        for step, taken in zip(LONG.steps, captures, strict=True)
        if taken
    ]
    content = messages.solved(seen(LONG), ANN, 0, "/").content
    told = [fact in content for fact in facts]
    assert told[0]
    assert told[-1]
    assert len(LONG.steps) > 3 >= content.count("from its last friend") + content.count("Why ")


def test_each_of_three_turns_is_explained():
    def taken(puzzle):
        enemy = puzzle.start.to_move.other
        return [after.last_turn.removed[enemy].bit_count() for after in puzzle.line[1::2]]

    puzzle = next(
        each
        for each in PUZZLES
        if len(each.steps) == 3 and each.game != "liflina" and all(taken(each))
    )
    content = messages.solved(seen(puzzle), ANN, 0, "/").content
    told = [
        any(say(step.answer.capitalize(), count) in content for say in (words.cuts, words.takes))
        for step, count in zip(puzzle.steps, taken(puzzle), strict=True)
    ]
    assert told == [True] * 3


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
