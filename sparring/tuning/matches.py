"""Matches between two players: random openings, results, confidence intervals.

Each opening is played twice with colours exchanged, so that an uneven opening favours neither
player.
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

# A game starts with random stones: the set-up of the hexhex games; as many in the square games.
OPENING_STONES: Final = 4
Z_95: Final = 1.96  # standard deviations of a 95 % interval

ChooseMove = Callable[[Position, int], Move]


@dataclass(frozen=True, slots=True)
class Player:
    """Player with a name; `choose(position, seed)` returns a legal move."""

    name: str
    choose: ChooseMove


@dataclass(slots=True)
class MatchScore:
    """Score of a match for the first player; `seconds` is the CPU time of each player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    black: int = 0  # games that Black won
    moves: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The first player's share of the points; a draw is half a point."""
        return (self.wins + self.draws / 2) / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the share (Wilson 1927)."""
        return wilson_interval(self.share, self.games)


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share measured in a number of games.

    >>> [round(bound, 2) for bound in wilson_interval(0.75, 100)]
    [0.66, 0.82]
    """
    if not games:
        return 0.0, 1.0
    square = Z_95**2 / games
    middle = (share + square / 2) / (1 + square)
    radius = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return max(0.0, middle - radius), min(1.0, middle + radius)


def random_opening_record(game: Game, size: int, rng: random.Random, komi: int = 0) -> Record:
    """Return the record of a random opening, in a game without offers and swaps.

    :param komi: White's komi from the start.
    """
    options: dict[str, Value] = {"size": size}
    if komi or game.shape == "square":
        options["komi"] = komi
    if game.shape == "hexhex":
        takes_offers = komi and KOMI_PIE in game.option("start").choices
        options["start"] = KOMI_PIE if takes_offers else "none"
    ruleset = game.ruleset(options)
    position, moves = game.start(ruleset), list[Move]()
    while position.ply < OPENING_STONES or position.phase is Phase.SETUP:
        moves.append(rng.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    return Record(ruleset, tuple(moves))


def random_opening(game: Game, size: int, rng: random.Random, komi: int = 0) -> Position:
    """Return the position after a random opening; see `random_opening_record`."""
    return replay(random_opening_record(game, size, rng, komi))


def play_games(
    game: Game, size: int, players: tuple[Player, Player], seed: int, komi: int = 0
) -> Iterator[MatchScore]:
    """Play games without end; yield the score, always the same object, after each game.

    Games 2n and 2n + 1 have the same opening with exchanged colours.
    """
    score, number = MatchScore(), 0
    while True:
        rng = random.Random(f"{seed}/{number // 2}")  # noqa: S311 - a game
        _play_game(random_opening(game, size, rng, komi), players, number % 2, score)
        number += 1
        yield score


def _play_game(
    position: Position, players: tuple[Player, Player], black: int, score: MatchScore
) -> None:
    """Play a game from a position and add its result to the score.

    :param black: the index of the player with Black, 0 or 1.
    """
    spent = [0.0, 0.0]
    while position.outcome() is None:
        index = black ^ position.to_move
        start = time.thread_time()
        move = players[index].choose(position, score.games * 1000 + position.ply)
        spent[index] += time.thread_time() - start
        position = position.play(move)
        score.moves += 1
    _count_result(score, position, black)
    score.seconds = score.seconds[0] + spent[0], score.seconds[1] + spent[1]


def _count_result(score: MatchScore, position: Position, black: int) -> None:
    outcome = position.outcome()
    score.black += outcome is not None and outcome.winner is Colour.BLACK
    if outcome is None or outcome.winner is None:
        score.draws += 1
    elif black ^ outcome.winner == 0:
        score.wins += 1
    else:
        score.losses += 1
