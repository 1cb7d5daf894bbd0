"""Diagrams for paper: 50 turns each, with the numbers of the turns on the stones."""

from collections.abc import Iterable

from renderer.layout import Layout
from renderer.page.board import BLOCK, block_of, blocks, standing_at, view_box
from renderer.page.steps import Steps, Stone
from rules.topology import Cell


def figures(layout: Layout, steps: Steps) -> str:
    """Write one diagram for each block of turns; only a printed page shows them."""
    return "".join(_figure(layout, steps, block) for block in blocks(steps))


def _figure(layout: Layout, steps: Steps, block: int) -> str:
    """Draw the stones from before the block plain and every stone that it placed with its number.

    Where it placed several stones on a cell the first is shown and the caption names the others.
    """
    before = steps.first + BLOCK * block
    end = min(before + BLOCK, steps.last)
    numbered: dict[Cell, Stone] = {}
    placed = (each for each in steps.stones if block_of(steps, each.placed) == block)
    again = [
        f"{stone.placed} at {steps.topology.label(stone.cell)}"
        for stone in sorted(placed, key=lambda each: each.placed)
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
    """Draw many stones as dots of two paths, which takes a tenth of an element each."""
    black, white = (
        _dots(layout, sorted(each.cell for each in stones if each.colour == colour))
        for colour in (0, 1)
    )
    wide, narrow = layout.stone, layout.stone - round(layout.stone * 0.08)
    return (
        f'<g class=dots stroke-width={wide}><path d="{black}"/><path id=w{block} d="{white}"/></g>'
        f"<use href=#w{block} class=inside stroke-width={narrow} />"
    )


def _dots(layout: Layout, cells: Iterable[Cell]) -> str:
    path, at = "", (0, 0)
    for cell in cells:
        x, y = layout.centres[cell]
        path += f"m{x - at[0]} {y - at[1]}h0"
        at = x, y
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
