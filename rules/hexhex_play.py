"""What Lifeline and cornered Lifeline share: the first stones, the swap, White's komi points."""

from typing import TypeVar

from rules import refusals
from rules.colour import Colour
from rules.moves import Komi, Swap
from rules.position import Phase, Position
from rules.reasons import Reason
from rules.topology import Bitboard, Cell

P = TypeVar("P", bound=Position)

# Two of each colour.
FIRST_STONES = 4


def first_cells(position: Position) -> Bitboard:
    """Find the cells for a first stone: not next to the colour's other one."""
    own = position.stones[position.to_move]
    return position.board.empty & ~position.topology.border(own)


def first_stone_refusal(position: Position, cell: Cell) -> Reason | None:
    """Say why a first stone cannot stand on an empty cell."""
    beside = position.topology.neighbours[cell] & position.stones[position.to_move]
    return refusals.adjacent_first_stones(position.topology, cell, beside) if beside else None


def phase_with(stones: tuple[Bitboard, Bitboard]) -> Phase:
    """Tell the phase once these stones stand: the game proper begins after two of each colour."""
    placed = stones[0].bit_count() + stones[1].bit_count()
    return Phase.PLAY if placed == FIRST_STONES else Phase.SETUP


def may_swap(position: Position) -> bool:
    """Tell whether White is at the first turn and nobody has swapped yet."""
    return (
        position.phase is Phase.SETUP
        and position.to_move is Colour.WHITE
        and not position.stones[Colour.WHITE]
        and not position.swapped
    )


def swapped(position: P) -> P:
    """Exchange the seats' colours; White, now another person, still has the whole first turn."""
    return position._moved(  # noqa: SLF001 - shared by the games
        Swap(),
        position.board,
        swapped=True,
        to_move=Colour.WHITE,
        turn=position.turn + 1,
        placements_left=position.placements_left,
    )


def komi_refusal(position: Position) -> Reason | None:
    """Say why the side to move cannot spend a komi point."""
    if position.to_move is Colour.BLACK or not position.komi:
        return refusals.no_komi_left(position.to_move)
    if position.phase is not Phase.PLAY:
        return refusals.komi_in_setup()
    if not position.stones[Colour.WHITE]:
        return refusals.komi_without_stone()
    return None


def komi_spent(position: P, next_turn: int = 1) -> P:
    """Spend one point; it counts as a placement."""
    left = position.komi - 1
    return position._moved(  # noqa: SLF001 - shared by the games
        Komi(), position.board, next_turn=next_turn, komi=left
    )
