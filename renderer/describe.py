"""Descriptions of positions in words, used as the alternative text of pictures."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from renderer.fitting import Forms, fitted
from renderer.scene import territory_of
from renderer.threads import distinct_cuts
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
    added: str = "",
    elsewhere: str = "",
    danger_first: bool = False,
) -> str:
    """Return everything that the picture of ``position`` shows, in at most 1,024 characters.

    Facts come in order of importance. The text says so when stones, groups in danger or territory
    do not fit.

    :param result: how the game ended when the board does not show it.
    :param added: what the picture adds to the board; it comes first.
    :param elsewhere: a sentence on where all stones are listed, used when they do not fit.
    :param danger_first: list groups in danger before the stones, for a picture of dangers.
    """
    facts = _facts(
        position, (_short(black), _short(white)), result, elsewhere, danger_first=danger_first
    )
    return fitted([(added,), *facts])


def describe_beside_text_board(position: Position, room: int) -> str:
    """Return the facts that are tedious to count on a text board, in at most ``room`` characters.

    These are the numbers of stones on the board, in prison and captured, and the komi left; then,
    if there is room, the stones and the groups in danger. Players are not named.
    """
    colours = (Colour.BLACK.label, Colour.WHITE.label)
    counts = ((fact, "") for fact in _counts(position, colours))
    *listings, _ = _listings(position, "stones", position.stones)
    return fitted([*counts, (*listings, ""), (*_dangers(position), "")], room)


def game_and_board(position: Position) -> str:
    """Return the name of the game and its board, such as “Lifeline, hexhex board, size 7”."""
    size = position.topology.size
    hexhex = position.topology.shape == "hexhex"
    board = f"hexhex board, size {size}" if hexhex else f"{size} by {size} board"
    return f"{find_game(position.game).name}, {board}"


@lru_cache(maxsize=128)  # Each tap on a board is answered with a picture of the same position.
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
        *_incursion_ban(position, result),
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
    """Return the forms of a list of cells; it has both colours or neither."""
    if not any(cells):
        return ("",)
    titles = {colour: f"{colour.label} {what}" for colour in Colour if cells[colour]}
    each = (f"{titles[side]}: {cells_in_words(position, cells[side], 1000)}." for side in titles)
    rows = (f"{titles[side]} by row: {_rows_in_words(position, cells[side])}." for side in titles)
    left_out = f"There is no room here to list the {what}. {elsewhere}".rstrip()
    return " ".join(each), " ".join(rows), left_out


def _rows_in_words(position: Position, cells: Bitboard) -> str:
    """Return cells row by row, each row's number once and then its letters: `1 A C D; 2 B`."""

    def row(cell: Cell) -> int:
        return position.topology.points[cell][1]

    parts = []
    for _, in_row in groupby(bits(cells), row):
        names = [position.topology.label(cell) for cell in in_row]
        columns = [name.rstrip("0123456789") for name in names]
        parts.append(f"{names[0].removeprefix(columns[0])} {' '.join(columns)}")
    return "; ".join(parts)


def _dangers(position: Position) -> Forms:
    """Return the forms of the list of groups in danger, each with a count of those omitted."""
    sentences = [
        f"{colour.label}'s group {cells_in_words(position, danger.group, most=6)}"
        f" dies to {either_in_words(position, danger.cells)}."
        for colour in Colour
        for danger in position.in_danger(colour)
    ]
    some = (
        " ".join([*sentences[:shown], _others(sentences, shown)])
        for shown in range(len(sentences) - 1, -1, -1)
    )
    return " ".join(sentences), *some


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
        why = outcome.ending.of(_colour_and_name(winner.other, names))
        return f"{result or f'{_colour_and_name(winner, names)} wins'}: {why}"
    if result:
        return f"{result.rstrip('.')}."
    side = position.to_move
    who = _colour_and_name(side, names)
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
    by = _colour_and_name(turn.by, names)
    when = "This turn so far" if position.mid_turn else "Last turn"
    yield f"{when}: {', '.join(moves_in_words(position, turn.moves, by))}."
    for colour in Colour:
        cells = turn.removed[colour]
        if cells:
            verb = "lost" if colour is turn.by else "took"
            loss = f"{verb} {_stones(cells.bit_count(), colour)}"
            yield f"It {loss}: {cells_in_words(position, cells, most=12)}."
    yield from _cut_lifelines(position)


def _cut_lifelines(position: Position) -> Iterator[str]:
    """Yield a sentence for each cell at which the last turn cut lifelines."""
    label = position.topology.label
    for cell, at_cell in groupby(distinct_cuts(position), lambda cut: cut.cell):
        links = [cut.link for cut in at_cell]
        ends = [
            f"{label(link.start)} to {'the edge' if link.end is None else label(link.end)}"
            for link in links[:3]
        ]
        more = f" and {len(links) - 3} more" if len(links) > 3 else ""
        lifelines = "Lifeline" if len(links) == 1 else "Lifelines"
        yield f"{lifelines} cut at {label(cell)}: {', '.join(ends)}{more}."


def _incursion_ban(position: Position, result: str | None) -> Iterator[str]:
    given_up = result is not None and position.outcome() is None
    if not given_up and bars_minimal_incursion(position):
        yield "It was a minimal incursion: the next move cannot be another."


def moves_in_words(position: Position, moves: Sequence[Move], by: str) -> Iterator[str]:
    """Yield a phrase for each move of a turn; its placements share one."""
    cells = [position.topology.label(move.cell) for move in moves if isinstance(move, Place)]
    yield from (_special_move(move, by) for move in moves if not isinstance(move, Place))
    if cells:
        *some, last = cells
        yield f"{by} placed {', '.join(some)}{' and ' if some else ''}{last}"


def _special_move(move: Swap | Komi | Hold | Offer | Choose, by: str) -> str:
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
        yield f"{_colour_and_name(Colour.WHITE, names)} has komi {position.komi} left."


def _colour_and_name(colour: Colour, names: tuple[str, str]) -> str:
    """Return the colour with the player's name, if it is known."""
    name = names[colour]
    return colour.label if name == colour.label else f"{colour.label} ({name})"


def _stones(count: int, colour: Colour) -> str:
    return f"{count} {colour.label.lower()} stone{'' if count == 1 else 's'}"


def cells_in_words(position: Position, cells: Bitboard, most: int = 8) -> str:
    """Return the names of at most ``most`` cells, and the number of the others."""
    names = position.topology.labels(cells)
    rest = len(names) - most
    return " ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def either_in_words(position: Position, cells: Bitboard, most: int = 8) -> str:
    """Return cells as alternatives, such as `E6` or `E6, F6 or F7`."""
    names = position.topology.labels(cells)
    rest = len(names) - most
    *some, last = [*names[:most], f"{rest} more"] if rest > 0 else names
    return f"{', '.join(some)} or {last}" if some else last


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
