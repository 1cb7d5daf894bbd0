"""Matches between two players: fair openings, results, confidence intervals.

Every opening is played twice, with the colours exchanged, so that an uneven opening favours nobody.
"""

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rules.colour import Colour
from rules.games.lifeline import KOMI_PIE
from rules.moves import Move
from rules.options import Game, Value
from rules.position import Phase, Position
from rules.record import Record, replay

# A match game starts from random stones: the set-up in the hexhex games, as many in the others.
OPENING_STONES: Final = 4
CONFIDENT: Final = 1.96  # 95 %

Choose = Callable[[Position, int], Move]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player with a name: ``choose(position, seed)`` gives a legal move."""

    name: str
    choose: Choose


@dataclass(slots=True)
class Score:
    """The standing of a match, for the first player; CPU-seconds are sums for each."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    black: int = 0  # games that Black won, whoever had Black
    moves: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def games(self) -> int:
        """The games played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The first player's share of the points; a draw is half a point."""
        return (self.wins + self.draws / 2) / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share would be in the long run, with 95 % confidence (Wilson 1927)."""
        return wilson(self.share, self.games)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Give the 95 % interval of a share measured in so many games.

    >>> [round(bound, 2) for bound in wilson(0.75, 100)]
    [0.66, 0.82]
    """
    if not games:
        return 0.0, 1.0
    square = CONFIDENT**2 / games
    middle = (share + square / 2) / (1 + square)
    radius = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return max(0.0, middle - radius), min(1.0, middle + radius)


def opening_record(game: Game, size: int, lots: random.Random, komi: int = 0) -> Record:
    """Make a random opening of a game without bargaining."""
    options: dict[str, Value] = {"size": size}
    if komi or game.shape == "square":
        options["komi"] = komi
    if game.shape == "hexhex":
        options["start"] = KOMI_PIE if komi and game.key == "lifeline" else "none"
    ruleset = game.ruleset(options)
    position, moves = game.start(ruleset), list[Move]()
    while position.ply < OPENING_STONES or position.phase is Phase.SETUP:
        moves.append(lots.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    return Record(ruleset, tuple(moves))


def opening(game: Game, size: int, lots: random.Random, komi: int = 0) -> Position:
    """Make the position after a random opening."""
    return replay(opening_record(game, size, lots, komi))


def series(
    game: Game, size: int, players: tuple[Contestant, Contestant], seed: int, komi: int = 0
) -> Iterator[Score]:
    """Play on and on; the standing after each game."""
    score, number = Score(), 0
    while True:
        lots = random.Random(f"{seed}/{number // 2}")  # noqa: S311 - a game
        _play(opening(game, size, lots, komi), players, number % 2, score)
        number += 1
        yield score


def _play(
    position: Position, players: tuple[Contestant, Contestant], black: int, score: Score
) -> None:
    """Play one game; ``black`` is the index of the player who has Black."""
    spent = [0.0, 0.0]
    while position.outcome() is None:
        index = black ^ position.to_move
        start = time.thread_time()
        move = players[index].choose(position, score.games * 1000 + position.ply)
        spent[index] += time.thread_time() - start
        position = position.play(move)
        score.moves += 1
    _count(score, position, black)
    score.seconds = score.seconds[0] + spent[0], score.seconds[1] + spent[1]


def _count(score: Score, position: Position, black: int) -> None:
    outcome = position.outcome()
    score.black += outcome is not None and outcome.winner is Colour.BLACK
    if outcome is None or outcome.winner is None:
        score.draws += 1
    elif black ^ outcome.winner == 0:
        score.wins += 1
    else:
        score.losses += 1
