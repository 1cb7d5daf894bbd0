"""Analysis of a finished game: searches of all positions produce a review, in time slices."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from rules.colour import Colour
from rules.moves import Move
from rules.position import BARGAINING, Position
from rules.record import Record, positions
from sparring.review import Point, Review, TurningPoint
from sparring.search import SearchPlayer, SearchResult
from sparring.time_slices import Sliced
from sparring.win_probability import win_probability

PLAYOUTS_PER_POSITION: Final = 300
RECHECK_FACTOR: Final = 10  # factor of playouts to confirm a turning point
MAX_SOLVER_CELLS: Final = 11  # positions with fewer empty cells are proved
MAX_RECHECKS: Final = 6
MAX_TURNING_POINTS: Final = 3
MIN_LOSS: Final = 0.08


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
) -> Sliced[Review]:
    """Review a game, except positions in which an offer or a choice of colour is due.

    The same record and seed give the same review unless a time limit is reached.

    :raises UnknownGame: the game or its version is unknown.
    :raises IllegalMove: the record has an illegal move.
    """
    assessments: list[_Assessment] = []
    for position in positions(record):
        if position.phase not in BARGAINING:
            assessment = yield from _assess(position, seed, playouts)
            assessments.append(assessment)
    turning_points = yield from _find_turning_points(assessments, record, seed, playouts)
    confirmed = _confirmed_chances(turning_points)
    points = tuple(
        Point(each.position.ply, confirmed.get(each.position.ply, each.black), each.proved)
        for each in assessments
    )
    return Review(points, turning_points)


def _confirmed_chances(turning_points: tuple[TurningPoint, ...]) -> dict[int, float]:
    """Return Black's chances by ply from the longer searches, for a chart that agrees with them."""
    found = {}
    for one in turning_points:
        for ply, chance in ((one.ply, one.before), (one.ply + 1, one.after)):
            found[ply] = chance if one.by is Colour.BLACK else 1 - chance
    return found


def _assess(position: Position, seed: int, playouts: int) -> Sliced[_Assessment]:
    outcome = position.outcome()
    if outcome is not None:
        black = 0.5 if outcome.winner is None else float(outcome.winner is Colour.BLACK)
        return _Assessment(position, black, proved=True, best=None)
    forced = _only_move(position)
    if forced is not None:
        # A search with one legal move ends at once without information, so assess the next
        # position.
        after = yield from _assess(position.play(forced), seed, playouts)
        return _Assessment(position, after.black, after.proved, forced)
    player = SearchPlayer(playouts, max_solver_cells=MAX_SOLVER_CELLS, seconds=5.0)
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
    assessments: list[_Assessment], record: Record, seed: int, playouts: int
) -> Sliced[tuple[TurningPoint, ...]]:
    """Find the moves that lost the most, and keep the moves that a longer search confirms."""
    losses = sorted(_list_losses(assessments), key=lambda loss: -loss[0])[:MAX_RECHECKS]
    found: list[tuple[float, TurningPoint]] = []
    for loss, before, after in losses:
        if loss < MIN_LOSS or len(found) == MAX_TURNING_POINTS:
            break
        more_playouts = RECHECK_FACTOR * playouts
        rechecked_before = yield from _assess(before.position, seed, more_playouts)
        rechecked_after = yield from _assess(after.position, seed, more_playouts)
        point = _make_turning_point(rechecked_before, rechecked_after, record)
        if point is not None:
            found.append((loss, point))
    return tuple(sorted((point for _, point in found), key=lambda point: point.ply))


def _list_losses(
    assessments: list[_Assessment],
) -> Iterator[tuple[float, _Assessment, _Assessment]]:
    for before, after in pairwise(assessments):
        mover = before.position.to_move
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
