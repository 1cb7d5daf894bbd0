"""Course of Lifeline in five lessons: first turns, life, death, illegal cells, the end."""

from bot.learning.boards import position_after, position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from bot.words.translation import Message
from renderer.overlays.lifelines import Lifelines

_OPENING = position_after("lifeline", "a1 c3 c5 e5", size=3)
_LIVING = position_from_text("lifeline", "O.O .X.. ..... X... OX.")
_SHARED = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")

STEPS = (
    Step(
        Message("The first turns"),
        Message(
            "You take turns placing one stone. You can't pass. **When your opponent can't place "
            "a stone, you win.**\n"
            "Usually your *first* turn is two stones on cells that don't touch. White may "
            "**swap sides** instead and take over Black's stones, so don't make your first turn "
            "too strong."
        ),
        _OPENING,
        example="LL-04",
    ),
    Step(
        Message("Who lives"),
        Message(
            "Connected stones of one colour are a **group**. A group lives while it **sees a "
            "friend**: empty cells lead from it to another group of its colour. The lines show "
            "that path, the **lifeline**. One stone can cut a thick line.\n"
            "All groups live here. It's Black's turn: where would you cut?"
        ),
        _LIVING,
        (Lifelines(warnings=False),),
        example="LL-05:modern",
    ),
    Step(
        Message("Who dies"),
        Message(
            "Black played B2 and cut a lifeline. A1 sees no friend now: it dies and leaves the "
            "board. C5 and E5 still see each other.\n"
            "After each stone, **dead enemy groups go first**, then your own. A capture can save "
            "you."
        ),
        after_move(_LIVING, "b2"),
        example="LL-05:modern",
    ),
    Step(
        Message("Where you can't play"),
        Message(
            "White tries C3. No white stone touches the outlined region, so the new stone would "
            "die at once. **Nothing would change**, and that isn't allowed.\n"
            "Play only on cells that one of your groups sees. Cells that only you see are free "
            "moves: keep them for the end."
        ),
        _SHARED,
        (illegal_overlay(_SHARED, "c3"),),
        example="LL-07:modern",
    ),
    Step(
        Message("The end"),
        Message(
            "White had to play B1. It joins A1 and C1 into one group that sees no friend: all "
            "three stones die. You may lose your own stones.\n"
            "White has no stones left and can't place any more. Black places the last stone: "
            "**Black wins.**"
        ),
        after_move(_SHARED, "b1"),
        example="LL-06:modern",
    ),
)
