"""The words that stand for a picture: alternative text, and a board of characters."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from renderer.scene import territory_of
from renderer.words import has_prison, placements_of_turn, turns_played
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap
from rules.position import Colour, Phase, Position
from rules.registry import find_game
from rules.topology import Bitboard, bits, letters

ROOMY = 25
"""Lines across the largest square board of characters with gaps; others would fill a message."""
LONGEST = 1024
"""Characters Discord takes as the alternative text of a picture."""


@lru_cache(maxsize=128)  # each tap on a board is answered with a picture of the same position
def describe(
    position: Position, black: str = "Black", white: str = "White", result: str | None = None
) -> str:
    """Say everything the picture of ``position`` shows in at most 1,024 characters.

    ``result`` is how the game ended when the board does not say so. Facts come in the order of
    their weight; what does not fit at the end is left out, whole sentence by whole sentence.
    """
    names = _short(black), _short(white)
    text = ""
    for sentence in _sentences(position, names, result):
        longer = f"{text} {sentence}".strip()
        if len(longer) <= LONGEST:
            text = longer
    return text


def game_and_board(position: Position) -> str:
    """Name the game and its board, such as “Lifeline, hexhex board, size 7”."""
    size = position.topology.size
    hexhex = position.topology.shape == "hexhex"
    board = f"hexhex board, size {size}" if hexhex else f"{size} by {size} board"
    return f"{find_game(position.game).name}, {board}"


def led_by(said: str, board: str) -> str:
    """Put what a picture adds to a board before the words of the board, as far as they fit."""
    room = LONGEST - len(said) - 1
    if len(board) > room:
        board = board[: board.rfind(". ", 0, max(room, 0)) + 1]
    return f"{said} {board}".strip()


def listed(title: str, parts: Iterable[str], most: int = 600) -> str:
    """List what a picture adds: as many parts as there is room for beside the board."""
    text, left_out = "", 0
    for part in parts:
        longer = f"{text}; {part}" if text else part
        fits = len(longer) <= most and not left_out
        text, left_out = (longer, 0) if fits else (text, left_out + 1)
    more = f" and {left_out} more" if left_out else ""
    return f"{title}: {text}{more}." if text else ""


def _sentences(position: Position, names: tuple[str, str], result: str | None) -> Iterator[str]:
    over = result is not None or position.outcome() is not None
    played = turns_played(position.turn - 1) if over else f"turn {position.turn}"
    yield f"{game_and_board(position)}, {played}."
    yield _state(position, names, result)
    yield from _last_turn(position, names)
    yield from _counts(position, names)
    for colour in Colour:
        for danger in position.in_danger(colour):
            group = cells_in_words(position, danger.group, most=6)
            kills = either_in_words(position, danger.cells)
            yield f"{colour.label}'s group {group} dies to {kills}."
    yield _both(position, "stones", position.stones)
    yield _both(position, "territory", territory_of(position))


def _both(position: Position, what: str, cells: tuple[Bitboard, Bitboard]) -> str:
    """List cells of both colours; both or none, so that a listing is never half the truth."""
    lists = [
        f"{colour.label} {what}: {cells_in_words(position, cells[colour], most=1000)}."
        for colour in Colour
        if cells[colour]
    ]
    return " ".join(lists)


def _state(position: Position, names: tuple[str, str], result: str | None) -> str:
    outcome = position.outcome()
    if outcome is not None:
        winner = outcome.winner
        won = f"{_who(winner, names)} wins" if winner is not None else "A draw"
        return f"{result or won}: {outcome.ending.sentence}"
    if result:
        return f"{result.rstrip('.')}."
    side = position.to_move
    who = _who(side, names)
    if position.phase is Phase.OFFER:
        return f"{names[side]} is to offer a komi."
    if position.phase is Phase.CHOOSE:
        return f"{names[side]} is to choose a colour at komi {position.komi}."
    done, left = placements_of_turn(position), position.placements_left
    if done:
        return f"{who} is to place stone {done + 1} of {done + left} of this turn."
    return f"{who} to play." if left == 1 else f"{who} is to place {left} stones this turn."


def _last_turn(position: Position, names: tuple[str, str]) -> Iterator[str]:
    turn = position.last_turn
    if turn is None:
        yield "No move has been made."
        return
    by = _who(turn.by, names)
    when = "This turn so far" if position.mid_turn else "Last turn"
    yield f"{when}: {', '.join(deeds(position, turn.moves, by))}."
    for colour in Colour:
        cells = turn.removed[colour]
        if cells:
            deed = "lost" if colour is turn.by else "took"
            gone = f"{deed} {_stones(cells.bit_count(), colour)}"
            yield f"It {gone}: {cells_in_words(position, cells, most=12)}."


def deeds(position: Position, moves: Sequence[Move], by: str) -> Iterator[str]:
    """Tell each move of a turn; its stones are listed together."""
    names = position.topology.names
    cells = [names[move.cell].upper() for move in moves if isinstance(move, Place)]
    yield from (_other(move, by) for move in moves if not isinstance(move, Place))
    if cells:
        *some, last = cells
        yield f"{by} placed {', '.join(some)}{' and ' if some else ''}{last}"


def _other(move: Swap | Komi | Hold | Offer | Choose, by: str) -> str:
    match move:
        case Swap():
            return "the players exchanged colours by a swap"
        case Komi():
            return f"{by} spent a point of komi"
        case Hold():
            return f"{by} held and took a stone out of the prison"
        case Offer(value):
            return f"komi {value} was offered"
        case Choose(colour):
            return f"the second player chose {colour.label}"


def _counts(position: Position, names: tuple[str, str]) -> Iterator[str]:
    black, white = (stones.bit_count() for stones in position.stones)
    yield f"On the board: {black} black and {white} white."
    if has_prison(position):
        held = [
            _stones(position.prison[colour], colour) for colour in Colour if position.prison[colour]
        ]
        yield f"In the prison: {held[0] if held else 'nobody'}."
    elif any(position.taken):
        both = " and ".join(_stones(position.taken[colour], colour) for colour in Colour)
        yield f"Taken so far: {both}."
    owned = [cells.bit_count() for cells in territory_of(position)]
    if any(owned):
        yield f"Cells of territory: Black {owned[0]}, White {owned[1]}."
    if position.komi and not has_prison(position) and position.phase is not Phase.CHOOSE:
        yield f"{_who(Colour.WHITE, names)} has komi {position.komi} left."


def _who(colour: Colour, names: tuple[str, str]) -> str:
    """Name a colour with who plays it, where that is known."""
    name = names[colour]
    return colour.label if name == colour.label else f"{colour.label} ({name})"


def _stones(count: int, colour: Colour) -> str:
    return f"{count} {colour.label.lower()} stone{'' if count == 1 else 's'}"


def cells_in_words(position: Position, cells: Bitboard, most: int = 8) -> str:
    """Name cells, and say how many more there are."""
    names = [position.topology.names[cell].upper() for cell in bits(cells)]
    rest = len(names) - most
    return " ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def either_in_words(position: Position, cells: Bitboard, most: int = 8) -> str:
    """Name cells of which one is enough: `E6`, `E6, F6 or F7`."""
    names = [position.topology.names[cell].upper() for cell in bits(cells)]
    rest = len(names) - most
    *some, last = [*names[:most], f"{rest} more"] if rest > 0 else names
    return f"{', '.join(some)} or {last}" if some else last


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"


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
    size, names = position.topology.size, position.topology.names
    wide = len(f"A{2 * size - 1}")
    for row in sorted(rows, reverse=True):
        indent = " " * (2 * size - 1 - len(rows[row]))
        # a stroke, or the letter O would be one more white stone
        letter = f"\\{letters(row + 2 * size - 1).upper()}" if row < 0 else ""
        signs = " ".join(_sign(position, cell) for cell in rows[row])
        first = names[rows[row][0]].upper()
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
