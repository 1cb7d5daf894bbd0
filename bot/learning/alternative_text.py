"""Alternative texts of pictures in lessons and tasks; they do not give the answer away."""

from collections.abc import Iterator, Sequence

from bot.learning.move_effects import DangerOverlay
from bot.learning.tasks import NumberedCells
from bot.words.translation import text, translated
from renderer.describe import game_and_board
from renderer.overlays.candidates import Candidates
from renderer.overlays.illegal import Illegal, outlined_in_words
from renderer.overlays.lifelines import Lifelines, lifelines_in_words
from renderer.phrases import enumerated, one_of, sentences
from renderer.scene import Overlay, territory_of
from renderer.threads import distinct_cuts
from renderer.words import colour_name
from rules.moves import format_move
from rules.position import Colour, CutLifeline, LastTurn, Position
from rules.topology import Bitboard, Cell, Topology


def describe_picture(position: Position, overlays: tuple[Overlay, ...] = ()) -> str:
    """Return the alternative text of a picture in a lesson or task: the board, then the marks."""
    return sentences(*_board(position), *_marked(position, overlays))


def _board(position: Position) -> Iterator[str]:
    yield f"{game_and_board(position)}."
    for side in Colour:
        if position.stones[side]:
            names = _names(position, position.stones[side])
            yield text("{colour} stones: {cells}.", colour=colour_name(side), cells=names)
        else:
            yield text("No {colour} stones.", colour=colour_name(side))
    if position.last_turn is not None:
        yield from _just(position, position.last_turn)
    for side, cells in zip(Colour, territory_of(position), strict=True):
        if cells:
            names = _names(position, cells)
            yield text("{colour} territory: {cells}.", colour=colour_name(side), cells=names)
    for side in Colour:
        if position.prison[side]:
            count = position.prison[side]
            yield text("{colour} stones in prison: {count}.", colour=colour_name(side), count=count)


def _just(position: Position, last: LastTurn) -> Iterator[str]:
    if last.placed:
        yield text("Stones just placed: {cells}.", cells=_names(position, last.placed))
    if last.removed[last.by.other]:
        yield text(
            "Stones just taken: {cells}.", cells=_names(position, last.removed[last.by.other])
        )
    if last.removed[last.by]:
        yield text("Stones just lost: {cells}.", cells=_names(position, last.removed[last.by]))
    for cut in distinct_cuts(position):
        yield _cut(cut, position.topology)


def _cut(cut: CutLifeline, board: Topology) -> str:
    start, at = board.label(cut.link.start), board.label(cut.cell)
    if cut.link.end is None:
        return text("Lifeline from {start} to the edge, cut at {cell}.", start=start, cell=at)
    end = board.label(cut.link.end)
    return text("Lifeline from {start} to {end}, cut at {cell}.", start=start, end=end, cell=at)


def _marked(position: Position, overlays: tuple[Overlay, ...]) -> Iterator[str]:
    board = position.topology
    for overlay in overlays:
        match overlay:
            case Illegal(move, reason):
                refused = format_move(move, board).upper()
                yield text(
                    "{move} isn't allowed. {reason}",
                    move=refused,
                    reason=translated(reason.sentence),
                )
                yield from filter(None, [outlined_in_words(position, reason)])
            case Lifelines(only):
                yield lifelines_in_words(position, only)
            case NumberedCells(cells) if cells:
                yield _numbered(cells, board)
            case Candidates(places) if places:
                yield _numbered(tuple(enumerate(places, start=1)), board)
            case DangerOverlay(dangers):
                for danger in dangers:
                    yield text(
                        "The group on {group} is in danger: {cells} would take it.",
                        group=_names(position, danger.group),
                        cells=one_of(board.labels(danger.cells)),
                    )
            case _:  # the text next to the picture describes this overlay
                pass


def _numbered(cells: Sequence[tuple[int, Cell]], board: Topology) -> str:
    names = [
        text("{number} on {cell}", number=number, cell=board.label(cell)) for number, cell in cells
    ]
    return text("Numbers on the board: {cells}.", cells=enumerated(names))


def _names(position: Position, cells: Bitboard) -> str:
    return " ".join(position.topology.labels(cells))
