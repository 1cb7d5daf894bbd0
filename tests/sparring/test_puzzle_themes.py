"""Themes of puzzles, on made-up lines: a start, then the position after each turn."""

from types import SimpleNamespace

import pytest

from rules.colour import Colour
from rules.moves import Hold, Komi, Place
from sparring.puzzles.puzzle import Theme
from sparring.puzzles.themes import find_themes

BLACK, WHITE = Colour
STONE = Place(1)


def at(*, danger=(), taken=(0, 0), placed=0, cuts=(), move=STONE):
    """Return a position: colours in danger, and the stones taken and placed by the last turn."""
    return SimpleNamespace(
        to_move=BLACK,
        in_danger=lambda colour: 1 if colour in danger else 0,
        last_turn=SimpleNamespace(removed=taken, placed=placed, cuts=cuts, moves=(move,)),
    )


def themes(*line, steps=2):
    return set(find_themes(SimpleNamespace(line=line, steps=range(steps))))


LAST = Theme.LAST_PLACEMENT


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ([at(), at()], {LAST}),
        ([at(), at(cuts=(3,))], {LAST}),
        ([at(), at(taken=(0, 4))], set()),
        ([at(), at(taken=(0, 4), cuts=(3,))], {Theme.CUT}),
        ([at(), at(taken=(4, 0), cuts=(3,))], {Theme.SACRIFICE}),
        ([at(danger=(BLACK,)), at()], {Theme.SAVE, LAST}),
        ([at(danger=(BLACK,)), at(danger=(BLACK,))], {LAST}),
        ([at(danger=(BLACK,)), at(danger=(WHITE,))], {Theme.SAVE, LAST}),
        ([at(danger=(BLACK, WHITE)), at(taken=(0, 4))], {Theme.SAVE, Theme.RACE}),
        ([at(danger=(WHITE,)), at(taken=(0, 4))], set()),
        ([at(danger=(BLACK, WHITE)), at(danger=(BLACK,))], {LAST}),
        # a stone that the reply takes, or one that it does not
        ([at(), at(placed=4), at(taken=(4, 0)), at()], {Theme.SACRIFICE}),
        ([at(), at(placed=4), at(taken=(2, 0)), at()], set()),
        ([at(), at(), at(placed=4), at(taken=(4, 0))], {Theme.SACRIFICE}),
        # of the opponent's turns only captures count
        ([at(), at(), at(move=Hold()), at()], {LAST}),
        ([at(), at(), at(), at(move=Hold())], {Theme.HOLD, LAST}),
        ([at(), at(move=Komi())], {Theme.KOMI, LAST}),
        ([at(), at(), at(move=Komi()), at()], {LAST}),
        ([at(), at(), at(taken=(0, 4)), at()], set()),
    ],
)
def test_themes_follow_from_the_turns_of_a_line(line, expected):
    assert themes(*line) == expected


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_only_a_single_turn_is_a_first_step(steps):
    assert (Theme.FIRST_STEPS in themes(at(), at(), steps=steps)) == (steps == 1)
