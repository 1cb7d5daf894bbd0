"""The words that stand for a picture: its alternative text."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from renderer.fitting import Forms, fitted
from renderer.scene import territory_of
from renderer.words import has_prison, placements_of_turn, turns_played
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap
from rules.position import Colour, Phase, Position
from rules.registry import find_game
from rules.square_play import bars_minimal_incursion
from rules.topology import Bitboard, Cell, bits


def describe(  # noqa: PLR0913 - what surrounds the board, and each has a default
    position: Position,
    black: str = "Black",
    white: str = "White",
    result: str | None = None,
    *,
    said: str = "",
    elsewhere: str = "",
    danger_first: bool = False,
) -> str:
    """Say everything the picture of ``position`` shows in at most 1,024 characters.

    Facts come in the order of their weight. Where the stones, the groups in danger or the territory
    do not fit, that is said.

    :param result: how the game ended when the board does not say so.
    :param said: what the picture adds to the board; it comes first.
    :param elsewhere: a sentence on where all stones are found, for when they do not fit.
    :param danger_first: groups in danger are what is asked for, so they come before the stones.
    """
    facts = _facts(
        position, (_short(black), _short(white)), result, elsewhere, danger_first=danger_first
    )
    return fitted([(said,), *facts])


def beside_characters(position: Position, room: int) -> str:
    """Say in at most ``room`` characters what is tedious to count on a board of characters.

    How many stones there are, what is in prison, taken and left of the komi; then, as far as there
    is room, where they are, and the groups in danger. Names nobody.
    """
    nobody = (Colour.BLACK.label, Colour.WHITE.label)
    counts = ((fact, "") for fact in _counts(position, nobody))
    *listings, _ = _listings(position, "stones", position.stones)
    return fitted([*counts, (*listings, ""), (*_dangers(position), "")], room)


def game_and_board(position: Position) -> str:
    """Name the game and its board, such as “Lifeline, hexhex board, size 7”."""
    size = position.topology.size
    hexhex = position.topology.shape == "hexhex"
    board = f"hexhex board, size {size}" if hexhex else f"{size} by {size} board"
    return f"{find_game(position.game).name}, {board}"


@lru_cache(maxsize=128)  # each tap on a board is answered with a picture of the same position
def _facts(
    position: Position,
    names: tuple[str, str],
    result: str | None,
    elsewhere: str,
    *,
    danger_first: bool,
) -> tuple[Forms, ...]:
    over = result is not None or position.outcome() is not None
    played = turns_played(position.turn - 1) if over else f"turn {position.turn}"
    facts = [
        f"{game_and_board(position)}, {played}.",
        _state(position, names, result),
        *_last_turn(position, names),
        *_ban(position, result),
        *_counts(position, names),
    ]
    stones = _listings(position, "stones", position.stones, elsewhere)
    dangers = _dangers(position)
    territory = _listings(position, "territory", territory_of(position))
    then = (dangers, stones) if danger_first else (stones, dangers)
    return (*((fact, "") for fact in facts), *then, territory)


def _listings(
    position: Position, what: str, cells: tuple[Bitboard, Bitboard], elsewhere: str = ""
) -> Forms:
    """List cells of both colours; both or none, so that a listing is never half the truth."""
    if not any(cells):
        return ("",)
    titles = {colour: f"{colour.label} {what}" for colour in Colour if cells[colour]}
    each = (f"{titles[side]}: {cells_in_words(position, cells[side], 1000)}." for side in titles)
    rows = (f"{titles[side]} by row: {_rows_in_words(position, cells[side])}." for side in titles)
    left_out = f"There is no room here to list the {what}. {elsewhere}".rstrip()
    return " ".join(each), " ".join(rows), left_out


def _rows_in_words(position: Position, cells: Bitboard) -> str:
    """Name the number of each row once, then the letters of its cells: `1 A C D; 2 B`."""

    def row(cell: Cell) -> int:
        return position.topology.points[cell][1]

    parts = []
    for _, in_row in groupby(bits(cells), row):
        names = [position.topology.label(cell) for cell in in_row]
        columns = [name.rstrip("0123456789") for name in names]
        parts.append(f"{names[0].removeprefix(columns[0])} {' '.join(columns)}")
    return "; ".join(parts)


def _dangers(position: Position) -> Forms:
    """Tell each group in danger, or as many as there is room for and the number of the others."""
    told = [
        f"{colour.label}'s group {cells_in_words(position, danger.group, most=6)}"
        f" dies to {either_in_words(position, danger.cells)}."
        for colour in Colour
        for danger in position.in_danger(colour)
    ]
    some = (
        " ".join([*told[:shown], _others(told, shown)]) for shown in range(len(told) - 1, -1, -1)
    )
    return " ".join(told), *some


def _others(dangers: Sequence[str], shown: int) -> str:
    left_out = len(dangers) - shown
    more = " more" if shown else ""
    groups = f"{left_out}{more} group{'' if left_out == 1 else 's'}"
    return f"There is no room here for {groups} in danger."


def _state(position: Position, names: tuple[str, str], result: str | None) -> str:
    outcome = position.outcome()
    if outcome is not None:
        winner = outcome.winner
        if winner is None:
            return f"{result or 'A draw'}: {outcome.ending.sentence}"
        why = outcome.ending.of(_who(winner.other, names))
        return f"{result or f'{_who(winner, names)} wins'}: {why}"
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


def _ban(position: Position, result: str | None) -> Iterator[str]:
    given_up = result is not None and position.outcome() is None
    if not given_up and bars_minimal_incursion(position):
        yield "It was a minimal incursion: the next move cannot be another."


def deeds(position: Position, moves: Sequence[Move], by: str) -> Iterator[str]:
    """Tell each move of a turn; its stones are listed together."""
    cells = [position.topology.label(move.cell) for move in moves if isinstance(move, Place)]
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
    names = position.topology.labels(cells)
    rest = len(names) - most
    return " ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def either_in_words(position: Position, cells: Bitboard, most: int = 8) -> str:
    """Name cells of which one is enough: `E6`, `E6, F6 or F7`."""
    names = position.topology.labels(cells)
    rest = len(names) - most
    *some, last = [*names[:most], f"{rest} more"] if rest > 0 else names
    return f"{', '.join(some)} or {last}" if some else last


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
