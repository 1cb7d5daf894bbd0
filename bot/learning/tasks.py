"""Tutorial tasks: a position, a question, candidate cells, and the verdict on each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.words.translation import Message, translated
from renderer.overlays.candidates import Badge
from renderer.overlays.illegal import Illegal
from renderer.scene import Overlay, Scene
from rules.moves import parse_move
from rules.position import Position
from rules.topology import Cell

HOLD: Final = "hold"


@dataclass(frozen=True, slots=True)
class MissedGoal:
    """Reason why a legal move misses the goal, with a position and overlays that show it."""

    sentence: str
    position: Position
    overlays: tuple[Overlay, ...] = ()


Goal = Callable[[Position, Position], MissedGoal | None]
"""Function of the positions before and after a placement; None if it reaches the goal."""


@dataclass(frozen=True, slots=True)
class NumberedCells:
    """Overlay that draws numbers on candidate cells; `cells` are pairs of a number and a cell."""

    cells: tuple[tuple[int, Cell], ...]

    def over(self, scene: Scene, _position: Position) -> Scene:
        badges = tuple(Badge(cell, str(number)) for number, cell in self.cells)
        return replace(scene, marks=scene.marks + badges)


@dataclass(frozen=True, slots=True)
class PointedCell:
    """Overlay that highlights the row and column labels of a cell at the edge of the board."""

    name: str

    def over(self, scene: Scene, position: Position) -> Scene:
        return replace(scene, pointed=scene.pointed | 1 << position.topology.cell(self.name))


@dataclass(frozen=True, slots=True)
class Task:
    """Tutorial task: a question about a position, with candidate moves to choose from.

    :ivar cells: the names of the candidate cells, in the order of their numbers; a hold, which
        places no stone, may follow them.
    :ivar praise: explains the right answer.
    :ivar others: explains the mistake in the other candidates.
    :ivar overlays: drawn on the picture of the question.
    :ivar shows_after: whether they are also drawn on the picture of the right answer.
    :ivar reply: the enemy's reply, shown after the right answer; empty for none.
    """

    title: Message
    question: Message
    position: Position
    cells: tuple[str, ...]
    goal: Goal
    praise: Message
    others: Message
    overlays: tuple[Overlay, ...] = ()
    shows_after: bool = False
    reply: str = ""

    @property
    def candidates(self) -> tuple[int, ...]:
        """The candidate cells as the board numbers them; a hold, which has no cell, is left out."""
        return tuple(self.position.topology.cell(name) for name in self.cells if name != HOLD)


@dataclass(frozen=True, slots=True)
class Tutorial:
    """Tutorial: a series of tasks on one game; `key` is part of the ids of buttons."""

    key: str
    name: Message
    tasks: tuple[Task, ...]
    end: Message

    @property
    def game(self) -> str:
        """The key of the game that the tasks teach."""
        return self.tasks[0].position.game


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a chosen candidate, with a position and overlays that show the reason."""

    sentence: str
    position: Position
    overlays: tuple[Overlay, ...] = ()
    right: bool = False


def judge(task: Task, name: str) -> Verdict:
    """Return the verdict on a candidate: illegal, wrong by the goal of the task, or right.

    :param name: the name of the candidate, a cell or a hold.
    """
    move = parse_move(name, task.position.topology)
    reason = task.position.why_illegal(move)
    if reason is not None:
        return Verdict(translated(reason.sentence), task.position, (Illegal(move, reason),))
    after = task.position.play(move)
    miss = task.goal(task.position, after)
    if miss is not None:
        return Verdict(miss.sentence, miss.position, miss.overlays)
    if task.reply:
        after = after.play(parse_move(task.reply, after.topology))
    overlays = task.overlays if task.shows_after else ()
    return Verdict(task.praise(), after, overlays, right=True)


def numbered(task: Task, position: Position, tried: str = "") -> NumberedCells:
    """Return the overlay that numbers the candidate cells that are still empty, except `tried`."""
    pairs = zip(task.cells, task.candidates, strict=False)  # without a hold, which is last
    last = position.last_turn
    free = position.board.empty & ~(last.placed if last is not None else 0)
    return NumberedCells(
        tuple(
            (number, cell)
            for number, (name, cell) in enumerate(pairs, start=1)
            if name != tried and free >> cell & 1
        )
    )
