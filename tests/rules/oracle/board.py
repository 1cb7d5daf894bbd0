"""Boards for the oracles: cells, names, groups and regions as sets of coordinate pairs."""

from collections.abc import Iterator
from functools import cache, lru_cache

Cell = tuple[int, int]
Cells = frozenset[Cell]

HEX_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
SQUARE_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def letters(index: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return letters(index // 26 - 1) + alphabet[index % 26] if index >= 26 else alphabet[index]


class Board:
    """The cells of one board with their names and adjacencies."""

    def __init__(self, names: dict[Cell, str], steps: tuple[Cell, ...]) -> None:
        self.names = names
        self.steps = steps
        self.cells: Cells = frozenset(names)
        self.by_name = {name: cell for cell, name in names.items()}
        self.adjacent = {
            (x, y): frozenset((x + dx, y + dy) for dx, dy in steps if (x + dx, y + dy) in names)
            for x, y in names
        }

    def read(self, names: list[str] | str) -> Cells:
        words = names.split() if isinstance(names, str) else names
        return frozenset(self.by_name[name] for name in words)

    def write(self, cells: Cells) -> set[str]:
        return {self.names[cell] for cell in cells}

    def pieces(self, cells: Cells) -> list[Cells]:
        """Return the connected components of a set of cells."""
        return pieces(self, cells)

    def border(self, cells: Cells) -> Cells:
        """Return the cells outside a set that are adjacent to it."""
        return frozenset().union(*(self.adjacent[cell] for cell in cells)) - cells

    def touch(self, one: Cells, other: Cells) -> bool:
        return not self.border(one).isdisjoint(other)

    def regions(self, black: Cells, white: Cells) -> list[Cells]:
        return self.pieces(self.cells - black - white)

    def region_of(self, cell: Cell, black: Cells, white: Cells) -> Cells:
        return next(region for region in self.regions(black, white) if cell in region)

    def dead_by_region(self, mine: Cells, black: Cells, white: Cells) -> list[Cells]:
        """Return the groups of `mine` that share no region with another group of `mine`."""
        groups = self.pieces(mine)
        borders = [self.border(region) for region in self.regions(black, white)]
        return [
            group
            for group in groups
            if not any(
                border & group and any(border & friend for friend in groups if friend != group)
                for border in borders
            )
        ]

    def run(self, cell: Cell, step: Cell) -> Iterator[Cell]:
        """Yield the cells beyond `cell` in one direction up to the edge."""
        x, y = cell[0] + step[0], cell[1] + step[1]
        while (x, y) in self.cells:
            yield x, y
            x, y = x + step[0], y + step[1]


@lru_cache(maxsize=1000)
def pieces(board: Board, cells: Cells) -> list[Cells]:
    left = set(cells)
    found = []
    while left:
        piece = set()
        newest = {left.pop()}
        while newest:
            piece |= newest
            newest = left & board.border(frozenset(newest))
            left -= newest
        found.append(frozenset(piece))
    return found


@cache
def hexhex(size: int) -> Board:
    """Return a hexhex board; its letters name the diagonals that rise to the left."""
    names = {}
    for number in range(1, 2 * size):
        for letter in range(2 * size - 1):
            r, q = number - size, letter - number + 1
            if max(abs(q), abs(r), abs(q + r)) < size:
                names[q, r] = f"{letters(letter)}{number}"
    return Board(names, HEX_STEPS)


@cache
def square(size: int) -> Board:
    """Return a square board: letters name columns from the left, numbers rows from the bottom."""
    names = {(c, r): f"{letters(c)}{r + 1}" for c in range(size) for r in range(size)}
    return Board(names, SQUARE_STEPS)


def other(colour: str) -> str:
    return "white" if colour == "black" else "black"
