"""Course of Lifeline: five lessons."""

from bot.learning.boards import position_after, position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from renderer.overlays.lifelines import Lifelines

_OPENING = position_after("lifeline", "a1 c3 c5 e5", size=3)
_LIVING = position_from_text("lifeline", "O.O .X.. ..... X... OX.")
_SHARED = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")

STEPS = (
    Step(
        "The first turns",
        "You place a stone on an empty cell, then your opponent does. **Whoever places the last "
        "stone wins**; nobody passes.\n"
        "With the usual start each player's *first* turn is two stones, on cells that do not "
        "touch. Instead of placing, White may then **swap** colours, so Black should not begin too "
        "well. The challenge says when a game begins otherwise.",
        _OPENING,
        example="LL-04",
    ),
    Step(
        "Who lives",
        "Stones of a colour side by side are one **group**. A group lives while it **sees a "
        "friend**: empty cells lead from it to another group of its colour. The beads show one "
        "such way for each group; red beads can be cut by a single stone.\n"
        "Here everybody lives, and Black is to move. Where would you cut?",
        _LIVING,
        (Lifelines(),),
        example="LL-05:modern",
    ),
    Step(
        "Who dies",
        "Black played B2. The white stone on A1 sees nobody any more and is taken off the board; "
        "C5 and E5 still see each other.\n"
        "After each placement **dead enemy groups go first**, then your own: taking an enemy can "
        "save you.",
        after_move(_LIVING, "b2"),
        example="LL-05:modern",
    ),
    Step(
        "What you cannot play",
        "White is to move and tries C3. The outlined region touches no white stone: a stone there "
        "would die at once and **nothing would change**, so it is not allowed.\n"
        "Place where a group of yours can see the cell. Regions that only you can see are your "
        "free moves: keep them for the end.",
        _SHARED,
        (illegal_overlay(_SHARED, "c3"),),
        example="LL-07:modern",
    ),
    Step(
        "The end",
        "So White had to play B1. It joins A1 and C1 into one group, which sees no friend: all "
        "three are gone. You *may* lose stones of your own like this, if you must.\n"
        "White has no stone left. Black places once more, White never can again: the last "
        "placement is Black's, and **Black wins.**",
        after_move(_SHARED, "b1"),
        example="LL-06:modern",
    ),
)
