"""Command `python -m sparring puzzles`, which generates puzzles and adds them to the collection."""

import argparse
import sys
import time
from itertools import islice
from pathlib import Path

from sparring import jit
from sparring.levels import SEARCHABLE
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Puzzle, from_line, to_line
from sparring.puzzles.symmetry import Key, canonical_key


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("file", type=Path, help="a text file; puzzles are appended to it")
    parser.add_argument(
        "--game", choices=[game.key for game in SEARCHABLE], help="default: every game"
    )
    parser.add_argument("--count", type=int, default=100, help="puzzles of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--ship", action="store_true", help="make none; add those of the file to the package"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Generate puzzles and append each to a file as soon as it is proved.

    With ``--ship``, add the puzzles of the file to the collection instead.
    """
    made = read_lines(options.file) if options.file.exists() else []
    if options.ship:
        shipped = without_duplicates([*collection.load(), *made])
        collection.save(shipped)
        sys.stdout.write(f"The collection has {len(shipped)} puzzles.\n")
        return
    known = set[Key]()
    for puzzle in (*collection.load(), *made):
        known.update(_keys(puzzle))
    for game in [options.game] if options.game else [game.key for game in SEARCHABLE]:
        _make(game, options, known)


def _make(game: str, options: argparse.Namespace, known: set[Key]) -> None:
    from sparring.puzzles.maker import make_puzzles  # noqa: PLC0415 - needs numba

    jit.compile_all()
    start = time.process_time()
    puzzles = islice(make_puzzles(game, options.seed, known), options.count)
    with options.file.open("a", encoding="utf-8") as file:
        for puzzle in puzzles:
            file.write(to_line(puzzle) + "\n")
            file.flush()
    seconds = (time.process_time() - start) / max(1, options.count)
    sys.stdout.write(f"{game}: {options.count} puzzles, {seconds:.2f} CPU seconds each\n")


def read_lines(file: Path) -> list[Puzzle]:
    """Read a file of puzzles, one per line, in the format of `to_line`."""
    return [from_line(line) for line in file.read_text(encoding="utf-8").splitlines()]


def without_duplicates(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Return puzzles sorted by id, without those that start at a later position of another puzzle.

    Of two such puzzles, the longer one remains.
    """
    known, numbers = set[Key](), set[int]()
    kept: list[Puzzle] = []
    for puzzle in sorted(puzzles, key=lambda each: (-len(each.steps), each.id)):
        if canonical_key(puzzle.start) not in known and puzzle.number not in numbers:
            numbers.add(puzzle.number)
            known.update(_keys(puzzle))
            kept.append(puzzle)
    return sorted(kept, key=lambda each: each.id)


def _keys(puzzle: Puzzle) -> set[Key]:
    return set(map(canonical_key, puzzle.positions[:-1]))
