"""Static evaluation of moves for levels 1 and 2, using only the rules package, without search."""

from typing import Final

from rules.colour import Colour
from rules.moves import Hold, Komi, Move, Place
from rules.position import Phase, Position

# Chosen by intuition, and tested only by matches between the levels.
WIN: Final = 1000.0
STONE: Final = 1.0  # a stone captured or lost
SINGLE_GROUP: Final = 6.0  # fewer than two groups, in games where a group needs another one to live
OWN_CELL: Final = 0.25  # a cell of a region that only friendly stones touch
PASS_COST: Final = 0.4  # a spent hold or komi point
FILLING_COST: Final = 0.8  # a stone in the player's own region, which uses up a free move
CONTACT: Final = 0.3  # a stone next to an enemy stone
IN_DANGER: Final = 0.5  # a friendly stone that the enemy's next move could capture


def evaluate_move(position: Position, move: Move) -> float:
    """Return the value of a legal move for the side to move; only comparisons are meaningful."""
    mover = position.to_move
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else WIN if outcome.winner is mover else -WIN
    value = STONE * (
        _count_lost(position, after, mover.other) - 2 * _count_lost(position, after, mover)
    )
    value += OWN_CELL * (_count_own_cells(after, mover) - _count_own_cells(after, mover.other))
    if isinstance(move, Hold | Komi):
        value -= PASS_COST
    if isinstance(move, Place):
        value += _evaluate_cell(position, move, mover)
    if position.game != "liflina" and len(after.board.groups[mover]) < 2 < after.ply:
        value -= SINGLE_GROUP
    return value


def evaluate_danger(position: Position, move: Move) -> float:
    """Return the value of the mover's stones that a move leaves in danger.

    The unit is that of `evaluate_move`.
    """
    after = position.play(move)
    if after.phase is not Phase.PLAY:
        return 0.0
    return IN_DANGER * sum(one.group.bit_count() for one in after.in_danger(position.to_move))


def is_blunder(position: Position, move: Move) -> bool:
    """Return whether a move loses at once, or loses stones without capturing any."""
    mover = position.to_move
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return outcome.winner is mover.other
    return _count_lost(position, after, mover) > 0 == _count_lost(position, after, mover.other)


def progress(position: Position, move: Move) -> tuple[bool, int]:
    """Return a sort key: how far a move brings a won game towards its end.

    :returns: whether the move wins at once, and how many more stones it takes than it loses, at
        least 0.
    """
    mover = position.to_move
    after = position.play(move)
    outcome = after.outcome()
    won = outcome is not None and outcome.winner is mover
    return won, max(
        0, _count_lost(position, after, mover.other) - _count_lost(position, after, mover)
    )


def _count_lost(before: Position, after: Position, colour: Colour) -> int:
    return after.taken[colour] - before.taken[colour]


def _count_own_cells(position: Position, colour: Colour) -> int:
    """Count the empty cells of the regions that touch stones of this colour only."""
    own, enemy = position.stones[colour], position.stones[colour.other]
    return sum(
        cells.bit_count()
        for cells, border in position.board.regions
        if border & own and not border & enemy
    )


def _evaluate_cell(position: Position, move: Place, mover: Colour) -> float:
    border = position.board.region_of(move.cell)[1]
    enemy = position.stones[mover.other]
    value = 0.0
    if border and not border & enemy:
        value -= FILLING_COST
    if position.topology.neighbours[move.cell] & enemy:
        value += CONTACT
    return value
