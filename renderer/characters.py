"""Boards as fixed-width text, for screen readers and for places without pictures."""

from collections.abc import Iterator

from rules.position import Colour, Position
from rules.topology import column_name

LARGEST_WITH_GAPS = 25
"""Size of the largest square board with gaps; larger boards would not fit into a message."""


def text_board(position: Position) -> str:
    """Return the board as lines of fixed-width text: ``X`` is Black, ``O`` White, ``.`` empty.

    Stones of the last turn are in lower case, and a cell that it emptied is ``*``. Rows on square
    boards start with their number. Rows on hexhex boards start with the name of their first cell,
    because the rows above the middle begin with later letters; the column letters run along the
    lower right edge, as in the picture.
    """
    topology = position.topology
    rows: dict[int, list[int]] = {}
    for cell, (_, row) in enumerate(topology.points):
        rows.setdefault(row, []).append(cell)
    if topology.shape == "square":
        gap = "" if topology.size > LARGEST_WITH_GAPS else " "
        head = "   " + gap.join(column_name(column).upper() for column in range(topology.size))
        lines = [
            f"{row + 1:2} " + gap.join(_sign(position, cell) for cell in rows[row])
            for row in sorted(rows, reverse=True)
        ]
        return "\n".join([head, *lines, head])
    return "\n".join(_hexhex_lines(position, rows))


def _hexhex_lines(position: Position, rows: dict[int, list[int]]) -> Iterator[str]:
    """Yield the lines of a hexhex board, with column letters at the lower ends of the diagonals."""
    size = position.topology.size
    wide = len(f"A{2 * size - 1}")
    for row in sorted(rows, reverse=True):
        indent = " " * (2 * size - 1 - len(rows[row]))
        # The backslash keeps the letter O from looking like another white stone.
        column = f"\\{column_name(row + 2 * size - 1).upper()}" if row < 0 else ""
        signs = " ".join(_sign(position, cell) for cell in rows[row])
        first = position.topology.label(rows[row][0])
        yield f"{first:{wide}} {indent}{signs} {column}".rstrip()
    bottom = " ".join(column_name(column).upper() for column in range(size))
    yield " " * (size + wide + 1) + bottom


def _sign(position: Position, cell: int) -> str:
    turn = position.last_turn
    just_placed = turn is not None and bool(turn.placed >> cell & 1)
    for colour, sign in zip(Colour, "XO", strict=True):
        if position.stones[colour] >> cell & 1:
            return sign.lower() if just_placed else sign
    just_removed = turn is not None and bool((turn.removed[0] | turn.removed[1]) >> cell & 1)
    return "*" if just_removed else "."
