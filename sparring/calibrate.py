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

SIZES = {"lifeline": (5, 7, 10), "cornered": (5, 7, 10), "asli": (9, 13), "liflina": (9,)}
# White's points that make the first game about even (docs/sparring.md). Where nearly all games are
# one colour's, a curve learns what sure wins look like, and nothing of close games; so on the
# square boards the loser gets a little more in the next one.
KOMI = {"lifeline": 0, "cornered": 0, "asli": 10, "liflina": 12}
STEP = {"lifeline": 0, "cornered": 0, "asli": 1, "liflina": 1}
ROUNDS = 30  # of Newton's method
# Pulls towards the identity as so many samples would: some twenty positions of a game are much
# alike, so that they tell about as much as four.
CAUTION = 100.0

Sample = tuple[float, bool]
Samples = dict[int, list[Sample]]  # by phase: log odds, and whether the side to move won


def game_against_oneself(
    game: str, size: int, komi: int, seed: str
) -> tuple[list[tuple[int, float, Colour]], Colour | None]:
    """Play a game: phase, log odds and side to move of what was searched, and who won."""
    lots = random.Random(seed)  # noqa: S311 - a game
    position = opening(find_game(game), size, lots, komi)
    player = Searcher(PLAYOUTS)
    seen: list[tuple[int, float, Colour]] = []
    while (outcome := position.outcome()) is None:
        verdict = player.think(position, lots.getrandbits(40))
        if not verdict.proved and len(verdict.candidates) > 1:  # else nothing was searched
            seen.append((phase(position), log_odds(verdict.share), position.to_move))
        position = position.play(verdict.move)
    return seen, outcome.winner


def samples(game: str, size: int, games: int) -> Samples:
    """Play so many games; drawn ones teach nothing."""
    by_phase: Samples = {part: [] for part in range(PHASES)}
    komi = KOMI[game]
    for number in range(games):
        seen, winner = game_against_oneself(game, size, komi, f"{game} {size}/{number}")
        if winner is None:
            continue
        for part, odds, mover in seen:
            by_phase[part].append((odds, mover is winner))
        komi = max(0, komi + (STEP[game] if winner is Colour.BLACK else -STEP[game]))
    return by_phase


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


def games_on(game: str, size: int, games: int) -> int:
    """Tell how many games to play where the smallest board has so many: as many stones in all."""
    return max(1, games * _cells(game, SIZES[game][0]) // _cells(game, size))


def _cells(game: str, size: int) -> int:
    found = find_game(game)
    return len(found.topology(found.ruleset({"size": size})))


def lines(game: str, size: int, games: int) -> list[str]:
    """Play games and write the curves of all phases."""
    return [
        "{} {} {} {:+.3f} {:.3f} {}\n".format(game, size, part, *fit(found), len(found))
        for part, found in samples(game, size, games_on(game, size, games)).items()
    ]


def main(arguments: list[str]) -> int:
    """Write the file of the curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of a kind, on the smallest board")
    parser.add_argument("--only", choices=SIZES, help="learn one kind, and keep the others' curves")
    parser.add_argument("--to", type=Path, default=Path(__file__).parent / "chances.txt")
    chosen = parser.parse_args(arguments)
    old = chosen.to.read_text(encoding="ascii").splitlines(keepends=True) if chosen.only else []
    text: list[str] = []
    for game, sizes in SIZES.items():
        if chosen.only in (None, game):
            text += [line for size in sizes for line in lines(game, size, chosen.games)]
        else:
            text += [line for line in old if line.split()[0] == game]
    chosen.to.write_text("".join(text), encoding="ascii")
    sys.stdout.write("".join(text))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
