"""What Asli and Liflina share: the prison, incursions, and the positions that stood before."""

from collections.abc import Mapping

from rules import refusals
from rules.board import Board, Patch
from rules.colour import Colour
from rules.position import Position
from rules.reasons import Reason
from rules.topology import Bitboard

# The stones of both colours and the side to move: what counts as the same position.
Key = tuple[Bitboard, Bitboard, Colour]
# Each position that stood, with the ply it stood after.
History = Mapping[Key, int]


def began(board: Board, to_move: Colour = Colour.BLACK, ply: int = 0) -> History:
    """Open the history with the position in which play begins."""
    return {(*board.stones, to_move): ply}


def prison_of(balance: int) -> tuple[int, int]:
    """Tell the Black and the White stones of a signed prison: +k Black ones, -k White ones."""
    return max(balance, 0), max(-balance, 0)


def jailed(enemy: Colour, stones: Bitboard) -> int:
    """Tell how taken enemy stones change the signed prison."""
    return -stones.bit_count() if enemy else stones.bit_count()


def hold_refusal(position: Position) -> Reason | None:
    """Say why the side to move cannot hold: no enemy stone is in prison."""
    if position.prison[position.to_move.other]:
        return None
    return refusals.no_prisoner(position.to_move)


def is_incursion(board: Board, region: Patch, mover: Colour) -> bool:
    """Tell whether a region touches enemy stones and none of the mover's."""
    border = region[1]
    return bool(border & board.stones[mover.other]) and not border & board.stones[mover]


def incursion_refusal(position: Position) -> Reason:
    """Refuse a minimal incursion, showing the enemy's: its stone and the stones it took."""
    last = position.last_turn
    return refusals.minimal_incursion(last.placed | last.removed[position.to_move] if last else 0)
