"""Text format of the codes in `kernel.move_priors`, and their symmetries.

A NEAR code is written as its cells in circular order (`.` empty, `X` friendly, `O` enemy, `#` rim),
a FAR code as the adjacent cell and the five cells around it in circular order, a GROUPS code as the
owner of the region and the numbers of friendly and enemy groups (2: or more).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from sparring.kernel.move_priors import FAR, FAR_BITS, FRIEND_FACTOR, GROUPS, NEAR, REGION_FACTOR

SYMBOLS: Final = ".XO#"
NEIGHBOUR_COUNTS: Final = {"lifeline": 6, "cornered": 6, "asli": 8, "liflina": 8}
SIDE_COUNTS: Final = {6: 6, 8: 4}  # adjacent cells, by the number of neighbours
FAR_CELLS: Final = 1 + FAR_BITS // 2
REGIONS: Final = ("open", "own", "theirs")


@dataclass(frozen=True, slots=True)
class CodeKind:
    """Kind of code: its row in the array of weights, its number of codes and its text format.

    `equivalent` yields all codes that a code becomes when the board is rotated or mirrored.
    """

    name: str
    row: int
    size: int
    format: Callable[[int], str]
    parse: Callable[[str], int]
    equivalent: Callable[[int], Iterator[int]]

    def canonical_code(self, code: int) -> int:
        """Return the smallest of the codes that are equivalent to a code by symmetry."""
        return min(self.equivalent(code))


def parse_cells(symbols: str) -> int:
    """Return the code of cells written as text such as `.XO#`.

    Each cell has two bits; those of the first cell are the lowest.
    """
    return sum(SYMBOLS.index(symbol) << (2 * place) for place, symbol in enumerate(symbols))


def format_cells(number: int, cells: int) -> str:
    """Return the given number of cells of a code as text, the inverse of `parse_cells`."""
    return "".join(SYMBOLS[number >> (2 * place) & 3] for place in range(cells))


def equivalent_near_codes(number: int, neighbour_count: int) -> Iterator[int]:
    """Yield a NEAR code in all rotations and reflections of the board."""
    cells_text = format_cells(number, neighbour_count)
    step = 1 if neighbour_count == 6 else 2  # a quarter turn of a square board is two places
    for order in (cells_text, cells_text[0] + cells_text[:0:-1]):
        for start in range(0, neighbour_count, step):
            yield parse_cells(order[start:] + order[:start])


def format_far(number: int) -> str:
    """Return a FAR code as text: the adjacent cell, then the cells around it."""
    return SYMBOLS[number >> FAR_BITS] + format_cells(number, FAR_CELLS - 1)


def parse_far(symbols: str) -> int:
    """Return the FAR code that a text describes; the inverse of `format_far`."""
    return SYMBOLS.index(symbols[0]) << FAR_BITS | parse_cells(symbols[1:])


def equivalent_far_codes(number: int) -> Iterator[int]:
    """Yield a FAR code and its mirror image; rotation does not change it."""
    symbols = format_far(number)
    yield number
    yield parse_far(symbols[0] + symbols[:0:-1])


def format_groups(number: int) -> str:
    """Return a GROUPS code as text: the owner of the region, friendly groups, enemy groups."""
    region, counts = divmod(number, REGION_FACTOR)
    friends, enemies = divmod(counts, FRIEND_FACTOR)
    return f"{REGIONS[region]}-{friends}-{enemies}"


def parse_groups(text: str) -> int:
    """Return the GROUPS code that a text describes; the inverse of `format_groups`."""
    region, friends, enemies = text.split("-")
    return REGIONS.index(region) * REGION_FACTOR + int(friends) * FRIEND_FACTOR + int(enemies)


@cache
def code_kinds(neighbour_count: int) -> tuple[CodeKind, ...]:
    """Return the kinds of the codes that `list_codes` writes for a cell, in the same order.

    :param neighbour_count: 6 on a hexhex board, 8 on a square board.
    """
    near = CodeKind(
        "near",
        NEAR,
        4**neighbour_count,
        lambda number: format_cells(number, neighbour_count),
        parse_cells,
        lambda number: equivalent_near_codes(number, neighbour_count),
    )
    size = len(REGIONS) * REGION_FACTOR
    groups = CodeKind(
        "groups", GROUPS, size, format_groups, parse_groups, lambda number: iter([number])
    )
    far = CodeKind("far", FAR, 4**FAR_CELLS, format_far, parse_far, equivalent_far_codes)
    return near, groups, *[far] * SIDE_COUNTS[neighbour_count]
