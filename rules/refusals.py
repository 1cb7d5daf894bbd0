"""The sentences of the refusals, one function each. When they apply is for the games to say."""

from rules.colour import Colour
from rules.reasons import Reason, ReasonKind
from rules.topology import Bitboard, Cell, Topology


def off_board(topology: Topology) -> Reason:
    """Place outside the board."""
    first, last = topology.label(0), topology.label(-1)
    return Reason(
        ReasonKind.OFF_BOARD,
        f"That cell is not on this board; its cells go from {first} to {last}.",
    )


def occupied(topology: Topology, cell: Cell) -> Reason:
    """Place on a stone."""
    sentence = f"There is already a stone on {topology.label(cell)}."
    return Reason(ReasonKind.OCCUPIED, sentence, 1 << cell)


def adjacent_first_stones(topology: Topology, cell: Cell, beside: Bitboard) -> Reason:
    """Two first stones of a colour next to each other."""
    sentence = (
        f"{topology.label(cell)} is next to your stone on {' and '.join(topology.labels(beside))}: "
        "your first two stones must not be adjacent."
    )
    return Reason(ReasonKind.ADJACENT_FIRST_STONES, sentence, beside | 1 << cell)


def nothing_changes(topology: Topology, cell: Cell, region: Bitboard) -> Reason:
    """Lifeline: a stone that would be removed at once, and nothing else with it."""
    sentence = (
        f"Nothing would change: the empty region around {topology.label(cell)} touches "
        "none of your groups, so your stone would die at once."
    )
    return Reason(ReasonKind.NOTHING_CHANGES, sentence, region)


def no_friend_in_region(topology: Topology, cell: Cell, region: Bitboard) -> Reason:
    """Cornered: a region without a friendly group."""
    sentence = (
        f"The empty region around {topology.label(cell)} touches none of your groups: "
        "place where one of them can see it."
    )
    return Reason(ReasonKind.NO_FRIEND_IN_REGION, sentence, region)


def own_group_cornered(doomed: Bitboard) -> Reason:
    """Cornered: suicide."""
    sentence = "One of your groups would be cornered at the end of your turn: it would reach only "
    return Reason(ReasonKind.OWN_GROUP_CORNERED, sentence + "enemy groups.", doomed)


def own_group_dead(doomed: Bitboard) -> Reason:
    """Asli: suicide."""
    sentence = "Your own group would be dead: it would share no empty region with another of yours."
    return Reason(ReasonKind.OWN_GROUP_DEAD, sentence, doomed)


def own_group_without_lifeline(doomed: Bitboard) -> Reason:
    """Liflina: suicide."""
    sentence = (
        "Your own group would have no lifeline: no straight empty run to the edge or a friend."
    )
    return Reason(ReasonKind.OWN_GROUP_WITHOUT_LIFELINE, sentence, doomed)


def minimal_incursion(enemy_incursion: Bitboard, *, may_hold: bool) -> Reason:
    """Asli and Liflina: a minimal incursion right after the enemy's."""
    sentence = (
        "Your opponent has just taken one group from inside your area (a minimal incursion): "
        "you cannot answer with a minimal incursion. Move elsewhere first"
    ) + (", or hold." if may_hold else ".")
    return Reason(ReasonKind.MINIMAL_INCURSION, sentence, enemy_incursion)


def repeats_position(changed: Bitboard, ply: int, turn: int) -> Reason:
    """Liflina: a placement that recreates an earlier board."""
    sentence = f"The board would be as it was after turn {turn}, with the same player to move."
    if ply == 0:
        sentence = "The board would be as it was at the start, with the same player to move."
    return Reason(ReasonKind.REPEATS_POSITION, sentence + " Move elsewhere first.", changed, ply)


def no_prisoner(mover: Colour) -> Reason:
    """Hold without an enemy stone in prison."""
    sentence = f"You can hold only while there is a {mover.other.label.lower()} stone in prison."
    return Reason(ReasonKind.NO_PRISONER, sentence)


def no_hold() -> Reason:
    """Hold in a game without a prison."""
    return Reason(ReasonKind.NO_PRISONER, "This game has no prison, so there is no hold.")


def no_komi_left(mover: Colour) -> Reason:
    """Komi without a point to spend."""
    sentence = "White has no komi point left." if mover else "Only White can have komi points."
    return Reason(ReasonKind.NO_KOMI_LEFT, sentence)


def no_komi_points() -> Reason:
    """Komi in a game with a prison, where what was agreed as komi is spent by holding."""
    sentence = "There are no komi points in this game: a komi is black stones in prison, "
    return Reason(ReasonKind.NO_KOMI_LEFT, sentence + "which White spends by holding.")


def komi_in_setup() -> Reason:
    """Komi before the game proper."""
    sentence = "Komi points can be spent only after the first stones have been placed."
    return Reason(ReasonKind.KOMI_IN_SETUP, sentence)


def komi_without_stone() -> Reason:
    """Komi with an empty hand on the board."""
    sentence = "White has no stone on the board, so komi cannot be spent."
    return Reason(ReasonKind.KOMI_WITHOUT_STONE, sentence)


def swap_too_late() -> Reason:
    """Swap at any other time than the one."""
    sentence = "A swap is possible only as White's first turn, once, where the start has a swap."
    return Reason(ReasonKind.SWAP_TOO_LATE, sentence)


def turn_not_completable(cells: Bitboard) -> Reason:
    """Twelve-star: no second move can follow."""
    sentence = "After that you could not complete your turn, which needs a second move."
    return Reason(ReasonKind.TURN_NOT_COMPLETABLE, sentence, cells)


def game_over(ending: str) -> Reason:
    """Any move after the end."""
    return Reason(ReasonKind.GAME_OVER, f"The game is over. {ending}")


def not_in_range(maximum: int) -> Reason:
    """Offer what is no number of the range."""
    return Reason(ReasonKind.NOT_IN_RANGE, f"Offer a whole number from 0 to {maximum}.")


def not_yet(offering: bool) -> Reason:  # noqa: FBT001 - one of two sentences
    """Move while the bargain is not made."""
    sentence = (
        "First the komi is offered: a whole number, such as “offer 5”."
        if offering
        else "First the colours are chosen: “black” or “white”."
    )
    return Reason(ReasonKind.NOT_NOW, sentence)


def no_bargain() -> Reason:
    """Offer or choose when neither is due."""
    sentence = "There is nothing to offer or choose now: place a stone."
    return Reason(ReasonKind.NOT_NOW, sentence)
