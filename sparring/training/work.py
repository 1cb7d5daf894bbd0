"""Parts of a training round, each with a file of results, and the processes that play them."""

import multiprocessing
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

POLL_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True)
class Board:
    """Board on which a network is trained: the key of the game, and the board's size."""

    game: str
    size: int


@dataclass(frozen=True, slots=True)
class Player:
    """Player of training games, which searches with a network or with learned patterns.

    `file` is the file of the network; None means patterns. `budget` is the number of rated leaves
    for a move, or of playouts without a network.
    """

    budget: int
    file: Path | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a training round: consecutive games between two players, or of one against itself."""

    board: Board
    players: tuple[Player, ...]
    seed: str
    first: int
    games: int
    file: Path


def run_parts(
    parts: list[Part], do: Callable[[Part], None], workers: int, report: Callable[[int], None]
) -> None:
    """Play the parts that have no file yet, in worker processes if `workers` is more than 1.

    A part depends on nothing but itself, so any number of workers gives the same files.

    :param do: plays the games of a part and writes its file.
    :param report: called at intervals with the number of parts done.
    :raises RuntimeError: a worker failed.
    """
    due = [part for part in parts if not part.file.is_file()]
    if workers > 1:
        _run_processes(due, do, workers, lambda done: report(len(parts) - len(due) + done))
        return
    for number, part in enumerate(due):
        do(part)
        report(len(parts) - len(due) + number + 1)


def _run_processes(
    due: list[Part], do: Callable[[Part], None], workers: int, report: Callable[[int], None]
) -> None:
    context = multiprocessing.get_context("spawn")
    following = context.Value("i", 0)
    processes = [
        context.Process(target=_work, args=(due, do, following, os.getpid()), daemon=True)
        for _ in range(min(workers, len(due)))
    ]
    for process in processes:
        process.start()
    while any(process.is_alive() for process in processes):
        time.sleep(POLL_SECONDS)
        report(max(0, following.value - len(processes)))
    if any(process.exitcode for process in processes):
        raise RuntimeError("A worker process failed; its error is above.")


def _work(parts: list[Part], do: Callable[[Part], None], following: Any, parent: int) -> None:
    """Play parts in a worker process until all are taken or the parent process has ended.

    :param following: the index of the next part, shared by all workers.
    """
    while os.getppid() == parent:
        with following.get_lock():
            number = following.value
            following.value += 1
        if number >= len(parts):
            return
        do(parts[number])
