"""Boards with stones: their groups and empty regions, updated with every stone.

`life_by_region`, `life_by_lines` and the games decide which groups live.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules.colour import Colour
from rules.topology import Bitboard, Cell, Topology, bits

# A connected set of cells, and the adjacent cells outside it, empty or not.
Patch = tuple[Bitboard, Bitboard]


class Placement(NamedTuple):
    """Effect of placing a stone on the board, before captured groups are removed.

    ``region`` is the empty region in which the stone was placed, and ``pieces`` are the parts of
    that region that remain empty. ``group`` is the group that the stone now belongs to, and
    ``joined`` the number of friendly groups that the stone touched and so connected.
    """

    board: "Board"
    region: Patch
    pieces: tuple[Patch, ...]
    group: Patch
    joined: int


class Board:
    """Immutable board: the stones of both colours on a topology.

    ``stones[colour]`` is a bitboard. ``groups[colour]`` and ``regions`` are in no particular order;
    a group or empty region is a `Patch`, which pairs its cells with the adjacent cells. Boards are
    equal when their topology and stones are equal.
    """

    __slots__ = ("groups", "regions", "stones", "topology")

    def __init__(
        self,
        topology: Topology,
        stones: tuple[Bitboard, Bitboard],
        groups: tuple[tuple[Patch, ...], tuple[Patch, ...]],
        regions: tuple[Patch, ...],
    ) -> None:
        """Store the parts of a board, which must be consistent; use `Board.of` to compute them."""
        self.topology = topology
        self.stones = stones
        self.groups = groups
        self.regions = regions

    @classmethod
    def of(cls, topology: Topology, black: Bitboard = 0, white: Bitboard = 0) -> "Board":
        """Return the board with these stones; its groups and regions are computed."""
        empty = topology.full & ~black & ~white
        groups = _patches(topology, black), _patches(topology, white)
        return cls(topology, (black, white), groups, _patches(topology, empty))

    @property
    def empty(self) -> Bitboard:
        """The empty cells, as a bitboard."""
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
        """Return the region that contains a cell, which must be empty."""
        return _patch_with(self.regions, cell)

    def group_of(self, cell: Cell, colour: Colour) -> Patch:
        """Return the group that contains a cell, which must have a stone of the colour."""
        return _patch_with(self.groups[colour], cell)

    def owner(self, region: Bitboard) -> Colour | None:
        """Return the only colour whose stones touch a region, or None if both or neither do."""
        border = self.topology.border(region)
        black, white = (border & stones for stones in self.stones)
        if bool(black) == bool(white):
            return None
        return Colour.BLACK if black else Colour.WHITE

    def place(self, cell: Cell, colour: Colour) -> Placement:
        """Return the effect of placing a stone on an empty cell, before any group is removed."""
        bit = 1 << cell
        near = self.topology.neighbours[cell]
        group, others = _join_groups(self.groups[colour], bit, near)
        joined = len(self.groups[colour]) - len(others)
        region = self.region_of(cell)
        pieces = _split_region(self.topology, region, cell)
        regions = (*[patch for patch in self.regions if patch is not region], *pieces)
        black, white = self.stones
        if colour is Colour.BLACK:
            stones, groups = (black | bit, white), ((*others, group), self.groups[1])
        else:
            stones, groups = (black, white | bit), (self.groups[0], (*others, group))
        board = Board(self.topology, stones, groups, regions)
        return Placement(board, region, pieces, group, joined)

    def without(self, colour: Colour, doomed: Iterable[Patch]) -> "Board":
        """Return a copy of the board without the groups ``doomed`` of a colour.

        :raises ValueError: one of `doomed` is not among the groups of the colour.
        """
        groups, regions, stones = list(self.groups[colour]), list(self.regions), self.stones[colour]
        for patch in doomed:
            groups.remove(patch)
            regions = _merge_regions(regions, patch)
            stones &= ~patch[0]
        if colour is Colour.BLACK:
            both = (stones, self.stones[1]), (tuple(groups), self.groups[1])
        else:
            both = (self.stones[0], stones), (self.groups[0], tuple(groups))
        return Board(self.topology, *both, tuple(regions))


def cells_of(patches: Iterable[Patch]) -> Bitboard:
    """Return the union of the cells of patches (groups or regions), as a bitboard."""
    cells = 0
    for patch in patches:
        cells |= patch[0]
    return cells


def _patch_with(patches: Iterable[Patch], cell: Cell) -> Patch:
    return next(patch for patch in patches if patch[0] >> cell & 1)


def _patches(topology: Topology, mask: Bitboard) -> tuple[Patch, ...]:
    return tuple((part, topology.border(part)) for part in topology.components(mask))


def _join_groups(
    groups: tuple[Patch, ...], bit: Bitboard, near: Bitboard
) -> tuple[Patch, list[Patch]]:
    cells, border, others = bit, near, []
    for patch in groups:
        if patch[0] & near:
            cells |= patch[0]
            border |= patch[1]
        else:
            others.append(patch)
    return (cells, border & ~cells), others


def _merge_regions(regions: list[Patch], group: Patch) -> list[Patch]:
    """Return the empty regions after the removal of a group, which joins the regions next to it."""
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


def _split_region(topology: Topology, region: Patch, cell: Cell) -> tuple[Patch, ...]:
    """Return the parts, possibly none, that remain of a region when a cell is filled."""
    bit = 1 << cell
    cells, border = region[0] ^ bit, region[1] | bit
    ends = topology.neighbours[cell] & cells
    if not ends:
        return ()
    pieces = []
    while not _connected_around(topology, topology.rings[cell] & cells, ends):
        piece = topology.walk(ends & -ends, cells, ends)
        ends &= ~piece
        if not ends:
            break
        around = topology.border(piece)
        pieces.append((piece, around))
        cells ^= piece
        border = _drop_untouched(topology, border, around, cells)
    around = _drop_untouched(topology, border, topology.neighbours[cell], cells)
    return (*pieces, (cells, around))


def _connected_around(topology: Topology, ring: Bitboard, ends: Bitboard) -> bool:
    """Return whether a filled cell's empty neighbours are connected within the ring around it.

    False does not prove that they are apart, because a longer path may connect them.
    """
    return not ends & (ends - 1) or not ends & ~topology.walk(ends & -ends, ring, ends)


def _drop_untouched(
    topology: Topology, border: Bitboard, doubtful: Bitboard, cells: Bitboard
) -> Bitboard:
    """Remove ``doubtful`` cells from a border if they no longer touch the region's cells."""
    neighbours, doubtful = topology.neighbours, doubtful & border
    while doubtful:
        low = doubtful & -doubtful
        if not neighbours[low.bit_length() - 1] & cells:
            border ^= low
        doubtful ^= low
    return border
