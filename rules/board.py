"""Stones on a board with their groups and empty regions, kept up to date stone by stone.

What makes a group live or die is not decided here; see `life` and the games.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules.colour import Colour
from rules.topology import Bitboard, Cell, Topology, bits

# A connected set of cells, and every cell next to it outside it, whatever stands there.
Patch = tuple[Bitboard, Bitboard]


class Placement(NamedTuple):
    """What one stone did before anything was taken from the board.

    ``region`` is the region it was placed in, ``pieces`` what is left of that region, ``group``
    the group the stone belongs to now, ``joined`` how many friendly groups it connected.
    """

    board: "Board"
    region: Patch
    pieces: tuple[Patch, ...]
    group: Patch
    joined: int


class Board:
    """A frozen value: the stones of both colours on a topology, equal when the stones are.

    ``groups[colour]`` and ``regions`` are patches, in no particular order.
    """

    __slots__ = ("groups", "regions", "stones", "topology")

    def __init__(
        self,
        topology: Topology,
        stones: tuple[Bitboard, Bitboard],
        groups: tuple[tuple[Patch, ...], tuple[Patch, ...]],
        regions: tuple[Patch, ...],
    ) -> None:
        """Take parts that fit together; `Board.of` finds them from the stones."""
        self.topology = topology
        self.stones = stones
        self.groups = groups
        self.regions = regions

    @classmethod
    def of(cls, topology: Topology, black: Bitboard = 0, white: Bitboard = 0) -> "Board":
        """Find the groups and regions of these stones."""
        empty = topology.full & ~black & ~white
        groups = _patches(topology, black), _patches(topology, white)
        return cls(topology, (black, white), groups, _patches(topology, empty))

    @property
    def empty(self) -> Bitboard:
        """The cells without a stone."""
        black, white = self.stones
        return self.topology.full & ~(black | white)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.topology is other.topology
            and self.stones == other.stones
        )

    def __hash__(self) -> int:
        return hash((self.topology, self.stones))

    def __repr__(self) -> str:
        black, white = (
            [self.topology.names[cell] for cell in bits(stones)] for stones in self.stones
        )
        return f"<Board {self.topology} black={black} white={white}>"

    def region_of(self, cell: Cell) -> Patch:
        """Find the region of an empty cell."""
        return _holding(self.regions, cell)

    def group_of(self, cell: Cell, colour: Colour) -> Patch:
        """Find the group of a stone."""
        return _holding(self.groups[colour], cell)

    def owner(self, region: Bitboard) -> Colour | None:
        """Tell the only colour that a region touches; None when it touches both or none."""
        border = self.topology.border(region)
        black, white = (border & stones for stones in self.stones)
        if bool(black) == bool(white):
            return None
        return Colour.BLACK if black else Colour.WHITE

    def place(self, cell: Cell, colour: Colour) -> Placement:
        """Put a stone on an empty cell and take nothing away."""
        bit = 1 << cell
        near = self.topology.neighbours[cell]
        group, others = _join(self.groups[colour], bit, near)
        joined = len(self.groups[colour]) - len(others)
        region = self.region_of(cell)
        pieces = _split(self.topology, region, cell)
        regions = (*[patch for patch in self.regions if patch is not region], *pieces)
        black, white = self.stones
        if colour is Colour.BLACK:
            stones, groups = (black | bit, white), ((*others, group), self.groups[1])
        else:
            stones, groups = (black, white | bit), (self.groups[0], (*others, group))
        board = Board(self.topology, stones, groups, regions)
        return Placement(board, region, pieces, group, joined)

    def without(self, colour: Colour, doomed: Iterable[Patch]) -> "Board":
        """Take whole groups of a colour away."""
        groups, regions, stones = list(self.groups[colour]), list(self.regions), self.stones[colour]
        for patch in doomed:
            groups.remove(patch)
            regions = _open(regions, patch)
            stones &= ~patch[0]
        if colour is Colour.BLACK:
            both = (stones, self.stones[1]), (tuple(groups), self.groups[1])
        else:
            both = (self.stones[0], stones), (self.groups[0], tuple(groups))
        return Board(self.topology, *both, tuple(regions))


def cells_of(patches: Iterable[Patch]) -> Bitboard:
    """Unite the cells of some patches."""
    cells = 0
    for patch in patches:
        cells |= patch[0]
    return cells


def _holding(patches: Iterable[Patch], cell: Cell) -> Patch:
    return next(patch for patch in patches if patch[0] >> cell & 1)


def _patches(topology: Topology, mask: Bitboard) -> tuple[Patch, ...]:
    return tuple((part, topology.border(part)) for part in topology.components(mask))


def _join(groups: tuple[Patch, ...], bit: Bitboard, near: Bitboard) -> tuple[Patch, list[Patch]]:
    cells, border, others = bit, near, []
    for patch in groups:
        if patch[0] & near:
            cells |= patch[0]
            border |= patch[1]
        else:
            others.append(patch)
    return (cells, border & ~cells), others


def _open(regions: list[Patch], group: Patch) -> list[Patch]:
    """Make one region of a group that leaves and of the regions it kept apart."""
    cells, border = group
    apart = []
    for region in regions:
        if region[0] & group[1]:
            cells |= region[0]
            border |= region[1]
        else:
            apart.append(region)
    apart.append((cells, border & ~cells))
    return apart


def _split(topology: Topology, region: Patch, cell: Cell) -> tuple[Patch, ...]:
    """Tell what is left of a region when a cell is filled: nothing, one piece or more."""
    bit = 1 << cell
    cells, border = region[0] ^ bit, region[1] | bit
    ends = topology.neighbours[cell] & cells
    if not ends:
        return ()
    pieces = []
    while not _one_arc(topology, topology.rings[cell] & cells, ends):
        piece = topology.walk(ends & -ends, cells, ends)
        ends &= ~piece
        if not ends:
            break
        around = topology.border(piece)
        pieces.append((piece, around))
        cells ^= piece
        border = _still_touching(topology, border, around, cells)
    around = _still_touching(topology, border, topology.neighbours[cell], cells)
    return (*pieces, (cells, around))


def _one_arc(topology: Topology, ring: Bitboard, ends: Bitboard) -> bool:
    """Whether the cells beside a filled one are certainly connected around it."""
    return not ends & (ends - 1) or not ends & ~topology.walk(ends & -ends, ring, ends)


def _still_touching(
    topology: Topology, border: Bitboard, doubtful: Bitboard, cells: Bitboard
) -> Bitboard:
    """Drop those doubtful cells from a border that touch the region's cells no longer."""
    neighbours, doubtful = topology.neighbours, doubtful & border
    while doubtful:
        low = doubtful & -doubtful
        if not neighbours[low.bit_length() - 1] & cells:
            border ^= low
        doubtful ^= low
    return border
