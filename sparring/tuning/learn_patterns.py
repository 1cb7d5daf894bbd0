"""Learning of move priors: `python -m sparring.tuning.learn_patterns lifeline --size 5`.

It plays games with short searches and fits weights that predict which moves the searches visit.
Another run with the new file gives another round, with better searches. The fit is a softmax
regression by gradient descent: the probability of a move is proportional to the exponential of its
prior. It is implemented here because it is short and a library for it would be large.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from rules.position import Position
from rules.registry import find_game
from sparring import conversion, patterns
from sparring.kernel import entry_points
from sparring.kernel.layout import PASS
from sparring.kernel.move_priors import CODE_COUNT
from sparring.patterns.codes import NEIGHBOUR_COUNTS, CodeKind, code_kinds
from sparring.patterns.weights import learned_weights
from sparring.search import SearchResult, TreeSearch
from sparring.tuning.matches import random_opening

Reals = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MIN_MOVES: Final = 4  # positions with fewer moves are skipped
MIN_OCCURRENCES: Final = 5  # rarer codes are not written
RANDOM_MOVE_SHARE: Final = 0.1  # share of random moves in a game, so that games differ
FIT_STEPS: Final = 250
LEARNING_RATE: Final = 0.05
REGULARIZATION: Final = 3.0  # L2 penalty of each weight, in positions
# Parameters of Adam (Kingma and Ba 2015), with a short second moment.
MEAN_DECAY, SQUARE_DECAY, EPSILON = 0.9, 0.99, 1e-3


@dataclass(frozen=True, slots=True)
class Samples:
    """Training positions as arrays, in which the moves of each position are adjacent.

    `codes`: int64 [moves, kinds]. `chosen`: float64 [moves], the share of visits of a move in its
    position, 1 in total. `counts`: int64 [positions], the number of moves.
    """

    codes: Integers
    chosen: Reals
    counts: Integers


def move_probabilities(samples: Samples, weights: Reals) -> Reals:
    """Return the probability that the weights predict for each move in its position."""
    priors = weights[samples.codes].sum(axis=1)
    position = np.repeat(np.arange(len(samples.counts)), samples.counts)
    first = np.concatenate(([0], np.cumsum(samples.counts)[:-1]))
    raw = np.exp(priors - np.maximum.reduceat(priors, first)[position])
    shares: Reals = raw / np.bincount(position, raw)[position]
    return shares


def cross_entropy(samples: Samples, weights: Reals) -> float:
    """Return the cross entropy between choices and predictions, in nats per position."""
    return float(
        -(samples.chosen * np.log(move_probabilities(samples, weights))).sum() / len(samples.counts)
    )


def fit_weights(samples: Samples, size: int) -> Reals:
    """Fit weights, float64 [size], to samples whose codes are below `size`."""
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    columns = samples.codes.shape[1]
    for step in range(1, FIT_STEPS + 1):
        errors = np.repeat(move_probabilities(samples, weights) - samples.chosen, columns)
        gradient = np.bincount(samples.codes.ravel(), errors, size) + REGULARIZATION * weights
        gradient *= 100 / len(samples.counts)
        mean += (1 - MEAN_DECAY) * (gradient - mean)
        square += (1 - SQUARE_DECAY) * (gradient**2 - square)
        scale = np.sqrt(square / (1 - SQUARE_DECAY**step)) + EPSILON
        weights -= LEARNING_RATE * mean / (1 - MEAN_DECAY**step) / scale
    return weights


class TrainingSet:
    """Training set: all searched positions, with the share of visits of each move."""

    def __init__(self, game: str) -> None:
        """Create an empty training set for a game."""
        self.kinds = code_kinds(NEIGHBOUR_COUNTS[game])
        self.first_codes: dict[CodeKind, int] = {}  # the first code of each kind, among all
        canonical_codes: list[int] = []
        for kind in dict.fromkeys(self.kinds):
            self.first_codes[kind] = first = len(canonical_codes)
            canonical_codes.extend(first + kind.canonical_code(code) for code in range(kind.size))
        self.canonical_codes = np.array(canonical_codes)
        self.codes: list[Integers] = []
        self.chosen: list[float] = []
        self.counts: list[int] = []

    def add(self, position: Position, result: SearchResult) -> None:
        """Add the moves of a search with their shares of visits, unless its result is proved.

        Searches with fewer than MIN_MOVES moves are skipped, too.
        """
        state = conversion.load_position(position)
        visits = {
            cell: candidate.visits
            for candidate in result.candidates
            if (cell := conversion.to_kernel_move(position, candidate.move)) != PASS
        }
        total = sum(visits.values())
        if len(visits) < MIN_MOVES or not total or result.proved:
            return
        for cell, visit_count in visits.items():
            codes = np.zeros(CODE_COUNT, np.int64)
            entry_points.list_codes(state, cell, codes)
            self.codes.append(codes[: len(self.kinds)])
            self.chosen.append(visit_count / total)
        self.counts.append(len(visits))

    def samples(self) -> Samples:
        """Return the samples as arrays, with the same number for codes equal by symmetry."""
        codes = self.canonical_codes[
            np.array(self.codes) + [self.first_codes[kind] for kind in self.kinds]
        ]
        return Samples(codes, np.array(self.chosen), np.array(self.counts))

    def lines(self, samples: Samples, weights: Reals) -> Iterator[str]:
        """Yield the lines of a file of weights: each frequent enough code, best weight first."""
        occurrences = np.bincount(samples.codes.ravel(), minlength=len(self.canonical_codes))
        for kind, first in self.first_codes.items():
            codes = first + np.flatnonzero(
                occurrences[first : first + kind.size] >= MIN_OCCURRENCES
            )
            for code in sorted(codes, key=lambda code: -weights[code]):
                text = kind.format(int(code) - first)
                yield f"{kind.name} {text} {weights[code]:+.3f} {occurrences[code]}\n"


def play_training_game(
    training_set: TrainingSet, position: Position, playouts: int, rng: random.Random
) -> None:
    """Play a game of self-play and add all its positions to the training set."""
    weights = learned_weights(position.game)
    while position.outcome() is None:
        tree_search = TreeSearch(position, weights, rng.getrandbits(40), playouts)
        tree_search.run(playouts)
        result = tree_search.result()
        training_set.add(position, result)
        move = result.move
        if rng.random() < RANDOM_MOVE_SHARE:
            move = rng.choice(list(position.legal_moves()))
        position = position.play(move)


def center_weights(training_set: TrainingSet, samples: Samples, weights: Reals) -> Reals:
    """Return the weights, with those in NEAR shifted by a constant.

    After the shift, the mean of exp(prior) over all moves of the samples is 1.
    """
    near_codes = training_set.kinds[0].size
    priors = weights[samples.codes].sum(axis=1)
    return np.concatenate(
        (weights[:near_codes] - np.log(np.exp(priors).mean()), weights[near_codes:])
    )


def main(arguments: list[str]) -> int:
    """Learn weights of patterns for a limited time, and write them to the file of the game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(NEIGHBOUR_COUNTS))
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=600, help="CPU time to play for")
    parser.add_argument("--playouts", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=None, help="file to write")
    options = parser.parse_args(arguments)
    training_set, games = TrainingSet(options.game), 0
    start = time.process_time()
    while time.process_time() - start < options.seconds:
        games += 1
        rng = random.Random(f"{options.seed}/{games}")  # noqa: S311 - a game
        play_training_game(
            training_set,
            random_opening(find_game(options.game), options.size, rng),
            options.playouts,
            rng,
        )
    samples = training_set.samples()
    weights = center_weights(
        training_set, samples, fit_weights(samples, len(training_set.canonical_codes))
    )
    lines = list(training_set.lines(samples, weights))
    path = options.to or Path(patterns.__file__).with_name(f"{options.game}.txt")
    path.write_text("".join(lines), encoding="ascii")
    before, after = (
        cross_entropy(samples, each)
        for each in (np.zeros(len(training_set.canonical_codes)), weights)
    )
    sys.stdout.write(
        f"{games} games, {len(samples.counts)} positions, {len(lines)} codes in {path}; "
        f"cross entropy {before:.3f} before, {after:.3f} after\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
