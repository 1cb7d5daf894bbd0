"""Learns ring patterns from self-play: `python -m sparring.patterns.learn lifeline --size 5`.

The weight of a ring is its share of the visits of searches over its share of the moves offered.
Run again with the new file in place for another round: the searches are then better.
"""

import argparse
import random
import sys
import time
from pathlib import Path

import numpy as np

from rules.position import Position
from rules.registry import find_game
from sparring import boards, patterns
from sparring.compiled import seen_by
from sparring.layout import CODE, PASS
from sparring.match import opening
from sparring.search import Search

FEWEST_MOVES = 4  # positions with fewer teach nothing
DOUBT = 5.0  # made-up offers of average worth, so that rare rings stay near 1
RARE = 30  # rings offered less often are not written down


class Tally:
    """How often each ring was offered, and how much it was chosen."""

    def __init__(self, game: str) -> None:
        """Start with nothing."""
        self.around = patterns.AROUND[game]
        self.offered = np.zeros(4**self.around)
        self.chosen = np.zeros(4**self.around)

    def add(self, position: Position, one: Search) -> None:
        """Count the candidates of a search."""
        candidates = one.verdict().candidates
        total = sum(candidate.visits for candidate in candidates)
        if len(candidates) < FEWEST_MOVES or not total:
            return
        desk = boards.load(position)
        for candidate in candidates:
            cell = boards.cell_of(position, candidate.move)
            if cell == PASS:
                continue
            ring = seen_by(int(desk[CODE, cell]), position.to_move + 1)
            ring = patterns.canonical(ring, self.around)
            self.offered[ring] += 1
            self.chosen[ring] += candidate.visits / total * len(candidates)

    def lines(self) -> list[str]:
        """Write the rings that were met often, the best first."""
        weights = (self.chosen + DOUBT) / (self.offered + DOUBT)
        rings = [int(ring) for ring in np.flatnonzero(self.offered >= RARE)]
        rings.sort(key=lambda ring: -weights[ring])
        return [
            f"{patterns.spelled(ring, self.around)} {np.log(weights[ring]):+.3f} "
            f"{int(self.offered[ring])}\n"
            for ring in rings
        ]


def play(tally: Tally, position: Position, playouts: int, seed: int) -> None:
    """Play a game against oneself and count every position of it."""
    weights = patterns.learned(position.game)
    while position.outcome() is None:
        one = Search(position, weights, seed + position.ply, playouts)
        one.run(playouts)
        tally.add(position, one)
        position = position.play(one.verdict().move)


def main(arguments: list[str]) -> int:
    """Learn for a while and write the file of the game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(patterns.AROUND))
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=130, help="CPU time to spend")
    parser.add_argument("--playouts", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=None, help="file to write")
    chosen = parser.parse_args(arguments)
    tally, games = Tally(chosen.game), 0
    start = time.process_time()
    while time.process_time() - start < chosen.seconds:
        games += 1
        lots = random.Random(f"{chosen.seed}/{games}")  # noqa: S311 - a game
        position = opening(find_game(chosen.game), chosen.size, lots)
        play(tally, position, chosen.playouts, lots.getrandbits(40))
    path = chosen.to or Path(__file__).parent / f"{chosen.game}.txt"
    path.write_text("".join(tally.lines()), encoding="ascii")
    sys.stdout.write(f"{games} games, {len(tally.lines())} rings in {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
