"""Board of a page as SVG, with the same layout as the pictures.

Each stone of the game occurs once. The custom properties ``--a`` and ``--b`` are the turns that
placed and removed it; ``page.css`` compares them with ``--t``, the displayed turn. Other elements
that are displayed only at some turns have the class ``part`` and the same properties. A cut
lifeline is displayed only at the turn ``--a`` that cut it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter

from renderer.layers import star_points
from renderer.layout import Layout
from renderer.page.markup import escape_text
from renderer.page.steps import Cut, Steps, Stone
from renderer.translation import Message

BOARD = Message("The board. The list of turns describes each turn.")
BLOCK = 50
"""Turns in a figure, and in a group of stones."""
STONES = "bw"


def definitions(layout: Layout) -> str:
    """Return the SVG definitions that all boards of a page share: gradients, stones, empty board.

    They have a separate element, because gradients in an element that is not displayed have no
    effect.
    """
    gradients = "".join(
        f"<radialGradient id={kind}f cx=.36 cy=.3 r=.75><stop offset=0 class={kind}l />"
        f"<stop offset=1 class={kind}d /></radialGradient>"
        for kind in STONES
    )
    stones = "".join(_stone(kind, layout.stone) for kind in STONES)
    return (
        f"<svg class=shared aria-hidden=true><defs>{gradients}{stones}"
        f"<g id=empty>{_empty(layout)}</g></defs></svg>"
    )


def board(layout: Layout, steps: Steps) -> str:
    """Return the SVG of the board with every stone of the game, grouped by blocks of turns.

    A block is a run of ``BLOCK`` turns.
    """
    at_start, *others = stones_by_block(steps)
    groups = "".join(
        f"<g id=s{block}>{_uses(layout, stones)}</g>" for block, stones in enumerate(others)
    )
    return (
        f'{definitions(layout)}<svg id=board viewBox="{view_box(layout)}" role=img '
        f'aria-label="{escape_text(BOARD())}">'
        f"<use href=#empty />{_cut_lifelines(layout, steps.cuts)}"
        f"<g id=stones>{_uses(layout, at_start)}{groups}</g>"
        "<g id=tried></g></svg>"
    )


def blocks(steps: Steps) -> range:
    """Return the indices, from 0, of the blocks into which the turns of a page are divided.

    A block is a run of ``BLOCK`` turns; the last may be shorter. The start is in no block.
    """
    return range(-(-(steps.last - steps.first) // BLOCK))


def stones_by_block(steps: Steps) -> list[list[Stone]]:
    """Return the stones on the board at the start, then those placed in each block of turns.

    Each list is sorted by the turn that placed a stone. See `blocks` for the blocks.
    """
    found: list[list[Stone]] = [[] for _ in (None, *blocks(steps))]
    for stone in sorted(steps.stones, key=attrgetter("placed")):
        found[max(0, (stone.placed - steps.first + BLOCK - 1) // BLOCK)].append(stone)
    return found


@lru_cache
def view_box(layout: Layout) -> str:
    """Return the SVG view box, in pixels, around the board with its coordinates."""
    left, top, right, bottom = layout.box
    reach = round(layout.label * 0.75)
    for x, y in (site.centre for site in layout.labels):
        left, right = min(left, x - reach), max(right, x + reach)
        top, bottom = min(top, y - reach), max(bottom, y + reach)
    edge = round(layout.pitch * 0.1)
    left, top, right, bottom = left - edge, top - edge, right + edge, bottom + edge
    return f"{left} {top} {right - left} {bottom - top}"


def _uses(layout: Layout, stones: Iterable[Stone]) -> str:
    """Return the SVG that places stones on the board.

    Of several stones on one cell, the earliest is on top.

    :param stones: the stones, sorted by the turn that placed them.
    """
    written = []
    for stone in stones:
        x, y = layout.centres[stone.cell]
        until = "" if stone.removed is None else f";--b:{stone.removed}"
        kind = STONES[stone.colour]
        written.append(f"<use href=#{kind} x={x} y={y} style=--a:{stone.placed}{until} />")
    return "".join(reversed(written))


def _cut_lifelines(layout: Layout, cuts: Iterable[Cut]) -> str:
    """Write the cut lifelines as broken lines below the stones, which hide their ends."""
    width = round(layout.stone * 0.14)
    paths = []
    for cut in cuts:
        (x, y), *others = (layout.centres[cell] for cell in cut.cells)
        line = " ".join(f"{x} {y}" for x, y in others)
        paths.append(f'<path style=--a:{cut.turn} d="M{x} {y}L{line}"/>')
    if not paths:
        return ""
    dashes = f'stroke-width={width} stroke-dasharray="{width * 2} {width * 2}"'
    return f"<g id=cuts {dashes}>{''.join(paths)}</g>"


def _stone(kind: str, diameter: int) -> str:
    """Return the SVG of a stone, with its ghost below and the square of the last move above.

    The page shows the ghost at the turn that removes the stone.

    :param kind: the colour as ``b`` or ``w``, used in ids and class names.
    """
    rim = max(1.2, diameter * 0.028)
    body, ghost, arm = diameter / 2 - rim / 2, diameter * 0.42, round(diameter * 0.18)
    side = round(diameter * 0.2)
    return (
        f"<g id={kind}><g class=gone><circle class={kind}g r={ghost:.1f} "
        f'stroke-width={rim * 1.6:.1f} stroke-dasharray="{ghost * 0.33:.1f} {ghost * 0.19:.1f}"/>'
        f"<path class=cross stroke-width={diameter * 0.085:.1f} "
        f'd="M-{arm}-{arm}L{arm} {arm}M-{arm} {arm}L{arm}-{arm}"/></g>'
        f"<circle class='part {kind}s' r={body:.1f} stroke-width={rim:.1f} />"
        f"<rect class=mark x={-side} y={-side} width={2 * side} height={2 * side} "
        f"stroke-width={diameter * 0.05:.1f} /></g>"
    )


def _empty(layout: Layout) -> str:
    surface = _hexagons(layout) if layout.hexagonal else _lines(layout)
    return f"{surface}<g class=coordinates font-size={layout.label}>{_coordinates(layout)}</g>"


def _coordinates(layout: Layout) -> str:
    sites = ((site.centre, site.text) for site in layout.labels)
    return "".join(f"<text x={x} y={y}>{name}</text>" for (x, y), name in sites)


def _hexagons(layout: Layout) -> str:
    """Draw the cells as two paths, because rows alternate between two colours."""
    half, long = layout.pitch / 2, round(layout.pitch / 3**0.5)
    short = long / 2
    if layout.flat_topped:
        corner = -short, -half
        outline = f"h{long}l{short:g} {half:g}-{short:g} {half:g}h-{long}l-{short:g}-{half:g}z"
    else:
        corner = 0, -long
        outline = f"l{half:g} {short:g}v{long}l-{half:g} {short:g}-{half:g}-{short:g}v-{long}z"
    points, outermost = layout.topology.points, layout.topology.size - 1
    rows = ["", ""]
    for (x, y), (_, row) in zip(layout.centres, points, strict=True):
        rows[(outermost - row) % 2] += f"M{x + corner[0]:g} {y + corner[1]:g}{outline}"
    grout = max(2.0, 3.0 * layout.scale)
    return (
        f"<g class=rim stroke-width={layout.pitch * 0.13:.1f}><path id=c0 d='{rows[0]}'/>"
        f"<path id=c1 d='{rows[1]}'/></g><g class=cells stroke-width={grout:.1f}>"
        "<use href=#c0 class=even /><use href=#c1 class=odd /></g>"
    )


def _lines(layout: Layout) -> str:
    left, top, right, bottom = layout.box
    columns = sorted({x for x, _ in layout.centres})
    rows = sorted({y for _, y in layout.centres})
    path = "".join(f"M{x} {rows[0]}V{rows[-1]}" for x in columns)
    path += "".join(f"M{columns[0]} {y}H{columns[-1]}" for y in rows)
    stars = star_points(layout.topology.size)
    dots = "".join(
        f"M{x} {y}h0"
        for (x, y), point in zip(layout.centres, layout.topology.points, strict=True)
        if point in stars
    )
    line, dot = max(1.5, layout.pitch * 0.035), layout.pitch * 0.17
    return (
        f"<rect class=board x={left} y={top} width={right - left} height={bottom - top} "
        f"rx={layout.px(10)} stroke-width={3 * layout.scale:.1f} />"
        f"<path class=grid d='{path}' stroke-width={line:.1f} />"
        f"<path class=grid d='{dots}' stroke-width={dot:.1f} stroke-linecap=round />"
    )


def standing_at(stones: Iterable[Stone], turn: int) -> Iterator[Stone]:
    """Yield the stones on the board after a turn."""
    for stone in stones:
        if stone.placed <= turn and (stone.removed is None or stone.removed > turn):
            yield stone
