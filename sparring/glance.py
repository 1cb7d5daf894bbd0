"""What a beginner sees: a move's worth at a glance, through the rules package alone, no search."""

from typing import Final

from rules.colour import Colour
from rules.moves import Hold, Komi, Move, Place
from rules.position import Phase, Position

# By feel, checked by matches between the levels only.
WON: Final = 1000.0
STONE: Final = 1.0  # a stone taken or lost
LONE: Final = 6.0  # to be down to fewer than two groups in a game of lines of sight
OWN_LAND: Final = 0.25  # a cell of a region that only one's own stones touch
SPENT: Final = 0.4  # a move without a stone, kept for later
FILLED: Final = 0.8  # a stone in one's own region: a free move used up
CONTACT: Final = 0.3  # a stone beside an enemy stone
IN_DANGER: Final = 0.5  # an own stone that the next move of the enemy could take


def worth(position: Position, move: Move) -> float:
    """Rate a legal move for the side to move; only comparisons mean anything."""
    mover = position.to_move
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else WON if outcome.winner is mover else -WON
    value = STONE * (_lost(position, after, mover.other) - 2 * _lost(position, after, mover))
    value += OWN_LAND * (_land(after, mover) - _land(after, mover.other))
    if isinstance(move, Hold | Komi):
        value -= SPENT
    if isinstance(move, Place):
        value += _by_place(position, move, mover)
    if position.game != "liflina" and len(after.board.groups[mover]) < 2 < after.ply:
        value -= LONE
    return value


def left_in_danger(position: Position, move: Move) -> float:
    """Rate what a move leaves in danger, in the unit of `worth`."""
    after = position.play(move)
    if after.phase is not Phase.PLAY:
        return 0.0
    return IN_DANGER * sum(one.group.bit_count() for one in after.in_danger(position.to_move))


def is_blunder(position: Position, move: Move) -> bool:
    """Whether a move loses at once, or loses stones and takes none."""
    mover = position.to_move
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return outcome.winner is mover.other
    return _lost(position, after, mover) > 0 == _lost(position, after, mover.other)


def _lost(before: Position, after: Position, colour: Colour) -> int:
    return after.taken[colour] - before.taken[colour]


def _land(position: Position, colour: Colour) -> int:
    """Count the cells of the regions that touch one colour only."""
    own, enemy = position.stones[colour], position.stones[colour.other]
    return sum(
        cells.bit_count()
        for cells, border in position.board.regions
        if border & own and not border & enemy
    )


def _by_place(position: Position, move: Place, mover: Colour) -> float:
    border = position.board.region_of(move.cell)[1]
    enemy = position.stones[mover.other]
    value = 0.0
    if border and not border & enemy:
        value -= FILLED
    if position.topology.neighbours[move.cell] & enemy:
        value += CONTACT
    return value
