"""Course of cornered Lifeline in five lessons: first turns, life, death, suicide, the end."""

from bot.learning.boards import position_after, position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from bot.words.translation import Message
from renderer.overlays.lifelines import Lifelines

_OPENING = position_after("cornered", "a1 c1 d4", size=3, start="none")
_LIVING = position_from_text("cornered", "O.O .X.. ..... X... OX.")
_SHARED = position_from_text(
    "cornered", ".... .O.O. ...... ...X... ...... XXXXX O.OX", to_move="white"
)
_STUCK = position_from_text("cornered", "OOO XX.O XXOXO XOO. XXX", to_move="white")

STEPS = (
    Step(
        Message("The first turns"),
        Message(
            "First you each place two stones, one at a time. Your first two stones may not touch "
            "each other. After Black's first stone White may **swap sides** and take it over.\n"
            "Then you place one stone a turn. **If you can't move, you lose.**"
        ),
        _OPENING,
    ),
    Step(
        Message("Who lives"),
        Message(
            "A group **reaches** every group it touches, and every group around the same "
            "empty region. If it reaches only enemies, it's **cornered** and dies. The lines "
            "show each group's path to a friend: no group is cornered here."
        ),
        _LIVING,
        (Lifelines(),),
        example="LL-05:cornered",
    ),
    Step(
        Message("Who dies"),
        Message(
            "Black played B2 and cut a lifeline. The white stone on A1 now reaches only black "
            "stones: it's cornered and leaves the board."
        ),
        after_move(_LIVING, "b2"),
        example="LL-05:cornered",
    ),
    Step(
        Message("No suicide"),
        Message(
            "White tries B1. It would join A1 and C1, and the outlined group would reach only "
            "black stones. **You may not corner your own group**, unlike in Lifeline.\n"
            "One of your groups must also reach the cell you play."
        ),
        _SHARED,
        (illegal_overlay(_SHARED, "b1"),),
        example="LL-13:cornered",
    ),
    Step(
        Message("The end"),
        Message(
            "It's White's turn. Only D2 and D4 are empty, and White would be cornered on "
            "both. **White can't move and loses**, even with stones on the board.\n"
            "With a **komi** point left, White could skip the turn."
        ),
        _STUCK,
        (illegal_overlay(_STUCK, "d2"),),
        example="LL-14:cornered:W",
    ),
)
