"""What a course and its steps are: one picture a step, with what it teaches."""

from dataclasses import dataclass, replace

from renderer.overlays.illegal import Illegal
from renderer.scene import Overlay, Scene
from rules.moves import Move, parse_move
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Step:
    """A title, at most a dozen lines of text, and a position with what is marked in it.

    `example` is the worked example of the rules that the picture shows; see docs/commands.md.
    """

    title: str
    text: str
    position: Position
    overlays: tuple[Overlay, ...] = ()
    example: str = ""


@dataclass(frozen=True, slots=True)
class TitleOverlay:
    """An overlay that puts a title where a game has the number of its turn and its last move."""

    title: str

    def over(self, scene: Scene, _position: Position) -> Scene:
        words = scene.words
        if words is None:
            return scene
        return replace(scene, words=replace(words, title=self.title, last="", last_caption=""))


def after_move(position: Position, move: str) -> Position:
    """Play one move, written as players write it.

    :raises IllegalMove: the rules do not allow it.
    """
    return position.play(parse_move(move, position.topology))


def illegal_overlay(position: Position, move: str) -> Illegal:
    """Return the picture of why a move is not allowed.

    :raises ValueError: it is allowed.
    """
    wanted: Move = parse_move(move, position.topology)
    reason = position.why_illegal(wanted)
    if reason is None:
        raise ValueError(f"{move} is allowed in\n{position}")
    return Illegal(wanted, reason)
