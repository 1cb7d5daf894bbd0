"""Tutorial tasks: a position, a question, candidate cells, and the verdict on each."""

from collections.abc import Callable
from dataclasses import dataclass

from renderer.overlays.illegal import Illegal
from renderer.scene import Overlay
from rules.moves import Place
from rules.position import Position


@dataclass(frozen=True, slots=True)
class MissedGoal:
    """Reason why a legal move misses the goal, with a position and overlays that show it."""

    sentence: str
    position: Position
    overlays: tuple[Overlay, ...] = ()


Goal = Callable[[Position, Position], MissedGoal | None]
"""Function of the positions before and after a placement; None if it reaches the goal."""


@dataclass(frozen=True, slots=True)
class Task:
    """Tutorial task; `cells` are the names of the candidates, in the order of their numbers."""

    title: str
    question: str
    position: Position
    cells: tuple[str, ...]
    goal: Goal
    praise: str

    @property
    def candidates(self) -> tuple[int, ...]:
        """The candidates as cells of the board."""
        return tuple(map(self.position.topology.cell, self.cells))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a chosen candidate, with a position and overlays that show the reason."""

    sentence: str
    position: Position
    overlays: tuple[Overlay, ...] = ()
    right: bool = False


def judge(task: Task, name: str) -> Verdict:
    """Return the verdict on the candidate with this name, by the rules and the goal of the task."""
    move = Place(task.position.topology.cell(name))
    reason = task.position.why_illegal(move)
    if reason is not None:
        return Verdict(reason.sentence, task.position, (Illegal(move, reason),))
    after = task.position.play(move)
    miss = task.goal(task.position, after)
    if miss is not None:
        return Verdict(miss.sentence, miss.position, miss.overlays)
    return Verdict(task.praise, after, right=True)
