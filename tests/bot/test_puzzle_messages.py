"""Messages of puzzles: limits, handlers, verdicts, alternative texts."""

import pytest

from bot.messages import puzzle as messages
from bot.messages.component_ids import OldComponent, parse_id
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import OutgoingMessage, edit_arguments
from bot.messages.pictures import draw_board_image
from bot.runtime.app import find_handlers
from bot.services.use_cases.puzzles.puzzles import PuzzleStats, PuzzleView
from bot.words import puzzle as words
from renderer.orientation import Orientation, in_reading_order
from renderer.overlays.candidates import Candidates
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
    for step in range(len(puzzle.steps)):
        page = messages.question(seen(puzzle, 2), ANN, step=step, choice="last-placement/cornered")
        ids = [str(each.id) for row in page.rows for each in row]
        assert len(page.rows) <= 5
        assert all(len(row) <= 5 for row in page.rows)
        assert len(set(ids)) == len(ids)
        assert all(parse_id(each).kind in find_handlers() for each in ids)
        edit_arguments(OutgoingMessage(page.content, rows=page.rows))  # discord.py checks others
        assert 60 <= len(page.board_image.words) <= 1024
        assert "danger" not in page.board_image.words


def test_there_is_a_button_for_each_legal_turn():
    for puzzle in SAMPLE:
        for step, position in enumerate(puzzle.positions[:-1]):
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
    for step, here in enumerate(LONG.steps):
        page = messages.answer(seen(LONG), ANN, step=step, turn=here.answer, choice="/")
    assert "Solved on the first try." in page.content
    assert "Solution: " in page.content
    assert kinds(page) == ["puzzle-next", "puzzle-vote", "puzzle-vote"]
    assert page.board_image.position == LONG.positions[-1]


@pytest.mark.parametrize("game", ["lifeline", "cornered", "asli", "liflina"])
def test_a_question_explains_komi_only_where_white_may_skip_turns(game):
    puzzles = [each for each in PUZZLES if each.game == game]
    with_komi = [each for each in puzzles if each.start.komi]
    assert bool(with_komi) == (game in ("lifeline", "cornered"))

    for puzzle in (*with_komi[:5], *[each for each in puzzles if not each.start.komi][:5]):
        page = messages.question(seen(puzzle), ANN)
        assert ("White may skip" in page.content) == bool(puzzle.start.komi)


def test_a_puzzle_tells_its_difficulty_in_words_and_in_points_when_it_is_solved():
    page = messages.question(seen(LONG), ANN)
    assert str(LONG.difficulty) not in page.content

    for step, here in enumerate(LONG.steps):
        page = messages.answer(seen(LONG), ANN, step=step, turn=here.answer, choice="/")
    assert f"This puzzle's rating: {LONG.difficulty}." in page.content


def test_the_next_own_turn_follows_the_opponents_answer():
    first = LONG.steps[0]
    page = messages.answer(seen(LONG), ANN, step=0, turn=first.answer, choice="/")
    assert page.board_image.position == LONG.positions[1]
    assert f"answers {first.reply.upper()}." in page.content


def test_a_wrong_turn_shows_the_refutation_on_the_board():
    page = wrong_turn(1)
    expected = REFUTED.start.play(REFUTED.move(WRONG)).play(REFUTED.move(REFUTATION))
    assert page.board_image.position == expected
    assert f"answers {REFUTATION.upper()} and wins" in page.content
    assert "2 tries left." in page.content
    assert kinds(page) == ["puzzle-retry", "puzzle-solution", "puzzle-next"]
    assert draw_board_image(page.board_image).content.startswith(b"\x89PNG")


def test_the_third_wrong_turn_shows_the_solution():
    page = wrong_turn(3)
    assert f"Solution: {REFUTED.steps[0].answer.upper()}" in page.content
    assert kinds(page) == ["puzzle-next", "puzzle-solution"]


def ends_with_a_cut(puzzle):
    return bool(puzzle.positions[-1].last_turn.cuts)


def first_cut(puzzle):
    return puzzle.start.play(puzzle.move(puzzle.steps[0].answer)).last_turn.cuts


@pytest.mark.parametrize("tries", [0, 3])
def test_the_solution_has_the_cut_drawn_in(tries):
    at_the_end = next(each for each in PUZZLES if len(each.steps) == 2 and ends_with_a_cut(each))
    page = messages.solved(seen(at_the_end), ANN, tries, "/")
    assert page.board_image.position == at_the_end.positions[-1]
    assert "which cuts a lifeline" not in page.content

    earlier = next(
        each
        for each in PUZZLES
        if len(each.steps) == 2 and first_cut(each) and not ends_with_a_cut(each)
    )
    page = messages.solved(seen(earlier), ANN, tries, "/")
    answer = earlier.steps[0].answer
    assert page.board_image.position == earlier.start.play(earlier.move(answer))
    assert f"The picture shows {answer.upper()}, which cuts a lifeline." in page.content


def test_the_solution_without_a_cut_shows_the_end():
    puzzle = next(each for each in PUZZLES if each.themes == (Theme.LAST_PLACEMENT,))
    page = messages.solved(seen(puzzle), ANN, 0, "/")
    assert page.board_image.position == puzzle.positions[-1]


def test_turns_that_are_no_cells_are_named():
    puzzle = next(each for each in PUZZLES if "komi" in [step.answer for step in each.steps[1:]])
    page = messages.solved(seen(puzzle), ANN, 0, "/")
    assert " · Komi" in page.content


def test_an_unknown_puzzle_is_an_old_button():
    assert not messages.is_legal(REFUTED, 0, "z99")
    with pytest.raises(OldComponent):
        messages.find(-1)


def test_a_vote_is_thanked_once():
    page = messages.solved(seen(LONG), ANN, 1, "/", voted=True)
    assert "Solved after 1 wrong turn." in page.content
    assert words.VOTED() in page.content
    assert kinds(page) == ["puzzle-next"]


def test_results_are_told_by_theme():
    page = messages.stats_page(PuzzleStats(3, 1, 2, (1234.5, 99.4), (("cut", 4, 2),)))
    assert "6 puzzles tried" in page.content
    assert "1234 ± 99" in page.content
    assert "- Cut a lifeline: 2 of 4 on the first try" in page.content
    assert messages.stats_page(PuzzleStats()).content == words.NO_RESULTS()


def test_every_theme_has_a_label():
    assert set(words.THEMES) == set(Theme)
