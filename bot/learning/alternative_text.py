"""Alternative texts of pictures in lessons and tasks, without the answer to a question."""

from collections.abc import Iterator

from bot.learning.move_effects import DangerOverlay
from renderer.describe import game_and_board
from renderer.overlays.candidates import Candidates
from renderer.overlays.illegal import Illegal, outlined_in_words
from renderer.overlays.lifelines import Lifelines, lifelines_in_words
from renderer.scene import Overlay, territory_of
from rules.moves import format_move
from rules.position import Colour, LastTurn, Position
from rules.topology import Bitboard


def describe_picture(position: Position, overlays: tuple[Overlay, ...] = ()) -> str:
    """Return the alternative text of a picture in a lesson or a task."""
    return " ".join([*_board(position), *_marked(position, overlays)])


def _board(position: Position) -> Iterator[str]:
    yield f"{game_and_board(position)}."
    for colour in Colour:
        yield f"{colour.label} stones: {_names(position, position.stones[colour]) or 'none'}."
    if position.last_turn is not None:
        yield from _just(position, position.last_turn)
    for colour, cells in zip(Colour, territory_of(position), strict=True):
        if cells:
            yield f"{colour.label} territory: {_names(position, cells)}."
    for colour in Colour:
        if position.prison[colour]:
            yield f"In prison: {position.prison[colour]} {colour.label.lower()}."


def _just(position: Position, last: LastTurn) -> Iterator[str]:
    changed = {
        "placed": last.placed,
        "taken": last.removed[last.by.other],
        "lost": last.removed[last.by],
    }
    for change, cells in changed.items():
        if cells:
            yield f"Just {change}: {_names(position, cells)}."


def _marked(position: Position, overlays: tuple[Overlay, ...]) -> Iterator[str]:
    for overlay in overlays:
        match overlay:
            case Illegal(move, reason):
                yield f"Refused: {format_move(move, position.topology).upper()}. {reason.sentence}"
                yield from filter(None, [outlined_in_words(position, reason)])
            case Lifelines():
                yield lifelines_in_words(position)
            case Candidates(cells):
                names = [position.topology.label(cell) for cell in cells]
                yield "Numbers: " + ", ".join(f"{at} on {n}" for at, n in enumerate(names, 1)) + "."
            case DangerOverlay(dangers):
                for danger in dangers:
                    group, kills = _names(position, danger.group), _names(position, danger.cells)
                    yield f"In danger: {group}, by {kills}."
            case _:  # described by the text beside the picture
                pass


def _names(position: Position, cells: Bitboard) -> str:
    return " ".join(position.topology.labels(cells))
