"""Codes of `sparring.taste` as text and back, and which of them are alike on a turned board.

Written: a ring as its cells in order (`.` empty, `X` own, `O` enemy, `#` rim); what lies beyond a
neighbour as that neighbour and the five cells around it, from one side round to the other; the
groups beside as whose the region is and how many own and enemy groups (2: or more).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from sparring.taste import A_FRIEND, A_REGION, BEYOND, FIVE, GROUPS, RINGS

SIGNS: Final = ".XO#"
AROUND: Final = {"lifeline": 6, "cornered": 6, "asli": 8, "liflina": 8}
SIDES: Final = {6: 6, 8: 4}  # of a cell, by the cells of its ring
BEYOND_SIGNS: Final = 1 + FIVE // 2
REGIONS: Final = ("open", "own", "theirs")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of code: its row of the weights, its number of codes, how it is written and read.

    ``alike``: all codes that a turned or mirrored board gives the same cell.
    """

    name: str
    row: int
    size: int
    spell: Callable[[int], str]
    parse: Callable[[str], int]
    alike: Callable[[int], Iterator[int]]

    def least(self, code: int) -> int:
        """Choose one of the codes that are alike."""
        return min(self.alike(code))


def code(signs: str) -> int:
    """Give the kernel's number of cells in order: the first is in the lowest bits."""
    return sum(SIGNS.index(sign) << (2 * place) for place, sign in enumerate(signs))


def spelled(number: int, cells: int) -> str:
    """Write the cells of a code."""
    return "".join(SIGNS[number >> (2 * place) & 3] for place in range(cells))


def rings_alike(number: int, around: int) -> Iterator[int]:
    """List the codes of a ring, turned and mirrored in all ways that the board has."""
    ring = spelled(number, around)
    step = 1 if around == 6 else 2  # a square board is turned by two places of its ring
    for way in (ring, ring[0] + ring[:0:-1]):
        for turn in range(0, around, step):
            yield code(way[turn:] + way[:turn])


def beyond_spelled(number: int) -> str:
    """Write what lies beyond: the neighbour, then the cells around it."""
    return SIGNS[number >> FIVE] + spelled(number, BEYOND_SIGNS - 1)


def beyond_code(signs: str) -> int:
    """Read what lies beyond."""
    return SIGNS.index(signs[0]) << FIVE | code(signs[1:])


def beyond_alike(number: int) -> Iterator[int]:
    """List a code and its mirror image; turning does not change it."""
    signs = beyond_spelled(number)
    yield number
    yield beyond_code(signs[0] + signs[:0:-1])


def groups_spelled(number: int) -> str:
    """Write the groups beside: whose the region is, own groups, enemy groups."""
    region, beside = divmod(number, A_REGION)
    friends, foes = divmod(beside, A_FRIEND)
    return f"{REGIONS[region]}-{friends}-{foes}"


def groups_code(text: str) -> int:
    """Read the groups beside."""
    region, friends, foes = text.split("-")
    return REGIONS.index(region) * A_REGION + int(friends) * A_FRIEND + int(foes)


@cache
def kinds(around: int) -> tuple[Kind, ...]:
    """List the kinds of codes of a cell with so many cells in its ring, as `describe` does."""
    rings = Kind(
        "ring",
        RINGS,
        4**around,
        lambda number: spelled(number, around),
        code,
        lambda number: rings_alike(number, around),
    )
    size = len(REGIONS) * A_REGION
    groups = Kind(
        "groups", GROUPS, size, groups_spelled, groups_code, lambda number: iter([number])
    )
    beyond = Kind("beyond", BEYOND, 4**BEYOND_SIGNS, beyond_spelled, beyond_code, beyond_alike)
    return rings, groups, *[beyond] * SIDES[around]
