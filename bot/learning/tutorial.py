"""Tutorials: for a first game, on more of Lifeline, on Asli and on Liflina, then on strategy.

The three tasks for a first game teach life, death and the last placement.
"""

from bot.learning.boards import position_after, position_from_text
from bot.learning.goals import (
    any_legal_move,
    captures,
    captures_from_inside,
    loses_nothing,
    saves_groups,
    wins_by_force,
)
from bot.learning.strategy import STRATEGY
from bot.learning.tasks import PointedCell, Task, Tutorial
from bot.words.translation import Message
from renderer.overlays.lifelines import Lifelines
from rules.position import Colour

_BASICS = (
    Task(
        Message("Life"),
        Message(
            "Connected stones of one colour are a **group**. It lives by **seeing a friend**: "
            "empty cells lead to another group of its colour. The lines show these **lifelines**. "
            "Shaded cells touch only one colour.\n"
            "You are Black. **Where would a new stone live?**"
        ),
        position_from_text("lifeline", "XO.. ..O.. ...OOO X...... ...... ...O. ...X"),
        ("f7", "f6", "d4"),
        any_legal_move,
        Message(
            "Follow the lines: your new stone sees its friends, so it lives. Only your first two "
            "stones need no friend, but those two may not touch each other."
        ),
        Message(
            "From F7 and F6, you see no black stone. A stone there would die, so nothing would "
            "change: that isn't allowed."
        ),
        (Lifelines(),),
        shows_after=True,
    ),
    Task(
        Message("Death"),
        Message(
            "A group dies when it sees no friend. The line shows only the shortest path from A1. "
            "It's thick because **one cell** is on every path.\n"
            "You are Black. **Where do you cut off A1?**"
        ),
        position_from_text("lifeline", "O.O .X.. ..... X... OX."),
        ("b4", "c3", "b2"),
        captures,
        Message("You cut every lifeline. A1 sees no friend now: it dies and leaves the board."),
        Message("After B4 or C3, White still has another path. Only B2 closes them all."),
        (Lifelines(Colour.WHITE, warnings=False), PointedCell("a1")),
    ),
    Task(
        Message("The last stone"),
        Message(
            "**When your opponent can't place a stone, you win.** You can't pass. If you join all "
            "your groups into one, it sees no friend and you lose them all.\n"
            "You are Black. **Where do you play?**"
        ),
        position_from_text("lifeline", "X.O XOXO XX.OO .XOO XXO"),
        ("d5", "c3", "a2"),
        wins_by_force,
        Message(
            "Only C3 and D5 are left for White. Either stone joins all white stones into one "
            "group that sees no friend. The picture shows C3: the group dies, and no new white "
            "stone could live. You **win**."
        ),
        Message("Either D5 or C3 would join all your own stones."),
        (Lifelines(),),
        reply="c3",
    ),
)

_MORE = (
    Task(
        Message("The first turn"),
        Message(
            "In most games your first turn is two stones that don't touch. The first is on C3. "
            "**Where can the second go?**"
        ),
        position_after("lifeline", "c3", size=4),
        ("e5", "c4", "d3", "b2"),
        any_legal_move,
        Message("E5 doesn't touch C3, and the two see each other: both live."),
        Message("C4, D3 and B2 touch C3. As one group, the two stones would see no friend."),
    ),
    Task(
        Message("Save a group"),
        Message(
            "You are Black. White wants to cut off B4 and C5 on the left. "
            "**Which stone saves them?**"
        ),
        position_from_text("lifeline", "O... .OX.X .XO..O .X...O. OO...O X..X. ..XX"),
        ("b5", "e5", "c4", "c3"),
        saves_groups,
        Message(
            "C4 is where White wanted to cut. Now the group has several lifelines, and one stone "
            "can't cut them all."
        ),
        Message("After B5, E5 or C3, White still cuts at C4."),
        shows_after=True,
        overlays=(),
    ),
    Task(
        Message("Don't join everything"),
        Message(
            "You are White, with one long group and a stone on G6. **On two of these cells "
            "you lose all your stones. Which one is safe?**"
        ),
        position_from_text(
            "lifeline", "..X. XXX.O X..... ..XO.OO ...OO. ...OO X.XX", to_move="white"
        ),
        ("e5", "f5", "g5"),
        loses_nothing,
        Message("Your two groups still see each other. Never join your last two."),
        Message("F5 and G5 join both groups into one, which sees no friend."),
    ),
    Task(
        Message("Free moves"),
        Message(
            "You are Black, and the board is nearly full. Only you can play on A3. "
            "**Which move wins?**"
        ),
        position_from_text("lifeline", "..X XO.X .X.OX XOOO O.."),
        ("c5", "d5", "a3", "c3"),
        wins_by_force,
        Message(
            "First fill the cells that both of you see. A3 is a free move: White can't take it "
            "from you, so save it for the end."
        ),
        Message("After C5, D5 or A3, White places the last stone."),
    ),
)

_ASLI = (
    Task(
        Message("An incursion"),
        Message(
            "You are Black. Only White touches A4: a stone there is an **incursion** and must take "
            "something. **Which stone takes a white group?**"
        ),
        position_from_text("asli", "OX... .O... O.... ..... ..X..", ever_two_groups=(True, True)),
        ("a4", "c4", "b3", "a2"),
        captures_from_inside,
        Message(
            "A4 takes the corner stone, which goes to prison. You took exactly one group: that is "
            "a **minimal incursion**, and the next move can't be one."
        ),
        Message("C4, B3 and A2 are legal, but they take nothing."),
    ),
)

_LIFLINA = (
    Task(
        Message("Straight lines"),
        Message(
            "A group needs a *straight* empty run to the edge or to a friend. You are White, "
            "and Black threatens F3 and G3. **Which stone saves them?**"
        ),
        position_from_text(
            "liflina",
            ".....O. O...O.X OX....X X....X. .OO..OO .XOOXXX .X.X.X.",
            to_move="white",
        ),
        ("d5", "f5", "d3", "e3"),
        saves_groups,
        Message("E3 joins the group and gives it two lines: left to C3 and up to E6."),
        Message("After D5, F5 or D3, Black can still cut the group's only line."),
    ),
)

TUTORIALS = (
    Tutorial(
        "basics",
        Message("Tutorial"),
        _BASICS,
        Message("That's the whole game."),
    ),
    Tutorial("more", Message("More lessons"), _MORE, Message("That's all. You know Lifeline now.")),
    Tutorial(
        "asli", Message("Asli tutorial"), _ASLI, Message("`/rules game:Asli` shows all the rules.")
    ),
    Tutorial(
        "liflina",
        Message("Liflina tutorial"),
        _LIFLINA,
        Message("`/rules game:Liflina` shows all the rules."),
    ),
    *STRATEGY,
)
