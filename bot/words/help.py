"""Text of /help."""

_FIRST_MINUTE = """\
**Your first minute**
1. `/challenge` somebody, or nobody in particular: whoever presses **Accept** plays.
2. When it is your turn you are told, with a picture of the board. Press **Move**, tap the part of \
the board, then the number of a cell. Nobody sees anything before you have chosen.
3. Rather type? `/move e6`, or `c3 e5` for a first turn of two stones.
4. `/games` lists your games, those waiting for you first. `/board` shows a board in many ways.

"""
_ALONE = """\
Nobody there? **Practice** with the bot: I play at several levels, and nothing is at stake.

"""
_RULES = """\
**Lifeline in four sentences**
Place a stone on an empty cell. A group lives while an empty region touches it and another group \
of its colour. Dead groups are removed, your opponent's first, then your own. Whoever makes the \
last placement wins.

Letters and numbers at the edge of the board name the lines; every line is straight. \
`/rules` shows each game in five pictures, `/tutorial` lets you try, and in your first three games \
**Move** comes with a hint that only you see."""

HELP = f"{_FIRST_MINUTE}{_ALONE}{_RULES}"
# where the operator offers no practice
HELP_WITHOUT_PRACTICE = f"{_FIRST_MINUTE}{_RULES}"
