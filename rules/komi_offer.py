"""The komi offer before play: one seat offers a number, the other chooses a colour.

Lifeline, Asli and Liflina share it.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from rules import illegal_moves
from rules.colour import Colour
from rules.moves import Choose, Move, Offer
from rules.position import KOMI_PHASES, Phase, Position
from rules.reasons import Reason

P = TypeVar("P", bound=Position)


def legal_moves(position: Position) -> Iterator[Move]:
    """Return the legal moves in the phases OFFER and CHOOSE, in which no stones are placed.

    In OFFER, they are offers from 0 to the number of cells; in CHOOSE, the choices of both colours.
    """
    if position.phase is Phase.OFFER:
        return (Offer(value) for value in range(len(position.topology) + 1))
    return (Choose(colour) for colour in Colour)


def refusal(position: Position, move: Offer | Choose) -> Reason | None:
    """Return why a komi offer or a choice of colour is illegal now, or None if it is legal."""
    if position.phase not in KOMI_PHASES:
        return illegal_moves.no_komi_offer()
    if isinstance(move, Offer) is not (position.phase is Phase.OFFER):
        return illegal_moves.komi_offer_first(position.phase is Phase.OFFER)
    if isinstance(move, Offer) and not 0 <= move.value <= len(position.topology):
        return illegal_moves.not_in_range(len(position.topology))
    return None


def play(position: P, move: Offer | Choose, **first_turn: Any) -> P:
    """Return the position after a legal komi offer or choice of colour.

    :param first_turn: fields of the position to change with the choice of a colour, such as the
        phase.
    """
    changes: dict[str, Any]
    if isinstance(move, Offer):
        changes = {"komi": move.value, "phase": Phase.CHOOSE}
    else:
        changes = {"swapped": move.colour is Colour.BLACK, **first_turn}
    return position._next_position(move, position.board, **changes)  # noqa: SLF001 - shared by the games
