"""Stamps: the names of a game's positions, in the ids of controls and in notes about them."""

# more than any game has, so that the stamps of different undos never meet
PLIES_APART = 100_000


def revision_of(ply: int, undone: int, turn_revision: int) -> int:
    """Name the position after so many plies of a game.

    The beginning of the turn at hand keeps the name by which it was shown: half a turn that is
    taken back has been seen by its player alone, and changes it for nobody.

    :param undone: how often moves were taken back.
    :param turn_revision: the name of that beginning.
    """
    return turn_revision if ply == ply_of(turn_revision) else new_revision(ply, undone)


def new_revision(ply: int, undone: int) -> int:
    """Name a position that nobody has seen before."""
    return undone * PLIES_APART + ply


def ply_of(revision: int) -> int:
    """Return how many moves had been made in the position of a name."""
    return revision % PLIES_APART


def undone_at(revision: int) -> int:
    """Return how often moves had been taken back when a position got its name."""
    return revision // PLIES_APART
