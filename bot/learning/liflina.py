"""Course of Liflina: five lessons."""

from bot.learning.boards import position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from renderer.overlays.lifelines import Lifelines

_LINE = position_from_text("liflina", "..... .OO.. OXX.. .OO.. .....", to_move="white")
_STRAIGHT = position_from_text("liflina", "..O.. .O... O.X.. .O.O. ..O..", to_move="white")
_EYES = "....... OOOOOOO OXXXXXO OX.X.XO OXXXXXO OOOOOOO ......."
_TWO_EYES = position_from_text("liflina", _EYES, to_move="white")
_INCURSION = after_move(
    position_from_text("liflina", "....XO. ....XOO .....XX ....... OO..... XXO.... .XO...."), "g7"
)

STEPS = (
    Step(
        "Lifelines",
        "A group lives while one of its stones has a **lifeline**: a *straight* run of empty "
        "points along its row or column, to the edge or to a friendly stone. The beads show them: "
        "Black's two stones live by one run to the edge.\n"
        "As in Asli a number is offered before play, and you may **hold** instead of placing: let "
        "an enemy stone out of prison. **Whoever has no move loses.**",
        _LINE,
        (Lifelines(),),
        example="LF-08b",
    ),
    Step(
        "Cut at a distance",
        "White played E3, two points away. The run now ends at an enemy stone, so it is no "
        "lifeline: both black stones go to prison.",
        after_move(_LINE, "e3"),
        example="LF-08b",
    ),
    Step(
        "Only straight runs",
        "White played D3. From C3 empty points still lead around to the edge, but not straight, "
        "and C3 is taken. A stone that merely *touches* the edge has no lifeline there either: a "
        "run needs an empty point.",
        after_move(_STRAIGHT, "d3"),
        example="LF-07",
    ),
    Step(
        "Two eyes",
        "A run may end at a stone of the same group, so a group around two eyes lives as in Go. "
        "White tries C4: the white stone would have no lifeline, and that is not allowed.",
        _TWO_EYES,
        (illegal_overlay(_TWO_EYES, "c4"),),
        example="LF-05a",
    ),
    Step(
        "Incursions and repeats",
        "Black has just played G7, inside a region that only White touched, and taken the group "
        "around it: a **minimal incursion**. White may not answer with another one, here on A1, "
        "before a move elsewhere or a hold.\n"
        "Nor may a placement bring an earlier board back, with the same side to move. This is a "
        "*ruling* of ours: the author's text knows no draw and allows endless loops.",
        _INCURSION,
        (illegal_overlay(_INCURSION, "a1"),),
        example="LF-10",
    ),
)
