"""Whether anything was stored for whoever waits: then no answer may say that nothing was."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class _Told:
    stored: bool = False


# an object, because transactions run in tasks of their own, which only see it
_told: ContextVar[_Told | None] = ContextVar("told", default=None)


def watch_commits() -> None:
    """Begin to watch what is stored in this task, and in those that it starts."""
    _told.set(_Told())


def note_commit() -> None:
    """Note that something was stored."""
    told = _told.get()
    if told is not None:
        told.stored = True


def has_stored() -> bool:
    """Say whether anything was stored since `watch_commits`; False where nobody watches."""
    told = _told.get()
    return told is not None and told.stored
