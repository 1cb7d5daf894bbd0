"""Benchmark of the endgame solver: share of positions solved in time, and solving times.

The games are in the folder `endgames`, written by `scripts/make_endgames.py`.
"""

import re
import time
from pathlib import Path

from bench.figures import note
from rules.position import Phase, Position
from rules.record import Record, import_text, positions
from sparring import jit

FOLDER = Path(__file__).parent / "endgames"
WANTED = {10: 1.0, 12: 1.0, 14: 5.0}  # time limit in seconds, by number of empty cells
GIVE_UP = 6.0


def read_games(path: Path) -> list[Record]:
    return [import_text(text) for text in re.split(r"\n\n(?=Game: )", path.read_text())]


def endgame(record: Record, empty: int) -> Position | None:
    """Return a game's first position with `empty` empty cells; None if the game ended before."""
    for position in positions(record):
        if position.phase is Phase.PLAY and position.board.empty.bit_count() == empty:
            return position if position.outcome() is None else None
    return None


def seconds_to_solve(position: Position) -> float:
    from sparring.endgame_solver import EndgameSolver  # noqa: PLC0415 - needs an optional package

    start = time.process_time()
    solver = EndgameSolver(position)
    while solver.solution is None and time.process_time() - start < GIVE_UP:
        solver.run()
    return time.process_time() - start


def measure(name: str, records: list[Record], empty: int) -> None:
    found = [endgame(record, empty) for record in records]
    took = sorted(seconds_to_solve(position) for position in found if position is not None)
    if not took:
        return
    in_time = sum(1 for seconds in took if seconds <= WANTED[empty])
    median, p95 = took[len(took) // 2], took[95 * len(took) // 100]
    worst = f"{took[-1]:.2f}" if took[-1] < GIVE_UP else f"over {GIVE_UP:.0f}"
    print(
        f"{name}, {empty} empty cells".ljust(44),
        f"{in_time} of {len(took)} within {WANTED[empty]:.0f} CPU-s;",
        f"median {median:.3f}, p95 {p95:.2f}, worst {worst}",
    )
    note(f"{name}, {empty} empty cells, worst", took[-1], "CPU-s")


def main() -> None:
    if not jit.is_available():
        print(jit.MISSING_MESSAGE)
        return
    from sparring.endgame_solver import solve_endgame  # noqa: PLC0415 - as above

    for path in sorted(FOLDER.glob("*.txt")):
        records = read_games(path)
        first = endgame(records[0], min(WANTED))
        if first is not None:
            solve_endgame(first, 1)  # loads the kernel
        for empty in WANTED:
            measure(path.stem.replace("-", " "), records, empty)
