"""A position as a board of characters, for screen readers and where no picture can be shown."""

from collections.abc import Iterator

from rules.position import Colour, Position
from rules.topology import letters

ROOMY = 25
"""Lines across the largest square board of characters with gaps; others would fill a message."""


def text_board(position: Position) -> str:
    """Write the board in characters of one width: ``X`` Black, ``O`` White, ``.`` empty.

    A stone of the last turn is in lower case, a cell that was just emptied is ``*``. Rows have
    their number; on a hexhex board the name of their first cell, since those above the middle begin
    with a later letter each, and the letters run along the lower right edge, as in the picture.
    """
    topology = position.topology
    rows: dict[int, list[int]] = {}
    for cell, (_, row) in enumerate(topology.points):
        rows.setdefault(row, []).append(cell)
    if topology.shape == "square":
        gap = "" if topology.size > ROOMY else " "
        head = "   " + gap.join(letters(column).upper() for column in range(topology.size))
        lines = [
            f"{row + 1:2} " + gap.join(_sign(position, cell) for cell in rows[row])
            for row in sorted(rows, reverse=True)
        ]
        return "\n".join([head, *lines, head])
    return "\n".join(_hexhex_lines(position, rows))


def _hexhex_lines(position: Position, rows: dict[int, list[int]]) -> Iterator[str]:
    """Lower diagonals end at the right edge; those of the bottom row end under it."""
    size = position.topology.size
    wide = len(f"A{2 * size - 1}")
    for row in sorted(rows, reverse=True):
        indent = " " * (2 * size - 1 - len(rows[row]))
        # a stroke, or the letter O would be one more white stone
        letter = f"\\{letters(row + 2 * size - 1).upper()}" if row < 0 else ""
        signs = " ".join(_sign(position, cell) for cell in rows[row])
        first = position.topology.label(rows[row][0])
        yield f"{first:{wide}} {indent}{signs} {letter}".rstrip()
    bottom = " ".join(letters(column).upper() for column in range(size))
    yield " " * (size + wide + 1) + bottom


def _sign(position: Position, cell: int) -> str:
    turn = position.last_turn
    fresh = turn is not None and bool(turn.placed >> cell & 1)
    for colour, sign in zip(Colour, "XO", strict=True):
        if position.stones[colour] >> cell & 1:
            return sign.lower() if fresh else sign
    gone = turn is not None and bool((turn.removed[0] | turn.removed[1]) >> cell & 1)
    return "*" if gone else "."
