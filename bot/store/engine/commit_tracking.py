"""Tracking of commits per task, so that an error message never denies a change that was stored."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class _CommitStatus:
    committed: bool = False


# a mutable object: transactions run in tasks of their own and cannot set the variable for others
_status: ContextVar[_CommitStatus | None] = ContextVar("commit_status", default=None)


def track_commits() -> None:
    """Start tracking the commits of this task and of the tasks that it starts."""
    _status.set(_CommitStatus())


def record_commit() -> None:
    """Record a commit for the current task."""
    status = _status.get()
    if status is not None:
        status.committed = True


def has_committed() -> bool:
    """Return whether anything was committed since `track_commits`; False without tracking."""
    status = _status.get()
    return status is not None and status.committed
