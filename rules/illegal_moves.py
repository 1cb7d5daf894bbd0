"""Reasons why moves are illegal: one function per sentence. The games decide when each applies.

A reason that only one game gives is in the game's module.
"""

from rules.colour import Colour
from rules.reasons import Reason, ReasonKind
from rules.sentences import Sentence
from rules.topology import Bitboard, Cell, Topology


def off_board(topology: Topology) -> Reason:
    """Return the reason that forbids a placement outside the board."""
    sentence = Sentence(
        "That cell is off the board. The cells run from {first} to {last}.",
        first=topology.label(0),
        last=topology.label(-1),
    )
    return Reason(ReasonKind.OFF_BOARD, sentence)


def occupied(topology: Topology, cell: Cell) -> Reason:
    """Return the reason that forbids placing a stone on a cell that already has a stone."""
    sentence = Sentence("There's already a stone on {cell}.", cell=topology.label(cell))
    return Reason(ReasonKind.OCCUPIED, sentence, 1 << cell)


def adjacent_first_stones(topology: Topology, cell: Cell, beside: Bitboard) -> Reason:
    """Return the reason that forbids placing the first two stones of a colour side by side.

    :param beside: the colour's first stone, which is next to the cell.
    """
    sentence = Sentence(
        "{cell} is next to your stone on {stone}. Your first two stones may not touch.",
        cell=topology.label(cell),
        stone=topology.labels(beside)[0],
    )
    return Reason(ReasonKind.FORBIDDEN_CELL, sentence, beside | 1 << cell)


def minimal_incursion(enemy_incursion: Bitboard, *, may_hold: bool) -> Reason:
    """Return the reason that forbids answering a minimal incursion with a minimal incursion.

    A minimal incursion places a stone in a region that touches only enemy stones, and captures
    exactly one group (Asli, Liflina).

    :param enemy_incursion: the stone of the enemy's incursion and the stones that it captured.
    :param may_hold: whether the side to move has a legal hold instead.
    """
    sentence = Sentence(
        "Your opponent just took one group inside your region (a minimal incursion). You can't "
        "reply with another one. Move elsewhere first."
    )
    if may_hold:
        sentence = Sentence(
            "Your opponent just took one group inside your region (a minimal incursion). You "
            "can't reply with another one. Move elsewhere first, or hold."
        )
    return Reason(ReasonKind.MINIMAL_INCURSION, sentence, enemy_incursion)


def no_prisoner(mover: Colour) -> Reason:
    """Return the reason that forbids a hold by a side without an enemy stone in prison."""
    black = Sentence("You can hold only while a black stone is in prison.")
    white = Sentence("You can hold only while a white stone is in prison.")
    return Reason(ReasonKind.NO_PRISONER, black if mover.other is Colour.BLACK else white)


def no_hold() -> Reason:
    """Return the reason that forbids a hold in a game without a prison."""
    return Reason(ReasonKind.NO_PRISONER, Sentence("This game has no prison, so you can't hold."))


def no_komi_left(mover: Colour) -> Reason:
    """Return the reason that forbids spending a komi point when the mover has none left."""
    if mover is Colour.WHITE:
        return Reason(ReasonKind.NO_KOMI_LEFT, Sentence("White has no komi points left."))
    return Reason(ReasonKind.NO_KOMI_LEFT, Sentence("Only White can have komi points."))


def no_komi_points() -> Reason:
    """Return the reason that forbids komi moves in Asli and Liflina, where holding spends komi."""
    sentence = Sentence(
        "This game has no komi points. Its komi is a number of black stones in prison, and White "
        "spends it by holding."
    )
    return Reason(ReasonKind.NO_KOMI_LEFT, sentence)


def komi_in_setup() -> Reason:
    """Return the reason that forbids spending komi until each colour has placed two stones."""
    sentence = Sentence("You can spend komi only after the first stones are placed.")
    return Reason(ReasonKind.KOMI_IN_SETUP, sentence)


def komi_without_stone() -> Reason:
    """Return the reason that forbids spending komi while White has no stone on the board."""
    sentence = Sentence("White needs a stone on the board to spend komi.")
    return Reason(ReasonKind.KOMI_WITHOUT_STONE, sentence)


def swap_too_late() -> Reason:
    """Return the reason that forbids a swap at any time other than White's first turn."""
    sentence = Sentence(
        "Only White can swap sides, and only on White's first turn in an opening with a swap."
    )
    return Reason(ReasonKind.SWAP_TOO_LATE, sentence)


def game_over(ending: Sentence) -> Reason:
    """Return the reason that forbids any move after the end of the game.

    :param ending: the sentence that says how the game ended.
    """
    return Reason(ReasonKind.GAME_OVER, Sentence("The game is over. {ending}", ending=ending))


def not_in_range(maximum: int) -> Reason:
    """Return the reason that forbids a komi offer below 0 or above the maximum."""
    sentence = Sentence("The komi must be a whole number from 0 to {maximum}.", maximum=maximum)
    return Reason(ReasonKind.NOT_IN_RANGE, sentence)


def komi_offer_first(offering: bool) -> Reason:  # noqa: FBT001 - one of two sentences
    """Return the reason that forbids other moves until a komi is offered and a colour chosen.

    :param offering: True if the offer is due, False if the choice of a colour is due.
    """
    if offering:
        sentence = Sentence("Offer a komi first, such as “offer 5”.")
    else:
        sentence = Sentence("Choose a colour first: “black” or “white”.")
    return Reason(ReasonKind.NOT_NOW, sentence)


def no_komi_offer() -> Reason:
    """Return the reason that forbids an offer or a choice outside the phases OFFER and CHOOSE."""
    sentence = Sentence("There's nothing to offer or choose now. Place a stone.")
    return Reason(ReasonKind.NOT_NOW, sentence)
