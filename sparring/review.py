"""Review of a finished game: the winning chances move by move, and the turning points.

`analysis` creates reviews. This module also converts them to JSON and back.
"""

from dataclasses import dataclass
from typing import Final

from rules.colour import Colour
from rules.moves import Move, format_move, parse_move
from rules.topology import Topology
from sparring.protocol import Message, format_moves

MIN_LOSS: Final = 0.08  # of winning chances; a smaller change turns no game


@dataclass(frozen=True, slots=True)
class Point:
    """Black's winning chance, 0 to 1, after `ply` moves; an estimate unless `proved`."""

    ply: int
    chance: float
    proved: bool


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Costly move of a player: their chance, 0 to 1, before and after it, and a better move.

    `ply` is the number of moves before the costly one.
    """

    ply: int
    by: Colour
    played: Move
    better: Move
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """Turning point before which exactly one turn won: a puzzle for its player.

    `puzzle` is its line of text; see `sparring.puzzles.puzzle.from_line`.
    """

    ply: int
    by: Colour
    puzzle: str


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for a hint: the moves of the suggested turn, and how the game may continue.

    `lost` means that every move is proved to lose, `won` that the suggested turn is proved to win.
    `plan` are the moves that the search expects after the turn, to the end of the mover's next
    turn; it may be empty.
    """

    moves: tuple[Move, ...]
    lost: bool = False
    won: bool = False
    plan: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """Review of a game in the order of moves: winning chances, turning points and mistakes.

    There are up to three turning points. `mistakes` are the turning points that make a puzzle.
    """

    points: tuple[Point, ...]
    turning_points: tuple[TurningPoint, ...]
    mistakes: tuple[Mistake, ...] = ()


def pack_advice(advice: Advice, board: Topology) -> Message:
    """Convert the advice of a hint to JSON values, with its moves in notation."""
    return {
        "moves": format_moves(advice.moves, board),
        "lost": advice.lost,
        "won": advice.won,
        "plan": format_moves(advice.plan, board),
    }


def unpack_advice(message: Message, board: Topology) -> Advice:
    """Convert the result of `pack_advice` back to the advice of a hint."""
    moves, plan = (
        tuple(parse_move(text, board) for text in message[name]) for name in ("moves", "plan")
    )
    return Advice(moves, message["lost"], message["won"], plan)


def pack_review(review: Review, board: Topology) -> Message:
    """Convert a review to JSON values, with its moves in notation."""
    turns = [
        {
            "ply": turn.ply,
            "by": int(turn.by),
            "moves": [format_move(move, board) for move in (turn.played, turn.better)],
            "chances": [turn.before, turn.after],
        }
        for turn in review.turning_points
    ]
    points = [[point.ply, point.chance, point.proved] for point in review.points]
    mistakes = [[each.ply, int(each.by), each.puzzle] for each in review.mistakes]
    return {"points": points, "turning_points": turns, "mistakes": mistakes}


def unpack_review(message: Message, board: Topology) -> Review:
    """Convert the result of `pack_review` back to a review."""
    turns = tuple(_unpack_turning_point(turn, board) for turn in message["turning_points"])
    mistakes = tuple(
        Mistake(ply, Colour(by), puzzle) for ply, by, puzzle in message.get("mistakes", ())
    )
    return Review(tuple(Point(*point) for point in message["points"]), turns, mistakes)


def _unpack_turning_point(turn: Message, board: Topology) -> TurningPoint:
    played, better = (parse_move(text, board) for text in turn["moves"])
    before, after = turn["chances"]
    return TurningPoint(turn["ply"], Colour(turn["by"]), played, better, before, after)
