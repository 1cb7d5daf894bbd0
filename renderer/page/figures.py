"""Diagrams for printing: 50 turns each, with turn numbers on the stones."""

from collections.abc import Iterable

from renderer.layout import Layout
from renderer.page.board import BLOCK, standing_at, stones_by_block, view_box
from renderer.page.markup import escape_text
from renderer.page.steps import Steps, Stone
from renderer.phrases import enumerated
from renderer.translation import text
from rules.topology import Cell


def figures(layout: Layout, steps: Steps) -> str:
    """Return the HTML of a diagram for each block of turns; diagrams appear only in print."""
    _, *placed = stones_by_block(steps)
    return "".join(_figure(layout, steps, block, stones) for block, stones in enumerate(placed))


def _figure(layout: Layout, steps: Steps, block: int, placed: list[Stone]) -> str:
    """Return the diagram of a block of turns, with turn numbers on the stones of these turns.

    Earlier stones have no numbers. If the block placed several stones on a cell, the first is drawn
    and the caption names the others.
    """
    before = steps.first + BLOCK * block
    end = min(before + BLOCK, steps.last)
    numbered: dict[Cell, Stone] = {}
    again = [
        text("{turn} at {cell}", turn=stone.placed, cell=steps.topology.label(stone.cell))
        for stone in placed
        if numbered.setdefault(stone.cell, stone) is not stone
    ]
    title = escape_text(text("Turns {first} to {last}", first=before + 1, last=end))
    caption = title
    if again:
        caption = escape_text(
            text(
                "Turns {first} to {last}. Also {stones}",
                first=before + 1,
                last=end,
                stones=enumerated(again),
            )
        )
    return (
        f'<figure><svg viewBox="{view_box(layout)}" role=img aria-label="{title}" '
        f'style="--t:{end};--f:{before};--m:0"><use href=#empty />'
        f"{_plain(layout, standing_at(steps.stones, before), block)}<use href=#s{block} />"
        f"{_numbers(layout, numbered.values())}</svg>"
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _plain(layout: Layout, stones: Iterable[Stone], block: int) -> str:
    """Return the SVG of stones without numbers, as one dotted line per colour.

    A dotted line takes a tenth of the bytes of single stones.

    :param block: the index of the diagram's block of turns, which makes an id unique on the page.
    """
    cells: tuple[list[Cell], list[Cell]] = [], []
    for stone in stones:
        cells[stone.colour].append(stone.cell)
    black, white = (_dots(layout, sorted(each)) for each in cells)
    wide, narrow = layout.stone, layout.stone - round(layout.stone * 0.08)
    return (
        f'<g class=dots stroke-width={wide} stroke-dasharray="0 {layout.pitch}">'
        f'<path d="{black}"/><path id=w{block} d="{white}"/>'
        f"<use href=#w{block} class=inside stroke-width={narrow} /></g>"
    )


def _dots(layout: Layout, cells: Iterable[Cell]) -> str:
    """Return an SVG path that has a dot at each cell when it is stroked with dots one pitch apart.

    Each run of neighbouring cells in a row is a separate part of the path. A part extends a little
    beyond its last cell, because rounding could otherwise omit the last dot.

    :param cells: the cells in ascending order.
    """
    centres, pitch = layout.centres, layout.pitch
    path: list[str] = []
    first = last = at_x = at_y = y = 0
    for cell in cells:
        x, its_y = centres[cell]
        if x == last + pitch and its_y == y:
            last = x
            continue
        if path:
            path.append(f"h{last - first + 1}")
            at_x, at_y = last + 1, y
        path.append(f"m{x - at_x} {its_y - at_y}")
        first = last = x
        y = its_y
    if path:
        path.append(f"h{last - first + 1}")
    return "".join(path)


def _numbers(layout: Layout, stones: Iterable[Stone]) -> str:
    groups = ["", ""]
    for stone in stones:
        x, y = layout.centres[stone.cell]
        small = " class=long" if stone.placed > 99 else ""
        groups[stone.colour] += f"<text x={x} y={y}{small}>{stone.placed}</text>"
    size = round(layout.stone * 0.46)
    return "".join(
        f"<g class={kind}n font-size={size}>{group}</g>"
        for kind, group in zip("bw", groups, strict=True)
        if group
    )
