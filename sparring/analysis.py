"""Hints, and reviews of finished games; both are computed in short time slices.

The search that gives hints also confirms the turning points of a review.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise
from typing import Final

from rules.colour import Colour
from rules.moves import Move, Swap
from rules.position import KOMI_PHASES, Position
from rules.record import Record, positions
from sparring.levels import ADVISER, complete_turn, make_search_player
from sparring.puzzles.mistakes import find_mistakes
from sparring.review import MIN_LOSS, Advice, Point, Review, TurningPoint
from sparring.search import SearchPlayer, SearchResult
from sparring.time_slices import TimeSliced
from sparring.win_probability import win_probability

PLAYOUTS_PER_POSITION: Final = 300
MAX_SECONDS: Final = 5.0  # seconds for one position
MAX_RECHECKS: Final = 6
MAX_TURNING_POINTS: Final = 3


@dataclass(frozen=True, slots=True)
class _Assessment:
    position: Position
    black: float
    proved: bool
    best: Move | None

    def for_colour(self, colour: Colour) -> float:
        return self.black if colour is Colour.BLACK else 1 - self.black


def analyse_game(
    record: Record, seed: int, playouts: int = PLAYOUTS_PER_POSITION
) -> TimeSliced[Review]:
    """Review a game: estimate the chances in each position and find the turning points.

    Positions in which an offer or a choice of colour is due are left out. The same record and seed
    give the same review unless a time limit is reached.

    :raises UnknownGame: the game or its version is unknown.
    :raises IllegalMove: the record has an illegal move.
    """
    player = SearchPlayer(playouts, max_solver_cells=ADVISER.max_solver_cells, seconds=MAX_SECONDS)
    assessments: list[_Assessment] = []
    for position in positions(record):
        if position.phase not in KOMI_PHASES:
            assessment = yield from _assess(position, seed, player)
            assessments.append(assessment)
    turning_points, rechecked = yield from _find_turning_points(assessments, record, seed)
    final = (rechecked.get(each.position.ply, each) for each in assessments)
    points = tuple(Point(each.position.ply, each.black, each.proved) for each in final)
    mistakes = yield from find_mistakes(record, turning_points)
    return Review(points, turning_points, mistakes)


def advise(position: Position, seed: int) -> TimeSliced[Advice]:
    """Choose the turn that a hint suggests in a position.

    A review with the same seed finds the same moves best, unless a time limit is reached.

    :raises ValueError: the game is over.
    """
    rng = random.Random(f"{seed}/{position.ply}")  # noqa: S311 - a game
    results: list[SearchResult] = []
    choose = partial(_best_move, seed=seed, results=results)
    moves = yield from complete_turn(position, ADVISER, rng, choose)
    winners = [each.winner for each in results if each.proved]
    mover = position.to_move
    # the last move of a turn may have been the only one, without a search
    plan = results[-1].line if results and results[-1].move == moves[-1] else ()
    return Advice(moves, mover.other in winners, mover in winners, plan)


def _best_move(position: Position, seed: int, results: list[SearchResult]) -> TimeSliced[Move]:
    """Choose a move by a search, and add the result of the search to `results`.

    If only one move is legal, choose it without a search.
    """
    forced = _only_move(position)
    if forced is not None:
        return forced
    result = yield from _make_adviser(position).search_in_slices(position, seed + position.ply)
    results.append(result)
    return result.move


def _make_adviser(position: Position) -> SearchPlayer:
    return make_search_player(ADVISER, position.game, MAX_SECONDS)


def _assess(position: Position, seed: int, player: SearchPlayer) -> TimeSliced[_Assessment]:
    outcome = position.outcome()
    if outcome is not None:
        black = 0.5 if outcome.winner is None else float(outcome.winner is Colour.BLACK)
        return _Assessment(position, black, proved=True, best=None)
    forced = _only_move(position)
    if forced is not None:
        # A search with one legal move ends at once without information, so assess the next
        # position.
        after = yield from _assess(position.play(forced), seed, player)
        return _Assessment(position, after.black, after.proved, forced)
    result = yield from player.search_in_slices(position, seed + position.ply)
    chance = _mover_chance(position, result)
    black = chance if position.to_move is Colour.BLACK else 1 - chance
    return _Assessment(position, black, result.proved, result.move)


def _only_move(position: Position) -> Move | None:
    moves = list(islice(position.legal_moves(), 2))
    return moves[0] if len(moves) == 1 else None


def _mover_chance(position: Position, result: SearchResult) -> float:
    if result.proved:
        return result.share
    return win_probability(position, result.share)


def _find_turning_points(
    assessments: list[_Assessment], record: Record, seed: int
) -> TimeSliced[tuple[tuple[TurningPoint, ...], dict[int, _Assessment]]]:
    """Find the moves that lost the most, and keep the moves that a longer search confirms.

    :returns: the turning points, and the assessments by all longer searches, by ply.
    """
    losses = sorted(_list_losses(assessments, record), key=lambda loss: -loss[0])[:MAX_RECHECKS]
    found: list[TurningPoint] = []
    rechecked: dict[int, _Assessment] = {}
    for loss, *pair in losses:
        if loss < MIN_LOSS or len(found) == MAX_TURNING_POINTS:
            break
        for each in pair:
            ply = each.position.ply
            if ply not in rechecked:
                player = _make_adviser(each.position)
                rechecked[ply] = yield from _assess(each.position, seed, player)
        before, after = (rechecked[each.position.ply] for each in pair)
        point = _make_turning_point(before, after, record)
        if point is not None and (yield from _is_better_move_sound(before, after, seed)):
            found.append(point)
    return tuple(sorted(found, key=lambda point: point.ply)), rechecked


def _is_better_move_sound(before: _Assessment, after: _Assessment, seed: int) -> TimeSliced[bool]:
    """Return whether a search confirms that the better move is better than the played one.

    Without this check, a proved result would be compared with an estimate, and the last move before
    the proof of a lost position would look like the mistake.
    """
    if before.proved or before.best is None or not after.proved:
        return True
    reply = before.position.play(before.best)
    best = yield from _assess(reply, seed, _make_adviser(reply))
    mover = before.position.to_move
    return best.for_colour(mover) - after.for_colour(mover) >= MIN_LOSS


def _list_losses(
    assessments: list[_Assessment], record: Record
) -> Iterator[tuple[float, _Assessment, _Assessment]]:
    """Yield the winning chance that each move lost, and the assessments before and after it.

    Moves before the first possible swap, and swaps, are left out: the search does not know the
    swap, so it would call a fair first turn a mistake.
    """
    can_swap = (each.position for each in assessments if each.position.is_legal(Swap()))
    swap = next(can_swap, assessments[0].position).ply
    for before, after in pairwise(assessments):
        ply, mover = before.position.ply, before.position.to_move
        if ply < swap or isinstance(record.moves[ply], Swap):
            continue
        yield before.for_colour(mover) - after.for_colour(mover), before, after


def _make_turning_point(
    before: _Assessment, after: _Assessment, record: Record
) -> TurningPoint | None:
    mover = before.position.to_move
    played = record.moves[before.position.ply]
    was, became = before.for_colour(mover), after.for_colour(mover)
    if before.best is None or before.best == played or was - became < MIN_LOSS:
        return None
    return TurningPoint(before.position.ply, mover, played, before.best, was, became)
