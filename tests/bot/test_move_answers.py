"""Private answers to moves, and to refused moves."""

from dataclasses import replace

import pytest

from bot.errors.refusals import RefusedMove
from bot.messages.board_views import board
from bot.messages.confirmations import nothing_changed
from bot.messages.message_draft import Viewer
from bot.messages.move_answers import played, refusal
from bot.messages.move_panel import cancelled
from bot.services.values.views import Location, MovePlayed, Practice
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words.moves import board_follows, moves_next
from rules.moves import parse_turn


def seen(user_id, **preferences):
    return Viewer(user_id, {"theme": "dark", "confirm": "losses"} | preferences)


def test_the_alternative_text_of_a_refusal_names_the_outlined_cells(game_after):
    position = game_after("c3", viewer=11).position
    (move,) = parse_turn("c4", position.topology)

    text = refusal(RefusedMove(position.why_illegal(move), position, move), seen(11))

    assert text.board_image.words.startswith("Outlined: C3 C4. Lifeline, hexagonal board")


def test_the_picture_of_a_refusal_names_the_players_by_colour(game_after):
    position = game_after("a1 c3 swap").position
    (taken,) = parse_turn("c3", position.topology)
    error = RefusedMove(position.why_illegal(taken), position, taken, seats=("Ann", "Ben"))

    board_image = refusal(error, seen(11)).board_image

    assert (board_image.header.black, board_image.header.white) == ("Ben", "Ann")
    assert "White (Ann)" in board_image.words


@pytest.mark.parametrize(
    ("moves", "text", "task"),
    [
        ("a1", "A1 is saved and hidden from **Ben**. 2 stones to go.", "place 2 more stones"),
        (
            "a1 b1",
            "A1 and B1 are saved and hidden from **Ben**. One stone to go.",
            "place 1 more stone",
        ),
    ],
)
def test_the_answer_counts_the_remaining_stones_of_a_turn(game_after, moves, text, task):
    game = game_after(moves, viewer=11, game="liflina", size=5, handicap=3)

    done = MovePlayed(game, game.record.moves, turn_complete=False, repeated=False)
    assert text in played(done, seen(11)).content
    private = board(game, seen(11))
    assert task in private.content
    assert private.rows[0][0].label == "Next stone"


def test_komi_spent_in_a_turn_of_two_stones_is_not_named_as_a_cell(game_after):
    moves = "f6 f8 d4 h8 j8 komi"
    game = game_after(moves, viewer=22, game="cornered", size=6, start="twelve-star", komi=2)
    done = MovePlayed(game, game.record.moves[-1:], turn_complete=False, repeated=False)

    saved = "komi is saved and hidden from **Ann**. One stone to go."
    assert played(done, seen(22)).content == saved
    assert cancelled(game, seen(22)).content == saved


def test_only_the_player_of_private_practice_sees_its_board_after_cancel(game_after):
    game = game_after("a1 c3")
    game = replace(game, practice=Practice(1, 2), location=Location(None, NO_CHANNEL))
    for user_id, has_board in ((11, True), (99, False)):
        for answer in (cancelled(game, seen(user_id)), nothing_changed(game, seen(user_id))):
            assert (answer.board_image is not None) is has_board


def test_the_answer_to_a_first_stone_has_buttons_for_the_second(game_after):
    game = game_after("a1", viewer=11)

    post = played(
        MovePlayed(game, game.record.moves, turn_complete=False, repeated=False), seen(11)
    )

    assert post.content.endswith("One stone to go.")
    assert "zone" in {control.id.kind for row in post.rows for control in row}
    assert {control.id.number for row in post.rows for control in row} == {1}


def test_the_answer_to_the_second_stone_names_both_stones(game_after):
    game = game_after("a1 c3")

    post = played(
        MovePlayed(game, game.record.moves[1:], turn_complete=True, repeated=False), seen(11)
    )

    assert post.content == "You played A1 and C3. The board is on its way."


def test_no_board_is_promised_to_the_opponent_in_a_game_by_direct_message(game_after, ben_resigned):
    def answer(reader, **more):
        game = replace(game_after("a1 c3", **more), location=Location(None, NO_CHANNEL))
        done = MovePlayed(game, game.record.moves, turn_complete=True, repeated=False)
        return played(done, seen(reader)).content

    assert answer(11).endswith(moves_next("Ben"))
    assert "board" not in answer(11)  # Ben may have muted the game
    # after planned replies, or with the result
    assert answer(22).endswith(board_follows())
    assert answer(11, result=ben_resigned).endswith(board_follows())


@pytest.mark.parametrize(
    ("game_key", "moves", "text"),
    [
        (
            "lifeline",
            "d2 c3 b1 b3 f5 a1 g6 c4 b2 d4 e3 a2",
            "You played A2 and lost 6 of your own. The board is on its way.",
        ),
        (
            "asli",
            "offer 3 white c3 hold a5 e5 b1 d4 c1 a4 b2 b5",
            "You played B5 and took 1. The board is on its way.",
        ),
    ],
)
def test_the_answer_to_a_move_counts_captured_and_lost_stones(game_after, game_key, moves, text):
    game = game_after(moves, game=game_key, viewer=22, size=5 if game_key == "asli" else 4)
    last = game.record.moves[-1:]

    post = played(MovePlayed(game, last, turn_complete=True, repeated=False), seen(22))

    assert post.content == text


@pytest.mark.parametrize("another", [True, False])
def test_the_answer_to_a_turn_leads_to_the_next_waiting_game(game_after, ben_resigned, another):
    game, over = game_after("a1 c3"), game_after("a1 c3", result=ben_resigned)
    half = game_after("a1", viewer=11)

    def offered(game, *, complete=True):
        moves = game.record.moves
        done = MovePlayed(game, moves, turn_complete=complete, repeated=False)
        return [str(c.id) for row in played(done, seen(11), another=another).rows for c in row]

    onward = ["next:0:7"] if another else []
    assert offered(game) == ["undo:7:2", *onward, "try:7:2"]
    assert offered(over) == [*onward, "try:7:2"]
    assert "next:0:7" not in offered(half, complete=False)


def test_a_repeated_answer_names_its_own_moves(game_after):
    game = game_after("a1 c3 e5")

    post = played(
        MovePlayed(game, game.record.moves[:2], turn_complete=True, repeated=True), seen(11)
    )

    assert "A1 and C3" in post.content


@pytest.mark.parametrize(("moves", "typed"), [("", "offer 99"), ("offer 5", "a1")])
def test_a_refusal_before_colours_are_chosen_has_no_picture(game_after, typed, moves):
    position = game_after(moves, game="asli", size=5).position
    (move,) = parse_turn(typed, position.topology)

    text = refusal(RefusedMove(position.why_illegal(move), position, move), seen(11))

    assert text.content
    assert text.board_image is None
