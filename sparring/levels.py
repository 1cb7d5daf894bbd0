"""Levels of the engine: their names and budgets, and how each chooses a turn.

Levels 1 and 2 need only the rules package. Levels 3 to 6 search and need numba.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from rules.moves import Move, Place, Swap
from rules.position import Phase, Position
from rules.registry import GAMES
from rules.topology import bits
from sparring import evaluation, jit, openings
from sparring.time_slices import TimeSliced

if TYPE_CHECKING:
    from sparring.search import Clock, SearchPlayer, SearchResult

MAX_EVALUATED: Final = (
    60  # moves that levels 1 and 2 evaluate, which limits the time on large boards
)
# In Liflina, static evaluation is strong and random games are weak, as matches showed.
BEGINNER_MAX_EVALUATED: Final = {"liflina": 5}  # for level 2
GAME_PLAYOUTS: Final = {
    "liflina": {3: 200, 4: 2_000, 5: 10_000}
}  # by level, where they differ from `Level.playouts`
MAX_DANGER_CHECKS: Final = 2  # moves whose danger level 2 evaluates
ESTIMATE_PLAYOUTS: Final = 300  # playouts of each of the two searches of an estimate
PLACEMENT_SECONDS: Final = 10.0  # seconds for one placement, at any budget
WON: Final = 0.9  # share of won random games from which a position counts as won
ALIKE: Final = 0.05  # shares that differ by less mean moves of about equal strength
TURN_SECONDS: Final = 20.0  # seconds for a turn of two placements, or up to nine with a handicap


@dataclass(frozen=True, slots=True)
class Level:
    """Level of play; a level with 0 playouts does not search.

    `wins`: games won of 100 against the level below on Lifeline 5 (docs/engine-tuning.md).
    `insight`: weight of the learned move priors, 0 to 1. `max_solver_cells`: endgames with at most
    this many empty cells are solved, so that no won endgame is lost.
    """

    number: int
    name: str
    manner: str
    wins: int = 0
    playouts: int = 0
    insight: float = 1.0
    max_solver_cells: int = 0

    @property
    def description(self) -> str:
        """Description for players: the level's style and strength."""
        if self.number == 1:
            return self.manner
        return f"{self.manner} Wins {self.wins} of 100 games against level {self.number - 1}."

    @property
    def searches(self) -> bool:
        """Whether the level searches and therefore needs numba."""
        return self.playouts > 0


LEVELS: Final = (
    Level(1, "Very easy", "Plays at random, but avoids most blunders."),
    Level(2, "Beginner", "Sees what a move takes and endangers.", 86),
    Level(3, "Casual", "Plays out a hundred games in its head.", 92, 100, 0.3, 6),
    Level(4, "Club player", "Plays out a thousand games in its head.", 99, 1_000, 0.6, 10),
    Level(5, "Expert", "Simulates thousands of games. Perfect endgames.", 93, 5_000, 0.8, 12),
    Level(6, "Master", "Plays out tens of thousands of games in its head.", 94, 50_000, 1.0, 14),
)

# Strength of hints and of the searches that confirm a review's turning points, so that they agree.
# With 16 cells all of Lifeline 3 after the first stones is solved, within a second.
ADVISER: Final = replace(LEVELS[4], insight=1.0, max_solver_cells=16)


ONLY_WITHOUT_SEARCH: Final = (
    "The bot cannot search this game, so it plays it at levels 1 and 2 only. Choose one of them."
)


class NoSuchLevel(LookupError):  # noqa: N818 - named after the cause
    """Error for a level that does not exist, or cannot be played on this machine or in this game.

    The message is for players.
    """


def find_level(number: int, game: str | None = None) -> Level:
    """Return a level that can be played on this machine.

    :param game: the key of the game; None means any game that can be searched.
    :raises NoSuchLevel: the level does not exist, needs packages that are not installed, or needs
        a kernel that the game does not have.
    """
    for level in LEVELS:
        if level.number == number:
            if level.searches and not jit.is_available():
                raise NoSuchLevel(jit.MISSING_MESSAGE)
            if level.searches and not is_searchable(game):
                raise NoSuchLevel(ONLY_WITHOUT_SEARCH)
            return level
    raise NoSuchLevel(f"There's no level {number}. Choose one from 1 to {len(LEVELS)}.")


def playable_levels(game: str | None = None) -> tuple[Level, ...]:
    """Return the levels that can be played on this machine, weakest first.

    :param game: the key of the game; None means any game that can be searched.
    """
    can_search = jit.is_available() and is_searchable(game)
    return tuple(level for level in LEVELS if can_search or not level.searches)


SEARCHABLE = tuple(game for game in GAMES if game.searchable)


def is_searchable(game: str | None) -> bool:
    """Return whether the kernel knows the rules of a game; None counts as known."""
    return game is None or any(each.key == game for each in SEARCHABLE)


def choose_turn(position: Position, level: Level, seed: int) -> TimeSliced[tuple[Move, ...]]:
    """Choose all moves of the current turn that are not played yet.

    The same seed gives the same turn unless the time limit is reached.

    :raises ValueError: the game is over.
    """
    rng = random.Random(f"{seed}/{position.ply}/{level.number}")  # noqa: S311 - a game
    seconds = min(PLACEMENT_SECONDS, TURN_SECONDS / position.placements_left)

    def choose(position: Position) -> TimeSliced[Move]:
        return _choose_move(position, level, rng, seconds)

    return (yield from complete_turn(position, level, rng, choose))


def complete_turn(
    position: Position,
    level: Level,
    rng: random.Random,
    choose: Callable[[Position], TimeSliced[Move]],
) -> TimeSliced[tuple[Move, ...]]:
    """Choose all moves of the current turn that are not played yet.

    `openings.choose_opening_turn` decides whether to swap, and makes the other decisions of the
    opening. In any other case, `choose` is called for each move.

    :param choose: returns the move to play in a position.
    :raises ValueError: the game is over.
    """
    if openings.is_decision_due(position):
        estimator = _make_estimator(rng) if level.searches else None
        decision = yield from openings.choose_opening_turn(position, rng, estimator)
        if decision is not None:
            return decision
    turn: list[Move] = []
    mover, number = position.to_move, position.turn
    while position.turn == number and position.to_move is mover:
        turn.append((yield from choose(position)))
        position = position.play(turn[-1])
    return tuple(turn)


def _choose_move(
    position: Position, level: Level, rng: random.Random, seconds: float
) -> TimeSliced[Move]:
    if level.searches:
        player = make_search_player(level, position.game, seconds)
        result = yield from player.search_in_slices(position, rng.getrandbits(40))
        return finishing_move(position, result)
    return (
        random_safe_move(position, rng) if level.number == 1 else best_evaluated_move(position, rng)
    )


def finishing_move(position: Position, result: "SearchResult") -> Move:
    """Return the best move of a search; in a won position prefer a move that ends the game soon.

    To a search, all winning moves have the same value, so it might fill its own territory for many
    turns.
    """
    if result.share < WON or position.phase is not Phase.PLAY:
        return result.move
    mover = position.to_move
    alike = [
        each.move
        for each in result.candidates
        if each.share >= result.share - ALIKE and (not each.proved or each.winner is mover)
    ]
    moves = [result.move, *alike, *_ending_captures(position)]
    return max(moves, key=partial(evaluation.progress, position))


def _ending_captures(position: Position) -> list[Place]:
    """Return the captures that win at once.

    A search that has proved another winning move may not have tried them.
    """
    cells = 0
    for danger in position.in_danger(position.to_move.other):
        cells |= danger.cells
    captures = [Place(cell) for cell in bits(cells)]
    return [move for move in captures if evaluation.progress(position, move)[0]]


def make_search_player(
    level: Level, game: str, seconds: float = PLACEMENT_SECONDS, clock: "Clock" = time.perf_counter
) -> "SearchPlayer":
    """Return the player of a search level, with a time limit for each placement.

    :param seconds: the limit in seconds by `clock`.
    """
    from sparring.patterns.weights import learned_weights  # noqa: PLC0415 - needs numba
    from sparring.search import SearchPlayer  # noqa: PLC0415 - needs numba

    playouts = GAME_PLAYOUTS.get(game, {}).get(level.number, level.playouts)
    load_priors = partial(learned_weights, insight=level.insight)
    return SearchPlayer(playouts, load_priors, level.max_solver_cells, seconds, clock)


def _make_estimator(rng: random.Random) -> openings.Estimator:
    from sparring.search import SearchPlayer  # noqa: PLC0415 - needs numba

    player = SearchPlayer(ESTIMATE_PLAYOUTS, seconds=0.5)

    def estimate(position: Position) -> TimeSliced[float]:
        """Return the winning chance of the side to move, 0 to 1.

        It is the mean of one search for each side, because a search favours the side to move.
        """
        mover = position.to_move
        result = yield from player.search_in_slices(position, rng.getrandbits(40))
        share = result.share
        while position.outcome() is None and position.to_move is mover:
            result = yield from player.search_in_slices(position, rng.getrandbits(40))
            position = position.play(result.move)
        if position.outcome() is None:
            result = yield from player.search_in_slices(position, rng.getrandbits(40))
            share = (share + 1 - result.share) / 2
        return share

    return estimate


def random_safe_move(position: Position, rng: random.Random) -> Move:
    """Choose a move for level 1: a random move that is not a blunder, if possible."""
    moves = _sample_moves(position, rng, MAX_EVALUATED)
    for move in moves:
        if not evaluation.is_blunder(position, move):
            return move
    return moves[0]


def best_evaluated_move(position: Position, rng: random.Random) -> Move:
    """Choose a move for level 2, by its static value and the stones that it leaves in danger.

    Only the `MAX_DANGER_CHECKS` moves of the highest values are checked for danger. Moves of equal
    value are chosen at random.
    """
    limit = BEGINNER_MAX_EVALUATED.get(position.game, MAX_EVALUATED)
    values = {
        move: evaluation.evaluate_move(position, move)
        for move in _sample_moves(position, rng, limit)
    }
    best = sorted(values, key=lambda move: -values[move])[:MAX_DANGER_CHECKS]
    return max(best, key=lambda move: values[move] - evaluation.evaluate_danger(position, move))


def _sample_moves(position: Position, rng: random.Random, limit: int) -> list[Move]:
    """Return up to `limit` legal moves in random order, without swaps.

    Cramped placements are left out too, see `openings.without_cramped`.

    :raises ValueError: the game is over.
    """
    moves = [move for move in position.legal_moves() if not isinstance(move, Swap)]
    if not moves:
        raise ValueError("There is no move to choose: the game is over.")
    moves = openings.without_cramped(position, moves)
    return rng.sample(moves, min(limit, len(moves)))
