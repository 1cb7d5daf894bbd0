"""Course of Asli: five lessons."""

from bot.learning.boards import position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from renderer.overlays.lifelines import Lifelines

_FIRST = position_from_text("asli", "..... ..... ..X.. ..... .....", to_move="white", prison=(3, 0))
_SPLIT = position_from_text("asli", "..... ..... OOOOO ...X. ...X.")
_TAKING = position_from_text("asli", "O.... X.... ..... ..X.. ..O.O", ever_two_groups=(True, True))
_JOINING = position_from_text(
    "asli", "..... ..... ..O.. ..... X.X..", ever_two_groups=(True, False)
)
_RETAKING = after_move(
    position_from_text("asli", "OX... .O... O.... ..... ..X..", ever_two_groups=(True, True)), "a4"
)

STEPS = (
    Step(
        "Before play, and a turn",
        "One player offers a number, here 3: that many black stones go to **prison**. The other "
        "then chooses a colour.\n"
        "On your turn place a stone, or **hold**: let an *enemy* stone out of prison. "
        "White may hold here. **Whoever has no move on their turn loses.**",
        _FIRST,
        example="AS-03",
    ),
    Step(
        "Who lives",
        "A group lives while it **sees a friend** through empty points. Black has just placed A1, "
        "and now A1 and D1 see each other.\n"
        "A colour that never had two groups lives with its only one, as White's wall does. Once "
        "you have split, that is over for good.",
        after_move(_SPLIT, "a1"),
        (Lifelines(),),
        example="AS-06",
    ),
    Step(
        "Who is taken",
        "Black played B5. The white stone on A5 sees no friend and goes to prison: Black could let "
        "it out later, by a hold. Opposite stones in prison cancel each other, one for one.",
        after_move(_TAKING, "b5"),
        example="AS-17:0",
    ),
    Step(
        "No suicide",
        "Black tries B1, which would join the last two black groups into one that sees no friend. "
        "A move that leaves your own group dead is not allowed. **Do not join everything.**",
        _JOINING,
        (illegal_overlay(_JOINING, "b1"),),
        example="AS-08",
    ),
    Step(
        "Incursions",
        "A stone inside a region that only the enemy touches is an **incursion**: it must take "
        "something, unless it is your very first. One that takes exactly one group is *minimal*, "
        "and you may not answer a minimal incursion with another.\n"
        "Black has just done so on A4; White may take back only after a move elsewhere, or a "
        "hold.\n"
        "A placement that brings back an earlier position, the same side to move, is a **draw**.",
        _RETAKING,
        (illegal_overlay(_RETAKING, "a5"),),
        example="AS-13",
    ),
)
