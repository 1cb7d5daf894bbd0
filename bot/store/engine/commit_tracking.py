"""Whether anything was stored for whoever waits: then no answer may say that nothing was."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class _CommitStatus:
    committed: bool = False


# an object, because transactions run in tasks of their own, which only see it
_status: ContextVar[_CommitStatus | None] = ContextVar("commit_status", default=None)


def track_commits() -> None:
    """Begin to watch what is stored in this task, and in those that it starts."""
    _status.set(_CommitStatus())


def record_commit() -> None:
    """Note that something was stored."""
    status = _status.get()
    if status is not None:
        status.committed = True


def has_committed() -> bool:
    """Say whether anything was stored since `watch_commits`; False where nobody watches."""
    status = _status.get()
    return status is not None and status.committed
