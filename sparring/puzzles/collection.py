"""The puzzles that ship with the package. Imports only `rules`."""

import gzip
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from sparring.puzzles.puzzle import Puzzle, from_line, to_line

FILE: Final = Path(__file__).parent / "puzzles.jsonl.gz"


@cache
def load() -> tuple[Puzzle, ...]:
    """Return every puzzle of the collection, sorted by id."""
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return tuple(map(from_line, file))


def save(puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles to the collection's file, replacing it; equal puzzles give equal bytes."""
    lines = "".join(to_line(puzzle) + "\n" for puzzle in puzzles)
    FILE.write_bytes(gzip.compress(lines.encode(), mtime=0))
    load.cache_clear()
