"""Takes a position of the rules package to a kernel's desk, and moves back. Needs numpy.

The set-up and the game proper can be loaded; offers and choices are settled in `openings`.
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
from rules.position import BARGAINING, Phase, Position
from rules.topology import Topology, bits
from sparring import layout
from sparring.arrays import Desk, Row
from sparring.compiled import put
from sparring.layout import BOARD, HEAD

RULES: Final = {
    "lifeline": layout.LIFELINE,
    "cornered": layout.CORNERED,
    "asli": layout.ASLI,
    "liflina": layout.LIFLINA,
}
# In circular order: what a ring code lists.
_HEXHEX_RING = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
_SQUARE_RING = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board with a rim of one cell around it.

    ``cells[i]`` is the kernel's number of the rules' cell i, ``places`` the way back; ``desk`` a
    desk without stones.
    """

    cells: tuple[int, ...]
    places: dict[int, int]
    desk: Desk

    @property
    def codes(self) -> int:
        """How many ring codes there are: 4 to the power of 6 or 8."""
        return int(4 ** self.desk[BOARD, layout.AROUND])

    @property
    def cap(self) -> int:
        """The moves after which a random game is called a draw; real ones are far shorter."""
        return 10 + 5 * len(self.cells) // 2


@cache
def geometry(topology: Topology) -> Geometry:
    """Lay a board out for the kernel."""
    hexagonal = topology.shape == "hexhex"
    offset = topology.size if hexagonal else 1
    width = 2 * topology.size + 1 if hexagonal else topology.size + 2
    steps = _HEXHEX_RING if hexagonal else _SQUARE_RING
    cells = tuple((y + offset) * width + x + offset for x, y in topology.points)
    desk = np.zeros((layout.ROWS, max(width * width, layout.FEWEST_COLUMNS)), np.int32)
    _lay_ring(desk, np.array(cells), [dx + dy * width for dx, dy in steps])
    _lay_empty(desk, np.array(cells))
    return Geometry(cells, {cell: i for i, cell in enumerate(cells)}, desk)


def _lay_ring(desk: Desk, cells: Row, ring: list[int]) -> None:
    """Write the directions: the sides first, which are every second place of a square's ring."""
    around, step = len(ring), len(ring) // 4
    places = [*range(0, around, step), *(range(1, around, 2) if step == 2 else ())]
    for direction, place in enumerate(places):
        desk[layout.RING + direction, cells] = cells + ring[place]
        desk[BOARD, layout.SHIFT + direction] = 2 * ((place + around // 2) % around)
    desk[BOARD, layout.SIDES] = around // step
    desk[BOARD, layout.AROUND] = around
    desk[BOARD, layout.MASK] = sum(4**place for place in range(0, around, step))


def _lay_empty(desk: Desk, cells: Row) -> None:
    desk[layout.COLOUR] = layout.RIM
    desk[layout.COLOUR, cells] = layout.EMPTY
    for direction in range(desk[BOARD, layout.AROUND]):
        beside = desk[layout.RING + direction, cells]
        # What stands at a place is seen from the other side at the opposite place.
        opposite = (desk[BOARD, layout.SHIFT + direction] + desk[BOARD, layout.AROUND]) % (
            2 * desk[BOARD, layout.AROUND]
        )
        desk[layout.CODE, cells] |= desk[layout.COLOUR, beside] << opposite
    desk[layout.LIST, : len(cells)] = cells
    desk[layout.PLACE, cells] = np.arange(len(cells))
    desk[HEAD, layout.CELLS] = len(cells)


def load(position: Position) -> Desk:
    """Make a desk with a position of the set-up or the game proper.

    :raises ValueError: an offer or a choice is due.
    """
    if position.phase in BARGAINING:
        raise ValueError("The bargain comes first: the kernel knows only stones.")
    board = geometry(position.topology)
    desk = board.desk.copy()
    for colour in Colour:
        for cell in bits(position.stones[colour]):
            put(desk, board.cells[cell], colour + 1)
    head = desk[HEAD]
    head[layout.RULE] = RULES[position.game]
    head[layout.MOVER] = position.to_move + 1
    head[layout.OWED] = position.placements_left
    head[layout.TURN] = head[layout.SETUP_TURN] = 1
    _load_game(position, head)
    if position.mid_turn and position.phase is Phase.PLAY:
        for cell in bits(position.placed_in_turn):
            head[layout.DOUBT] = board.cells[cell]
    outcome = position.outcome()
    if outcome is not None:
        head[layout.WINNER] = layout.DRAW if outcome.winner is None else outcome.winner + 1
    return desk


def _load_game(position: Position, head: Row) -> None:
    if isinstance(position, Lifeline | Cornered):
        _load_hexhex(position, head)
    if isinstance(position, Asli | Liflina):
        head[layout.PRISON] = position.balance
        head[layout.INCURSION] = position.minimal_incursion
        if position.phase is Phase.SETUP:
            head[layout.SETUP] = position.placements_left
    if isinstance(position, Asli):
        for colour in Colour:
            head[layout.SPLIT + colour + 1] = position.ever_two_groups[colour]


def _load_hexhex(position: Lifeline | Cornered, head: Row) -> None:
    head[layout.KOMI] = position.komi
    if position.phase is Phase.SETUP:
        head[layout.SETUP] = FIRST_STONES - sum(map(int.bit_count, position.stones))
    if position.start == STRONG_PIE:
        head[layout.SETUP_TURN] = 2
    if position.start == TWELVE_STAR:
        head[layout.TURN] = head[layout.SETUP_TURN] = 2


def move_of(position: Position, cell: int) -> Move:
    """Translate a move of the kernel for the rules package."""
    if cell != layout.PASS:
        return PLACES[geometry(position.topology).places[cell]]
    return Komi() if RULES[position.game] < layout.ASLI else Hold()


def cell_of(position: Position, move: Move) -> int:
    """Translate a placement, komi or hold for the kernel."""
    return geometry(position.topology).cells[move.cell] if isinstance(move, Place) else layout.PASS
