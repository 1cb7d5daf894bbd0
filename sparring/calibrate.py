"""Learns the curves of `chances` from self-play: `python -m sparring.calibrate`."""

import argparse
import math
import random
import sys
from pathlib import Path

from rules.colour import Colour
from rules.registry import find_game
from sparring.analysis import PLAYOUTS
from sparring.chances import PHASES, log_odds, phase
from sparring.match import opening
from sparring.players import Searcher

SIZES = {"lifeline": 5, "cornered": 5, "asli": 9, "liflina": 9}
# White's points that make the games about even (docs/sparring.md): where nearly all are Black's, a
# curve learns what sure wins look like, and nothing of close games.
KOMI = {"lifeline": 0, "cornered": 0, "asli": 10, "liflina": 12}
ROUNDS = 30  # of Newton's method
# Pulls towards the identity as so many samples would: the positions of a game are much alike.
CAUTION = 20.0

Sample = tuple[float, bool]


def samples_of_a_game(game: str, seed: str) -> list[tuple[int, Sample]]:
    """Play a game against oneself: phase, and log odds with whether the side to move won."""
    lots = random.Random(seed)  # noqa: S311 - a game
    position = opening(find_game(game), SIZES[game], lots, KOMI[game])
    player = Searcher(PLAYOUTS)
    seen: list[tuple[int, float, Colour]] = []
    while (outcome := position.outcome()) is None:
        verdict = player.think(position, lots.getrandbits(40))
        if not verdict.proved and len(verdict.candidates) > 1:  # else nothing was searched
            seen.append((phase(position), log_odds(verdict.share), position.to_move))
        position = position.play(verdict.move)
    if outcome.winner is None:
        return []
    return [(part, (odds, mover is outcome.winner)) for part, odds, mover in seen]


def fit(samples: list[Sample]) -> tuple[float, float]:
    """Fit the chance to samples: intercept and slope of a logistic curve, by Newton's method.

    The slope is at least 0: a better share never means a worse chance.
    """
    intercept, slope = 0.0, 1.0
    for _ in range(ROUNDS):
        g0, g1 = -CAUTION * intercept, CAUTION * (1 - slope)
        h00, h01, h11 = CAUTION, 0.0, CAUTION
        for odds, won in samples:
            p = 1 / (1 + math.exp(-(intercept + slope * odds)))
            error, weight = won - p, p * (1 - p)
            g0, g1 = g0 + error, g1 + error * odds
            h00, h01, h11 = h00 + weight, h01 + weight * odds, h11 + weight * odds * odds
        determinant = h00 * h11 - h01 * h01
        intercept += (h11 * g0 - h01 * g1) / determinant
        slope += (h00 * g1 - h01 * g0) / determinant
    return intercept, max(0.0, slope)


def lines(game: str, games: int) -> list[str]:
    """Play games and write the curves of all phases."""
    by_phase: dict[int, list[Sample]] = {part: [] for part in range(PHASES)}
    for number in range(games):
        for part, sample in samples_of_a_game(game, f"{game}/{number}"):
            by_phase[part].append(sample)
    curves = {part: fit(samples) for part, samples in by_phase.items()}
    return [
        f"{game} {part} {intercept:+.3f} {slope:.3f} {len(by_phase[part])}\n"
        for part, (intercept, slope) in curves.items()
    ]


def main(arguments: list[str]) -> int:
    """Write the file of the curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--only", choices=SIZES, help="learn one kind, and keep the others' curves")
    parser.add_argument("--to", type=Path, default=Path(__file__).parent / "chances.txt")
    chosen = parser.parse_args(arguments)
    old = chosen.to.read_text(encoding="ascii").splitlines(keepends=True) if chosen.only else []
    text: list[str] = []
    for game in SIZES:
        if chosen.only in (None, game):
            text += lines(game, chosen.games)
        else:
            text += [line for line in old if line.split()[0] == game]
    chosen.to.write_text("".join(text), encoding="ascii")
    sys.stdout.write("".join(text))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
