"""Hints: order of urgency and content."""

from bot.learning.boards import position_after, position_from_text
from bot.learning.hints import hint
from rules.moves import parse_turn
from rules.registry import GAMES, find_game


def test_an_immediate_win_comes_before_all_other_hints():
    board = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")
    (join,) = parse_turn("b1", board.topology)
    cut = position_from_text("lifeline", "OX. .OXX .OO.X OXXO XX.")

    alone = "Your opponent has no stone left: the next stone that you place wins."
    assert hint(board.play(join)) == alone
    assert hint(cut) == "You can win at once: look at D3."


def test_the_hint_names_the_winning_cell_where_the_opponent_may_reenter():
    board = position_from_text("liflina", "XXXX. XXXXX XXXXX .XXXX .XXXX")
    (last,) = parse_turn("e5", board.topology)

    assert board.play(last).outcome() is None
    assert hint(board) == "You can win at once: look at A1."


def test_an_own_group_in_danger_comes_before_captures():
    board = position_from_text("lifeline", "O... .OX.X .XO..O .X...O. OO...O X..X. ..XX")

    assert hint(board) == "Your group on B4, C5 is in danger: your opponent takes it with C4."


def test_a_possible_capture_comes_second():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")

    assert hint(board) == "You can take the group on D2, E3: look at D3."


def test_a_large_group_is_named_by_a_few_cells():
    board = position_from_text(
        "asli", "X..OO O.XO. XXXO. .XO.. .XXO.", ever_two_groups=(True, True)
    )

    assert hint(board) == (
        "Your group on B1, C1, B2 and 4 more is in danger: your opponent takes it with B5."
    )


def test_several_capturing_cells_are_listed():
    board = position_from_text("lifeline", "O.. O... X.X.. OX.X X.O", to_move="white")

    assert hint(board) == "Your group on C1 is in danger: your opponent takes it with C2 or D3."


def test_an_illegal_private_cell_is_not_counted_as_a_free_move():
    board = position_from_text(
        "asli", ".OXX. OO..X OXXXX OOO.X ...OO", ever_two_groups=(True, True)
    )

    assert hint(board) in find_game("asli").hints


def test_the_hint_recommends_to_keep_private_cells():
    board = position_from_text("lifeline", "..X XO.X .X.OX XOOO O..")

    assert hint(board) == (
        "You have a free move: a cell that only you touch. "
        "Keep it for the end and fill what you both touch first."
    )


def test_the_hint_names_a_group_that_sees_one_friend_only():
    board = position_from_text("lifeline", "OO.X O.X.X ..X... X..O... X.O.X. X.O.. .OO.")

    assert hint(board) == (
        "Your group on A2, A3, A4 sees one friend only, on D5, E6. Keep that way open."
    )


def test_quiet_positions_get_the_general_hints_of_the_game_in_turn():
    hints = find_game("lifeline").hints
    first = position_after("lifeline", "a1", size=5)
    second = position_after("lifeline", "a1 c3 e5 g7", size=5)

    assert (hint(first), hint(second)) == (hints[0], hints[1])


def test_every_game_has_a_hint_for_its_first_turn():
    for game in GAMES:
        assert hint(game.start(game.ruleset({}))) in game.hints
