"""Messages about a review: numbers, chances and turns of its turning points."""

import re
from dataclasses import replace
from html import unescape

import pytest

from bot.messages.component_ids import OldComponent
from bot.messages.game_page import page_file
from bot.messages.message_draft import Viewer
from bot.messages.review import given_up, page, try_again_buttons, turning_page
from bot.services.values.views import Player, Practice, Result
from bot.words import review
from renderer.overlays.mistake import Mistake
from renderer.overlays.preview import Preview
from rules.colour import Colour
from rules.comments import Comments
from rules.moves import Place
from rules.record import Record

VIEWER = Viewer(33, {"theme": "dark", "confirm": "losses"})
REVIEW = {
    "points": [[ply, 0.25, False] for ply in (0, 2, 4, 5, 6)],
    "turning_points": [
        {"ply": 4, "by": int(Colour.BLACK), "moves": ["d4", "e5"], "chances": [0.6, 0.3]},
        {"ply": 5, "by": int(Colour.WHITE), "moves": ["d1", "f5"], "chances": [0.7, 0.4]},
    ],
}


@pytest.fixture
def game(game_after):
    return game_after("a1 c3 g4 g7 d4 d1")


def test_turning_points_are_numbered_from_one_and_lead_to_their_turns(game):
    shown = page(game, REVIEW)
    assert "\n1. Turn 3: **E5** was better than D4 ·" in shown.content
    assert "\n2. Turn 4: **F5** was better than D1 ·" in shown.content
    assert "**Ann**'s winning chances: 60% → 30%" in shown.content
    assert "**Ben**'s winning chances: 70% → 40%" in shown.content
    buttons = [button for button in shown.rows[0] if button.id.kind == "turning"]
    assert [(each.id.value, each.label) for each in buttons] == [
        ("1", "Show turn 3"),
        ("2", "Show turn 4"),
    ]
    for each in buttons:
        one = turning_page(game, REVIEW, each.id.value, VIEWER)
        assert f"turn {each.label[-1]}" in one.content
        assert one.rows[0][0].id.number == 3 + int(each.id.value)
    for value in ("0", "3", ""):
        with pytest.raises(OldComponent):
            turning_page(game, REVIEW, value, VIEWER)


def test_the_chart_marks_the_turns_and_omits_the_middle_of_one(game):
    chart = page(game, REVIEW).win_chart
    assert [each.turn for each in chart.chances] == [0, 1, 2, 3, 4]
    assert chart.turning == (3, 4)


@pytest.fixture
def swapped(game_after, ben_resigned):
    """Finished game after whose first turn the players swapped."""
    return game_after("a1 c3 swap g7 d1 a4", result=ben_resigned, seats=(ANN, BEN))


ANN, BEN = Player(11, "Ann*"), Player(22, "_Ben")
OF_SWAPPED = {
    "points": [[ply, (ply + 1) / 10, ply == 6] for ply in range(7)],
    "turning_points": [
        {"ply": 1, "by": int(Colour.BLACK), "moves": ["c3", "e5"], "chances": [0.6, 0.3]},
        {"ply": 2, "by": int(Colour.WHITE), "moves": ["swap", "b3"], "chances": [0.9, 0.2]},
        {"ply": 5, "by": int(Colour.BLACK), "moves": ["a4", "e5"], "chances": [0.7, 0.4]},
    ],
}


@pytest.mark.parametrize("mistakes", [[], [[2, int(Colour.WHITE), "a puzzle"]]])
def test_a_review_names_the_person_who_had_the_colour_at_that_time(swapped, mistakes):
    shown = page(swapped, OF_SWAPPED | {"mistakes": mistakes})
    assert shown.content.splitlines() == [
        "**Review of game 7**",
        r"Dark: winning chances of **\_Ben**. Light: **Ann\***.",
        r"1. Turn 1: **E5** was better than C3 · **Ann\***'s winning chances: 60% → 30%",
        r"2. Turn 2: **B3** was better than swap · **\_Ben**'s winning chances: 90% → 20%",
        r"3. Turn 4: **E5** was better than A4 · **\_Ben**'s winning chances: 70% → 40%",
        *([review.NOW_PUZZLES()] if mistakes else []),
        review.ESTIMATED(),
        "-# Game 7 · Lifeline, size 4 · 4 turns",
    ]
    chart = shown.win_chart
    assert (chart.filename, chart.names) == ("chances-7.png", ("_Ben", "Ann*"))
    assert chart.turning == (1, 2, 4)
    assert [(each.turn, each.black, each.proved) for each in chart.chances] == [
        (0, 0.1, False),
        (1, 0.3, False),
        (2, 0.4, False),
        (3, 0.6, False),
        (4, 0.7, True),
    ]
    assert [[str(each.id) for each in row] for row in shown.rows] == [
        ["turning:7::1", "turning:7::2", "turning:7::3", "page:7"]
    ]


@pytest.mark.parametrize(
    ("number", "line", "ply", "overlays"),
    [
        ("1", r"**E5** was better than C3. **Ann\***'s winning chances: 60% → 30%", 1, "c3"),
        ("2", r"**B3** was better than swap. **\_Ben**'s winning chances: 90% → 20%", 2, ""),
        ("3", r"**E5** was better than A4. **\_Ben**'s winning chances: 70% → 40%", 5, "a4"),
    ],
)
def test_a_turning_point_shows_the_game_before_it(swapped, number, line, ply, overlays):
    shown = turning_page(swapped, OF_SWAPPED, number, VIEWER)
    picture = shown.board_image
    turn = {1: 1, 2: 2, 5: 4}[ply]
    assert shown.content == f"{line}\n-# Game 7 · Lifeline, size 4 · turn {turn}"
    assert (picture.filename, picture.position.ply) == (f"turning-7-{number}.png", ply)
    assert (picture.header.black, picture.header.white, picture.header.result) == (
        *(("Ann*", "_Ben") if ply < 3 else ("_Ben", "Ann*")),
        None,
    )
    cell = swapped.position.topology.cell
    better = Place(cell("b3" if ply == 2 else "e5"))
    played = (Mistake(cell(overlays)),) if overlays else ()
    assert picture.overlays == (Preview((better,)), *played)
    assert [[str(each.id) for each in row] for row in shown.rows] == [
        [f"play-on:7:{ply}", f"try:7::{ply}"]
    ]


PLAYED = "a1 c3 g4 g7 d4 d1"


@pytest.mark.parametrize(
    ("seat", "moves", "winner", "opening", "ply"),
    [
        (0, PLAYED, 1, 0, 6),
        (1, PLAYED, 0, 0, 5),
        (0, PLAYED, None, 0, 6),
        (0, PLAYED, 0, 0, None),
        (1, PLAYED, 1, 0, None),
        (0, "", 1, 0, None),
        (0, "a1 c3", 1, 0, None),
        (1, "a1 c3", 0, 0, None),
        (1, "a1 c3 g4 g7", 0, 0, 2),
        (0, "a1 c3 g4 g7", 1, 0, 4),
        (0, "a1 c3 swap g7 d1", 1, 0, 3),
        (1, "a1 c3 swap g7 d1", 0, 0, 5),
        (0, PLAYED, 1, 4, 6),
        (1, PLAYED, 0, 5, 5),
        (0, PLAYED, 1, 5, None),
        (1, PLAYED, 0, 6, None),
    ],
)
def test_a_practice_game_that_was_not_won_is_tried_again_from_the_last_own_turn(
    game_after, seat, moves, winner, opening, ply
):
    game = game_after(moves, result=Result(winner, "resigned", "So."))
    game = replace(game, practice=Practice(1 - seat, 1), opening_plies=opening)
    ids = [str(each.id) for each in try_again_buttons(game)]
    assert ids == ([] if ply is None else [f"play-on:7:{ply}"])
    assert try_again_buttons(replace(game, result=None)) == ()
    assert try_again_buttons(replace(game, practice=None)) == ()


def test_a_game_that_ended_on_the_board_is_tried_again_before_the_last_own_turn(game_after):
    """In this game Black wins with the last stone, so that White would be to move."""
    game = game_after("b3 e5 b4 d5 c4 c5 a1", size=3, result=Result(0, "no_stones", "So."))
    assert game.position.outcome().winner is Colour.BLACK
    game = replace(game, practice=Practice(0, 1))
    assert [str(each.id) for each in try_again_buttons(game)] == ["play-on:7:5"]


def test_a_review_that_failed_may_be_requested_again(game):
    message = given_up(game)
    assert message.content == review.failed(7)
    assert [[str(each.id) for each in row] for row in message.rows] == [["review:7"]]


@pytest.mark.parametrize(
    ("chances", "turn", "before", "after"),
    [
        ((0.5, 0.45, 0.93, 0.9, 1.0), 2, 0.45, 0.93),
        ((0.5, 0.45, 0.4, 0.9, 0.1), 4, 0.9, 0.1),
        ((0.0, 0.08, 0.1, 0.12, 0.15), 1, 0.0, 0.08),
    ],
)
def test_a_curve_that_jumps_is_not_called_flat(game_after, chances, turn, before, after):
    game = game_after("a1 c3 g4 g7 d4 d1", seats=(ANN, BEN))
    points = [[ply, each, False] for ply, each in zip((0, 2, 4, 5, 6), chances, strict=True)]
    shown = page(game, {"points": points, "turning_points": []}).content

    assert review.largest_change(turn, r"Ann\*", before, after) in shown.splitlines()
    assert review.NO_TURN() not in shown


@pytest.mark.parametrize(
    "chances",
    [
        {0: 0.0, 2: 0.07, 4: 0.0, 5: 0.07, 6: 0.01},
        {0: 0.5, 1: 0.95, 2: 0.45},  # ply 1 is the middle of a turn
        {0: 0.5},
        {},
    ],
)
def test_a_curve_without_a_jump_has_no_turning_point(game, chances):
    points = [[ply, each, False] for ply, each in chances.items()]
    shown = page(game, {"points": points, "turning_points": []}).content

    assert review.NO_TURN() in shown


def test_the_page_of_a_game_has_the_turning_points_of_its_review_for_black(swapped):
    record = Record(swapped.ruleset, swapped.record.moves)
    written = unescape(page_file(swapped, record, Comments(), OF_SWAPPED).content.decode())
    assert re.findall("<label for=(\\w+)>(Turn [^<]*)", written) == [
        ("t1", "Turn 1: Black's chances 60% → 30%"),
        ("t2", "Turn 2: Black's chances 10% → 80%"),
        ("last", "Turn 4: Black's chances 70% → 40%"),
    ]
    heights = re.search("class=black-share d='M0 140L([^V]*)V", written)[1].split("L")
    assert heights == ["0 126", "125 98", "250 84", "375 56", "500 42", "500 42"]
    assert "from 10% on turn 0 to 70% on turn 4." in written


@pytest.mark.parametrize("turns", [1, 29, 30, 31, 45, 60, 61, 100])
def test_the_words_of_a_chart_end_with_the_last_turn(turns):
    words = review.win_chart_in_words(
        "Ann", "Ben", [(each, 0.5, False) for each in range(turns + 1)]
    )
    assert f"turn {turns}: " in words
    assert words.count("turn ") <= review.MOST_TURNS + 1
