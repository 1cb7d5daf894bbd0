"""Engine process, `python -m sparring.engine_process`: JSON lines in and out.

Jobs take turns in time slices of about 30 ms. At most `MAX_ACTIVE_JOBS` are active, which limits
memory. The next job belongs to the user with the fewest active jobs, so that one user's many games
do not delay other users. At most one game review is active, because it takes minutes while players
wait for turns. A thread compiles or loads the kernel; jobs that need it wait, while levels 1 and 2
respond.
"""

import contextlib
import json
import logging
import os
import queue
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TextIO

from rules.record import replay
from sparring import jit
from sparring.levels import LEVELS, choose_turn, find_level
from sparring.protocol import ALIVE, READY, Message, format_moves, record_topology, unpack_record
from sparring.review import pack_advice, pack_review
from sparring.time_slices import TimeSliced

log = logging.getLogger(__name__)

MAX_ACTIVE_JOBS: Final = 3
NICENESS: Final = 10
CANNOT_COMPILE_MESSAGE: Final = (
    "Levels 3 to 6 cannot be compiled on this machine; the log has the reason."
)
SEARCH_LEVELS: Final = {level.number for level in LEVELS if level.searches}
CLOSE: Final[Message] = {"do": "close"}
HEARTBEAT_SECONDS: Final = 1.0
POLL_SECONDS: Final = 0.02  # seconds between checks of the input while all jobs wait for the kernel


@dataclass(slots=True)
class Job:
    """Job of the engine: a request's number, and the work that computes the response.

    `user`: id of the waiting user, None for a review. `is_background`: no player waits for it.
    `needs_search`: it needs the compiled kernel.
    """

    number: int
    user: int | None
    work: TimeSliced[Message]
    is_background: bool
    needs_search: bool


class EngineServer:
    """Server that responds to requests, one JSON line each; `serve` returns when the input ends."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Read requests from `source` and write responses to `sink`."""
        self.source = source
        self.sink = sink
        self.inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self.waiting: deque[Job] = deque()
        self.active: deque[Job] = deque()
        self.search_ready = threading.Event()
        self.last_heartbeat = 0.0
        self.can_search = True

    def serve(self) -> None:
        """Respond to requests until the input is closed."""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._compile, daemon=True).start()
        while self._read_messages():
            self._send_heartbeat()
            self._start_jobs()
            if self.active:
                self._run_slice(self.active.popleft())
            elif self.waiting:
                self.search_ready.wait(POLL_SECONDS)

    def _send_heartbeat(self) -> None:
        """Send a heartbeat if the last one was sent at least `HEARTBEAT_SECONDS` ago.

        The thread that runs the jobs sends it, so a hanging thread sends no more heartbeats.
        """
        now = time.monotonic()
        if now - self.last_heartbeat >= HEARTBEAT_SECONDS:
            self.last_heartbeat = now
            self._send(ALIVE)

    def _read(self) -> None:
        try:
            for line in self.source:
                self.inbox.put(json.loads(line))
        except ValueError as error:
            # The bot may be killed in the middle of a line.
            log.warning("Stopping after an invalid request: %s", error)
        self.inbox.put(CLOSE)

    def _compile(self) -> None:
        try:
            if jit.is_available():
                from sparring.kernel import entry_points  # noqa: F401, PLC0415 - registers the kernel

                jit.compile_all()
            self.inbox.put(READY)
        except Exception:
            # Jobs that wait for the kernel must fail, not wait for ever.
            log.exception("The levels that search cannot be compiled.")
            self.can_search = False
        finally:
            self.search_ready.set()

    def _read_messages(self) -> bool:
        """Handle all received messages; if no job exists, wait for the next message.

        :returns: False once the input is closed.
        """
        while self.active or self.waiting or not self.inbox.empty():
            if self.inbox.empty():
                return True
            if not self._handle(self.inbox.get()):
                return False
        return self._handle(self.inbox.get())

    def _handle(self, message: Message) -> bool:
        match message["do"]:
            case "close":
                return False
            case "ready":
                self._send(READY)
            case "cancel":
                self._cancel(message["number"])
            case kind:
                self.waiting.append(self._make_job(kind, message))
        return True

    def _make_job(self, kind: str, message: Message) -> Job:
        level, handler = message.get("level"), HANDLERS[kind]
        needs_search = level is None or level in SEARCH_LEVELS  # reviews and hints have none
        work = self._require_search(handler, message) if needs_search else handler(message)
        return Job(message["number"], message.get("user"), work, kind == "analyse", needs_search)

    def _start_jobs(self) -> None:
        """Start waiting jobs up to the limit of active jobs."""
        while len(self.active) < MAX_ACTIVE_JOBS and (job := self._next_job()) is not None:
            self.waiting.remove(job)
            self.active.append(job)

    def _next_job(self) -> Job | None:
        """Return the oldest job that may start, of the user with the fewest active jobs."""
        active_jobs = Counter(job.user for job in self.active)
        has_background = any(job.is_background for job in self.active)
        ready = self.search_ready.is_set()
        startable = (
            job
            for job in self.waiting
            if not (job.is_background and has_background) and (ready or not job.needs_search)
        )
        return min(startable, key=lambda job: active_jobs[job.user], default=None)

    def _cancel(self, number: int) -> None:
        for jobs in (self.waiting, self.active):
            for job in [job for job in jobs if job.number == number]:
                jobs.remove(job)

    def _require_search(
        self, work: Callable[[Message], TimeSliced[Message]], message: Message
    ) -> TimeSliced[Message]:
        if not jit.is_available():
            raise ValueError(jit.MISSING_MESSAGE)
        if not self.can_search:
            raise ValueError(CANNOT_COMPILE_MESSAGE)
        return (yield from work(message))

    def _run_slice(self, job: Job) -> None:
        """Run one slice of a job; send its response if it was the last slice."""
        try:
            next(job.work)
        except StopIteration as end:
            self._send_answer(job.number, end.value)
        except (ValueError, LookupError) as error:
            self._send_answer(job.number, {"error": str(error)})
        else:
            self.active.append(job)

    def _send_answer(self, number: int, answer: Message) -> None:
        self._send({"number": number, **answer})

    def _send(self, message: Message) -> None:
        self.sink.write(json.dumps(message) + "\n")
        self.sink.flush()


def handle_choose(message: Message) -> TimeSliced[Message]:
    """Choose a turn for a request that has `record`, `level` and `seed`.

    :returns: the response; its `moves` are the turn in notation.
    """
    record = unpack_record(message["record"])
    level = find_level(message["level"], record.ruleset.game)
    turn = yield from choose_turn(replay(record), level, message["seed"])
    return {"moves": format_moves(turn, record_topology(record))}


def handle_advise(message: Message) -> TimeSliced[Message]:
    """Choose the turn of a hint for a request that has `record` and `seed`.

    :returns: the response, as `pack_advice` writes it.
    """
    from sparring.analysis import advise  # noqa: PLC0415 - needs numba

    record = unpack_record(message["record"])
    advice = yield from advise(replay(record), message["seed"])
    return pack_advice(advice, record_topology(record))


def handle_analyse(message: Message) -> TimeSliced[Message]:
    """Review the finished game of a request that has `record` and `seed`.

    :returns: the response, as `pack_review` writes it.
    """
    from sparring.analysis import analyse_game  # noqa: PLC0415 - needs numba

    record = unpack_record(message["record"])
    review = yield from analyse_game(record, message["seed"])
    return pack_review(review, record_topology(record))


HANDLERS: Final[dict[str, Callable[[Any], TimeSliced[Message]]]] = {
    "choose": handle_choose,
    "advise": handle_advise,
    "analyse": handle_analyse,
}


def main() -> int:
    """Respond to requests on the standard streams until the input ends; return the exit status.

    Ctrl+C and a supervisor's stop signal reach the whole process group. They are ignored here,
    because the bot first finishes its work, including turns of the engine, and then closes the
    engine.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):  # containers, Windows
        os.nice(NICENESS)
    EngineServer(sys.stdin, sys.stdout).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
