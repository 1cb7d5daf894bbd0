"""Diagrams for paper: 50 turns each, with the numbers of the turns on the stones."""

from collections.abc import Iterable

from renderer.layout import Layout
from renderer.page.board import BLOCK, standing_at, stones_by_block, view_box
from renderer.page.steps import Steps, Stone
from rules.topology import Cell


def figures(layout: Layout, steps: Steps) -> str:
    """Write one diagram for each block of turns; only a printed page shows them."""
    _, *placed = stones_by_block(steps)
    return "".join(_figure(layout, steps, block, stones) for block, stones in enumerate(placed))


def _figure(layout: Layout, steps: Steps, block: int, placed: list[Stone]) -> str:
    """Draw the stones from before the block plain and every stone that it placed with its number.

    Where it placed several stones on a cell the first is shown and the caption names the others.
    """
    before = steps.first + BLOCK * block
    end = min(before + BLOCK, steps.last)
    numbered: dict[Cell, Stone] = {}
    again = [
        f"{stone.placed} at {steps.topology.label(stone.cell)}"
        for stone in placed
        if numbered.setdefault(stone.cell, stone) is not stone
    ]
    caption = f"Turns {before + 1} to {end}"
    others = f". Also {', '.join(again)}" if again else ""
    return (
        f'<figure><svg viewBox="{view_box(layout)}" role=img aria-label="{caption}" '
        f'style="--t:{end};--f:{before};--m:0"><use href=#empty />'
        f"{_plain(layout, list(standing_at(steps.stones, before)), block)}<use href=#s{block} />"
        f"{_numbers(layout, numbered.values())}</svg>"
        f"<figcaption>{caption}{others}</figcaption></figure>"
    )


def _plain(layout: Layout, stones: list[Stone], block: int) -> str:
    """Draw many stones as two dotted lines, which takes a tenth of a stone of its own."""
    black, white = (
        _dots(layout, sorted(each.cell for each in stones if each.colour == colour))
        for colour in (0, 1)
    )
    wide, narrow = layout.stone, layout.stone - round(layout.stone * 0.08)
    return (
        f'<g class=dots stroke-width={wide} stroke-dasharray="0 {layout.pitch}">'
        f'<path d="{black}"/><path id=w{block} d="{white}"/>'
        f"<use href=#w{block} class=inside stroke-width={narrow} /></g>"
    )


def _dots(layout: Layout, cells: Iterable[Cell]) -> str:
    """Write a path for a line with a dot at its beginning and after every pitch.

    Each part goes a little beyond its last dot, which rounding could leave out otherwise.
    """
    runs: list[list[int]] = []
    for cell in cells:
        x, y = layout.centres[cell]
        if runs and runs[-1][1:] == [x - layout.pitch, y]:
            runs[-1][1] = x
        else:
            runs.append([x, x, y])
    path, at_x, at_y = "", 0, 0
    for first, last, y in runs:
        path += f"m{first - at_x} {y - at_y}h{last - first + 1}"
        at_x, at_y = last + 1, y
    return path


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
