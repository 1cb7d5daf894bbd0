"""Terms of a game besides its rules, such as rating and clock; read from columns by name."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any


class Begins(StrEnum):
    """Choice of the player in seat 0: the challenger, the opponent, or one drawn at random.

    The player in seat 0 has Black and moves first, or makes the komi offer.
    """

    CHALLENGER = "challenger"
    OPPONENT = "opponent"
    RANDOM = "lot"

    @property
    def swapped(self) -> "Begins":
        """The same choice when the two players change roles in a counter-challenge."""
        sides = {Begins.CHALLENGER: Begins.OPPONENT, Begins.OPPONENT: Begins.CHALLENGER}
        return sides.get(self, self)


class Pace(StrEnum):
    """Named time control of a game; NONE is for games without a clock, SEASON for league games."""

    RELAXED = "relaxed"
    STANDARD = "standard"
    BRISK = "brisk"
    NONE = "none"
    SEASON = "season"


# the paces that people choose; a league sets the other one
OFFERED_PACES = tuple(pace for pace in Pace if pace is not Pace.SEASON)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerms:
    """Terms stored in the row of a game: undo, plans, rating and series.

    :ivar undo: undo is allowed.
    :ivar plans: players may plan replies in advance.
    :ivar rated: the result changes the ratings of both players.
    :ivar series: the largest number of games in its series; 1 for a single game.
    """

    undo: bool = True
    plans: bool = True
    rated: bool = False
    series: int = 1


@dataclass(frozen=True, slots=True)
class Terms(GameTerms):
    """All terms of a game: those of `GameTerms`, the first player and the clock.

    :ivar strict: a player whose time is up loses.
    """

    begins: Begins = Begins.CHALLENGER
    pace: Pace = Pace.NONE
    strict: bool = False


def terms_of(*rows: object, **changed: Any) -> Terms:
    """Return the terms stored in rows, such as a challenge, or a game together with its clock.

    :param changed: terms to replace. A term that neither a row nor a change gives has its default.
    """
    return Terms(**(values_of(Terms, *rows) | changed))


def values_of(kind: type[GameTerms], *rows: object) -> dict[str, Any]:
    """Return the values that rows hold for the fields of a class of terms, by field name."""
    names = [each.name for each in fields(kind)]
    return {name: getattr(row, name) for row in rows for name in names if hasattr(row, name)}
