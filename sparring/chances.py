"""From the share of wins in random games to the chance of winning: a curve learned from self-play.

A search thinks too well of the side to move, and a share of 0.7 in an endgame may be a lost game.
The curve has an intercept and a slope (of the log odds) for each game, each of some sizes and each
third of the board filled. `calibrate` makes the file.
"""

import math
from functools import cache
from importlib import resources
from typing import Final

from rules.position import Position

PHASES: Final = 3
EDGE: Final = 0.005  # no share is taken for a certainty


def chance(position: Position, share: float) -> float:
    """Estimate the chance of the side to move, 0 to 1."""
    intercept, slope = _curve(position.game, position.topology.size, phase(position))
    return 1 / (1 + math.exp(-(intercept + slope * log_odds(share))))


def phase(position: Position) -> int:
    """Tell how full the board is: 0, 1 or 2."""
    cells = len(position.topology)
    filled = 1 - position.board.empty.bit_count() / cells
    return min(PHASES - 1, int(PHASES * filled))


def log_odds(share: float) -> float:
    """Stretch a share to the whole line; even is 0."""
    share = min(1 - EDGE, max(EDGE, share))
    return math.log(share / (1 - share))


@cache
def _curve(game: str, size: int, part: int) -> tuple[float, float]:
    """Return the curve of a board; of the nearest size if there is none of its own."""
    curves = _curves()
    known = sorted({each for name, each, _ in curves if name == game})
    if not known:
        raise LookupError(f"There is no curve for {game}; run python -m sparring.calibrate.")
    return curves[game, min(known, key=lambda each: abs(each - size)), part]


@cache
def _curves() -> dict[tuple[str, int, int], tuple[float, float]]:
    """Read intercept and slope, by game, size and phase."""
    text = resources.files("sparring").joinpath("chances.txt").read_text(encoding="ascii")
    rows = (line.split() for line in text.splitlines())
    return {
        (game, int(size), int(part)): (float(intercept), float(slope))
        for game, size, part, intercept, slope, _ in rows
    }
