"""The levels of the partner, from the first day on: names, budgets, and how each one moves.

Levels 1 and 2 use the rules package alone. Levels 3 to 6 search; they need numba.
"""

import random
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from rules.moves import Move, Swap
from rules.position import Position
from rules.registry import GAMES
from sparring import glance, jit, openings
from sparring.slices import Sliced

if TYPE_CHECKING:
    from sparring.players import Clock, Searcher

MOST_GLANCES: Final = 60  # moves that levels 1 and 2 look at, so that large boards stay quick
# In Liflina a glance sees much of what matters and random games little, as matches showed.
GLANCES: Final = {"liflina": 5}  # of level 2
PLAYOUTS: Final = {"liflina": {3: 200, 4: 2_000, 5: 10_000}}  # by level, where they differ
SECOND_GLANCES: Final = 2  # moves of which level 2 sees what they leave in danger
ESTIMATE: Final = 300  # playouts for a decision before the fight, each of the two
SECONDS: Final = 10.0  # for one placement, whatever the budget
TURN_SECONDS: Final = 20.0  # for a turn: of two placements, or of up to nine with a handicap


@dataclass(frozen=True, slots=True)
class Level:
    """One level; 0 playouts: it does not search.

    ``wins``: of 100 games of Lifeline 5 against the level below, as measured (docs/sparring.md).
    ``insight``: how much of the learned patterns it uses, 0 to 1. ``exact_below``: it plays
    endgames of at most so many empty cells without error, where one of the two wins.
    """

    number: int
    name: str
    manner: str
    wins: int = 0
    playouts: int = 0
    insight: float = 1.0
    exact_below: int = 0

    @property
    def description(self) -> str:
        """How it plays, and how strong that is."""
        if self.number == 1:
            return self.manner
        return f"{self.manner} Wins {self.wins} of 100 games against level {self.number - 1}."

    @property
    def searches(self) -> bool:
        """Whether the level needs numba."""
        return self.playouts > 0


LEVELS: Final = (
    Level(1, "First day", "Moves at random, but gives nothing away for free."),
    Level(2, "Beginner", "Sees what a move takes and leaves in danger.", 86),
    Level(3, "Casual", "Imagines a hundred ways to go on.", 92, 100, 0.3, 6),
    Level(4, "Club player", "Imagines a thousand ways to go on.", 99, 1_000, 0.6, 10),
    Level(5, "Expert", "Imagines thousands, plays endgames exactly.", 93, 5_000, 0.8, 12),
    Level(6, "Master", "Imagines tens of thousands.", 94, 50_000, 1.0, 14),
)


ONLY_WITHOUT_SEARCH: Final = (
    "The bot cannot search this game, so it plays it at levels 1 and 2 only. Choose one of them."
)


class NoSuchLevel(LookupError):  # noqa: N818 - the name says what was wrong
    """There is no such level, or not on this machine; the message is a sentence for people."""


def find_level(number: int, game: str | None = None) -> Level:
    """Find a level that can be played on this machine.

    :param game: the key of the game to be played; None: any that can be searched.
    :raises NoSuchLevel: it does not exist, or needs what is not installed or a kernel that the
        game does not have.
    """
    for level in LEVELS:
        if level.number == number:
            if level.searches and not jit.available():
                raise NoSuchLevel(jit.WHY_MISSING)
            if level.searches and not is_searchable(game):
                raise NoSuchLevel(ONLY_WITHOUT_SEARCH)
            return level
    raise NoSuchLevel(f"There is no level {number}; choose one from 1 to {len(LEVELS)}.")


def playable_levels(game: str | None = None) -> tuple[Level, ...]:
    """List the levels that can be played on this machine, in one game or in any."""
    can_search = jit.available() and is_searchable(game)
    return tuple(level for level in LEVELS if can_search or not level.searches)


def is_searchable(game: str | None) -> bool:
    """Return whether the kernel knows the rules of a game; None stands for one that it knows."""
    return game is None or any(each.searchable for each in GAMES if each.key == game)


def playing(position: Position, level: Level, seed: int) -> Sliced[tuple[Move, ...]]:
    """Choose the whole turn of the side to move, or what is left of it.

    The same seed gives the same turn unless time runs out.

    :raises ValueError: the game is over.
    """
    lots = random.Random(f"{seed}/{position.ply}/{level.number}")  # noqa: S311 - a game
    if openings.before_the_fight(position):
        estimator = _estimator(lots) if level.searches else None
        decision = yield from openings.decide(position, lots, estimator)
        if decision is not None:
            return decision
    turn: list[Move] = []
    mover, number = position.to_move, position.turn
    seconds = min(SECONDS, TURN_SECONDS / position.placements_left)
    while position.turn == number and position.to_move is mover:
        turn.append((yield from _one_move(position, level, lots, seconds)))
        position = position.play(turn[-1])
    return tuple(turn)


def _one_move(
    position: Position, level: Level, lots: random.Random, seconds: float
) -> Sliced[Move]:
    if level.searches:
        player = searcher(level, position.game, seconds)
        return (yield from player.thinking(position, lots.getrandbits(40))).move
    return random_move(position, lots) if level.number == 1 else best_looking_move(position, lots)


def searcher(
    level: Level, game: str, seconds: float = SECONDS, clock: "Clock" = time.perf_counter
) -> "Searcher":
    """Make the player of a level that searches, for so many seconds a placement at most."""
    from sparring.patterns import learned  # noqa: PLC0415 - needs numba
    from sparring.players import Searcher  # noqa: PLC0415 - needs numba

    playouts = PLAYOUTS.get(game, {}).get(level.number, level.playouts)
    known = partial(learned, insight=level.insight)
    return Searcher(playouts, known, level.exact_below, seconds, clock)


def _estimator(lots: random.Random) -> openings.Estimator:
    from sparring.players import Searcher  # noqa: PLC0415 - needs numba

    player = Searcher(ESTIMATE, seconds=0.5)

    def estimate(position: Position) -> Sliced[float]:
        """Judge from both sides: a search thinks too well of whoever is to move."""
        mover = position.to_move
        verdict = yield from player.thinking(position, lots.getrandbits(40))
        share = verdict.share
        while position.outcome() is None and position.to_move is mover:
            verdict = yield from player.thinking(position, lots.getrandbits(40))
            position = position.play(verdict.move)
        if position.outcome() is None:
            verdict = yield from player.thinking(position, lots.getrandbits(40))
            share = (share + 1 - verdict.share) / 2
        return share

    return estimate


def random_move(position: Position, lots: random.Random) -> Move:
    """Play as level 1: at random, but no move that is plainly bad."""
    moves = _some_moves(position, lots, MOST_GLANCES)
    for move in moves:
        if not glance.is_blunder(position, move):
            return move
    return moves[0]


def best_looking_move(position: Position, lots: random.Random) -> Move:
    """Play as level 2: the move that looks best at a glance, of the best few the safest.

    Ties are decided by lot.
    """
    most = GLANCES.get(position.game, MOST_GLANCES)
    worth = {move: glance.worth(position, move) for move in _some_moves(position, lots, most)}
    few = sorted(worth, key=lambda move: -worth[move])[:SECOND_GLANCES]
    return max(few, key=lambda move: worth[move] - glance.left_in_danger(position, move))


def _some_moves(position: Position, lots: random.Random, most: int) -> list[Move]:
    """Choose legal moves in random order; swaps are for `openings`.

    :raises ValueError: there is none: the game is over.
    """
    moves = [move for move in position.legal_moves() if not isinstance(move, Swap)]
    if not moves:
        raise ValueError("There is no move to choose: the game is over.")
    return lots.sample(moves, min(most, len(moves)))
