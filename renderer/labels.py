"""Labels that depend on the scene: inverted coordinates at the edge, and names inside cells."""

from renderer import shapes
from renderer.canvas import Canvas
from renderer.layout import LabelSite
from renderer.scene import Scene
from renderer.script_fonts import BOLD, font
from renderer.theme import RGB, WHITE
from rules.topology import Bitboard, Topology, bits


def paint_pointed(canvas: Canvas, cells: Bitboard) -> None:
    """Invert the row and column labels at the edge of the board that name these cells."""
    topology = canvas.layout.topology
    wanted = {key for cell in bits(cells) for key in coordinates(topology, cell).items()}
    for site in canvas.layout.labels:
        if (site.axis, site.index) in wanted:
            _invert(canvas, site)


def coordinates(topology: Topology, cell: int) -> dict[str, int]:
    """Return the indices, from 0, of the "row" and "column" labels at the edge that name a cell."""
    x, y = topology.points[cell]
    if topology.shape == "square":
        return {"row": y, "column": x}
    from_edge = topology.size - 1
    return {"row": y + from_edge, "column": x + y + from_edge}


def _invert(canvas: Canvas, site: LabelSite) -> None:
    size = canvas.layout.label
    face = font(size, BOLD)
    (x, y), height = site.centre, size * 1.18
    width = max(face.getlength(site.text) + size * 0.55, size * 1.15)
    box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    canvas.pill(box, round(height * 0.32), canvas.theme.last)
    canvas.text(site.centre, site.text, face, WHITE, "mm")


def paint_names(canvas: Canvas, scene: Scene) -> None:
    """Write the names of the cells ``scene.named`` into those cells.

    Names that the edge of a close-up would cut are left out.
    """
    layout = canvas.layout
    face = font(max(9, min(int(layout.stone * 0.30), layout.px(36))))
    for cell in bits(scene.named):
        x, y = layout.centres[cell]
        name = scene.topology.label(cell)
        beside, above = face.getlength(name) / 2, face.size / 2
        # a name cut by the edge of a close-up could be mistaken for another one
        if not (beside < x < layout.width - beside and above < y < layout.height - above):
            continue
        ground, ink = _name_colours(canvas, scene, cell)
        if not layout.hexagonal:  # The grid lines would run through the name.
            width = layout.sized(face.getlength(name) + 8)
            patch = shapes.rounded(width, layout.sized(layout.stone * 0.42), 6)
            canvas.fill(patch, ground, (x, y))
        canvas.text((x, y), name, face, ink, "mm")


def _name_colours(canvas: Canvas, scene: Scene, cell: int) -> tuple[RGB, RGB]:
    theme = canvas.theme
    if scene.territory[0] >> cell & 1:
        return theme.tints[0], theme.tints[1]
    if scene.territory[1] >> cell & 1:
        return theme.tints[1], theme.grid
    return theme.board, theme.grid
