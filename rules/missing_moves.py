"""Advice about moves that records lack before an illegal move: offers, choices and holds."""

from itertools import islice

from rules.colour import Colour
from rules.moves import Choose, Hold, Move, Offer
from rules.position import Phase, Position
from rules.sentences import Sentence


def missing_move(position: Position, move: Move) -> Sentence | None:
    """Return advice to add a move that is missing before an illegal move of a record.

    :param position: the position that refuses the illegal move.
    :returns: None unless a komi offer, a choice of a colour or a forced hold is missing.
    """
    if position.phase is Phase.OFFER and not isinstance(move, Offer):
        return Sentence("The komi offer is missing here. Add one, such as “offer 5”.")
    if position.phase is Phase.CHOOSE and not isinstance(move, Choose):
        return Sentence("The choice of colour is missing here. Add “black” or “white”.")
    if list(islice(position.legal_moves(), 2)) == [Hold()]:
        return _only_hold(position.to_move)
    return None


def why_illegal(position: Position, move: Move, why: Sentence) -> Sentence:
    """Return the sentence `why`, plus advice to add a hold if that would make the move legal."""
    if position.is_legal(Hold()) and position.play(Hold()).is_legal(move):
        return Sentence("{why} If a hold is missing before this move, add “hold”.", why=why)
    return why


def _only_hold(mover: Colour) -> Sentence:
    if mover is Colour.BLACK:
        return Sentence("Black can only hold here, but the record has no hold. Add “hold”.")
    return Sentence("White can only hold here, but the record has no hold. Add “hold”.")
