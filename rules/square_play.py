"""Rules shared by Asli and Liflina: the prison, incursions and repeated positions."""

from collections.abc import Mapping
from typing import TypeVar

from rules import illegal_moves, komi_offer
from rules.board import Board, Patch
from rules.colour import Colour
from rules.moves import Choose, Hold, Move, Offer, Place, Swap
from rules.position import Phase, Position
from rules.reasons import Reason, ReasonKind
from rules.topology import Bitboard, bits

P = TypeVar("P", bound=Position)

# The stones of both colours and the side to move; positions with equal keys are repetitions.
Key = tuple[Bitboard, Bitboard, Colour]
# The earlier positions by key, each with the number of moves before it.
History = Mapping[Key, int]


def initial_history(board: Board, to_move: Colour = Colour.BLACK, ply: int = 0) -> History:
    """Return the history at the start of play: only this position, reached after `ply` moves."""
    return {(*board.stones, to_move): ply}


def prison_counts(balance: int) -> tuple[int, int]:
    """Return the numbers of Black and White stones in a signed prison.

    :param balance: k for k Black stones in prison, -k for k White stones.
    """
    return max(balance, 0), max(-balance, 0)


def prison_change(enemy: Colour, stones: Bitboard) -> int:
    """Return the change of the signed prison by a capture: positive for captured Black stones.

    :param enemy: the colour of the captured stones.
    """
    return -stones.bit_count() if enemy else stones.bit_count()


def hold_refusal(position: Position) -> Reason | None:
    """Return the reason why the side to move cannot hold, or None if it can."""
    if position.prison[position.to_move.other]:
        return None
    return illegal_moves.no_prisoner(position.to_move)


def play_other_move(position: P, move: Move, balance: int, history: History) -> P | Reason:
    """Return the position after a move other than a placement, or the reason why it is illegal.

    :param balance: the prison of the position as a signed number: positive for Black stones in
        prison, negative for White stones.
    :param history: the positions up to and including this one.
    """
    match move:
        case Hold():
            return hold_refusal(position) or _hold(position, balance, history)
        case Offer() | Choose():
            refusal = komi_offer.refusal(position, move)
            return refusal or komi_offer.play(
                position, move, phase=Phase.PLAY, balance=position.komi
            )
        case Swap():
            return illegal_moves.swap_too_late()
        case _:
            return illegal_moves.no_komi_points()


def _hold(position: P, balance: int, history: History) -> P:
    enemy = position.to_move.other
    return position._next_position(  # noqa: SLF001 - shared by the games
        Hold(),
        position.board,
        balance=balance - prison_change(enemy, 1),
        minimal_incursion=False,
        history={**history, (*position.stones, enemy): position.ply + 1},
    )


def is_incursion(board: Board, region: Patch, mover: Colour) -> bool:
    """Return whether an empty region touches only enemy stones; a stone in it is an incursion."""
    border = region[1]
    return bool(border & board.stones[mover.other]) and not border & board.stones[mover]


def bars_minimal_incursion(position: Position) -> bool:
    """Return whether some placement is illegal because the last move was a minimal incursion.

    The result is False in games without that rule. Only after a minimal incursion does this
    function try every empty point.
    """
    if not getattr(position, "minimal_incursion", False):
        return False
    refused = position.why_each_illegal(map(Place, bits(position.board.empty)))
    return any(why is not None and why.kind is ReasonKind.MINIMAL_INCURSION for why in refused)


def incursion_refusal(position: Position) -> Reason:
    """Return the reason why a minimal incursion may not follow a minimal incursion of the enemy.

    Its cells are the stone of the enemy's minimal incursion and the stones that it captured.
    """
    last = position.last_turn
    shown = last.placed | last.removed[position.to_move] if last else 0
    may_hold = position.prison[position.to_move.other] > 0
    return illegal_moves.minimal_incursion(shown, may_hold=may_hold)
