"""Learning of curves for `win_probability`: `python -m sparring.tuning.calibrate`."""

import argparse
import math
import random
import sys
from pathlib import Path

from rules.colour import Colour
from rules.registry import find_game
from sparring import win_probability
from sparring.analysis import PLAYOUTS_PER_POSITION
from sparring.search import SearchPlayer
from sparring.tuning.matches import random_opening
from sparring.win_probability import PHASES, game_phase, log_odds

FILE = Path(win_probability.__file__).with_name("win_probabilities.txt")
SIZES = {"lifeline": (5, 7, 10), "cornered": (5, 7, 10), "asli": (9, 13), "liflina": (9,)}
# The komi of the first game, about even (docs/engine-tuning.md). If one colour won nearly all
# games, the curve would learn nothing about close games, so on the square boards the komi changes
# after each game in favour of the loser.
KOMI = {"lifeline": 0, "cornered": 0, "asli": 10, "liflina": 12}
KOMI_STEP = {"lifeline": 0, "cornered": 0, "asli": 1, "liflina": 1}
NEWTON_STEPS = 30
# The weight of the prior, which is the identity, in samples. It is high because the twenty or so
# positions of a game are so similar that they carry the information of about four.
PRIOR_SAMPLES = 100.0

Sample = tuple[float, bool]
Samples = dict[int, list[Sample]]  # by phase: log odds, and whether the side to move won


def play_calibration_game(
    game: str, size: int, komi: int, seed: str
) -> tuple[list[tuple[int, float, Colour]], Colour | None]:
    """Play a game of a search against itself.

    :returns: the phase, log odds and side to move of each search, and the winner, None for a draw.
    """
    rng = random.Random(seed)  # noqa: S311 - a game
    position = random_opening(find_game(game), size, rng, komi)
    player = SearchPlayer(PLAYOUTS_PER_POSITION)
    searched: list[tuple[int, float, Colour]] = []
    while (outcome := position.outcome()) is None:
        result = player.search(position, rng.getrandbits(40))
        if not result.proved and len(result.candidates) > 1:  # otherwise there was no search
            searched.append((game_phase(position), log_odds(result.share), position.to_move))
        position = position.play(result.move)
    return searched, outcome.winner


def collect_samples(game: str, size: int, games: int) -> Samples:
    """Play `games` games and return samples of their searches by phase; drawn games give none.

    A sample is the log odds of a search, and whether the side to move won.
    """
    by_phase: Samples = {phase: [] for phase in range(PHASES)}
    komi = KOMI[game]
    for number in range(games):
        searched, winner = play_calibration_game(game, size, komi, f"{game} {size}/{number}")
        if winner is None:
            continue
        for phase, odds, mover in searched:
            by_phase[phase].append((odds, mover is winner))
        komi = max(0, komi + (KOMI_STEP[game] if winner is Colour.BLACK else -KOMI_STEP[game]))
    return by_phase


def fit_curve(samples: list[Sample]) -> tuple[float, float]:
    """Fit intercept and slope of a logistic curve to samples, by Newton's method.

    The slope is at least 0, because a better share never means a worse chance.
    """
    intercept, slope = 0.0, 1.0
    for _ in range(NEWTON_STEPS):
        g0, g1 = -PRIOR_SAMPLES * intercept, PRIOR_SAMPLES * (1 - slope)
        h00, h01, h11 = PRIOR_SAMPLES, 0.0, PRIOR_SAMPLES
        for odds, won in samples:
            p = 1 / (1 + math.exp(-(intercept + slope * odds)))
            error, weight = won - p, p * (1 - p)
            g0, g1 = g0 + error, g1 + error * odds
            h00, h01, h11 = h00 + weight, h01 + weight * odds, h11 + weight * odds * odds
        determinant = h00 * h11 - h01 * h01
        intercept += (h11 * g0 - h01 * g1) / determinant
        slope += (h00 * g1 - h01 * g0) / determinant
    return intercept, max(0.0, slope)


def scale_game_count(game: str, size: int, games: int) -> int:
    """Return the number of games to play on a board, which is smaller for larger boards.

    All boards of a game then have about the same number of moves in total, if the length of a game
    is proportional to the number of cells.

    :param games: the number of games on the smallest board of the game.
    """
    return max(1, games * _count_cells(game, SIZES[game][0]) // _count_cells(game, size))


def _count_cells(game: str, size: int) -> int:
    samples = find_game(game)
    return len(samples.topology(samples.ruleset({"size": size})))


def format_curves(game: str, size: int, games: int) -> list[str]:
    """Play games on a board, fit a curve for each phase, and return a line for each curve."""
    return [
        "{} {} {} {:+.3f} {:.3f} {}\n".format(game, size, phase, *fit_curve(samples), len(samples))
        for phase, samples in collect_samples(
            game, size, scale_game_count(game, size, games)
        ).items()
    ]


def main(arguments: list[str]) -> int:
    """Learn the curves of `win_probability` from self-play and write them to its file.

    With ``--only``, learn the curves of one game and keep the others.

    :returns: the exit code, 0.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=100, help="games of each kind on the smallest board"
    )
    parser.add_argument(
        "--only", choices=SIZES, help="learn the curves of one game, and keep the others"
    )
    parser.add_argument("--to", type=Path, default=FILE)
    options = parser.parse_args(arguments)
    old = options.to.read_text(encoding="ascii").splitlines(keepends=True) if options.only else []
    text: list[str] = []
    for game, sizes in SIZES.items():
        if options.only in (None, game):
            text += [line for size in sizes for line in format_curves(game, size, options.games)]
        else:
            text += [line for line in old if line.split()[0] == game]
    options.to.write_text("".join(text), encoding="ascii")
    sys.stdout.write("".join(text))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
