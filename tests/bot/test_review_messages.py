"""Messages about a review: numbers, chances and turns of its turning points."""

import pytest

from bot.messages.component_ids import OldComponent
from bot.messages.game_page import page_file
from bot.messages.message_draft import Viewer
from bot.messages.review import page, turning_page
from bot.words import review
from rules.colour import Colour
from rules.comments import Comments
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


@pytest.mark.parametrize(
    ("chances", "turn", "before", "after"),
    [
        ((0.5, 0.45, 0.93, 0.9, 1.0), 2, 0.45, 0.93),
        ((0.5, 0.45, 0.4, 0.9, 0.1), 4, 0.9, 0.1),
        ((0.0, 0.08, 0.1, 0.12, 0.15), 1, 0.0, 0.08),
    ],
)
def test_a_curve_that_jumps_is_not_called_flat(game, chances, turn, before, after):
    points = [[ply, each, False] for ply, each in zip((0, 2, 4, 5, 6), chances, strict=True)]
    shown = page(game, {"points": points, "turning_points": []}).content

    assert review.largest_change(turn, "Ann", before, after) in shown
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


def test_the_page_of_a_game_has_the_turning_points_of_its_review_for_black(game):
    record = Record(game.ruleset, game.record.moves)
    written = page_file(game, record, Comments(), REVIEW).content.decode()
    for line in (
        "Turn 3: Black&#x27;s chances 60% → 30%",
        "Turn 4: Black&#x27;s chances 30% → 60%",
    ):
        assert line in written


@pytest.mark.parametrize("turns", [1, 29, 30, 31, 45, 60, 61, 100])
def test_the_words_of_a_chart_end_with_the_last_turn(turns):
    words = review.win_chart_in_words(
        "Ann", "Ben", [(each, 0.5, False) for each in range(turns + 1)]
    )
    assert f"turn {turns}: " in words
    assert words.count("turn ") <= review.MOST_TURNS + 1
