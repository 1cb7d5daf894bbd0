"""Where a desk keeps what: the rows of its one array, the fields of its header, the codes in use.

A *desk* is everything a searcher works on, one int32 array of `ROWS` rows: first the state, then
the board, the marks of walks and room for a second state. A column is a cell of the board with a
rim around it, so that the ring around a cell never leaves the array. One array, because passing
several to each compiled function cost a third of the speed.
Colours are 1 (Black), 2 (White), 3 (rim).
"""

EMPTY, BLACK, WHITE, RIM = range(4)

# The state. CODE: the colours around a cell, two bits each, in the order of the ring. GROUP: the
# label of a stone's group, one of its cells. NEXT: the stones of a group as a circle. SIZE: at a
# label, the stones of the group. An empty cell is in the list of its CLASS, at PLACE: list 0 for
# cells not known to be anyone's, 1 and 2 for cells of regions that touch Black or White only.
HEAD, COLOUR, CODE, GROUP, NEXT, SIZE, PLACE, CLASS, LIST = range(9)
STATE_ROWS = LIST + 3

# The board. RING + i: the cell beside, in direction i; the sides come first, then, on a square
# board, the diagonals. BOARD has the fields below.
RING = STATE_ROWS
BOARD = RING + 8
SIDES, AROUND, MASK, SHIFT = range(4)  # 6 or 4; 6 or 8; a code's places of sides; + direction

# Walks. SEEN: the number of the last walk that met a cell. QUEUE: its cells in order, and one more.
# WORK: fields below. SUSPECT, DOOMED: labels of groups.
SEEN, QUEUE, WORK, SUSPECT, DOOMED = range(BOARD + 1, BOARD + 6)
STAMP, LOW, HIGH = range(3)  # the number of the present walk; the random generator's word
NODES_USED, KIDS_USED, CLOCK, CAP = range(3, 7)  # of a tree; CLOCK: when the playout began
CLAIMANT, NODES_LEFT, TAINT = range(7, 10)  # of a proof

SPARE = DOOMED + 1  # a second state, to take moves back
MOVES = SPARE + STATE_ROWS  # a list of legal moves
ROOT = MOVES + 1  # the state that is searched
# A playout's way through the tree: node, child and mover; LAST + colour: when it last played here.
PATH_NODE, PATH_KID, PATH_MOVER = range(ROOT + STATE_ROWS, ROOT + STATE_ROWS + 3)
LAST = PATH_MOVER
SHUT, LIFELINES = range(LAST + 3, LAST + 5)  # of the cells and groups that `outlast` looks at
SIGHT = LIFELINES + 1  # bits of what is beside an empty cell, for `twins`
ROWS = SIGHT + 1
FEWEST_COLUMNS = 32  # so that the header fits

# Fields of the header. Fields 1 and 2 count the stones of Black and White; GROUPS + colour their
# groups; CELLS + class the empty cells of a list; SPLIT + colour is 1 once it had two groups.
GROUPS = 2
CELLS = 5
SPLIT = 7
(
    MOVER,  # the colour to move
    WINNER,  # 0, a colour, or DRAW
    RULE,
    PLY,  # moves made since the state was loaded
    PRISON,  # +k: k Black stones, -k: k White stones
    INCURSION,  # 1: the last action was a minimal incursion
    KOMI,  # White's points left
    OWED,  # placements left in this turn
    SETUP,  # set-up stones still to come
    SETUP_TURN,  # placements of the next turn while set-up stones are to come
    TURN,  # placements of a turn after the set-up
    DOUBT,  # a stone whose group must be found alive when the turn ends, or 0
) = range(10, 22)

LIFELINE, CORNERED, ASLI, LIFLINA = range(4)
DRAW = 3
PASS = 0  # the move that places nothing: komi in the hexhex games, hold in the square ones
ILLEGAL = -1
