"""A task: a position, a question, cells to choose from, and the rules as its judge."""

from collections.abc import Callable
from dataclasses import dataclass

from renderer.overlays.illegal import Illegal
from renderer.scene import Overlay
from rules.moves import Place
from rules.position import Position


@dataclass(frozen=True, slots=True)
class MissedGoal:
    """Why a legal move misses the goal: a sentence, and a position with what is marked in it."""

    sentence: str
    position: Position
    overlays: tuple[Overlay, ...] = ()


Goal = Callable[[Position, Position], MissedGoal | None]
"""Judges a legal placement by the positions before and after it; None: the goal is reached."""


@dataclass(frozen=True, slots=True)
class Task:
    """One question; `cells` are the names of the candidates in the order of their badges."""

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
    """The answer to an answer, with the picture that shows why."""

    sentence: str
    position: Position
    overlays: tuple[Overlay, ...] = ()
    right: bool = False


def judge(task: Task, name: str) -> Verdict:
    """Judge the candidate of this name by the rules of the game and the goal of the task."""
    move = Place(task.position.topology.cell(name))
    reason = task.position.why_illegal(move)
    if reason is not None:
        return Verdict(reason.sentence, task.position, (Illegal(move, reason),))
    after = task.position.play(move)
    miss = task.goal(task.position, after)
    if miss is not None:
        return Verdict(miss.sentence, miss.position, miss.overlays)
    return Verdict(task.praise, after, right=True)
