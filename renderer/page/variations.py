"""Variations as nested lists; the script lets the reader see each of them on the board."""

from collections.abc import Iterable, Sequence

from renderer.layout import Layout
from renderer.page.board import STONES
from renderer.page.comments import Comments, Variation
from renderer.page.markup import escape_text
from renderer.page.steps import words_of
from renderer.translation import text
from rules.position import Position
from rules.topology import bits


def variations(comments: Comments, layout: Layout, ends: Sequence[Position]) -> str:
    """Write the variations of a game.

    :param ends: the position at the start and after each turn.
    :raises IllegalMove: the rules do not allow a move where a variation has it.
    """
    after = {each.last_turn.number if each.last_turn else 0: each for each in ends}
    parts = [
        _lines(comments.variations[turn], layout, after[turn], f" data-after={turn}")
        for turn in sorted(comments.variations)
        if turn in after
    ]
    title = escape_text(text("Variations"))
    return f"<section id=variations><h2>{title}</h2>{''.join(parts)}</section>" if parts else ""


def _lines(lines: Iterable[Variation], layout: Layout, before: Position, base: str) -> str:
    items = []
    for each in lines:
        position = before
        for move in each.moves:
            position = position.play(move)
        words = f"{before.turn}. {words_of(position)}"
        note = f" <q>{escape_text(each.note)}</q>" if each.note else ""
        then = _lines(each.then, layout, position, "") if each.then else ""
        items.append(
            f'<li><button type=button disabled{base} data-stones="{_changes(layout, position)}">'
            f"{escape_text(words)}</button>{note}{then}</li>"
        )
    return f"<ul>{''.join(items)}</ul>"


def _changes(layout: Layout, position: Position) -> str:
    """List what the last turn changed: ``x`` and a place that is empty now, or a stone and its."""
    turn = position.last_turn
    if turn is None:
        return ""
    removed = turn.removed[0] | turn.removed[1]
    changes = [("x", cell) for cell in bits(removed)]
    for colour in (0, 1):
        changes += [(STONES[colour], cell) for cell in bits(turn.placed & position.stones[colour])]
    places = ((kind, *layout.centres[cell]) for kind, cell in changes)
    return ";".join(f"{kind} {x} {y}" for kind, x, y in places)
