"""Variations of a game as HTML lists; the page's script shows each of them on the board.

An item is one line of turns, which are buttons with the number of the turn in ``data-turn``. The
alternatives to its turns are the items of a list at its end; their ``data-from`` is the id of the
item whose turn they replace. Lists are nested up to `DEEPEST` levels, because browsers and screen
readers lose deeper ones. A line that would be deeper comes after the line that it leaves, in the
same list.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from renderer.layout import Layout
from renderer.page.board import STONES
from renderer.page.markup import escape_text, line
from renderer.page.steps import words_of
from renderer.translation import text
from rules.comments import Comments, Variation
from rules.position import Position
from rules.topology import bits

DEEPEST = 6
"""The largest number of levels of nested lists."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """Line of turns that is not written yet: its first turn, and the position before it.

    :ivar origin: the number of the line from which it branches; None if it branches from the game.
    :ivar level: how deep its HTML list is nested, from 1.
    """

    first: Variation
    before: Position
    origin: int | None = None
    level: int = 1


def variations_after(
    comments: Comments, layout: Layout, ends: Sequence[Position]
) -> dict[int, str]:
    """Return the HTML of a game's variations, by the turn after which they begin.

    :param ends: the position at the start and after each turn.
    :raises IllegalMove: a move of a variation is illegal.
    """
    after = {each.last_turn.number if each.last_turn else 0: each for each in ends}
    numbers = count(1)
    return {
        turn: _lines([_Begun(each, after[turn]) for each in lines], layout, turn, numbers)
        for turn, lines in sorted(comments.variations.items())
        if turn in after
    }


def variations(written: Mapping[int, str], first: int) -> str:
    """Return the HTML section of the variations that begin after turn ``first`` or later."""
    parts = "".join(part for turn, part in written.items() if turn >= first)
    title = escape_text(text("Variations"))
    return f"<section id=variations><h2>{title}</h2>{parts}</section>" if parts else ""


def _lines(begun: Sequence[_Begun], layout: Layout, after: int, numbers: Iterator[int]) -> str:
    """Return the HTML of the lines that begin after a turn of the game, and of their branches."""
    written: list[str] = []
    waiting = _list_of(begun)
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            written.append(each)
            continue
        number = next(numbers)
        item, others = _line(each, layout, after, number)
        written.append(item)
        if each.level < DEEPEST and others:
            waiting += ["</li>", *_list_of(others)]
        else:
            waiting += [*reversed(others), "</li>"]
    return "".join(written)


def _list_of(begun: Sequence[_Begun]) -> list[_Begun | str]:
    """Return the tags and lines of an HTML list in reverse order, for the stack of `_lines`."""
    return ["</ul>", *reversed(begun), "<ul>"]


def _line(begun: _Begun, layout: Layout, after: int, number: int) -> tuple[str, list[_Begun]]:
    """Return the HTML of a line without its end tag, and the alternatives to the line's turns."""
    origin = "" if begun.origin is None else f" data-from=v{begun.origin}"
    base = f" data-after={after}" if begun.origin is None else ""
    level = min(begun.level + 1, DEEPEST)
    turns, others = "", list[_Begun]()
    for node, before, position in _turns(begun):
        note = f" <q>{escape_text(node.note)}</q>" if node.note else ""
        turns += (
            f"<button type=button disabled{base} data-turn={before.turn} "
            f'data-stones="{_changes(layout, position)}">'
            f"{before.turn}. {escape_text(words_of(position))}</button>{note} "
        )
        base = ""
        others += [_Begun(each, position, number, level) for each in node.then[1:]]
    by = f"<b>{line(begun.first.by)}</b> " if begun.first.by else ""
    return f"<li id=v{number}{origin}>{by}{turns}", others


def _turns(begun: _Begun) -> Iterator[tuple[Variation, Position, Position]]:
    """Yield the main turns of a line, each with the positions before and after it."""
    node: Variation | None = begun.first
    before = begun.before
    while node is not None:
        position = before
        for move in node.moves:
            position = position.play(move)
        yield node, before, position
        before, node = position, node.then[0] if node.then else None


def _changes(layout: Layout, position: Position) -> str:
    """Return the changes that the last turn made, for the script, such as `x 54 90;b 108 90`.

    `x` empties a cell, and `b` or `w` adds a stone; the numbers are the cell's position in pixels.
    """
    turn = position.last_turn
    if turn is None:
        return ""
    removed = turn.removed[0] | turn.removed[1]
    changes = [("x", cell) for cell in bits(removed)]
    for colour in (0, 1):
        changes += [(STONES[colour], cell) for cell in bits(turn.placed & position.stones[colour])]
    places = ((kind, *layout.centres[cell]) for kind, cell in changes)
    return ";".join(f"{kind} {x} {y}" for kind, x, y in places)
