"""Private answers to moves, and to refused moves."""

from dataclasses import replace

import pytest

from bot.errors import error_text
from bot.errors.refusals import RefusedMove
from bot.messages import planned_turns
from bot.messages.board_views import board
from bot.messages.confirmations import nothing_changed
from bot.messages.game_controls import try_button
from bot.messages.message_draft import Viewer, make_board_image
from bot.messages.move_answers import nearest_moves, played, refusal
from bot.messages.move_panel import cancelled
from bot.messages.outgoing_message import Style
from bot.services.values.views import Location, MovePlayed, Practice
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words import labels, plans, practice, turns
from bot.words.moves import board_follows, moves_next, nearest
from bot.words.refusals import whole_again
from renderer.overlays.illegal import Illegal
from renderer.phrases import sentences
from rules.moves import Place, Swap, parse_turn
from rules.topology import bits


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


def in_practice(game, seat=1, *, private=False):
    location = Location(None, NO_CHANNEL) if private else game.location
    return replace(game, practice=Practice(seat, 2), location=location)


def whole(game, **more):
    """Return what a player did who played the last turn of a game."""
    moves = game.position.last_turn.moves
    return MovePlayed(game, moves, turn_complete=True, repeated=False, **more)


@pytest.mark.parametrize(
    ("where", "next_step"),
    [("", board_follows()), ("<#5>", board_follows("<#5>")), (None, board_follows(None))],
)
def test_the_answer_says_where_the_board_will_be(game_after, where, next_step):
    game = game_after("a1 c3")
    said = turns.moved(game.position.last_turn, game.position.topology)
    assert played(whole(game), seen(11), where).content == sentences(said, next_step)
    for private, thinking in ((True, practice.THINKING_HERE()), (False, practice.THINKING())):
        shown = played(whole(in_practice(game, private=private)), seen(11), where)
        assert shown.content == sentences(said, thinking)
        assert shown.wide is private
    mine = played(whole(in_practice(game, seat=0)), seen(22), where)
    assert mine.content == sentences(said, next_step), "the bot has answered"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_in_private_practice_the_answer_has_the_board(game_after, theme):
    game = in_practice(game_after("a1 c3"), private=True)
    shown = played(whole(game), seen(11, theme=theme, orientation="90"))
    settings = seen(11, theme=theme, orientation="90").display_settings
    assert shown.board_image == make_board_image(game, game.position, settings)
    assert played(whole(game_after("a1 c3")), seen(11)).board_image is None


@pytest.mark.parametrize(("answers", "plies"), [(1, ()), (2, (4,)), (3, (3, 4, 5)), (3, (2, 3))])
def test_the_answer_counts_the_automatic_replies_and_the_forced_ones(
    game_after, monkeypatch, answers, plies
):
    monkeypatch.setattr(planned_turns, "only_turn", lambda each: (each.ply in plies) * ("x",))
    game = game_after("a1 g4 c3 e5 d4 b5", start="none")
    before = range(6 - answers, 6)
    forced = len([each for each in plies if each in before])
    shown = played(whole(game, answers=answers), seen(11))
    first, second = shown.content.split("\n")
    assert (second, first.endswith(board_follows())) == (plans.answered(answers, forced), True)
    assert "\n" not in played(whole(game), seen(11)).content


@pytest.mark.parametrize("undo", [True, False])
@pytest.mark.parametrize("another", [True, False])
def test_the_buttons_below_an_answer(game_after, ben_resigned, undo, another):
    game = replace(game_after("a1 c3"), undo=undo)
    for shown, style in ((game, Style.primary), (in_practice(game), Style.secondary)):
        (row,) = played(whole(shown), seen(11), another=another).rows
        expected = [("undo:7:2", labels.UNDO(), Style.secondary)] if undo else []
        expected += [("next:0:7", labels.NEXT_GAME(), style)] if another else []
        expected.append((str(try_button(game).id), try_button(game).label, Style.secondary))
        assert [(str(each.id), each.label, each.style) for each in row] == expected
    over = game_after("a1 c3", result=ben_resigned)
    (row,) = played(whole(over), seen(11), another=another).rows
    assert "undo" not in [each.id.kind for each in row]


@pytest.mark.parametrize("last", [1, 2])
def test_the_answer_names_all_stones_of_a_turn_played_in_parts(game_after, last):
    game = game_after("a1 c3 e5 g4")
    moves = game.record.moves
    done = MovePlayed(game, moves[-last:], turn_complete=True, repeated=False)
    expected = turns.moved(game.position.last_turn, game.position.topology)
    assert played(done, seen(22)).content == sentences(expected, board_follows())
    earlier = MovePlayed(game, moves[2:3], turn_complete=True, repeated=True)
    said = turns.moved(moves[2:3], game.position.topology)
    assert played(earlier, seen(22)).content == sentences(said, board_follows())
    half = game_after("a1 b1", viewer=11, game="liflina", size=5, handicap=3)
    for count in (1, 2):
        done = MovePlayed(half, half.record.moves[-count:], turn_complete=False, repeated=False)
        text = turns.unseen_so_far(half.record.moves, half.position.topology, 1, "Ben")
        assert played(done, seen(11)).content == text


@pytest.mark.parametrize("seats", [None, ("Ann", "Ben")])
@pytest.mark.parametrize("before", ["", "e5"])
def test_a_refusal_has_the_reason_cells_nearby_and_the_whole_turn_again(game_after, seats, before):
    position = game_after(f"a1 c3 {before}".strip(), viewer=22).position
    (move,) = parse_turn("c3", position.topology)
    typed = parse_turn(before, position.topology) if before else ()
    error = RefusedMove(position.why_illegal(move), position, move, typed, seats)

    shown = refusal(error, seen(22, orientation="90"))

    near = nearest_moves(position, move)
    assert shown.content.split("\n") == [
        error_text.refusal(error),
        nearest(near),
        *([whole_again(f"E5 {near[0]}")] if before else []),
    ]
    image = shown.board_image
    assert image.overlays == (Illegal(move, error.reason, unplayed=bool(before)),)
    assert (image.filename, image.position) == ("refused.png", position)
    names = (image.header.black, image.header.white)
    assert names == (seats or ("", ""))
    assert image.display_settings == seen(22, orientation="90").display_settings


def test_without_a_legal_cell_a_refusal_names_none(game_after, monkeypatch):
    position = game_after("a1 c3 e5", viewer=22).position
    monkeypatch.setattr(type(position), "is_legal", lambda *_: False)
    typed, (move,) = parse_turn("e5", position.topology), parse_turn("c3", position.topology)
    error = RefusedMove(position.why_illegal(move), position, move, typed)
    assert refusal(error, seen(22)).content.split("\n") == [
        error_text.refusal(error), whole_again("")
    ]  # fmt: skip


@pytest.mark.parametrize("limit", [1, 3, 99])
def test_the_legal_cells_nearest_to_a_refused_one_come_first(game_after, limit):
    position = game_after("a1 c3 e5 g4 d4").position
    topology = position.topology
    legal = {cell for cell in range(len(topology)) if position.is_legal(Place(cell))}
    for refused in range(len(topology)):
        near, seen_cells, ring = [], {refused}, [refused]
        while ring:
            near += [cell for cell in ring if cell in legal]
            ring = sorted(
                {n for cell in ring for n in bits(topology.border(1 << cell))} - seen_cells
            )
            seen_cells |= set(ring)
        names = [topology.label(cell) for cell in near[:limit]]
        assert nearest_moves(position, Place(refused), limit) == names
    for other in (Place(len(topology)), Place(-1), Swap()):
        assert nearest_moves(position, other) == []
