"""The first minute: what /help says."""

HELP = """\
**Playing here**
1. `/challenge` somebody in a channel. They press **Accept**.
2. When it is your turn, you are pinged with a picture of the board. Press **Move** and type a \
cell, such as `e6`, or use `/move`.
3. A first turn of two stones is typed in one go, `c3 e5`, or one stone after the other; your \
opponent sees nothing before both are placed.
4. `/games` lists your games, those waiting for you first. `/board` shows a board. `/resign` \
gives up.

**Lifeline in four sentences**
Place a stone on an empty cell. A group lives while an empty region touches it and another group \
of its colour. Dead groups are removed, your opponent's first, then your own. Whoever makes the \
last placement wins.

Letters and numbers at the edge of the board name the lines; every line is straight."""
