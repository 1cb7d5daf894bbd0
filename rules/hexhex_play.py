"""Rules shared by Lifeline and cornered Lifeline: first stones, swap and White's komi points."""

from typing import TypeVar

from rules import illegal_moves
from rules.colour import Colour
from rules.moves import Komi, Swap
from rules.position import Phase, Position
from rules.reasons import Reason
from rules.topology import Bitboard, Cell

P = TypeVar("P", bound=Position)

FIRST_STONES = 4  # two stones of each colour


def first_cells(position: Position) -> Bitboard:
    """Return the legal cells for a first stone: empty and not next to a stone of its colour."""
    own = position.stones[position.to_move]
    return position.board.empty & ~position.topology.border(own)


def first_stone_refusal(position: Position, cell: Cell) -> Reason | None:
    """Return the reason why a first stone may not go on an empty cell; None if it may."""
    beside = position.topology.neighbours[cell] & position.stones[position.to_move]
    return illegal_moves.adjacent_first_stones(position.topology, cell, beside) if beside else None


def phase_after(stones: tuple[Bitboard, Bitboard]) -> Phase:
    """Return the phase with these stones on the board: PLAY once each colour has two."""
    placed = stones[0].bit_count() + stones[1].bit_count()
    return Phase.PLAY if placed == FIRST_STONES else Phase.SETUP


def is_first_turn(position: Position) -> bool:
    """Return whether the current turn is Black's first."""
    return (
        position.phase is Phase.SETUP
        and position.to_move is Colour.BLACK
        and not position.stones[Colour.WHITE]
    )


def may_swap(position: Position) -> bool:
    """Return whether White may swap: on White's first turn, unless a swap has taken place."""
    return (
        position.phase is Phase.SETUP
        and position.to_move is Colour.WHITE
        and not position.stones[Colour.WHITE]
        and not position.swapped
    )


def swap_colours(position: P) -> P:
    """Return the position after a swap: the seats exchange colours, and White is still to move.

    The player who now has White plays White's whole first turn.
    """
    return position._next_position(  # noqa: SLF001 - shared by the games
        Swap(),
        position.board,
        swapped=True,
        to_move=Colour.WHITE,
        turn=position.turn + 1,
        placements_left=position.placements_left,
    )


def komi_refusal(position: Position) -> Reason | None:
    """Return the reason why the side to move cannot spend a komi point; None if it can."""
    if position.to_move is Colour.BLACK or not position.komi:
        return illegal_moves.no_komi_left(position.to_move)
    if position.phase is not Phase.PLAY:
        return illegal_moves.komi_in_setup()
    if not position.stones[Colour.WHITE]:
        return illegal_moves.komi_without_stone()
    return None


def spend_komi(position: P, next_turn: int = 1) -> P:
    """Return the position after White spends a komi point, which counts as a placement.

    :param next_turn: the number of placements in the next turn, if this move ends the current turn.
    """
    left = position.komi - 1
    return position._next_position(  # noqa: SLF001 - shared by the games
        Komi(), position.board, next_turn=next_turn, komi=left
    )
