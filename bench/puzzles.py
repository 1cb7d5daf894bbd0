"""Benchmark of puzzles: CPU time to generate one, and how well the initial difficulty ranks them.

The environment variable BENCH_PUZZLES=120 sets the number of puzzles that each level tries.
"""

import os
import random
import time
from itertools import islice
from statistics import correlation

from bench.figures import note
from sparring import jit
from sparring.levels import LEVELS, SEARCHABLE
from sparring.puzzles import collection
from sparring.puzzles.difficulty import TRIES, solves
from sparring.puzzles.maker import make_puzzles
from sparring.puzzles.puzzle import Puzzle

TRIED = int(os.environ.get("BENCH_PUZZLES", "40"))
MADE = 10  # puzzles of each game
SEED = 900  # generates other puzzles than the shipped ones
# differs from the seeds used for the first difficulty
TRY_SEEDS = range(100 + TRIES, 104 + TRIES)


def main() -> None:
    """Print the CPU time to generate a puzzle, and how well the first difficulty ranks puzzles."""
    jit.compile_all()
    for game in SEARCHABLE:
        start = time.process_time()
        list(islice(make_puzzles(game.key, SEED, set()), MADE))
        seconds = (time.process_time() - start) / MADE
        print(f"{game.key}: {seconds:.2f} CPU-s a puzzle")
        note(f"{game.key}, a puzzle", seconds, "CPU-s")
    chosen = random.Random(SEED).sample(collection.load(), TRIED)
    rates = [_solve_rate(puzzle) for puzzle in chosen]
    ranked = correlation(_ranks([-rate for rate in rates]), _ranks([p.difficulty for p in chosen]))
    print(f"{TRIED} puzzles: rank correlation of difficulty and failures {ranked:.2f}")
    note("rank correlation of difficulty and failures", ranked, "right")


def _solve_rate(puzzle: Puzzle) -> float:
    tries = [solves(puzzle, level, seed) for level in LEVELS[:5] for seed in TRY_SEEDS]
    return sum(tries) / len(tries)


def _ranks(values: list[float]) -> list[float]:
    """Return the rank of each value; equal values share the mean of their ranks."""
    below = [sum(other < value for other in values) for value in values]
    equal = [sum(other == value for other in values) for value in values]
    return [low + (same - 1) / 2 for low, same in zip(below, equal, strict=True)]
