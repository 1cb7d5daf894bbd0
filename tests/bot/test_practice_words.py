"""Sentences about the bot's own turns and about suggested turns."""

from dataclasses import replace

import pytest

from bot.learning.boards import position_from_text
from bot.learning.move_effects import closed_by, cut_by, saved_by, threatened_by
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import turn_buttons
from bot.messages.game_messages import turn
from bot.messages.game_text import game_line
from bot.messages.hint_reasons import reasons_for, seen_reason
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import Button, Style
from bot.messages.practice_advice import hint, thinking
from bot.services.values.games.typed_turns import completions
from bot.services.values.views import Location, Practice
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words import practice
from bot.words.practice import EVEN, NO_CAPTURE, NO_REASON
from bot.words.practice import SWAP as TRY_SWAP
from renderer.overlays.plan import Plan
from rules.moves import parse_turn
from rules.position import Colour
from rules.setup import setup
from sparring.review import Advice

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})
BEN = Viewer(22, {"theme": "dark", "confirm": "losses"})


@pytest.mark.parametrize(("seat", "expected"), [(1, True), (0, False), (None, False)])
def test_the_bot_says_why_it_swapped(game_after, seat, expected):
    game = game_after("a1 c3 swap")
    practice = None if seat is None else Practice(seat, level=2)

    content = turn(replace(game, practice=practice)).content

    assert ("The bot thinks that Black's chances are better." in content) is expected


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
        shown = hint(game, Advice(parse_turn(moves, game.position.topology)), ANN)
        return shown.content, shown.rows[0][0].label

    for moves, content, label in (
        ("a1 b1 c1", "Try **A1, B1 and C1**.", "Play A1 B1 C1"),
        ("a1 komi", "Try **A1** and a point of komi.", "Play a1 komi"),
        ("komi a1", "Try **A1** and a point of komi.", "Play komi a1"),
    ):
        found, button = hinted(moves)
        assert content in found
        assert button == label


@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_hint_names_the_colour_to_choose(game_after, colour):
    game = game_after("offer 3", game="asli", size=5)
    shown = hint(game, Advice(parse_turn(colour, game.position.topology)), ANN)
    assert practice.choose(colour.capitalize()) in shown.content
    assert shown.rows[0][0].label == f"Play {colour}"


def test_a_hint_names_the_komi_to_offer_and_the_ways_to_skip_a_turn(game_after):
    """The other buttons of the turn stay, except that of the try-board."""

    def hinted(moves, turn, **terms):
        game = in_private(game_after(moves, **terms))
        advice = Advice(parse_turn(turn, game.position.topology))
        shown = hint(game, advice, ANN)
        return shown.content.splitlines()[0], [each.label for each in shown.rows[0]]

    assert hinted("", "offer 3", game="asli", size=5) == (
        practice.offer(3),
        ["Play offer 3", "Offer komi"],
    )
    setup = ["Move", "Swap sides"]
    assert hinted("a1 c3", "e5 g7") == ("Try **E5 and G7**.", ["Play E5 G7", *setup])
    assert hinted("a1 c3", "swap") == (practice.SWAP(), ["Swap sides", *setup])
    held = "offer 3 black c3"
    expected = practice.HOLD(), ["Hold (skip turn)", "Move", "Hold (skip turn)"]
    assert hinted(held, "hold", game="asli", size=5) == expected


def test_a_hint_has_a_reason_that_the_board_shows_and_a_button_that_plays_it(game_after):
    game = game_after("f4 a2 g5 c5 d1 c2 g6 g4 b2 a4 f5 b1 e5 c3 c1 e2 c6", viewer=22)

    shown = hint(game, Advice(parse_turn("d2", game.position.topology)), BEN)

    assert shown.content == "Try **D2**. It takes 2 stones."
    play = shown.rows[0][0]
    assert (play.label, play.id.kind, play.id.value) == ("Play D2", "sure", "d2")
    assert "try" not in [each.id.kind for each in shown.rows[0]]  # it would open without D2


@pytest.mark.parametrize("viewer", [ANN, replace(ANN, settings={**ANN.settings, "theme": "light"})])
@pytest.mark.parametrize(("plan", "told"), [("c5 b3", True), ("c5", False)])
def test_a_hint_in_private_practice_draws_the_plan_that_it_tells(game_after, plan, told, viewer):
    game = in_private(game_after("a1 c3 e5 g7", viewer=11))
    moves, later = (parse_turn(each, game.position.topology) for each in ("d4", plan))
    shown = hint(game, Advice(moves, plan=later), viewer, searched=True)

    reason = practice.plan("White", "C5", "B3") if told else NO_REASON()
    assert shown.content == f"Try **D4**. {reason}\n{game_line(game)}"
    assert shown.board_image.overlays == (Plan(moves, later if told else ()),)
    assert shown.board_image.display_settings == viewer.display_settings
    assert shown.rows == (
        (
            Button(ComponentId("sure", 7, game.revision, "d4"), "Play D4", Style.success),
            Button(ComponentId("move", 7, game.revision), "Move", Style.primary),
        ),
    )
    waiting = thinking(game, viewer)
    assert (waiting.content, waiting.rows) == (f"{practice.READS_AHEAD()}\n{game_line(game)}", ())
    assert waiting.board_image == replace(
        shown.board_image, overlays=(), elsewhere=waiting.board_image.elsewhere
    )


def in_private(game):
    practised = Practice(seat=1, level=2)
    return replace(game, practice=practised, location=Location(None, NO_CHANNEL))


def test_a_hint_without_another_reason_says_that_a_search_chose_it_or_that_it_is_safe(game_after):
    game = game_after("a1 c3 e5 g7", viewer=11)
    advice = Advice(parse_turn("d4", game.position.topology))

    shown = [hint(game, advice, ANN, searched=searched).content for searched in (True, False)]

    assert shown == [
        "Try **D4**. The bot read ahead and found nothing better.",
        "Try **D4**. After this move, White can't take any of your groups with one stone.",
    ]


def test_a_searched_hint_that_takes_nothing_says_that_a_capture_is_no_better():
    cells = "O... .OX.X .XO..O .X...O. OO...O X..X. ..XX"
    board = position_from_text("lifeline", cells, to_move="white")
    assert board.in_danger(Colour.BLACK)
    quiet = next(move for move in board.legal_moves() if not seen_reason(board, (move,)))

    assert reasons_for(board, Advice((quiet,)), searched=True).sentences == (NO_CAPTURE(),)


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
    assert seen_reason(board, (rescue,)) == (
        "It saves 2 stones around B4: White could take them with C4."
    )


def test_a_stone_next_to_the_last_way_out_of_a_group_threatens_it():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    (attack,) = parse_turn("a1", board.topology)

    assert board.topology.labels(threatened_by(board, board.play(attack))) == ["B1"]
    after = board.play(attack)
    (danger,) = [
        each for each in after.in_danger(Colour.BLACK) if board.topology.mask(["b1"]) & each.group
    ]
    cut = board.topology.labels(danger.cells)[0]
    assert seen_reason(board, (attack,)) == f"It threatens to take B1 with {cut}."


def area_of(board, name):
    (move,) = parse_turn(name, board.topology)
    return closed_by(board, board.play(move), board.to_move)


def test_a_stone_that_closes_an_area_says_how_large_it_is():
    # a corner of four cells, open only at C1
    board = setup(
        "liflina",
        {"size": 5, "komi": 0},
        black=["a3", "b3", "c2"],
        white=["d1", "e3"],
        to_move="black",
    )
    assert board.topology.labels(area_of(board, "c1")) == ["A1", "B1", "A2", "B2"]
    assert seen_reason(board, parse_turn("c1", board.topology)) == (
        "It closes a region of 4 cells: only your stones are around it."
    )
    assert "closes" not in seen_reason(board, parse_turn("d4", board.topology))


def test_a_stone_between_two_groups_cuts_them():
    board = setup(
        "lifeline",
        {"size": 4, "start": "none"},
        black=["c3", "e4", "g4", "d5", "g5", "e6", "g7"],
        white=["c4", "d4", "f4", "e5", "e7", "f7"],
        to_move="white",
    )
    (cut,) = parse_turn("f5", board.topology)
    after = board.play(cut)
    groups = cut_by(board, after, Colour.BLACK)
    assert [board.topology.labels(each)[0] for each in groups] == ["E4", "G7"]
    assert cut_by(after, board, Colour.BLACK) == ()
    assert seen_reason(board, (cut,)) == "It cuts E4 from G7."


def test_an_area_of_a_quarter_of_the_board_may_belong_to_a_colour():
    board = setup(
        "liflina",
        {"size": 6, "komi": 0},
        black=["a4", "b4", "c4", "d1", "d2"],
        white=["f6", "f1"],
        to_move="black",
    )
    assert len(board.topology.labels(area_of(board, "d3"))) == 9


def test_an_area_of_more_than_a_quarter_of_the_board_is_nobodys():
    board = setup(
        "liflina",
        {"size": 5, "komi": 0},
        black=["a3", "b3", "c3", "d3"],
        white=["e4"],
        to_move="black",
    )
    assert area_of(board, "e3") == 0


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
