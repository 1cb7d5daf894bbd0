"""Messages of puzzles: limits, handlers, verdicts, alternative texts."""

import pytest

from bot.errors import Refusal
from bot.messages import puzzle as messages
from bot.messages.component_ids import OldComponent, parse_id
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import OutgoingMessage, edit_arguments
from bot.messages.pictures import draw_board_image
from bot.runtime.app import find_handlers
from bot.words import puzzle as words
from rules.registry import GAMES
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Theme

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})
PUZZLES = collection.load()
SAMPLE = PUZZLES[:: len(PUZZLES) // 60]
LONG = max(PUZZLES, key=lambda each: len(each.steps))
REFUTED = next(each for each in PUZZLES if "" not in each.steps[0].refutations.values())
WRONG, REFUTATION = next(iter(REFUTED.steps[0].refutations.items()))


def kinds(draft):
    return [each.id.kind for row in draft.rows for each in row]


def wrong_turn(tries):
    return messages.answer(REFUTED, ANN, step=0, tries=tries, turn=WRONG, choice="/")


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda each: each.id)
def test_puzzles_keep_discords_limits_and_have_handlers(puzzle):
    for step in range(len(puzzle.steps)):
        page = messages.question(puzzle, ANN, step=step, tries=2, choice="last-placement/cornered")
        ids = [str(each.id) for row in page.rows for each in row]
        assert len(page.rows) <= 5
        assert all(len(row) <= 5 for row in page.rows)
        assert len(set(ids)) == len(ids)
        assert all(parse_id(each).kind in find_handlers() for each in ids)
        edit_arguments(OutgoingMessage(page.content, rows=page.rows))  # discord.py checks the rest
        assert 60 <= len(page.board_image.words) <= 1024
        assert "danger" not in page.board_image.words


def test_there_is_a_button_for_each_legal_turn():
    for puzzle in SAMPLE:
        for step, position in enumerate(puzzle.positions[:-1]):
            page = messages.question(puzzle, ANN, step=step)
            assert kinds(page).count("puzzle-turn") == len(list(position.legal_moves()))


def test_the_right_turns_lead_to_the_end_of_the_line():
    for step, here in enumerate(LONG.steps):
        page = messages.answer(LONG, ANN, step=step, tries=0, turn=here.answer, choice="/")
    assert "Solved at the first try." in page.content
    assert "Solution: " in page.content
    assert kinds(page) == ["puzzle-next"]
    assert page.board_image.position == LONG.positions[-1]


def test_the_next_own_turn_follows_the_opponents_answer():
    first = LONG.steps[0]
    page = messages.answer(LONG, ANN, step=0, tries=0, turn=first.answer, choice="/")
    assert page.board_image.position == LONG.positions[1]
    assert f"answers {first.reply.upper()}." in page.content


def test_a_wrong_turn_shows_the_refutation_on_the_board():
    page = wrong_turn(0)
    expected = REFUTED.start.play(REFUTED.move(WRONG)).play(REFUTED.move(REFUTATION))
    assert page.board_image.position == expected
    assert f"answers {REFUTATION.upper()} and wins" in page.content
    assert "2 tries left." in page.content
    assert kinds(page) == ["puzzle-retry", "puzzle-solution", "puzzle-next"]
    assert draw_board_image(page.board_image).content.startswith(b"\x89PNG")


def test_the_third_wrong_turn_shows_the_solution():
    page = wrong_turn(2)
    assert f"Solution: {REFUTED.steps[0].answer.upper()}" in page.content
    assert kinds(page) == ["puzzle-next"]


def test_a_turn_that_is_not_legal_is_an_old_button():
    with pytest.raises(OldComponent):
        messages.answer(REFUTED, ANN, step=0, tries=0, turn="z99", choice="/")
    with pytest.raises(OldComponent):
        messages.find(-1)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_puzzles_are_chosen_by_game_and_theme(game):
    found = messages.wanted("cut", game)
    assert found
    assert all(each.game == game and Theme.CUT in each.themes for each in found)


def test_a_theme_that_a_game_cannot_have_is_refused():
    with pytest.raises(Refusal, match="no such puzzle"):
        messages.wanted("hold", "lifeline")


def test_every_theme_has_a_label():
    assert set(words.THEMES) == set(Theme)
