"""Course of Liflina in five lessons: lifelines, cuts, straight runs, eyes, incursions."""

from bot.learning.boards import position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from bot.words.translation import Message
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
        Message("Lifelines"),
        Message(
            "A group lives while one of its stones has a **lifeline**: a *straight* run of empty "
            "points to the edge or to a friendly stone. The lines show lifelines.\n"
            "Captured stones go to **prison**. Instead of placing a stone, you may **hold**: "
            "skip the turn and remove an enemy stone from prison. Before the game, one player "
            "names a **komi**: the number of black stones that start in prison. **If you can't "
            "move, you lose.**"
        ),
        _LINE,
        (Lifelines(),),
        example="LF-08b",
    ),
    Step(
        Message("Cut from a distance"),
        Message(
            "White played E3, two points from the black stones. Their run now ends at an enemy "
            "stone, so it's no longer a lifeline. Both black stones go to prison."
        ),
        after_move(_LINE, "e3"),
        example="LF-08b",
    ),
    Step(
        Message("Only straight runs"),
        Message(
            "White played D3 and took C3. Empty points still led from C3 to the edge, but not in a "
            "straight line.\n"
            "A stone *on* the edge has no lifeline there either: a run needs an empty point."
        ),
        after_move(_STRAIGHT, "d3"),
        example="LF-07",
    ),
    Step(
        Message("Two eyes"),
        Message(
            "A run may end at a stone of the same group. So a group around two holes (eyes) "
            "lives. White tries C4, but that isn't allowed: the stone would have no lifeline."
        ),
        _TWO_EYES,
        (illegal_overlay(_TWO_EYES, "c4"),),
        example="LF-05a",
    ),
    Step(
        Message("Incursions and repeats"),
        Message(
            "Black just played G7, in a region that only White touched, and took one group. That "
            "is a **minimal incursion**: the reply can't be one, so White can't play A1 now.\n"
            "No stone may repeat an earlier position with the same player to move. We added this "
            "rule because the author's rules allow endless loops."
        ),
        _INCURSION,
        (illegal_overlay(_INCURSION, "a1"),),
        example="LF-10",
    ),
)
