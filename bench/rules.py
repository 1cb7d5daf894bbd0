"""Benchmark of the rules through their public interface, with targets, in CPU-seconds."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import TypeVar

from bench.figures import note
from rules.board import Board
from rules.cut_lifelines import cut_between_groups
from rules.moves import Move
from rules.position import Colour, Position
from rules.record import Record, replay
from rules.registry import find_game
from rules.topology import Cell, bits, hexhex

CUT_STONES = 40  # stones on the board of the cut lifelines

Row = tuple[str, str]
S = TypeVar("S")
T = TypeVar("T")

# Size, number of games to time, and target in games per CPU-second.
GAMES = ((5, 150, 700), (7, 40, 150), (10, 12, 35))
# Game, size, number of games to time, and targets in ms for `play` and for all legal moves.
MOVES = (
    ("lifeline", 7, 8, 0.1, 0.3),
    ("lifeline", 12, 3, 0.4, 1.0),
    ("cornered", 7, 3, None, None),
    ("asli", 13, 3, None, 5.0),
    ("asli", 19, 1, None, 12.0),
    ("liflina", 19, 1, None, 12.0),
)


def main() -> None:
    """Print the CPU times of the rules' operations, with their targets."""
    for name, figure in rows():
        print(f"{name:<44} {figure}")


def rows() -> Iterator[Row]:
    """Yield the name and the measured figures of each operation of the rules."""
    for size, count, wanted in GAMES:
        yield _games(size, count, wanted)
    for key, size, count, play, listing in MOVES:
        yield from _moves(key, size, count, play, listing)
    yield _cut_lifelines()
    yield _replay()


def _games(size: int, count: int, wanted: int) -> Row:
    rng = random.Random(size)
    _playout("lifeline", size, rng)
    start = time.thread_time()
    plies = sum(len(_playout("lifeline", size, rng)) for _ in range(count))
    spent = time.thread_time() - start
    figure = f"{count / spent:7.1f} games/CPU-s of {plies / count:.0f} plies (wanted {wanted})"
    note(f"random games, lifeline {size}", count / spent, "/CPU-s")
    return f"random games, lifeline {size}", figure


def _moves(key: str, size: int, count: int, *wanted: float | None) -> Iterator[Row]:
    rng = random.Random(size)
    _playout(key, 5, rng)
    plays, lists = list[float](), list[float]()
    for _ in range(count):
        position = _start(key, size)
        while position.outcome() is None:
            legal = _timed(lists, lambda at: list(at.legal_moves()), position)
            move = rng.choice(legal)
            position = _timed(plays, partial(_played, move), position)
    for what, times, limit in (("play", plays, wanted[0]), ("legal list", lists, wanted[1])):
        yield _row(f"{what}, {key} {size}", times, limit)


def _cut_lifelines() -> Row:
    """Time the search for the cut lifelines of ten groups on the largest hexhex board."""
    topology, rng = hexhex(12), random.Random(1)
    apart = list[Cell]()
    for cell in rng.sample(range(len(topology)), len(topology)):
        if not any(topology.neighbours[cell] >> other & 1 for other in apart):
            apart.append(cell)
    white, black = (
        sum(1 << cell for cell in cells) for cells in (apart[:11], apart[11:CUT_STONES])
    )
    board = Board.of(topology, black, white)
    stone = next(bits(board.empty))
    captured = sum(1 << cell for cell in apart[:10])
    times = list[float]()
    for _ in range(20):
        found = _timed(
            times, lambda it: list(cut_between_groups(it, stone, Colour.WHITE, captured)), board
        )
        assert len(found) == 10, "each group had a lifeline"
    return _row("cut lifelines of 10 groups, lifeline 12", times, 5.0)


def _replay() -> Row:
    record = _record("lifeline", 10, 200)
    replay(record)
    times = list[float]()
    for _ in range(20):
        _timed(times, replay, record)
    return _row("replay of 200 plies, lifeline 10", times, 40.0)


def _playout(key: str, size: int, rng: random.Random) -> list[Move]:
    """Play a random game, with all legal moves and the outcome at every ply."""
    position, moves = _start(key, size), list[Move]()
    while position.outcome() is None:
        moves.append(rng.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    return moves


def _record(key: str, size: int, plies: int) -> Record:
    ruleset = find_game(key).ruleset({"size": size})
    return Record(ruleset, tuple(_playout(key, size, random.Random(1))[:plies]))


def _start(key: str, size: int) -> Position:
    game = find_game(key)
    return game.start(game.ruleset({"size": size}))


def _played(move: Move, position: Position) -> Position:
    return position.play(move)


def _timed(times: list[float], work: Callable[[S], T], subject: S) -> T:
    start = time.thread_time()
    result = work(subject)
    times.append((time.thread_time() - start) * 1000)
    return result


def _row(name: str, times: list[float], wanted: float | None) -> Row:
    mean = sum(times) / len(times)
    note(name, mean, "CPU-ms")
    figure = f"mean {mean:.3f} ms, median {median(times):.3f}, longest {max(times):.3f}"
    return name, figure if wanted is None else f"{figure} (wanted {wanted})"
