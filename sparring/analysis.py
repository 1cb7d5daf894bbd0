"""Looks back on a finished game by searching all its positions: a job of many slices."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from rules.colour import Colour
from rules.moves import Move
from rules.position import BARGAINING, Position
from rules.record import Record, positions
from sparring.chances import chance
from sparring.players import Searcher
from sparring.review import Point, Review, TurningPoint
from sparring.search import Verdict
from sparring.slices import Sliced

PLAYOUTS: Final = 300  # a position
LOOKED_AT_AGAIN: Final = 10  # times as many before a turning point is shown
EXACT_BELOW: Final = 11  # empty cells from which on positions are proved
SUSPECTS: Final = 6
TURNING_POINTS: Final = 3
LEAST_FALL: Final = 0.08


@dataclass(frozen=True, slots=True)
class _Judged:
    position: Position
    black: float
    proved: bool
    best: Move | None

    def for_colour(self, colour: Colour) -> float:
        return self.black if colour is Colour.BLACK else 1 - self.black


def analysing(record: Record, seed: int, playouts: int = PLAYOUTS) -> Sliced[Review]:
    """Analyse a game; positions in which a bargain is due are left out.

    The same record and seed give the same review unless time runs out.

    :raises UnknownGame: the record's game or version is not known here.
    :raises IllegalMove: a move of the record is not legal where it stands.
    """
    judged: list[_Judged] = []
    for position in positions(record):
        if position.phase not in BARGAINING:
            one = yield from _judge(position, seed, playouts)
            judged.append(one)
    points = tuple(Point(one.position.ply, one.black, one.proved) for one in judged)
    turning_points = yield from _turning_points(judged, record, seed, playouts)
    return Review(points, turning_points)


def _judge(position: Position, seed: int, playouts: int) -> Sliced[_Judged]:
    outcome = position.outcome()
    if outcome is not None:
        black = 0.5 if outcome.winner is None else float(outcome.winner is Colour.BLACK)
        return _Judged(position, black, proved=True, best=None)
    forced = _only_move(position)
    if forced is not None:
        # a search ends at once, and knows nothing: the chance is that of what must follow
        after = yield from _judge(position.play(forced), seed, playouts)
        return _Judged(position, after.black, after.proved, forced)
    player = Searcher(playouts, exact_below=EXACT_BELOW, seconds=5.0)
    verdict = yield from player.thinking(position, seed + position.ply)
    own = _own_chance(position, verdict)
    black = own if position.to_move is Colour.BLACK else 1 - own
    return _Judged(position, black, verdict.proved, verdict.move)


def _only_move(position: Position) -> Move | None:
    moves = list(islice(position.legal_moves(), 2))
    return moves[0] if len(moves) == 1 else None


def _own_chance(position: Position, verdict: Verdict) -> float:
    if verdict.proved:
        return verdict.share
    return chance(position, verdict.share)


def _turning_points(
    judged: list[_Judged], record: Record, seed: int, playouts: int
) -> Sliced[tuple[TurningPoint, ...]]:
    """Find the largest falls, and look again, harder, before believing them."""
    falls = sorted(_falls(judged), key=lambda fall: -fall[0])[:SUSPECTS]
    found: list[tuple[float, TurningPoint]] = []
    for fall, before, after in falls:
        if fall < LEAST_FALL or len(found) == TURNING_POINTS:
            break
        harder = LOOKED_AT_AGAIN * playouts
        surely_before = yield from _judge(before.position, seed, harder)
        surely_after = yield from _judge(after.position, seed, harder)
        point = _turning_point(surely_before, surely_after, record)
        if point is not None:
            found.append((fall, point))
    return tuple(sorted((point for _, point in found), key=lambda point: point.ply))


def _falls(judged: list[_Judged]) -> Iterator[tuple[float, _Judged, _Judged]]:
    for before, after in pairwise(judged):
        mover = before.position.to_move
        yield before.for_colour(mover) - after.for_colour(mover), before, after


def _turning_point(before: _Judged, after: _Judged, record: Record) -> TurningPoint | None:
    mover = before.position.to_move
    played = record.moves[before.position.ply]
    was, became = before.for_colour(mover), after.for_colour(mover)
    if before.best is None or before.best == played or was - became < LEAST_FALL:
        return None
    return TurningPoint(before.position.ply, mover, played, before.best, was, became)
