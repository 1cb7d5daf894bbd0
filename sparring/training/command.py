"""The command `train`: rounds of self-play, fitting and matches.

Round 1 learns from the search with patterns, each later one from the network of the round before.
All results are files in one folder, so that the command continues where it was interrupted. At the
end it writes `GAME-SIZE.npz`, the network, and `GAME-SIZE.txt` with a line for each round.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from rules.registry import find_game
from sparring import jit
from sparring.puzzles.symmetry import symmetries
from sparring.training.work import Board, Part, Player, run_parts

GAMES_A_PART: Final = 20
MATCH_GAMES_A_PART: Final = 2
WINDOW: Final = 3  # rounds whose games are learned
HELD_OUT: Final = 20  # one part in so many is not learned but measured
REPORT_SECONDS: Final = 10.0
# A match against the search gives the network this many rated leaves for a playout, which takes
# about as long.
LEAVES_A_PLAYOUT: Final = 3
MATCH_PLAYOUTS: Final = 300


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan for the training of a network: the board, the amount of play and the network's size.

    Equal plans give equal results.
    """

    game: str
    size: int
    seed: int
    games: int  # of a round
    playouts: int  # of a move in round 1
    leaves: int  # rated for a move in later rounds
    steps: int  # of fitting in a round
    widths: tuple[int, int]  # of the hidden layers
    match_games: int

    @property
    def board(self) -> Board:
        """Game and size of the plan."""
        return Board(self.game, self.size)


class Progress:
    """Report of a task's progress on the terminal at intervals, with the time left."""

    def __init__(self, task: str, total: int) -> None:
        """Start the clock of a task with a total number of steps."""
        self.task, self.total = task, total
        self.start = self.reported = time.monotonic()
        self.first: int | None = None

    def __call__(self, done: int) -> None:
        """Print the number of steps done and the time left, at most every `REPORT_SECONDS`."""
        now = time.monotonic()
        if self.first is None:
            self.first = done
        if now < self.reported + REPORT_SECONDS or done <= self.first:
            return
        self.reported = now
        left = (now - self.start) * (self.total - done) / (done - self.first)
        _say(f"{self.task}: {done} of {self.total}, {left:.0f} s left")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Training:
    """Training process of a network, which follows a plan and keeps all files in one folder."""

    def __init__(self, plan: Plan, folder: Path, workers: int) -> None:
        """Prepare to train a network in a folder, or to continue the training that the folder has.

        :raises ValueError: the folder belongs to another plan.
        """
        self.plan, self.folder, self.workers = plan, folder, workers
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(plan), indent=1) + "\n"
        file = folder / "plan.json"
        if file.is_file() and file.read_text(encoding="ascii") != text:
            raise ValueError(f"{folder} has another training: name another folder.")
        file.write_text(text, encoding="ascii")

    def network_file(self, number: int) -> Path:
        """Return the file of the network that results from a round; rounds count from 1."""
        return self.folder / f"round-{number:02}.npz"

    def train(self, rounds: int) -> None:
        """Train rounds 1 to `rounds`, except complete ones, and write the results to the folder."""
        jit.compile_all()  # workers load it
        lines = [self.train_round(number) for number in range(1, rounds + 1)]
        name = f"{self.plan.game}-{self.plan.size}"
        (self.folder / f"{name}.txt").write_text("".join(lines), encoding="ascii")
        weights = self.network_file(rounds).read_bytes()
        (self.folder / f"{name}.npz").write_bytes(weights)

    def train_round(self, number: int) -> str:
        """Train a round, unless it is complete, and return the round's line of results.

        The line has the losses and the points of the matches.
        """
        record = self.folder / f"round-{number:02}.txt"
        if record.is_file():
            return record.read_text(encoding="ascii")
        (self.folder / f"round-{number:02}").mkdir(exist_ok=True)
        self.play(number)
        losses = self._fit(number)
        line = f"round {number} games {self.plan.games} {losses} {self._match(number)}\n"
        _say(line.rstrip())
        record.write_text(line, encoding="ascii")
        return line

    def _run(self, parts: list[Part], progress: Progress) -> None:
        from sparring.training.parts import do  # noqa: PLC0415 - numba

        run_parts(parts, do, self.workers, progress)

    def _part_files(self, number: int) -> list[Path]:
        folder = self.folder / f"round-{number:02}"
        count = -(-self.plan.games // GAMES_A_PART)
        return [folder / f"games-{part:05}.npz" for part in range(count)]

    def play(self, number: int) -> None:
        """Play the self-play games of a round that have no file yet."""
        player = Player(self.plan.playouts)
        if number > 1:
            player = Player(self.plan.leaves, self.network_file(number - 1))
        parts = [
            Part(
                self.plan.board,
                (player,),
                f"{self.plan.seed}/{number}",
                part * GAMES_A_PART,
                min(GAMES_A_PART, self.plan.games - part * GAMES_A_PART),
                file,
            )
            for part, file in enumerate(self._part_files(number))
        ]
        self._run(parts, Progress(f"round {number}, games / 20", len(parts)))

    def _fit(self, number: int) -> str:
        """Fit the network of a round and write its file; return the losses as text."""
        from sparring.networks.weights import Parameters, read_parameters  # noqa: PLC0415 - numpy
        from sparring.training import fit  # noqa: PLC0415 - numpy
        from sparring.training.samples import Samples  # noqa: PLC0415 - numpy

        game = find_game(self.plan.game)
        board = game.topology(game.ruleset({"size": self.plan.size}))
        rounds = range(max(1, number - WINDOW + 1), number + 1)
        files = [file for each in rounds for file in self._part_files(each)]
        learned = Samples.joined(
            Samples.read(file) for i, file in enumerate(files) if i % HELD_OUT != 0
        )
        held_out = Samples.joined(map(Samples.read, self._part_files(number)[::HELD_OUT]))
        net = (
            read_parameters(self.network_file(number - 1))
            if number > 1
            else Parameters.random(len(board), self.plan.widths, self.plan.seed)
        )
        fitting = fit.Fitting(net, self.plan.steps, self.plan.seed * 1000 + number)
        progress = Progress(f"round {number}, steps of fitting", self.plan.steps)
        state = self.folder / f"round-{number:02}" / "fitting.npz"
        net = fit.fit(fitting, learned, symmetries(board), state, progress)
        net.write(self.network_file(number))
        losses = fit.measure_losses(net, held_out)
        return f"positions {len(learned)} moves {losses.moves:.3f} result {losses.result:.3f}"

    def _match(self, number: int) -> str:
        """Play the matches of a round; return the network's points against each rival as text."""
        leaves = LEAVES_A_PLAYOUT * MATCH_PLAYOUTS
        player = Player(leaves, self.network_file(number))
        opponents = {"search": Player(MATCH_PLAYOUTS)}
        if number > 1:
            opponents["round-1"] = replace(player, file=self.network_file(1))
        if number > 2:
            opponents["before"] = replace(player, file=self.network_file(number - 1))
        parts = {
            name: self._match_parts(number, name, (player, other))
            for name, other in opponents.items()
        }
        every = [part for each in parts.values() for part in each]
        self._run(every, Progress(f"round {number}, games of matches / 2", len(every)))
        return " ".join(f"{name} {_count_points(each)}" for name, each in parts.items())

    def _match_parts(self, number: int, name: str, players: tuple[Player, Player]) -> list[Part]:
        folder = self.folder / f"round-{number:02}"
        return [
            Part(
                self.plan.board,
                players,
                f"{self.plan.seed}/match",
                first,
                MATCH_GAMES_A_PART,
                folder / f"match-{name}-{first:04}.txt",
            )
            for first in range(0, self.plan.match_games, MATCH_GAMES_A_PART)
        ]


def _count_points(parts: list[Part]) -> str:
    """Return the first player's points in a match as text, such as “12.5 of 20”."""
    from sparring.training.parts import read_points  # noqa: PLC0415 - numba

    points = [each for part in parts for each in read_points(part.file)]
    return f"{sum(points):g} of {len(points)}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command `train` to its parser."""
    parser.add_argument("game", choices=["lifeline"])
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--to", type=Path, required=True, help="folder for everything")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=_games_of_round, default=5000, help="games of a round")
    parser.add_argument("--playouts", type=int, default=100, help="of a move in round 1")
    parser.add_argument("--leaves", type=int, default=200, help="rated for a move later")
    parser.add_argument("--steps", type=int, default=4000, help="steps of fitting in a round")
    parser.add_argument("--widths", type=_widths, default=(256, 128), help="of the hidden layers")
    parser.add_argument("--match-games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def _games_of_round(text: str) -> int:
    games = int(text)
    if games <= GAMES_A_PART:  # the first part is not learned but measured
        raise argparse.ArgumentTypeError(f"type more than {GAMES_A_PART} games")
    return games


def _widths(text: str) -> tuple[int, int]:
    first, second = map(int, text.split(","))
    return first, second


def run(options: argparse.Namespace) -> None:
    """Train the network of a board, continuing from the files in the folder."""
    plan = Plan(
        options.game,
        options.size,
        options.seed,
        options.games,
        options.playouts,
        options.leaves,
        options.steps,
        options.widths,
        options.match_games,
    )
    Training(plan, options.to, options.workers).train(options.rounds)
