"""Conversion of positions and moves between the rules package and the kernel. Imports numpy.

It converts positions of the set-up and of the game after it; `openings` decides offers and choices
of colour.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from rules.colour import Colour
from rules.games.asli import Asli
from rules.games.cornered import TWELVE_STAR, Cornered
from rules.games.lifeline import STRONG_PIE, Lifeline
from rules.games.liflina import Liflina
from rules.hexhex_play import FIRST_STONES
from rules.moves import PLACES, Hold, Komi, Move, Place
from rules.position import KOMI_PHASES, Phase, Position
from rules.topology import Topology, bits
from sparring.kernel import layout
from sparring.kernel.entry_points import place_stone
from sparring.kernel.layout import GEOMETRY, HEADER, Hashes, Row, State
from sparring.kernel.zobrist import HASH_ROWS, HISTORY_ROW, MAX_DEPTH

GAME_CODES: Final = {
    "lifeline": layout.LIFELINE,
    "cornered": layout.CORNERED,
    "asli": layout.ASLI,
    "liflina": layout.LIFLINA,
}
# The neighbours of a cell in circular order, as in SURROUNDINGS.
_HEXHEX_DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
_SQUARE_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Geometry:
    """Board geometry for the kernel, with a rim of one cell.

    `cells[i]` is the kernel's cell for cell i of the rules, `indices` maps back, and `empty_state`
    is a state without stones.
    """

    cells: tuple[int, ...]
    indices: dict[int, int]
    empty_state: State

    @property
    def move_limit(self) -> int:
        """Moves after which a random game counts as a draw; real games are far shorter."""
        return 10 + 5 * len(self.cells) // 2


@cache
def geometry(topology: Topology) -> Geometry:
    """Return the kernel's geometry of a board; it is computed only once for each board."""
    hexagonal = topology.shape == "hexhex"
    offset = topology.size if hexagonal else 1
    width = 2 * topology.size + 1 if hexagonal else topology.size + 2
    steps = _HEXHEX_DIRECTIONS if hexagonal else _SQUARE_DIRECTIONS
    cells = tuple((y + offset) * width + x + offset for x, y in topology.points)
    state = np.zeros((layout.STATE_ROWS, max(width * width, layout.MIN_COLUMNS)), np.int32)
    _write_neighbours(state, np.array(cells), [dx + dy * width for dx, dy in steps])
    _write_empty_board(state, np.array(cells))
    return Geometry(cells, {cell: i for i, cell in enumerate(cells)}, state)


def _write_neighbours(state: State, cells: Row, offsets: list[int]) -> None:
    """Write the neighbours of each cell: adjacent cells first, then diagonally adjacent cells.

    :param offsets: the differences between a neighbour's number and the cell's, in circular order.
    """
    count, step = len(offsets), len(offsets) // 4
    places = [*range(0, count, step), *(range(1, count, 2) if step == 2 else ())]
    for direction, place in enumerate(places):
        state[layout.NEIGHBOUR + direction, cells] = cells + offsets[place]
        state[GEOMETRY, layout.CODE_SHIFT + direction] = 2 * ((place + count // 2) % count)
    state[GEOMETRY, layout.SIDE_COUNT] = count // step
    state[GEOMETRY, layout.NEIGHBOUR_COUNT] = count
    state[GEOMETRY, layout.SIDE_MASK] = sum(4**place for place in range(0, count, step))


def _write_empty_board(state: State, cells: Row) -> None:
    state[layout.COLOUR] = layout.RIM
    state[layout.COLOUR, cells] = layout.EMPTY
    for direction in range(state[GEOMETRY, layout.NEIGHBOUR_COUNT]):
        neighbours = state[layout.NEIGHBOUR + direction, cells]
        # Each neighbour's code holds this cell in the opposite direction.
        opposite = (
            state[GEOMETRY, layout.CODE_SHIFT + direction] + state[GEOMETRY, layout.NEIGHBOUR_COUNT]
        ) % (2 * state[GEOMETRY, layout.NEIGHBOUR_COUNT])
        state[layout.SURROUNDINGS, cells] |= state[layout.COLOUR, neighbours] << opposite
    state[layout.EMPTY_LIST, : len(cells)] = cells
    state[layout.LIST_INDEX, cells] = np.arange(len(cells))
    state[layout.CELL_INDEX, cells] = np.arange(len(cells))
    state[layout.CELL_INDEX, layout.PASS] = len(cells)
    state[HEADER, layout.EMPTY_COUNT] = len(cells)


def load_position(position: Position) -> State:
    """Convert a position, in the set-up or after it, to a state of the kernel.

    :raises ValueError: an offer or a choice of colour is due.
    """
    if position.phase in KOMI_PHASES:
        raise ValueError(
            "The kernel cannot load a position in which an offer or a choice of colour is due."
        )
    board = geometry(position.topology)
    state = board.empty_state.copy()
    for colour in Colour:
        for cell in bits(position.stones[colour]):
            place_stone(state, board.cells[cell], colour + 1)
    header = state[HEADER]
    header[layout.GAME] = GAME_CODES[position.game]
    header[layout.TO_MOVE] = position.to_move + 1
    header[layout.PLACEMENTS_LEFT] = position.placements_left
    header[layout.TURN_LENGTH] = header[layout.SETUP_TURN_LENGTH] = 1
    _load_game_fields(position, header)
    if position.mid_turn and position.phase is Phase.PLAY:
        for cell in bits(position.placed_in_turn):
            header[layout.STONE_TO_CHECK] = board.cells[cell]
    outcome = position.outcome()
    if outcome is not None:
        header[layout.WINNER] = layout.DRAW if outcome.winner is None else outcome.winner + 1
    return state


def _load_game_fields(position: Position, header: Row) -> None:
    if isinstance(position, Lifeline | Cornered):
        _load_hexhex_fields(position, header)
    if isinstance(position, Asli | Liflina):
        header[layout.PRISON] = position.balance
        header[layout.MINIMAL_INCURSION] = position.minimal_incursion
        if position.phase is Phase.SETUP:
            header[layout.SETUP_LEFT] = position.placements_left
    if isinstance(position, Asli):
        for colour in Colour:
            header[layout.HAD_TWO_GROUPS + colour + 1] = position.ever_two_groups[colour]


def _load_hexhex_fields(position: Lifeline | Cornered, header: Row) -> None:
    header[layout.KOMI] = position.komi
    if position.phase is Phase.SETUP:
        header[layout.SETUP_LEFT] = FIRST_STONES - sum(map(int.bit_count, position.stones))
    if position.start == STRONG_PIE:
        header[layout.SETUP_TURN_LENGTH] = 2
    if position.start == TWELVE_STAR:
        header[layout.TURN_LENGTH] = header[layout.SETUP_TURN_LENGTH] = 2


def to_rules_move(position: Position, cell: int) -> Move:
    """Convert a move of the kernel, a cell or PASS, to a move of the rules package."""
    if cell != layout.PASS:
        return PLACES[geometry(position.topology).indices[cell]]
    return Komi() if GAME_CODES[position.game] < layout.ASLI else Hold()


def to_kernel_move(position: Position, move: Move) -> int:
    """Convert a placement, komi or hold to a move of the kernel: a cell, or PASS."""
    return geometry(position.topology).cells[move.cell] if isinstance(move, Place) else layout.PASS


def make_hashes(position: Position, columns: int) -> Hashes:
    """Return the array of hashes with which the kernel searches from a position.

    It has random numbers and, in the square games, the earlier boards of the game; see `zobrist`
    for its rows.

    :param columns: the number of columns of the kernel's state.
    """
    columns = max(columns, MAX_DEPTH)
    rng = np.random.default_rng(20240229)
    hashes = np.zeros((HASH_ROWS, columns), np.uint64)
    hashes[1:3] = rng.integers(1, 2**63, size=(2, columns), dtype=np.uint64)
    if isinstance(position, Asli | Liflina):
        _write_history(position, hashes)
    return hashes


def _write_history(position: Asli | Liflina, hashes: Hashes) -> None:
    """Write the hashes of the game's latest boards to the hash set, up to half its size."""
    cells = np.array(geometry(position.topology).cells)
    slots = hashes[HISTORY_ROW:].reshape(-1)
    for black, white, to_move in list(position.history)[-len(slots) // 2 :]:
        key = np.uint64(to_move + 1)
        for colour, stones in ((1, black), (2, white)):
            occupied = cells[list(bits(stones))]
            key ^= np.bitwise_xor.reduce(hashes[colour, occupied], initial=np.uint64(0))
        i = int(key) % len(slots)
        while slots[i]:
            i = (i + 1) % len(slots)
        slots[i] = key
