"""Overlay that shows why a move is refused: a sign on its cell, outlined cells and a sentence."""

from dataclasses import dataclass, replace

from renderer import signs
from renderer.canvas import Canvas
from renderer.describe import cells_in_words
from renderer.overlays.preview import with_unplayed_turn
from renderer.phrases import translated
from renderer.scene import Banner, Scene
from renderer.translation import text
from rules.moves import Move, Place, format_move
from rules.position import Position
from rules.reasons import Reason
from rules.topology import Bitboard, Cell, bits

MOST_NAMED = 60  # cells named in the text, which leaves room for the board


@dataclass(frozen=True, slots=True)
class Refused:
    """Mark of a refused move: a "no entry" sign on ``cell``, and outlines of the cells ``because``.

    ``because`` are the cells that show the reason, such as the group that would die. If ``cell`` is
    None, only the outlines are drawn.
    """

    cell: Cell | None
    because: Bitboard
    occupied: bool = False
    """Whether the cell has a stone, which must remain visible."""

    def paint(self, canvas: Canvas) -> None:
        layout, colour = canvas.layout, canvas.theme.danger
        stroke = max(2.0, 4 * layout.scale)
        outline = (
            signs.hexagon_line(layout.pitch, 0.90, stroke, colour, flat_topped=layout.flat_topped)
            if layout.hexagonal
            else signs.square_line(layout.sized(layout.pitch * 0.94), stroke, colour)
        )
        for cell in bits(self.because):
            canvas.paste_sprite(outline, layout.centres[cell])
        if self.cell is not None:
            side = layout.sized(layout.stone * 0.86)
            sign = signs.forbidden(side, colour, filled=not self.occupied)
            canvas.paste_sprite(sign, layout.centres[self.cell])


@dataclass(frozen=True, slots=True)
class Illegal:
    """Overlay that shows why the rules refuse ``move``.

    :ivar unplayed: whether the position's last turn is drawn as not played, because its stones are
        refused together with the move.
    """

    move: Move
    reason: Reason
    unplayed: bool = False

    def over(self, scene: Scene, position: Position) -> Scene:
        if self.unplayed:
            scene = with_unplayed_turn(scene, position)
        cell = self.move.cell if isinstance(self.move, Place) else None
        if cell is not None and not 0 <= cell < len(position.topology):
            cell = None
        pointed = 0 if cell is None else 1 << cell
        occupied = bool(pointed & ~scene.empty)
        return replace(
            scene,
            taken=(0, 0),
            latest=0,
            pointed=pointed,
            marks=(*scene.marks, Refused(cell, self.reason.cells, occupied)),
            banner=Banner(
                _title(self.move, cell, position), translated(self.reason.sentence), alarming=True
            ),
        )


def _title(move: Move, cell: Cell | None, position: Position) -> str:
    if cell is not None:
        return text("{cell} isn't allowed", cell=position.topology.label(cell))
    if isinstance(move, Place):
        return text("There's no such cell")
    named = format_move(move, position.topology).capitalize()
    return text("“{move}” isn't allowed now", move=named)


def outlined_in_words(position: Position, reason: Reason) -> str:
    """Return a sentence that lists the cells outlined for a reason; empty if there are none."""
    if not reason.cells:
        return ""
    cells = cells_in_words(position, reason.cells, most=MOST_NAMED)
    return text("Outlined: {cells}.", cells=cells)
