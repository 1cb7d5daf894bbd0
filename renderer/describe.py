"""Descriptions of positions in words, used as the alternative text of pictures."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from itertools import groupby

from renderer.fitting import Forms, fitted
from renderer.phrases import (
    all_of,
    enumerated,
    labelled,
    one_of,
    sentences,
    separated,
    span,
    translated,
)
from renderer.scene import territory_of
from renderer.threads import distinct_cuts
from renderer.translation import Message, plural, present_catalogue, text
from renderer.words import BLACK, DRAW, WHITE, colour_name, has_prison, placements_of_turn
from rules.endings import why_over
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap
from rules.position import Colour, Link, Phase, Position
from rules.registry import find_game
from rules.square_play import bars_minimal_incursion
from rules.topology import Bitboard, Cell, Topology, bits


def describe(  # noqa: PLR0913 - what surrounds the board, and each has a default
    position: Position,
    black: str = "",
    white: str = "",
    result: str | None = None,
    *,
    added: str = "",
    elsewhere: str = "",
    danger_first: bool = False,
) -> str:
    """Return a description of all that a position's picture shows, in at most 1,024 characters.

    Facts come in order of importance. If stones, groups in danger or territory do not fit, the text
    says so. An empty name stands for the colour.

    :param result: the result, if the board does not show it.
    :param added: the description of the picture's additions to the board; it comes first.
    :param elsewhere: a sentence that says where all stones are listed, used if they do not fit.
    :param danger_first: whether to list groups in danger before the stones, for a picture of
        dangers.
    """
    names = _short(black or BLACK()), _short(white or WHITE())
    facts = _facts(
        position, names, result, elsewhere, present_catalogue(), danger_first=danger_first
    )
    return fitted([(added,), *facts])


def describe_beside_text_board(position: Position, room: int) -> str:
    """Return a description to read beside a text board, in at most ``room`` characters.

    It has the numbers of stones on the board, in prison and captured, the sizes of the territories
    and the remaining komi; then, if they fit, the stones and the groups in danger. Players are not
    named.
    """
    colours = (BLACK(), WHITE())
    counts = ((fact, "") for fact in _counts(position, colours))
    *listings, _ = _listings(position, STONES, position.stones)
    return fitted([*counts, (*listings, ""), (*_dangers(position), "")], room)


def game_and_board(position: Position) -> str:
    """Return the name of the game and its board, such as “Lifeline, hexagonal board, size 7”."""
    size = position.topology.size
    hexhex = position.topology.shape == "hexhex"
    game = find_game(position.game).name
    if hexhex:
        return text("{game}, hexagonal board, size {size}", game=game, size=size)
    return text("{game}, {size} by {size} board", game=game, size=size)


@lru_cache(maxsize=128)  # Each tap on a board is answered with a picture of the same position.
def _facts(
    position: Position,
    names: tuple[str, str],
    result: str | None,
    elsewhere: str,
    _language: NullTranslations,
    *,
    danger_first: bool,
) -> tuple[Forms, ...]:
    over = result is not None or position.outcome() is not None
    facts = [
        _beginning(position, over=over),
        _state(position, names, result),
        *_last_turn(position, names),
        *_incursion_ban(position, result),
        *_counts(position, names),
    ]
    stones = _listings(position, STONES, position.stones, elsewhere)
    dangers = _dangers(position)
    territory = _listings(position, TERRITORY, territory_of(position))
    then = (dangers, stones) if danger_first else (stones, dangers)
    return (*((fact, "") for fact in facts), *then, territory)


def _beginning(position: Position, *, over: bool) -> str:
    board = game_and_board(position)
    if not over:
        return text("{board}, turn {turn}.", board=board, turn=position.turn)
    return plural(
        "{board}, {count} turn.", "{board}, {count} turns.", position.turn - 1, board=board
    )


def _listings(
    position: Position, what: "_Listing", cells: tuple[Bitboard, Bitboard], elsewhere: str = ""
) -> Forms:
    """Return three phrasings of a list of cells, from the longest to the shortest.

    The first names cell after cell, the second row after row, and the third only says that the list
    is left out.

    :param what: the sentences of the list.
    :param cells: the cells to list for Black and for White; without any, the only phrasing is
        empty.
    :param elsewhere: a sentence that says where the cells are listed, used if they are left out.
    """
    if not any(cells):
        return ("",)
    shown = [colour for colour in Colour if cells[colour]]
    each = (what.cells(side, cells_in_words(position, cells[side], 1000)) for side in shown)
    rows = (what.rows(side, _rows_in_words(position, cells[side])) for side in shown)
    return sentences(*each), sentences(*rows), sentences(what.left_out(), elsewhere)


@dataclass(frozen=True, slots=True)
class _Listing:
    """Sentences of a list of cells, such as the stones or the territory.

    ``cells`` and ``rows`` return the sentence for a colour and the names of its cells, which are
    listed cell by cell or row by row. ``left_out`` is the sentence for a list that does not fit.
    """

    cells: Callable[[Colour, str], str]
    rows: Callable[[Colour, str], str]
    left_out: Message


STONES = _Listing(
    cells=lambda side, cells: text(
        "{colour} stones: {cells}.", colour=colour_name(side), cells=cells
    ),
    rows=lambda side, rows: text(
        "{colour} stones by row: {rows}.", colour=colour_name(side), rows=rows
    ),
    left_out=Message("There's no room here to list the stones."),
)
TERRITORY = _Listing(
    cells=lambda side, cells: text(
        "{colour} territory: {cells}.", colour=colour_name(side), cells=cells
    ),
    rows=lambda side, rows: text(
        "{colour} territory by row: {rows}.", colour=colour_name(side), rows=rows
    ),
    left_out=Message("There's no room here to list the territory."),
)


def _rows_in_words(position: Position, cells: Bitboard) -> str:
    """Return the names of cells by row, such as `1 A C D; 2 B` for A1, C1, D1 and B2."""

    def row(cell: Cell) -> int:
        return position.topology.points[cell][1]

    parts = []
    for _, in_row in groupby(bits(cells), row):
        names = [position.topology.label(cell) for cell in in_row]
        columns = [name.rstrip("0123456789") for name in names]
        parts.append(f"{names[0].removeprefix(columns[0])} {' '.join(columns)}")
    return separated(parts)


def _dangers(position: Position) -> Forms:
    """Return phrasings of the list of groups in danger, from the complete list to no group.

    Every phrasing but the first ends with the number of groups left out.
    """
    dangers = [
        text(
            "{cells} takes {colour}'s group {group}.",
            colour=colour_name(colour),
            group=cells_in_words(position, danger.group, most=6),
            cells=either_in_words(position, danger.cells),
        )
        for colour in Colour
        for danger in position.in_danger(colour)
    ]
    some = (
        sentences(*dangers[:shown], _others(dangers, shown))
        for shown in range(len(dangers) - 1, -1, -1)
    )
    return sentences(*dangers), *some


def _others(dangers: Sequence[str], shown: int) -> str:
    left_out = len(dangers) - shown
    if shown:
        return plural(
            "There's no room here to list {count} more group in danger.",
            "There's no room here to list {count} more groups in danger.",
            left_out,
        )
    return plural(
        "There's no room here to list {count} group in danger.",
        "There's no room here to list {count} groups in danger.",
        left_out,
    )


def _state(position: Position, names: tuple[str, str], result: str | None) -> str:
    outcome = position.outcome()
    if outcome is not None:
        winner = outcome.winner
        if winner is None:
            why = translated(outcome.ending.sentence)
            return labelled(result or DRAW(), why)
        why = translated(why_over(position, names[winner], names[winner.other]))
        if result:
            return labelled(result, why)
        return text("{player} wins: {why}", player=_colour_and_name(winner, names), why=why)
    if result:
        return f"{result.rstrip('.')}."
    side = position.to_move
    if position.phase is Phase.OFFER:
        return text("{player} to offer a komi.", player=names[side])
    if position.phase is Phase.CHOOSE:
        return text(
            "{player} to choose a colour. The komi is {komi}.",
            player=names[side],
            komi=position.komi,
        )
    return _to_play(position, _colour_and_name(side, names))


def _to_play(position: Position, player: str) -> str:
    done, left = placements_of_turn(position), position.placements_left
    if done:
        return text(
            "{player} to place stone {number} of {total} this turn.",
            player=player,
            number=done + 1,
            total=done + left,
        )
    if left == 1:
        return text("{player} to play.", player=player)
    return plural(
        "{player} to place {count} stone this turn.",
        "{player} to place {count} stones this turn.",
        left,
        player=player,
    )


def _last_turn(position: Position, names: tuple[str, str]) -> Iterator[str]:
    turn = position.last_turn
    if turn is None:
        yield text("No moves yet.")
        return
    by = _colour_and_name(turn.by, names)
    moves = enumerated(moves_in_words(position, turn.moves, by))
    if position.mid_turn:
        yield text("This turn so far: {moves}.", moves=moves)
    else:
        yield text("Last turn: {moves}.", moves=moves)
    for colour in Colour:
        cells = turn.removed[colour]
        if cells:
            stones, named = _stones(cells.bit_count(), colour), cells_in_words(position, cells, 12)
            if colour is turn.by:
                yield text("The turn cost {stones}: {cells}.", stones=stones, cells=named)
            else:
                yield text("The turn took {stones}: {cells}.", stones=stones, cells=named)
    yield from _cut_lifelines(position)


def _cut_lifelines(position: Position) -> Iterator[str]:
    """Yield a sentence for each cell at which the last turn cut lifelines."""
    for cell, at_cell in groupby(distinct_cuts(position), lambda cut: cut.cell):
        links = [cut.link for cut in at_cell]
        at = position.topology.label(cell)
        ends = enumerated(ends_in_words(link, position.topology) for link in links[:3])
        if len(links) > 3:
            yield text(
                "Lifelines cut at {cell}: {ends} and {more} more.",
                cell=at,
                ends=ends,
                more=len(links) - 3,
            )
        else:
            yield plural(
                "Lifeline cut at {cell}: {ends}.",
                "Lifelines cut at {cell}: {ends}.",
                len(links),
                cell=at,
                ends=ends,
            )


def ends_in_words(link: Link, topology: Topology) -> str:
    """Return the two ends of a lifeline in words, such as “C3 to E6” or “C3 to the edge”."""
    start = topology.label(link.start)
    if link.end is None:
        return text("{start} to the edge", start=start)
    return span(start, topology.label(link.end))


def _incursion_ban(position: Position, result: str | None) -> Iterator[str]:
    given_up = result is not None and position.outcome() is None
    if not given_up and bars_minimal_incursion(position):
        yield text("That was a minimal incursion, so the next move can't be one.")


def moves_in_words(position: Position, moves: Sequence[Move], by: str) -> Iterator[str]:
    """Yield a phrase for each move of a turn by the player ``by``; placements share one phrase."""
    cells = [position.topology.label(move.cell) for move in moves if isinstance(move, Place)]
    yield from (_special_move(move, by) for move in moves if not isinstance(move, Place))
    if cells:
        yield text("{player} placed {cells}", player=by, cells=all_of(cells))


def _special_move(move: Swap | Komi | Hold | Offer | Choose, by: str) -> str:
    match move:
        case Swap():
            return text("the players swapped sides")
        case Komi():
            return text("{player} spent a point of komi", player=by)
        case Hold():
            return text("{player} held and skipped a turn", player=by)
        case Offer(value):
            return text("komi {value} was offered", value=value)
        case Choose(colour):
            return text("the second player chose {colour}", colour=colour_name(colour))


def _counts(position: Position, names: tuple[str, str]) -> Iterator[str]:
    black, white = (stones.bit_count() for stones in position.stones)
    yield text("Stones on the board: {black} black, {white} white.", black=black, white=white)
    if has_prison(position):
        held = [
            _stones(position.prison[colour], colour) for colour in Colour if position.prison[colour]
        ]
        yield (
            text("Stones in prison: {stones}.", stones=held[0])
            if held
            else text("The prison is empty.")
        )
    elif any(position.taken):
        both = [_stones(position.taken[colour], colour) for colour in Colour]
        yield text("Lost so far: {stones}.", stones=all_of(both))
    owned = [cells.bit_count() for cells in territory_of(position)]
    if any(owned):
        yield text(
            "Cells of territory: Black {black}, White {white}.", black=owned[0], white=owned[1]
        )
    if position.komi and not has_prison(position) and position.phase is not Phase.CHOOSE:
        white_player = _colour_and_name(Colour.WHITE, names)
        yield text("{player} has {komi} komi left.", player=white_player, komi=position.komi)


def _colour_and_name(colour: Colour, names: tuple[str, str]) -> str:
    """Return the colour with the player's name, if known, such as “Black (Ann)”."""
    name, label = names[colour], colour_name(colour)
    return label if name == label else text("{colour} ({name})", colour=label, name=name)


def _stones(count: int, colour: Colour) -> str:
    if colour is Colour.BLACK:
        return plural("{count} black stone", "{count} black stones", count)
    return plural("{count} white stone", "{count} white stones", count)


def cells_in_words(position: Position, cells: Bitboard, most: int = 8) -> str:
    """Return the names of cells, such as `E6 F6` or `E6 F6 and 3 more`.

    Of more than ``most`` cells, the first ``most`` are named and the others counted.
    """
    names = position.topology.labels(cells)
    shown, rest = " ".join(names[:most]), len(names) - most
    if rest <= 0:
        return shown
    return plural("{cells} and {count} more", "{cells} and {count} more", rest, cells=shown)


def either_in_words(position: Position, cells: Bitboard, most: int = 8) -> str:
    """Return the names of cells as alternatives, such as `E6` or `E6, F6 or F7`.

    Of more than ``most`` cells, the last alternative is the number of further cells.
    """
    names = position.topology.labels(cells)
    rest = len(names) - most
    if rest > 0:
        return text("{items} or {more} more", items=enumerated(names[:most]), more=rest)
    return one_of(names)


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
