"""Revisions: numbers that identify a game's positions in component ids and tables.

A revision is the number of undos times PLIES_APART plus the ply.
"""

# more plies than any game has, so that revisions before and after an undo never coincide
PLIES_APART = 100_000


def revision_of(ply: int, undone: int, turn_revision: int) -> int:
    """Return the revision of the position at a ply.

    The start of the current turn keeps `turn_revision` even if a half turn was undone. Only the
    player saw that half turn, so the posted board remains valid for everyone.

    :param undone: the number of undos in the game.
    :param turn_revision: the revision of the start of the current turn.
    """
    return turn_revision if ply == ply_of(turn_revision) else new_revision(ply, undone)


def new_revision(ply: int, undone: int) -> int:
    """Return the revision of a position that has not been shown before."""
    return undone * PLIES_APART + ply


def ply_of(revision: int) -> int:
    """Return the number of moves before the position of a revision."""
    return revision % PLIES_APART


def undone_at(revision: int) -> int:
    """Return the number of undos that a game had before the position of a revision."""
    return revision // PLIES_APART
