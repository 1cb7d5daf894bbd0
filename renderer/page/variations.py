"""Variations as nested lists; the script shows each of them on the board.

An item is one line of turns. The alternatives to its turns are a list at its end, where
``data-turn`` is the turn that each of them replaces.
"""

from collections.abc import Iterable, Mapping, Sequence

from renderer.layout import Layout
from renderer.page.board import STONES
from renderer.page.markup import escape_text, line
from renderer.page.steps import words_of
from renderer.translation import text
from rules.comments import Comments, Variation
from rules.position import Position
from rules.topology import bits


def variations_after(
    comments: Comments, layout: Layout, ends: Sequence[Position]
) -> dict[int, str]:
    """Write the variations of a game, by the turn after which they begin.

    :param ends: the position at the start and after each turn.
    :raises IllegalMove: a move of a variation is illegal.
    """
    after = {each.last_turn.number if each.last_turn else 0: each for each in ends}
    return {
        turn: _lines([(each, after[turn]) for each in comments.variations[turn]], layout, turn)
        for turn in sorted(comments.variations)
        if turn in after
    }


def variations(written: Mapping[int, str], first: int) -> str:
    """Return the section with the variations that begin after a turn or later."""
    parts = "".join(part for turn, part in written.items() if turn >= first)
    title = escape_text(text("Variations"))
    return f"<section id=variations><h2>{title}</h2>{parts}</section>" if parts else ""


def _lines(
    begun: Iterable[tuple[Variation, Position]], layout: Layout, after: int | None = None
) -> str:
    """Write lines, each from its first turn and the position before it."""
    return f"<ul>{''.join(_line(first, before, layout, after) for first, before in begun)}</ul>"


def _line(first: Variation, before: Position, layout: Layout, after: int | None) -> str:
    by = f"<b>{line(first.by)}</b> " if first.by else ""
    base = "" if after is None else f" data-after={after}"
    turns, others = "", list[tuple[Variation, Position]]()
    node: Variation | None = first
    while node is not None:
        position = before
        for move in node.moves:
            position = position.play(move)
        note = f" <q>{escape_text(node.note)}</q>" if node.note else ""
        turns += (
            f"<button type=button disabled{base} data-turn={before.turn} "
            f'data-stones="{_changes(layout, position)}">'
            f"{before.turn}. {escape_text(words_of(position))}</button>{note} "
        )
        base = ""
        others += [(each, position) for each in node.then[1:]]
        before, node = position, node.then[0] if node.then else None
    return f"<li>{by}{turns}{_lines(others, layout) if others else ''}</li>"


def _changes(layout: Layout, position: Position) -> str:
    """Return the changes by the last turn: ``x`` and an emptied place, or a stone and its place."""
    turn = position.last_turn
    if turn is None:
        return ""
    removed = turn.removed[0] | turn.removed[1]
    changes = [("x", cell) for cell in bits(removed)]
    for colour in (0, 1):
        changes += [(STONES[colour], cell) for cell in bits(turn.placed & position.stones[colour])]
    places = ((kind, *layout.centres[cell]) for kind, cell in changes)
    return ";".join(f"{kind} {x} {y}" for kind, x, y in places)
