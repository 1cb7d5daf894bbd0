"""Course of cornered Lifeline: five lessons."""

from bot.learning.boards import position_after, position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from renderer.overlays.lifelines import Lifelines

_OPENING = position_after("cornered", "a1 c1 d4", size=3, start="none")
_LIVING = position_from_text("cornered", "O.O .X.. ..... X... OX.")
_SHARED = position_from_text(
    "cornered", ".... .O.O. ...... ...X... ...... XXXXX O.OX", to_move="white"
)
_STUCK = position_from_text("cornered", "OOO XX.O XXOXO XOO. XXX", to_move="white")

STEPS = (
    Step(
        "The first turns",
        "With the usual start Black and White place one stone each, twice; a player's two first "
        "stones do not touch. After Black's very first stone White may **swap** colours. "
        "The challenge says when a game begins otherwise.\n"
        "Then you place one stone a turn. **Whoever cannot make a move loses.**",
        _OPENING,
    ),
    Step(
        "Who lives",
        "A group **reaches** what it touches, and whatever touches the same empty region. It is "
        "**cornered** when it reaches enemies only. The beads show a way to a friend for each "
        "group: nobody is cornered here.",
        _LIVING,
        (Lifelines(),),
        example="LL-05:cornered",
    ),
    Step(
        "Who is taken",
        "Black played B2. The white stone on A1 reaches black stones only: it is cornered and "
        "leaves the board.",
        after_move(_LIVING, "b2"),
        example="LL-05:cornered",
    ),
    Step(
        "No suicide",
        "White tries B1. It would join A1 and C1, and the outlined group would reach black stones "
        "only. **You may not corner yourself**, so the move is not allowed: this is what differs "
        "from the newer rules. Nor may you place where no group of yours sees the cell.",
        _SHARED,
        (illegal_overlay(_SHARED, "b1"),),
        example="LL-13:cornered",
    ),
    Step(
        "The end",
        "White is to move. D2 and D4 are empty, and on either White would corner himself: no move "
        "is left, and **White has lost**, with all those stones on the board.\n"
        "With a point of **komi** White could have spent it instead of moving.",
        _STUCK,
        (illegal_overlay(_STUCK, "d2"),),
        example="LL-14:cornered:W",
    ),
)
