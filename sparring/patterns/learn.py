"""Learns patterns from self-play: `python -m sparring.patterns.learn lifeline --size 5`.

Plays games against itself with short searches and fits the weights that foretell where they look.
Run again with the new file in place for another round: the searches are then better.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from rules.position import Position
from rules.registry import find_game
from sparring import boards, compiled, patterns
from sparring.layout import PASS
from sparring.match import opening
from sparring.patterns.codes import AROUND, Kind, kinds
from sparring.patterns.fit import Integers, Reals, Samples, fit, surprise
from sparring.search import Search, Verdict
from sparring.taste import CODES

FEWEST_MOVES: Final = 4  # positions with fewer teach nothing
RARE: Final = 5  # codes met less often are not written down
ASTRAY: Final = 0.1  # of the moves are drawn by lot, so that games differ


class Book:
    """All that searches have chosen, position by position."""

    def __init__(self, game: str) -> None:
        """Start with nothing."""
        self.kinds = kinds(AROUND[game])
        self.places: dict[Kind, int] = {}  # of the first code of each kind, among all codes
        least: list[int] = []
        for kind in dict.fromkeys(self.kinds):
            self.places[kind] = first = len(least)
            least.extend(first + kind.least(code) for code in range(kind.size))
        self.least = np.array(least)
        self.codes: list[Integers] = []
        self.chosen: list[float] = []
        self.counts: list[int] = []

    def add(self, position: Position, verdict: Verdict) -> None:
        """Note the moves of a search."""
        desk = boards.load(position)
        visits = {
            cell: one.visits
            for one in verdict.candidates
            if (cell := boards.cell_of(position, one.move)) != PASS
        }
        total = sum(visits.values())
        if len(visits) < FEWEST_MOVES or not total or verdict.proved:
            return
        for cell, tried in visits.items():
            codes = np.zeros(CODES, np.int64)
            compiled.describe(desk, cell, codes)
            self.codes.append(codes[: len(self.kinds)])
            self.chosen.append(tried / total)
        self.counts.append(len(visits))

    def samples(self) -> Samples:
        """Give all of it as arrays; codes that are alike are the same one."""
        codes = self.least[np.array(self.codes) + [self.places[kind] for kind in self.kinds]]
        return Samples(codes, np.array(self.chosen), np.array(self.counts))

    def lines(self, samples: Samples, weights: Reals) -> Iterator[str]:
        """Write the codes that were met, the best of each kind first."""
        met = np.bincount(samples.codes.ravel(), minlength=len(self.least))
        for kind, first in self.places.items():
            codes = first + np.flatnonzero(met[first : first + kind.size] >= RARE)
            for code in sorted(codes, key=lambda code: -weights[code]):
                spelled = kind.spell(int(code) - first)
                yield f"{kind.name} {spelled} {weights[code]:+.3f} {met[code]}\n"


def play(book: Book, position: Position, playouts: int, lots: random.Random) -> None:
    """Play a game against oneself and note every position of it."""
    weights = patterns.learned(position.game)
    while position.outcome() is None:
        one = Search(position, weights, lots.getrandbits(40), playouts)
        one.run(playouts)
        verdict = one.verdict()
        book.add(position, verdict)
        move = verdict.move
        if lots.random() < ASTRAY:
            move = lots.choice(list(position.legal_moves()))
        position = position.play(move)


def centred(book: Book, samples: Samples, weights: Reals) -> Reals:
    """Move the weights of the rings so that the mean of exp(worth) is 1."""
    rings = book.kinds[0].size
    worth = weights[samples.codes].sum(axis=1)
    return np.concatenate((weights[:rings] - np.log(np.exp(worth).mean()), weights[rings:]))


def main(arguments: list[str]) -> int:
    """Learn for a while and write the file of the game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(AROUND))
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=600, help="CPU time to play for")
    parser.add_argument("--playouts", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=None, help="file to write")
    chosen = parser.parse_args(arguments)
    book, games = Book(chosen.game), 0
    start = time.process_time()
    while time.process_time() - start < chosen.seconds:
        games += 1
        lots = random.Random(f"{chosen.seed}/{games}")  # noqa: S311 - a game
        play(book, opening(find_game(chosen.game), chosen.size, lots), chosen.playouts, lots)
    samples = book.samples()
    weights = centred(book, samples, fit(samples, len(book.least)))
    lines = list(book.lines(samples, weights))
    path = chosen.to or Path(__file__).parent / f"{chosen.game}.txt"
    path.write_text("".join(lines), encoding="ascii")
    nothing, something = (surprise(samples, one) for one in (np.zeros(len(book.least)), weights))
    sys.stdout.write(
        f"{games} games, {len(samples.counts)} positions, {len(lines)} codes in {path}; "
        f"surprise {nothing:.3f} before, {something:.3f} after\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
