"""Counts of work in the event loop's thread: moves played, and function calls in a callback.

Nothing is timed, so that a busy machine makes no difference.
"""

import sys
import threading
import traceback
from asyncio import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any
from unittest.mock import patch

from rules.position import Position


@dataclass
class LoopWork:
    """Counts of the work done in the thread of the event loop.

    :ivar plays: moves played by the rules in this thread.
    :ivar elsewhere: moves played by the rules in other threads.
    :ivar most: the highest number of calls in one callback, of Python and of C.
    :ivar late: the stack of each callback at the moment when it made `limit` calls.
    """

    limit: int = sys.maxsize
    plays: int = 0
    elsewhere: int = 0
    most: int = 0
    late: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Reset all counts."""
        self.plays = self.elsewhere = self.most = 0
        self.late.clear()


@contextmanager
def counting_plays() -> Iterator[LoopWork]:
    """Count the moves played by the rules in a block; this thread must be the event loop's."""
    work, loop = LoopWork(), threading.get_ident()
    play = Position.play

    def counted(position: Position, move: Any) -> Position:
        if threading.get_ident() == loop:
            work.plays += 1
        else:
            work.elsewhere += 1
        return play(position, move)

    with patch.object(Position, "play", counted):
        yield work


@contextmanager
def counting_calls(limit: int) -> Iterator[LoopWork]:
    """Count the function calls in each callback of the event loop during a block.

    :param limit: the number of calls at which a stack is kept.
    """
    work = LoopWork(limit)
    run = Handle._run  # noqa: SLF001 - every callback passes it

    def watched(handle: Handle) -> None:
        with _profiled(work):
            run(handle)

    with patch.object(Handle, "_run", watched):
        yield work


@contextmanager
def _profiled(work: LoopWork) -> Iterator[None]:
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        if event in ("call", "c_call"):
            calls += 1
            if calls == work.limit:
                work.late.append("".join(traceback.format_stack(frame)[-12:]))

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)
        work.most = max(work.most, calls)
