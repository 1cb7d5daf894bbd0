"""Buttons of numbered cells, arranged as in the picture, and alternative texts of panels."""

from collections.abc import Callable, Sequence

from bot.learning.move_effects import Effects
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import ROW_LENGTH
from bot.messages.game_text import header
from bot.messages.outgoing_message import Button, Row
from bot.services.values.views import GameView
from bot.words import moves
from renderer.describe import cells_in_words, describe, either_in_words
from renderer.fitting import listed
from renderer.orientation import Orientation, steps_from_middle
from rules.topology import Cell, Topology

MOST_NAMED = 40  # captured cells and lost cells that an alternative text names


def cell_rows(
    topology: Topology,
    cells: Sequence[Cell],
    orientation: Orientation,
    make_id: Callable[[str], ComponentId],
) -> tuple[Row, ...]:
    """Return a button for each cell, numbered from 1, in the rows of the picture if these fit.

    :param cells: at most 25, in reading order.
    :param make_id: returns the id of a button for the name of its cell, such as `e6`.
    """
    buttons = [
        Button(make_id(topology.names[cell]), str(number))
        for number, cell in enumerate(cells, start=1)
    ]
    return _rows_as_drawn(topology, cells, orientation, buttons)


def cells_alt_text(game: GameView, cells: Sequence[Cell]) -> str:
    """Return the alternative text of a picture with numbered cells: the numbers, then the board."""
    return _followed_by_board(game, moves.numbers(_named(game, cells)))


def zones_alt_text(game: GameView, middles: Sequence[Cell]) -> str:
    """Return the alternative text of a picture with numbered zones: the numbers, then the board."""
    return _followed_by_board(game, moves.areas(_named(game, middles)))


def effects_alt_text(game: GameView, effects: Effects) -> str:
    """Return the alternative text of a move preview: the effects, then the board before it."""
    taken, lost = (
        cells_in_words(game.position, cells, most=MOST_NAMED)
        for cells in (effects.taken, effects.lost)
    )
    dangers = (
        moves.danger(
            cells_in_words(game.position, each.group), either_in_words(game.position, each.cells)
        )
        for each in effects.endangered
    )
    text = moves.would_be(taken, lost, listed(moves.THEN_IN_DANGER(), dangers, most=200))
    return _followed_by_board(game, text)


def _named(game: GameView, cells: Sequence[Cell]) -> list[str]:
    return [game.position.topology.label(cell) for cell in cells]


def _followed_by_board(game: GameView, numbers: str) -> str:
    seats = header(game)
    position, elsewhere = game.position, moves.STONES_BY_COMMAND()
    return describe(position, seats.black, seats.white, added=numbers, elsewhere=elsewhere)


def rows_of_five(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    """Return buttons in rows of five, which is Discord's limit."""
    return tuple(tuple(buttons[at : at + ROW_LENGTH]) for at in range(0, len(buttons), ROW_LENGTH))


def _rows_as_drawn(
    topology: Topology, cells: Sequence[Cell], orientation: Orientation, buttons: Sequence[Button]
) -> tuple[tuple[Button, ...], ...]:
    """Return cell buttons in the rows of the picture, or in rows of five if those do not fit.

    A hexhex board that is rotated by a quarter turn has too many short rows to copy.
    """
    if topology.shape == "hexhex" and orientation.sideways:
        return rows_of_five(buttons)
    rows: dict[int, list[Button]] = {}
    for cell, made in zip(cells, buttons, strict=True):
        _, height = steps_from_middle(topology, cell, orientation)
        rows.setdefault(height, []).append(made)
    if len(rows) > ROW_LENGTH or any(len(row) > ROW_LENGTH for row in rows.values()):
        return rows_of_five(buttons)
    return tuple(tuple(row) for row in rows.values())
