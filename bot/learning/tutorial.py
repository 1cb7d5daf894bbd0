"""Tutorial of eight tasks: six of Lifeline, one of Asli, one of Liflina."""

from bot.learning.boards import position_after, position_from_text
from bot.learning.goals import any_legal_move, captures, loses_nothing, saves_groups, wins_by_force
from bot.learning.tasks import Task

TASKS = (
    Task(
        "Your first turn",
        "In Lifeline your first turn is two stones. The first stands on C3. "
        "**Where may the second go?**",
        position_after("lifeline", "c3", size=4),
        ("e5", "c4", "d3", "b2"),
        any_legal_move,
        "E5 does not touch C3, and the two see each other across empty cells: both live.",
    ),
    Task(
        "Where you may play",
        "You are Black. The light regions touch white stones only. "
        "**Which of these cells may you play on?**",
        position_from_text("lifeline", "O..X XXOX. O.X.O. .OOOOOO O...OO ....O ...."),
        ("f7", "a4", "c2", "b1"),
        any_legal_move,
        "A black group can see F7, so your stone lives there. In a region that touches no stone of "
        "yours it would die at once.",
    ),
    Task(
        "Take a group",
        "You are White. Two black stones on the right see their friends by one way only. "
        "**Where do you cut it?**",
        position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white"),
        ("c4", "b3", "c3", "d3"),
        captures,
        "D3 cuts the last way. E3 and D2 see no friend any more and are taken.",
    ),
    Task(
        "Save a group",
        "You are Black. White threatens to cut off B4 and C5 on the left. "
        "**Which stone saves them?**",
        position_from_text("lifeline", "O... .OX.X .XO..O .X...O. OO...O X..X. ..XX"),
        ("b5", "e5", "c4", "c3"),
        saves_groups,
        "Where your enemy wants to cut is often where you should be. With C4 the group has several "
        "ways to its friends, and one stone cannot cut them all.",
    ),
    Task(
        "Do not join everything",
        "You are White, with one long group and a stone on G6. **Two of these cells would kill "
        "them all. Which one is safe?**",
        position_from_text(
            "lifeline", "..X. XXX.O X..... ..XO.OO ...OO. ...OO X.XX", to_move="white"
        ),
        ("e5", "f5", "g5"),
        loses_nothing,
        "After E5 your groups still see each other. You need two groups wherever you want to live: "
        "never join the last two.",
    ),
    Task(
        "The last placement",
        "You are Black, and the board is nearly full: whoever places last wins. Your own private "
        "cell A3 can wait. **Which stone wins?**",
        position_from_text("lifeline", "..X XO.X .X.OX XOOO O.."),
        ("c5", "d5", "a3", "c3"),
        wins_by_force,
        "Fill the cells that both of you see first, and keep those that only you see: nobody can "
        "take these moves from you.",
    ),
    Task(
        "Asli: into enemy territory",
        "Now Asli, on a square board. You are Black. Only White touches A4, so a stone there must "
        "take something. **Which stone takes a white group?**",
        position_from_text("asli", "OX... .O... O.... ..... ..X..", ever_two_groups=(True, True)),
        ("a4", "c4", "b3", "a2"),
        captures,
        "A4 takes the corner stone, which goes to prison. Entering a region of the enemy and "
        "taking one group is a minimal incursion: it may not be answered by another.",
    ),
    Task(
        "Liflina: straight lines",
        "Now Liflina: groups live by *straight* empty runs to the edge or to a friend. You are "
        "White, and Black threatens F3 and G3. **Which stone saves them?**",
        position_from_text(
            "liflina",
            ".....O. O...O.X OX....X X....X. .OO..OO .XOOXXX .X.X.X.",
            to_move="white",
        ),
        ("d5", "f5", "d3", "e3"),
        saves_groups,
        "E3 joins them and looks along two lines at once, left to C3 and up to E6. "
        "That was the last task: you are ready for a game.",
    ),
)
