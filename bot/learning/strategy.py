"""Tutorials on strategy, with answers that the endgame solver has proved.

Each task names the opponent's winning reply to every wrong answer; tests prove these replies again.
"""

from bot.learning.boards import position_from_text
from bot.learning.goals import wins_as_proved
from bot.learning.tasks import Task, Tutorial
from bot.words.translation import Message

_BOTH = (True, True)  # both colours have had two groups

_TWO_GROUPS = (
    Task(
        Message("A second friend"),
        Message(
            "You are White. In the middle, your two groups see only each other. **Which stone "
            "makes them safer?**"
        ),
        position_from_text(
            "lifeline", "..XX XXX.O X...O. XOX.OOO XOO.XO XXO.. OOXX", to_move="white"
        ),
        ("c5", "d5", "d4", "d3", "e2"),
        wins_as_proved(c5="f6", d4="d5", d3="d5", e2="d5"),
        Message(
            "D5 is a group of its own, so A1 sees a second friend. Two groups in one region keep "
            "each other alive. A third makes both safer."
        ),
        Message(
            "D3 or D4 joins your two groups into one that sees no friend, so you lose 13 stones. "
            "C5 and E2 are too slow."
        ),
    ),
    Task(
        Message("Cells that join"),
        Message(
            "You are White. On three of these cells you would join two groups that see no other "
            "friend. **Which stone keeps them apart?**"
        ),
        position_from_text(
            "lifeline", "XXXX OXXO. X.OOOX .XXXOXO XOXOXO ..XXO OOOO", to_move="white"
        ),
        ("g6", "c5", "a2", "b2"),
        wins_as_proved(c5="a2", a2="c5", b2="c5"),
        Message(
            "G6 joins nothing, and it threatens to take 17 black stones with C5. Leave the "
            "cells between two of your groups empty while you can."
        ),
        Message("C5, A2 and B2 join two of your groups into one that sees no friend."),
    ),
    Task(
        Message("Play elsewhere"),
        Message(
            "You are White. Both of you can play in every region. C4 and E3 lie between your "
            "own groups. **Which move wins?**"
        ),
        position_from_text(
            "lifeline", "XXX. XXXOX .XOOXX .O.XXOX OOXO.X OOXOO OXOO", to_move="white"
        ),
        ("g7", "b5", "c4", "e3"),
        wins_as_proved(b5="e3", c4="e3", e3="c4"),
        Message("G7 costs you nothing, and it threatens to take 17 black stones with C4."),
        Message("C4 and E3 join your own groups, which then die. After B5, Black plays E3."),
    ),
)

_BIGGER_HALF = (
    Task(
        Message("Which half?"),
        Message(
            "You are Black. Both of you can play on A2 and A3. One stone divides them. **Where "
            "do you play?**"
        ),
        position_from_text("lifeline", "XXOO XO.OX XOX... XOOOOOX .XO..O .XXOO XXX."),
        ("e5", "a3", "d3", "a2"),
        wins_as_proved(e5="a3", d3="a3", a2="a3"),
        Message(
            "A3 leaves you A2 as a free move. Divide a region so that only you touch the bigger "
            "part."
        ),
        Message("White answers any other stone with A3. A2 divides the region at the wrong end."),
    ),
    Task(
        Message("Close and save"),
        Message(
            "You are Black. Both of you can play on C1 and D1, and White threatens 8 stones "
            "around B1. **Where do you play?**"
        ),
        position_from_text("lifeline", ".O.O OOO.O XXO.XO X.XO.XO XXOXO. .XOXX .X.."),
        ("b4", "f3", "c1", "d1"),
        wins_as_proved(b4="c1", f3="c1", d1="c1"),
        Message(
            "C1 saves the group around B1 and leaves you D1 as a free move. The cell that "
            "divides a region often saves a group, too."
        ),
        Message(
            "White answers any other stone with C1. B4 only fills a cell that was already yours."
        ),
    ),
    Task(
        Message("Two cells or one"),
        Message(
            "You are Black. On the left, both of you can play on A2, A3, B3, A4 and B5. **Where "
            "do you divide these cells?**"
        ),
        position_from_text("lifeline", "XXOO XOXXO .XO... .XOOXOX ..XOOX .XOXX O.OO"),
        ("b5", "a4", "a3", "b3", "a2"),
        wins_as_proved(b5="b3", a4="b3", b3="e5", a2="a3"),
        Message(
            "A3 leaves you A4 and B5 as free moves. A4 leaves you only B5, and one cell decides "
            "the game."
        ),
        Message(
            "After A4 or B5, White plays B3. After A2, White plays A3. After B3, White plays E5."
        ),
    ),
)

_FREE_MOVES = (
    Task(
        Message("Shared cells first"),
        Message(
            "You are Black. Only you can play on A3, so it's a free move. **Which move wins?**"
        ),
        position_from_text("lifeline", "XOOO XXOOO XXX.OO XXXOXXO .XO.OO X.OXO XXXO"),
        ("e5", "a3", "d3", "b2"),
        wins_as_proved(e5="e5", a3="b2", d3="e5"),
        Message(
            "White can play on B2, too, so fill it first. Now White has only D3 and E5, and you "
            "still have A3."
        ),
        Message("A3 spends the free move, and White plays B2. D3 and E5 cost you 18 stones."),
    ),
    Task(
        Message("Count both sides"),
        Message(
            "You are Black. You have two free moves, A4 and F3. White has two, G6 and F7. "
            "**Which move wins?**"
        ),
        position_from_text("lifeline", "OO.O XOOO. XOXOOO .X..XXX XXO.X. OOOOX XXXX"),
        ("a4", "c4", "d3", "f3"),
        wins_as_proved(a4="d3", c4="d4", f3="d3"),
        Message(
            "D3 is shared and spends none of your free moves. When both sides have the same "
            "number of free moves, the shared cells decide who places last."
        ),
        Message(
            "A4 and F3 each spend one of your free moves, and White plays D3. After C4, White "
            "plays D4."
        ),
    ),
    Task(
        Message("The most important cell"),
        Message(
            "You are Black. F6 and G5 are your free moves. Both of you can play on all other "
            "cells. **Which move wins?**"
        ),
        position_from_text("lifeline", "OXXX O.X.X .XOXX. OOOXOXX X..O.X OXOXO XO.O"),
        ("f6", "b5", "g5", "c3"),
        wins_as_proved(f6="c3", b5="c3", g5="c3"),
        Message(
            "C3 cuts B1 off from A4 and joins your groups around A1 and F3. You keep your two "
            "free moves for the end."
        ),
        Message(
            "White answers any other stone with C3. F6 and G5 also each spend one of your free "
            "moves."
        ),
    ),
)

_CUT_CONNECT = (
    Task(
        Message("Cut first"),
        Message("You are Black. The groups of both colours depend on F3. **What do you do?**"),
        position_from_text("lifeline", "XX.X X.XXX XXXXOO .XXXXOX XOOOX. OOOOO OOOO"),
        ("f7", "d6", "a4", "f3"),
        wins_as_proved(f7="f3", d6="f3", a4="f3"),
        Message(
            "F3 takes all 15 white stones, because dead enemy stones are removed first. You lose "
            "19 stones, but White can't place any more."
        ),
        Message("After F7, D6 or A4, White plays F3. When both sides can cut, cut first."),
    ),
    Task(
        Message("Connect instead"),
        Message(
            "You are White. C1 takes 11 black stones. But C1 is also where Black could take "
            "yours. **Which move wins?**"
        ),
        position_from_text(
            "lifeline", "XOXX XOO.O XOOXO. .XOOO.. XXXOO. XXXOO OO.X", to_move="white"
        ),
        ("g5", "f4", "g4", "c1"),
        wins_as_proved(g5="c1", f4="c1", c1="f6"),
        Message(
            "G4 starts a second group in your region on the right. The group around D2 sees two "
            "friends now, so C1 no longer takes it."
        ),
        Message("C1 takes 11 stones and costs you 17. After G5 or F4, Black plays C1."),
    ),
    Task(
        Message("Save and threaten"),
        Message("You are White. Black can take F5 and G6. **Which move wins?**"),
        position_from_text(
            "lifeline", "OXOX X.OXO XOOXOX OXO.... OOXXXX ..X.X OOX.", to_move="white"
        ),
        ("d4", "f4", "g4", "a2"),
        wins_as_proved(d4="e4", f4="d4", a2="d4"),
        Message(
            "G4 gives F5 a second friend and threatens to take G5 with F4. A stone that does "
            "two things is worth two."
        ),
        Message("After D4, Black plays E4. After F4 or A2, Black plays D4."),
    ),
)

_ASLI_PRISON = (
    Task(
        Message("One more prisoner"),
        Message(
            "You are White. Three black stones are in prison, so you may **hold** three times. "
            "**Which turn wins?**"
        ),
        position_from_text(
            "asli",
            "OO.OO XXOO. XXOXO XXX.O .X.XX",
            to_move="white",
            prison=(3, 0),
            ever_two_groups=_BOTH,
        ),
        ("c5", "e4", "d2", "hold"),
        wins_as_proved(c5="e4", e4="c5", hold="e4"),
        Message(
            "D2 takes D3. Now you have a fourth prisoner, so you can hold four times. D2 also "
            "saves the group around E2."
        ),
        Message("C5 and E4 fill your own cells. A hold spends a prisoner too early."),
    ),
    Task(
        Message("Take by incursion"),
        Message(
            "You are White. Only Black touches E1, so a stone there must take something. **Which "
            "turn wins?**"
        ),
        position_from_text(
            "asli",
            "XX.XX OXX.. .OOXX O.OOX .OOX.",
            to_move="white",
            prison=(5, 0),
            ever_two_groups=_BOTH,
        ),
        ("b2", "a1", "e1", "hold"),
        wins_as_proved(b2="a3", a1="a3", hold="a3"),
        Message("E1 takes D1, so you have one more prisoner. D1 is now a free move for you."),
        Message("B2 and A1 fill your own cells. After B2, A1 or a hold, Black plays A3."),
    ),
    Task(
        Message("Take and save"),
        Message(
            "You are White. Black threatens A2 and A3. Two prisoners let you hold twice. "
            "**Which turn wins?**"
        ),
        position_from_text(
            "asli",
            ".XX.X X.XX. OXXOX OXO.O .O.O.",
            to_move="white",
            prison=(2, 0),
            ever_two_groups=_BOTH,
        ),
        ("e4", "a1", "c1", "hold"),
        wins_as_proved(a1="c1", c1="a1", hold="a1"),
        Message("E4 takes E3. Now you can hold three times, and A2 and A3 are safe."),
        Message("A1 and C1 fill your own cells. If you hold, Black plays A1."),
    ),
)

_ASLI_HOLD = (
    Task(
        Message("Pass the turn"),
        Message("You are White, with one black prisoner. **Which turn wins?**"),
        position_from_text(
            "asli",
            "OXXX. OO.OX OXXX. .OOOX O.OXX",
            to_move="white",
            prison=(1, 0),
            ever_two_groups=_BOTH,
        ),
        ("c4", "e3", "a2", "hold"),
        wins_as_proved(c4="a2", e3="c4", a2="c4"),
        Message(
            "A hold passes the turn without filling a cell. Now Black has to play, and every "
            "black turn loses."
        ),
        Message(
            "E3 takes three stones, but then Black plays C4 and wins. Playing C4 or A2 yourself "
            "loses, too."
        ),
    ),
    Task(
        Message("Your opponent is stuck"),
        Message("You are White, with two black prisoners. **Which turn wins?**"),
        position_from_text(
            "asli",
            ".O.O.O O.OXO. OOOXOO OXXXOX OXX.XX XXX.XX",
            to_move="white",
            prison=(2, 0),
            ever_two_groups=_BOTH,
        ),
        ("c6", "e6", "b5", "hold"),
        wins_as_proved(c6="e6", e6="c6", b5="c6"),
        Message("Black has no legal turn left. A hold is enough, and your groups stay apart."),
        Message(
            "C6, E6 and B5 each join two of your groups, and then Black has a legal turn again."
        ),
    ),
    Task(
        Message("Hold last"),
        Message(
            "You are White, with three black prisoners. Black threatens A5. **Which turn wins?**"
        ),
        position_from_text(
            "asli",
            "O.O.O XOOO. XXXOO XX.XX XXX.X",
            to_move="white",
            prison=(3, 0),
            ever_two_groups=_BOTH,
        ),
        ("b5", "d5", "e4", "hold"),
        wins_as_proved(d5="b5", e4="b5", hold="b5"),
        Message("B5 saves A5, and Black has no legal turn left. Holds can wait, but cells can't."),
        Message("After D5, E4 or a hold, Black plays B5."),
    ),
)

_LIFLINA_PRISON = (
    Task(
        Message("Ten prisoners"),
        Message("You are White. The prison is empty. **Which turn wins?**"),
        position_from_text("liflina", ".XO.O OOXO. XOXOO .XXXO XXXXO", to_move="white"),
        ("a5", "d5", "e4", "a2"),
        wins_as_proved(a5="b5", d5="a5", e4="a5"),
        Message(
            "A2 takes 10 stones. They go to prison, so you may **hold** ten times: each hold "
            "removes one and passes the turn."
        ),
        Message("A5 takes only one stone. After D5 or E4, Black plays A5."),
    ),
    Task(
        Message("Prisoners cancel"),
        Message(
            "You are Black. Three *black* stones are in prison, so White may hold. "
            "**Which turn wins?**"
        ),
        position_from_text("liflina", "OOOXX XXOOX .XOXX X.OO. .XOOX", prison=(3, 0)),
        ("a3", "b2", "e2", "a1"),
        wins_as_proved(a3="e2", b2="e2", a1="e2"),
        Message(
            "E2 takes ten white stones. Three of them cancel the three black prisoners, and seven "
            "stay. Now you can hold, and White can't."
        ),
        Message("After A3, B2 or A1, White plays E2."),
    ),
    Task(
        Message("Take before you hold"),
        Message("You are White, with two black prisoners. **Which turn wins?**"),
        position_from_text(
            "liflina", ".O.OO OXOXO OXXXX .OO.X OXXXX", to_move="white", prison=(2, 0)
        ),
        ("a5", "a2", "d2", "hold"),
        wins_as_proved(a5="a2", a2="a5", hold="a2"),
        Message("D2 takes 11 stones, so there are 13 prisoners now. Take first, hold later."),
        Message("A5 and A2 fill your own cells. A hold spends a prisoner too early."),
    ),
)

_LIFLINA_HOLD = (
    Task(
        Message("Two against two"),
        Message(
            "You are White, with two black prisoners. You have two free moves, B1 and B3. Black "
            "has two as well, E3 and D4. **Which turn wins?**"
        ),
        position_from_text(
            "liflina", "OXXXX OOX.X O.OX. OOOXX O.OXX", to_move="white", prison=(2, 0)
        ),
        ("b3", "b1", "hold"),
        wins_as_proved(b3="b1", b1="b3"),
        Message(
            "When both sides have the same number of free moves, the side that plays first runs "
            "out first. A hold passes the turn and costs no free move."
        ),
        Message("B3 and B1 spend a free move that you need later."),
    ),
    Task(
        Message("No time to hold"),
        Message(
            "You are White, with two black prisoners. Black threatens D4 and D5. "
            "**Which turn wins?**"
        ),
        position_from_text(
            "liflina", "XXXOO XX.OX XXX.X OOXOX .OOO.", to_move="white", prison=(2, 0)
        ),
        ("c4", "d3", "a1", "hold"),
        wins_as_proved(c4="d3", a1="d3", hold="d3"),
        Message("D3 saves D4 and D5, and Black has no legal turn left."),
        Message("After C4, A1 or a hold, Black plays D3."),
    ),
    Task(
        Message("Save, then hold"),
        Message(
            "You are White, with two black prisoners. Black threatens E3. **Which turn wins?**"
        ),
        position_from_text(
            "liflina", "O.OO. .OXO. OOXXO XXX.X X.XXX", to_move="white", prison=(2, 0)
        ),
        ("b5", "a4", "e4", "hold"),
        wins_as_proved(b5="e4", a4="b5", hold="e4"),
        Message("E4 joins E3 to D4. Hold only while none of your groups is in danger."),
        Message("After B5 or a hold, Black plays E4. After A4, Black plays B5."),
    ),
)

_END = Message("That's one way to win. The next lesson shows another.")

STRATEGY = (
    Tutorial("two-groups", Message("Strategy: two groups live"), _TWO_GROUPS, _END),
    Tutorial("bigger-half", Message("Strategy: the bigger half"), _BIGGER_HALF, _END),
    Tutorial("free-moves", Message("Strategy: count free moves"), _FREE_MOVES, _END),
    Tutorial(
        "cut-connect",
        Message("Strategy: cut or connect"),
        _CUT_CONNECT,
        Message("That's the last lesson. Practise with `/puzzle solve`."),
    ),
    Tutorial("asli-prison", Message("Asli strategy: the prison"), _ASLI_PRISON, _END),
    Tutorial(
        "asli-hold",
        Message("Asli strategy: holding"),
        _ASLI_HOLD,
        Message("That's the last lesson. Practise with `/puzzle solve game:Asli`."),
    ),
    Tutorial("liflina-prison", Message("Liflina strategy: the prison"), _LIFLINA_PRISON, _END),
    Tutorial(
        "liflina-hold",
        Message("Liflina strategy: holding"),
        _LIFLINA_HOLD,
        Message("That's the last lesson. Practise with `/puzzle solve game:Liflina`."),
    ),
)
