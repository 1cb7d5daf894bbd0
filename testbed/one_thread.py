"""SQLite without threads, because waking a thread takes longer than most statements of tests."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from bot.store.engine.sqlite_connection import OneVisitConnection


@contextmanager
def sqlite_in_event_loop(threaded: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Run statements of SQLite in the event loop; other tasks run before each of them.

    :param threaded: returns True while statements need threads: with several databases on one
        file, a statement that waits for a lock would block the task that holds it.
    """
    in_thread = OneVisitConnection._execute  # noqa: SLF001 - every statement passes it

    async def execute(
        connection: OneVisitConnection, function: Callable[..., Any], *args: Any, **options: Any
    ) -> Any:
        if threaded():
            return await in_thread(connection, function, *args, **options)  # type: ignore[no-untyped-call]
        await asyncio.sleep(0)
        return function(*args, **options)

    with patch.object(OneVisitConnection, "_execute", execute):
        yield
