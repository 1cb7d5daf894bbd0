"""Estimated winning probability, from a search's share of wins in random games.

A search overrates the side to move, and a share of 0.7 in an endgame may be a lost game. Logistic
curves, learned from self-play, correct this. A curve has an intercept and a slope for the log odds
of the share, for one game, board size and phase. `tuning.calibrate` learns the curves and writes
them to `win_probabilities.txt`.
"""

import math
from functools import cache
from importlib import resources
from typing import Final

from rules.position import Position

PHASES: Final = 3
MIN_SHARE: Final = 0.005  # shares are limited to avoid certainty


def win_probability(position: Position, share: float) -> float:
    """Return the winning probability of the side to move, 0 to 1.

    :param share: its share of wins in the random games of a search, 0 to 1.
    """
    intercept, slope = _find_curve(position.game, position.topology.size, game_phase(position))
    return 1 / (1 + math.exp(-(intercept + slope * log_odds(share))))


def game_phase(position: Position) -> int:
    """Return the phase of a game, 0, 1 or 2: the third of the board that is being filled."""
    cells = len(position.topology)
    filled = 1 - position.board.empty.bit_count() / cells
    return min(PHASES - 1, int(PHASES * filled))


def log_odds(share: float) -> float:
    """Return the log odds of a share, ln(share / (1 - share)), limited to finite values."""
    share = min(1 - MIN_SHARE, max(MIN_SHARE, share))
    return math.log(share / (1 - share))


@cache
def _find_curve(game: str, size: int, phase: int) -> tuple[float, float]:
    """Return the intercept and slope for a board, or for the nearest measured size.

    :raises LookupError: no size of the game is measured.
    """
    curves = _read_curves()
    known = sorted({other for name, other, _ in curves if name == game})
    if not known:
        raise LookupError(f"There is no curve for {game}; run python -m sparring.tuning.calibrate.")
    return curves[game, min(known, key=lambda other: abs(other - size)), phase]


@cache
def _read_curves() -> dict[tuple[str, int, int], tuple[float, float]]:
    """Return the intercept and slope of each learned curve, by game, board size and phase."""
    text = resources.files("sparring").joinpath("win_probabilities.txt").read_text(encoding="ascii")
    rows = (line.split() for line in text.splitlines())
    return {
        (game, int(size), int(phase)): (float(intercept), float(slope))
        for game, size, phase, intercept, slope, _ in rows
    }
