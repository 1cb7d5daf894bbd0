"""Sentences about the bot's own turns and about suggested turns."""

from dataclasses import replace

import pytest

from bot.learning.boards import position_from_text
from bot.learning.move_effects import saved_by, threatened_by
from bot.messages.game_controls import turn_buttons
from bot.messages.game_messages import turn
from bot.messages.message_draft import Viewer
from bot.messages.practice_advice import _reason, _seen_reason, hint
from bot.services.values.games.typed_turns import completions
from bot.services.values.views import Practice
from bot.words.practice import EVEN, NO_CAPTURE, NO_REASON
from bot.words.practice import SWAP as TRY_SWAP
from rules.moves import parse_turn
from rules.position import Colour
from sparring.review import Advice

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})
BEN = Viewer(22, {"theme": "dark", "confirm": "losses"})


@pytest.mark.parametrize(("seat", "expected"), [(1, True), (0, False), (None, False)])
def test_the_bot_says_why_it_swapped(game_after, seat, expected):
    game = game_after("a1 c3 swap")
    practice = None if seat is None else Practice(seat, level=2)

    content = turn(replace(game, practice=practice)).content

    assert ("It rates Black's chances higher." in content) is expected


def test_the_bots_choice_of_colour_is_announced_with_its_first_stone(game_after):
    def practice(moves):
        game = game_after(moves, game="asli", size=5)
        return turn(replace(game, practice=Practice(seat=1, level=2))).content

    assert "**Ben chose Black and played C3." in practice("offer 3 black c3")
    assert "**Ben played A1." in practice("offer 3 black c3 d4 a1")
    # in games between people, the choice has a separate message
    people = turn(game_after("offer 3 black c3", game="asli", size=5)).content
    assert "**Ben played C3." in people


def test_a_hint_names_every_move_of_a_turn(game_after):
    game = game_after(game="liflina", size=9, handicap=3)

    def hinted(moves):
        return hint(game, Advice(parse_turn(moves, game.position.topology)), ANN).content

    assert "Try **A1, B1 and C1**." in hinted("a1 b1 c1")
    assert "Try **A1** and a point of komi." in hinted("a1 komi")


def test_a_hint_has_a_reason_that_the_board_shows_and_a_button_that_plays_it(game_after):
    game = game_after("f4 a2 g5 c5 d1 c2 g6 g4 b2 a4 f5 b1 e5 c3 c1 e2 c6", viewer=22)

    shown = hint(game, Advice(parse_turn("d2", game.position.topology)), BEN)

    assert shown.content == "Try **D2**. It takes 2 stones."
    play = shown.rows[0][0]
    assert (play.label, play.id.kind, play.id.value) == ("Play D2", "sure", "d2")
    assert "try" not in [each.id.kind for each in shown.rows[0]]  # it would open without D2


def test_a_hint_without_a_visible_reason_says_that_a_search_chose_it(game_after):
    game = game_after("a1 c3 e5 g7", viewer=11)
    advice = Advice(parse_turn("d4", game.position.topology))

    shown = [hint(game, advice, ANN, searched=searched).content for searched in (True, False)]

    assert shown == [
        "Try **D4**. The bot read ahead and found nothing better.",
        "Try **D4**.",
    ]


def test_a_searched_hint_that_takes_nothing_says_that_a_capture_is_no_better():
    cells = "O... .OX.X .XO..O .X...O. OO...O X..X. ..XX"
    board = position_from_text("lifeline", cells, to_move="white")
    assert board.in_danger(Colour.BLACK)
    quiet = next(move for move in board.legal_moves() if not _seen_reason(board, (move,)))

    assert list(_reason(board, (quiet,), searched=True)) == [NO_CAPTURE()]


def test_a_hint_in_a_lost_game_says_that_every_move_loses(game_after):
    game = game_after("a1 c3 e5 g7", viewer=11)
    advice = Advice(parse_turn("d4", game.position.topology), lost=True)

    assert hint(game, advice, ANN, searched=True).content == (
        "Try **D4**. Every move loses against best play. This one looks hardest to beat."
    )


def test_a_searched_hint_in_the_setup_says_that_the_chances_are_even_if_white_may_swap(game_after):
    def content(moves, turn):
        game = game_after(moves)
        advice = Advice(parse_turn(turn, game.position.topology))
        return hint(game, advice, ANN, searched=True).content

    assert content("", "a1 c3") == f"Try **A1 and C3**. {EVEN()}"
    assert content("a1 c3", "e5 g7") == f"Try **E5 and G7**. {NO_REASON()}"
    assert content("a1 c3", "swap") == TRY_SWAP()


def test_a_hint_of_a_level_without_search_has_no_reason_in_the_setup(game_after):
    game = game_after()

    shown = hint(game, Advice(parse_turn("a1 c3", game.position.topology)), ANN)

    assert shown.content == "Try **A1 and C3**."
    assert shown.rows[0][0].label == "Play A1 C3"


def test_a_stone_that_rescues_a_group_saves_its_stones():
    board = position_from_text("lifeline", "O... .OX.X .XO..O .X...O. OO...O X..X. ..XX")
    (rescue,) = parse_turn("c4", board.topology)

    saved = saved_by(board, board.play(rescue))

    assert board.topology.labels(saved) == ["B4", "C5"]
    assert not threatened_by(board, board.play(rescue))


def test_a_stone_next_to_the_last_way_out_of_a_group_threatens_it():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    (attack,) = parse_turn("a1", board.topology)

    assert board.topology.labels(threatened_by(board, board.play(attack))) == ["B1"]


def test_the_controls_of_a_practice_turn_fit_in_one_row(game_after):
    def labels(moves, opening_plies=0, **terms):
        game = replace(
            game_after(moves, **terms),
            practice=Practice(seat=1, level=2),
            opening_plies=opening_plies,
        )
        (row,) = turn_buttons(game, game.position)
        return [each.label for each in row]

    assert labels("") == ["Move", "Hint", "Try out", "Resign"]
    assert labels("a1 c3") == ["Move", "Swap sides", "Hint", "Resign"]
    assert labels("a1 c3 e5 g7") == ["Move", "Hint", "Undo", "Resign"]
    # no turn of the game from which this one continues can be undone
    assert "Undo" not in labels("a1 c3 e5 g7", opening_plies=4)
    held = labels("offer 3 black c3", game="asli", size=5)
    assert held == ["Move", "Hold (skip turn)", "Hint", "Undo"]


def test_an_empty_completion_begins_with_the_cells_near_the_last_move():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    (attack,) = parse_turn("a1", board.topology)
    after = board.play(attack)

    near = completions(after, "", 25)

    assert near[0] in {"a2", "b2"}
    assert sorted(near) == sorted(completions(after, "", 99))
    assert completions(after, "c", 25)[0].startswith("c")
