"""Course of Asli in five lessons: komi and turns, life, death, suicide, incursions."""

from bot.learning.boards import position_from_text
from bot.learning.steps import Step, after_move, illegal_overlay
from bot.words.translation import Message
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
        Message("Komi and turns"),
        Message(
            "Captured stones go to **prison**. Instead of placing a stone, you may **hold**: "
            "skip the turn and remove one *enemy* stone from prison. **If you can't move, you "
            "lose.**\n"
            "Before the game, one player names a **komi**. Here it's 3: three black stones start "
            "in prison, so White may skip 3 turns. The other player picks a colour."
        ),
        _FIRST,
        example="AS-03",
    ),
    Step(
        Message("Who lives"),
        Message(
            "A group lives while it **sees a friend** through empty points. Black just placed "
            "A1: now A1 and D1 see each other.\n"
            "Your first group is safe while it's your only one, like White's wall here. Once "
            "you've had two groups, that protection is gone for good."
        ),
        after_move(_SPLIT, "a1"),
        (Lifelines(),),
        example="AS-06",
    ),
    Step(
        Message("Who dies"),
        Message(
            "Black played B5 and cut a lifeline. The white stone on A5 sees no friend now and "
            "goes to prison. Black can remove it later with a hold.\n"
            "When stones of both colours are in prison, one of each leaves."
        ),
        after_move(_TAKING, "b5"),
        example="AS-17:0",
    ),
    Step(
        Message("No suicide"),
        Message(
            "Black tries B1. It would join Black's last two groups into one that sees no friend. "
            "A move that costs you stones isn't allowed. **So don't join everything.**"
        ),
        _JOINING,
        (illegal_overlay(_JOINING, "b1"),),
        example="AS-08",
    ),
    Step(
        Message("Incursions"),
        Message(
            "A stone in a region that only the enemy touches is an **incursion**. It must take "
            "something, unless it's your very first stone. If it takes just one group, it's a "
            "**minimal incursion**, and the reply can't be one.\n"
            "Black just did this on A4, so White can't retake at once.\n"
            "A repeated position, with the same player to move, is a **draw**."
        ),
        _RETAKING,
        (illegal_overlay(_RETAKING, "a5"),),
        example="AS-13",
    ),
)
