"""Benchmark of game pages: size and CPU time, for random games and for a very long one.

Budgets apply to a machine whose calibration loop takes 0.15 CPU-s; they are scaled to this machine.
"""

import gzip
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bench.calibration import calibration_seconds
from bench.figures import note
from bench.pictures import cpu_ms, judged
from renderer.page.document import LARGEST, game_page
from renderer.page.steps import ends_of_turns
from rules.moves import Offer
from rules.position import Position
from rules.record import Record, positions
from rules.registry import find_game

Row = tuple[str, str]

CALIBRATION = 0.15
PAGE_MS = 30
LONG = 4000
GAMES = (
    ("lifeline", 5),
    ("lifeline", 10),
    ("lifeline", 12),
    ("asli", 19),
    ("asli", 27),
    ("liflina", 19),
)


def main() -> None:
    """Print the sizes and CPU times of the game pages."""
    for name, figure in rows():
        print(f"{name:<36} {figure}")


def rows() -> Iterator[Row]:
    """Yield the name and the measured figures of each game page."""
    scale = calibration_seconds() / CALIBRATION
    for key, size in GAMES:
        record = random_record(key, size)
        history = list(positions(record))
        yield f"{key} {size}", _figures(record, history, scale)
    record = random_record("asli", 9)
    longer = repeated(ends_of_turns(positions(record)))
    yield f"asli 9, played on to turn {LONG}", _figures(record, longer, scale)


def _figures(record: Record, history: Sequence[Position], scale: float) -> str:
    make = partial(game_page, record, history=history)
    data = make()
    spent = cpu_ms(make)
    name = f"{record.ruleset.game} {record.ruleset.options['size']}, {history[-1].turn - 1} turns"
    note(f"{name}, size", len(data) / 1000, "kB")
    note(f"{name}, time", spent, "CPU-ms")
    return (
        f"{history[-1].turn - 1} turns; {judged(len(data) / 1000, LARGEST / 1000, 'kB')}, "
        f"{len(gzip.compress(data)) / 1000:.0f} kB gzipped; {judged(spent, PAGE_MS * scale)}"
    )


def random_record(key: str, size: int) -> Record:
    """Return the record of a random game played to its end."""
    rng, game = random.Random(size), find_game(key)
    ruleset = game.ruleset({"size": size})
    position, moves = game.start(ruleset), []
    while position.outcome() is None:
        legal = list(position.legal_moves())
        moves.append(Offer(5) if isinstance(legal[0], Offer) else rng.choice(legal))
        position = position.play(moves[-1])
    return Record(ruleset, tuple(moves))


def repeated(ends: Sequence[Position]) -> list[Position]:
    """Return a game of ``LONG`` turns that repeats those of a shorter game, against the rules."""
    start, *rest = ends
    history = [start]
    while len(history) <= LONG:
        number = len(history)
        again = rest[(number - 1) % len(rest)]
        if again.last_turn:
            turn = replace(again.last_turn, number=number)
            history.append(replace(again, last_turn=turn, turn=number + 1))
    return history
