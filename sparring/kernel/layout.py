"""Layout of the arrays in the kernel: their types, rows, header fields and codes.

The *state* is one int32 array of `STATE_ROWS` rows with all data of a search: the position, the
geometry of the board, scratch space and saved positions. A column is a cell of the board; the board
has a rim of one cell, so that every neighbour of a cell is in the array. It is one array because
passing several to each compiled function cost a third of the speed.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

State = Annotated[npt.NDArray[np.int32], "int32[:, ::1]"]
ProofStack = State  # see `proof_expansion`
TreeNodes = State  # see `search_tree`
TreeEdges = State
IntVector = Annotated[npt.NDArray[np.int64], "int64[::1]"]
Weights = Annotated[npt.NDArray[np.float32], "float32[:, ::1]"]  # see `move_priors`
Hashes = Annotated[npt.NDArray[np.uint64], "uint64[:, ::1]"]  # see `zobrist`
NetworkWeights = Weights  # see `network`
NetworkSums = Weights
Table = Hashes  # see `transposition_table`
UInt64 = Annotated[np.uint64, "uint64"]

Row = npt.NDArray[np.int32]

EMPTY, BLACK, WHITE, RIM = range(4)

# The rows of a position. SURROUNDINGS: the colours around a cell, two bits each, in circular order.
# GROUP: the label of a stone's group, which is one of its cells. NEXT_STONE: a circular list of the
# stones of a group. GROUP_SIZE: at a label, the number of stones. An empty cell is in the list of
# its REGION_OWNER, at LIST_INDEX: list 0 has the cells without a known owner, lists 1 and 2 the
# cells of regions that touch only Black or only White.
HEADER, COLOUR, SURROUNDINGS, GROUP, NEXT_STONE, GROUP_SIZE = range(6)
LIST_INDEX, REGION_OWNER, EMPTY_LIST = range(6, 9)
POSITION_ROWS = EMPTY_LIST + 3

# NEIGHBOUR + i: the neighbour of a cell in direction i. Adjacent cells come first, then, on a
# square board, diagonal neighbours.
NEIGHBOUR = POSITION_ROWS
# The fields of row GEOMETRY: the number of adjacent cells (6 or 4) and of neighbours (6 or 8), the
# bits of adjacent cells in SURROUNDINGS, and CODE_SHIFT + i: the bits of a cell in the SURROUNDINGS
# of its neighbour in direction i.
GEOMETRY = NEIGHBOUR + 8
SIDE_COUNT, NEIGHBOUR_COUNT, SIDE_MASK, CODE_SHIFT = range(4)

# Scratch rows. VISITED: the mark of the last flood fill that reached a cell. QUEUE: the cells of a
# flood fill in order, plus one. SUSPECTS, CAPTURED: labels of groups. MARKS: cells while moves are
# pruned.
VISITED, QUEUE, SCRATCH, SUSPECTS, CAPTURED = range(GEOMETRY + 1, GEOMETRY + 6)
MARKS = CAPTURED
# The fields of row SCRATCH: first the mark of the current flood fill and the random generator.
VISIT_MARK, RANDOM_LOW, RANDOM_HIGH = range(3)
# Fields of a tree search. MOVE_CLOCK: the time at which the playout began.
NODES_USED, EDGES_USED, MOVE_CLOCK, MOVE_LIMIT = range(3, 7)
# Fields of a proof search. CYCLE_DEPTH: see `zobrist.is_repetition`.
ATTACKER, NODE_BUDGET, CYCLE_DEPTH = range(7, 10)

SAVED = CAPTURED + 1  # a saved position, for undoing moves
MOVE_LIST = SAVED + POSITION_ROWS
ROOT = MOVE_LIST + 1  # the root position of a search
# The path of a playout through the tree. LAST_PLAYED + colour: the time at which a colour last
# played on a cell; it shares a row with the path, because colour 0 does not exist.
PATH_NODE, PATH_EDGE, PATH_MOVER = range(ROOT + POSITION_ROWS, ROOT + POSITION_ROWS + 3)
LAST_PLAYED = PATH_MOVER
CLOSED, LIFELINES = range(LAST_PLAYED + 3, LAST_PLAYED + 5)  # see `safe_regions`
NEIGHBOUR_BITS = LIFELINES + 1  # see `move_pruning`
# The number of a cell among those of the board, at PASS the number of cells; see `network`.
CELL_INDEX, ROOT_INPUT = range(NEIGHBOUR_BITS + 1, NEIGHBOUR_BITS + 3)
STATE_ROWS = ROOT_INPUT + 1
MIN_COLUMNS = 32  # large enough for the header

# The fields of row HEADER. Fields 1 and 2 count the stones of Black and White; GROUP_COUNT + colour
# counts groups, EMPTY_COUNT + owner the cells of a list; HAD_TWO_GROUPS + colour is 1 once that
# colour has had two groups.
GROUP_COUNT = 2
EMPTY_COUNT = 5
HAD_TWO_GROUPS = 7
(
    TO_MOVE,  # the colour to move
    WINNER,  # 0, a colour, or DRAW
    GAME,
    PLY,  # moves since the position was loaded
    PRISON,  # +k: k Black stones, -k: k White stones
    MINIMAL_INCURSION,  # 1 if the last action was a minimal incursion
    KOMI,  # White's remaining points
    PLACEMENTS_LEFT,  # placements left in the current turn
    SETUP_LEFT,  # set-up stones still to be placed
    SETUP_TURN_LENGTH,  # placements of the next turn during the set-up
    TURN_LENGTH,  # placements of a turn after the set-up
    STONE_TO_CHECK,  # a stone whose group must be alive when the turn ends, or 0
) = range(10, 22)

LIFELINE, CORNERED, ASLI, LIFLINA = range(4)
DRAW = 3
PASS = 0  # the move that places nothing: komi in the hexhex games, hold in the square ones
ILLEGAL = -1
