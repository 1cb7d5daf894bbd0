"""Tracking of whether a task has committed, so that no error message denies a stored change."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class _CommitStatus:
    committed: bool = False


# a mutable object, because transactions run in their own tasks and cannot set a parent's variable
_status: ContextVar[_CommitStatus | None] = ContextVar("commit_status", default=None)


def track_commits() -> None:
    """Start to track whether this task and its child tasks commit a transaction."""
    _status.set(_CommitStatus())


def record_commit() -> None:
    """Record that the current task has committed a transaction."""
    status = _status.get()
    if status is not None:
        status.committed = True


def has_committed() -> bool:
    """Return whether a transaction was committed since `track_commits`; False without tracking."""
    status = _status.get()
    return status is not None and status.committed
