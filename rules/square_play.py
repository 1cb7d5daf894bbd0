"""What Asli and Liflina share: the prison, incursions, and the positions that stood before."""

from collections.abc import Mapping
from typing import TypeVar

from rules import bargain, refusals
from rules.board import Board, Patch
from rules.colour import Colour
from rules.moves import Choose, Hold, Move, Offer, Place, Swap
from rules.position import Phase, Position
from rules.reasons import Reason, ReasonKind
from rules.topology import Bitboard, bits

P = TypeVar("P", bound=Position)

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


def act(position: P, move: Move, balance: int, history: History) -> P | Reason:
    """Make a move that is no placement, or say why it is illegal.

    :param balance: the signed prison of the position.
    :param history: the positions that stood up to it.
    """
    match move:
        case Hold():
            return hold_refusal(position) or _held(position, balance, history)
        case Offer() | Choose():
            refusal = bargain.refusal(position, move)
            return refusal or bargain.struck(
                position, move, phase=Phase.PLAY, balance=position.komi
            )
        case Swap():
            return refusals.swap_too_late()
        case _:
            return refusals.no_komi_points()


def _held(position: P, balance: int, history: History) -> P:
    enemy = position.to_move.other
    return position._moved(  # noqa: SLF001 - shared by the games
        Hold(),
        position.board,
        balance=balance - jailed(enemy, 1),
        minimal_incursion=False,
        history={**history, (*position.stones, enemy): position.ply + 1},
    )


def is_incursion(board: Board, region: Patch, mover: Colour) -> bool:
    """Tell whether a region touches enemy stones and none of the mover's."""
    border = region[1]
    return bool(border & board.stones[mover.other]) and not border & board.stones[mover]


def bars_minimal_incursion(position: Position) -> bool:
    """Tell whether a stone is refused because the last action was a minimal incursion as well.

    Never in a game that knows none. Looks at every empty point, but only after such an action.
    """
    if not getattr(position, "minimal_incursion", False):
        return False
    refused = (position.why_illegal(Place(cell)) for cell in bits(position.board.empty))
    return any(why is not None and why.kind is ReasonKind.MINIMAL_INCURSION for why in refused)


def incursion_refusal(position: Position) -> Reason:
    """Refuse a minimal incursion, showing the enemy's: its stone and the stones it took."""
    last = position.last_turn
    shown = last.placed | last.removed[position.to_move] if last else 0
    may_hold = position.prison[position.to_move.other] > 0
    return refusals.minimal_incursion(shown, may_hold=may_hold)
