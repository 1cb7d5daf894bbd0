"""Refusals: one function per sentence. The games decide when each applies."""

from rules.colour import Colour
from rules.reasons import Reason, ReasonKind
from rules.topology import Bitboard, Cell, Topology


def off_board(topology: Topology) -> Reason:
    """Refuse a placement outside the board."""
    first, last = topology.label(0), topology.label(-1)
    return Reason(
        ReasonKind.OFF_BOARD,
        f"That cell is not on this board; its cells go from {first} to {last}.",
    )


def occupied(topology: Topology, cell: Cell) -> Reason:
    """Refuse a placement on a stone."""
    sentence = f"There is already a stone on {topology.label(cell)}."
    return Reason(ReasonKind.OCCUPIED, sentence, 1 << cell)


def adjacent_first_stones(topology: Topology, cell: Cell, beside: Bitboard) -> Reason:
    """Refuse a first stone next to the colour's other first stone."""
    sentence = (
        f"{topology.label(cell)} is next to your stone on {' and '.join(topology.labels(beside))}: "
        "your first two stones must not be adjacent."
    )
    return Reason(ReasonKind.ADJACENT_FIRST_STONES, sentence, beside | 1 << cell)


def nothing_changes(topology: Topology, cell: Cell, region: Bitboard) -> Reason:
    """Refuse, in Lifeline, a stone that would be removed at once without any other change."""
    sentence = (
        f"Nothing would change: the empty region around {topology.label(cell)} touches "
        "none of your groups, so your stone would die at once."
    )
    return Reason(ReasonKind.NOTHING_CHANGES, sentence, region)


def no_friend_in_region(topology: Topology, cell: Cell, region: Bitboard) -> Reason:
    """Refuse, in cornered Lifeline, a placement in a region that touches no friendly group."""
    sentence = (
        f"The empty region around {topology.label(cell)} touches none of your groups: "
        "place where one of them can see it."
    )
    return Reason(ReasonKind.NO_FRIEND_IN_REGION, sentence, region)


def own_group_cornered(doomed: Bitboard) -> Reason:
    """Refuse suicide in cornered Lifeline."""
    sentence = "One of your groups would be cornered at the end of your turn: it would reach only "
    return Reason(ReasonKind.OWN_GROUP_CORNERED, sentence + "enemy groups.", doomed)


def own_group_dead(doomed: Bitboard) -> Reason:
    """Refuse suicide in Asli."""
    sentence = "Your own group would be dead: it would share no empty region with another of yours."
    return Reason(ReasonKind.OWN_GROUP_DEAD, sentence, doomed)


def own_group_without_lifeline(doomed: Bitboard) -> Reason:
    """Refuse suicide in Liflina."""
    sentence = (
        "Your own group would have no lifeline: no straight empty run to the edge or a friend."
    )
    return Reason(ReasonKind.OWN_GROUP_WITHOUT_LIFELINE, sentence, doomed)


def minimal_incursion(enemy_incursion: Bitboard, *, may_hold: bool) -> Reason:
    """Refuse, in Asli and Liflina, a minimal incursion directly after the enemy's."""
    sentence = (
        "Your opponent has just taken one group from inside your area (a minimal incursion): "
        "you cannot answer with a minimal incursion. Move elsewhere first"
    ) + (", or hold." if may_hold else ".")
    return Reason(ReasonKind.MINIMAL_INCURSION, sentence, enemy_incursion)


def repeats_position(changed: Bitboard, ply: int, turn: int) -> Reason:
    """Refuse, in Liflina, a placement that repeats an earlier position.

    :param changed: the cells that the placement would change.
    :param ply: the number of moves after which the position first occurred.
    :param turn: the turn that ended with it.
    """
    sentence = f"The board would be as it was after turn {turn}, with the same player to move."
    if ply == 0:
        sentence = "The board would be as it was at the start, with the same player to move."
    return Reason(ReasonKind.REPEATS_POSITION, sentence + " Move elsewhere first.", changed, ply)


def no_prisoner(mover: Colour) -> Reason:
    """Refuse a hold without an enemy stone in prison."""
    sentence = f"You can hold only while there is a {mover.other.label.lower()} stone in prison."
    return Reason(ReasonKind.NO_PRISONER, sentence)


def no_hold() -> Reason:
    """Refuse a hold in a game without a prison."""
    return Reason(ReasonKind.NO_PRISONER, "This game has no prison, so there is no hold.")


def no_komi_left(mover: Colour) -> Reason:
    """Refuse to spend a komi point that the side to move does not have."""
    sentence = "White has no komi point left." if mover else "Only White can have komi points."
    return Reason(ReasonKind.NO_KOMI_LEFT, sentence)


def no_komi_points() -> Reason:
    """Refuse a komi move in a game with a prison, where the agreed komi is spent by holding."""
    sentence = "There are no komi points in this game: a komi is black stones in prison, "
    return Reason(ReasonKind.NO_KOMI_LEFT, sentence + "which White spends by holding.")


def komi_in_setup() -> Reason:
    """Refuse to spend komi before both colours have placed their first stones."""
    sentence = "Komi points can be spent only after the first stones have been placed."
    return Reason(ReasonKind.KOMI_IN_SETUP, sentence)


def komi_without_stone() -> Reason:
    """Refuse to spend komi while White has no stone on the board."""
    sentence = "White has no stone on the board, so komi cannot be spent."
    return Reason(ReasonKind.KOMI_WITHOUT_STONE, sentence)


def swap_too_late() -> Reason:
    """Refuse a swap at any time other than White's first turn."""
    sentence = "A swap is possible only as White's first turn, once, where the start has a swap."
    return Reason(ReasonKind.SWAP_TOO_LATE, sentence)


def turn_not_completable(cells: Bitboard) -> Reason:
    """Refuse, with the 12* opening, a placement that leaves no legal second one in the turn."""
    sentence = "After that you could not complete your turn, which needs a second move."
    return Reason(ReasonKind.TURN_NOT_COMPLETABLE, sentence, cells)


def game_over(ending: str) -> Reason:
    """Refuse any move after the end of the game."""
    return Reason(ReasonKind.GAME_OVER, f"The game is over. {ending}")


def not_in_range(maximum: int) -> Reason:
    """Refuse an offer outside the allowed numbers."""
    return Reason(ReasonKind.NOT_IN_RANGE, f"Offer a whole number from 0 to {maximum}.")


def komi_offer_first(offering: bool) -> Reason:  # noqa: FBT001 - one of two sentences
    """Refuse any other move before the komi offer is complete."""
    sentence = (
        "First the komi is offered: a whole number, such as “offer 5”."
        if offering
        else "First the colours are chosen: “black” or “white”."
    )
    return Reason(ReasonKind.NOT_NOW, sentence)


def no_komi_offer() -> Reason:
    """Refuse an offer or a choice outside the phases OFFER and CHOOSE."""
    sentence = "There is nothing to offer or choose now: place a stone."
    return Reason(ReasonKind.NOT_NOW, sentence)
