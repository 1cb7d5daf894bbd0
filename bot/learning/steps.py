"""Lessons of a course: positions with text and overlays."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from renderer.overlays.illegal import Illegal
from renderer.scene import Overlay, Scene
from rules.moves import Move, parse_move
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Step:
    """Lesson: a title, at most a dozen lines of text, and a position with overlays.

    Title and text are messages: calling them returns the words in the reader's language. `example`
    is the id of the worked example that the lesson shows (tests/rules/data/README.md). An example
    belongs to one game.
    """

    title: Callable[[], str]
    text: Callable[[], str]
    position: Position
    overlays: tuple[Overlay, ...] = ()
    example: str = ""


@dataclass(frozen=True, slots=True)
class TitleOverlay:
    """Overlay that replaces the turn number and the last move in the header by a title.

    :ivar asks: whether the picture asks for a move; otherwise the header shows no player to move.
    """

    title: str
    asks: bool = True

    def over(self, scene: Scene, position: Position) -> Scene:
        words = scene.words
        if words is None:
            return scene
        words = replace(words, title=self.title, last="", last_caption="", last_line="")
        if not self.asks and position.outcome() is None:
            first, second = (replace(seat, active=False) for seat in words.seats)
            words = replace(words, seats=(first, second), status="", remarkable=False)
        return replace(scene, words=words)


def after_move(position: Position, move: str) -> Position:
    """Return the position after one move, given in notation.

    :raises IllegalMove: when the move is illegal.
    """
    return position.play(parse_move(move, position.topology))


def illegal_overlay(position: Position, move: str) -> Illegal:
    """Return the overlay that shows why a move is illegal.

    :raises ValueError: when the move is legal.
    """
    wanted: Move = parse_move(move, position.topology)
    reason = position.why_illegal(wanted)
    if reason is None:
        raise ValueError(f"{move} is allowed in\n{position}")
    return Illegal(wanted, reason)
