"""Before play: one seat offers a number, the other chooses a colour. Shared by three games."""

from collections.abc import Iterator
from typing import Any, TypeVar

from rules import refusals
from rules.colour import Colour
from rules.moves import Choose, Move, Offer
from rules.position import BARGAINING, Phase, Position
from rules.reasons import Reason

P = TypeVar("P", bound=Position)


def terms(position: Position) -> Iterator[Move]:
    """List the legal moves of the OFFER and CHOOSE phases."""
    if position.phase is Phase.OFFER:
        return (Offer(value) for value in range(len(position.topology) + 1))
    return (Choose(colour) for colour in Colour)


def refusal(position: Position, move: Offer | Choose) -> Reason | None:
    """Say why an offer or a choice is not legal now."""
    if position.phase not in BARGAINING:
        return refusals.no_bargain()
    if isinstance(move, Offer) is not (position.phase is Phase.OFFER):
        return refusals.not_yet(position.phase is Phase.OFFER)
    if isinstance(move, Offer) and not 0 <= move.value <= len(position.topology):
        return refusals.not_in_range(len(position.topology))
    return None


def struck(position: P, move: Offer | Choose, **first_turn: Any) -> P:
    """Make a legal offer or choice.

    :param first_turn: the fields that change with the choice, the phase among them.
    """
    changes: dict[str, Any]
    if isinstance(move, Offer):
        changes = {"komi": move.value, "phase": Phase.CHOOSE}
    else:
        changes = {"swapped": move.colour is Colour.BLACK, **first_turn}
    return position._moved(move, position.board, **changes)  # noqa: SLF001 - shared by the games
