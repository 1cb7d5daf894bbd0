"""The partner's process: `python -m sparring.service`, JSON lines in and out.

Several jobs take turns in slices of about 30 ms, so that a hundred games wait fairly; no more than
`AT_ONCE` hold memory. The next is one of whoever has the fewest among these: one person's many
games keep nobody else waiting. Only one looks back on a game: that takes minutes, and players wait
for turns. The compiled code is loaded, or compiled, in the background; what needs it waits outside,
so that levels 1 and 2 answer meanwhile.
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
from sparring.levels import LEVELS, find_level, playing
from sparring.protocol import ALIVE, READY, Message, texts, topology_of, unpack_record
from sparring.review import pack_review
from sparring.slices import Sliced

log = logging.getLogger(__name__)

AT_ONCE: Final = 3
NICENESS: Final = 10
NO_SEARCH: Final = "What levels 3 to 6 need cannot be compiled on this machine; the log says why."
SEARCHING: Final = {level.number for level in LEVELS if level.searches}
CLOSED: Final[Message] = {"do": "close"}
BEAT: Final = 1.0  # seconds between signs of life
LOOK: Final = 0.02  # seconds between looks at what comes in, while all wait for the compiled code


@dataclass(slots=True)
class Job:
    """A request and the work for it.

    ``patient``: nobody sits and waits for it; ``searches``: it needs the compiled code.
    """

    number: int
    whose: int | None
    work: Sliced[Message]
    patient: bool
    searches: bool


class Service:
    """Answers requests one line at a time; `serve` returns when the input ends."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Read requests from `source`, write answers to `sink`."""
        self.source = source
        self.sink = sink
        self.inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self.waiting: deque[Job] = deque()
        self.ring: deque[Job] = deque()
        self.ready = threading.Event()
        self.last_beat = 0.0
        self.has_search = True

    def serve(self) -> None:
        """Work until the input is closed."""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._warm_up, daemon=True).start()
        while self._take_orders():
            self._beat()
            self._fill()
            if self.ring:
                self._slice(self.ring.popleft())
            elif self.waiting:
                self.ready.wait(LOOK)

    def _beat(self) -> None:
        """Say that work goes on, from the thread that works: one that hangs must fall silent."""
        now = time.monotonic()
        if now - self.last_beat >= BEAT:
            self.last_beat = now
            self._say(ALIVE)

    def _read(self) -> None:
        try:
            for line in self.source:
                self.inbox.put(json.loads(line))
        except ValueError as error:
            # whoever asks may be killed in the middle of a line
            log.warning("A question cannot be read, and is the last one: %s", error)
        self.inbox.put(CLOSED)

    def _warm_up(self) -> None:
        try:
            if jit.available():
                from sparring import compiled  # noqa: F401, PLC0415 - names what is to be compiled

                jit.compile_all()
            self.inbox.put(READY)
        except Exception:
            # whoever waits for the search would wait for ever
            log.exception("The levels that search cannot be compiled.")
            self.has_search = False
        finally:
            self.ready.set()

    def _take_orders(self) -> bool:
        """Read what has come in, waiting if there is nothing else to do; False: closed."""
        while self.ring or self.waiting or not self.inbox.empty():
            if self.inbox.empty():
                return True
            if not self._take(self.inbox.get()):
                return False
        return self._take(self.inbox.get())

    def _take(self, message: Message) -> bool:
        match message["do"]:
            case "close":
                return False
            case "ready":
                self._say(READY)
            case "cancel":
                self._drop(message["number"])
            case kind:
                searches = message.get("level") in SEARCHING | {None}  # None: looking back does
                work = self._if_possible(WORK[kind], message) if searches else WORK[kind](message)
                whose, patient = message.get("whose"), kind == "analyse"
                self.waiting.append(Job(message["number"], whose, work, patient, searches))
        return True

    def _fill(self) -> None:
        """Start what waits, as much as there is room for."""
        while len(self.ring) < AT_ONCE and (job := self._next()) is not None:
            self.waiting.remove(job)
            self.ring.append(job)

    def _next(self) -> Job | None:
        """Find who has the least in work, and the first that came of theirs; one patient job."""
        patient, ready = any(job.patient for job in self.ring), self.ready.is_set()
        in_work = Counter(job.whose for job in self.ring)
        startable = (
            job
            for job in self.waiting
            if not (job.patient and patient) and (ready or not job.searches)
        )
        return min(startable, key=lambda job: in_work[job.whose], default=None)

    def _drop(self, number: int) -> None:
        for jobs in (self.waiting, self.ring):
            for job in [job for job in jobs if job.number == number]:
                jobs.remove(job)

    def _if_possible(
        self, work: Callable[[Message], Sliced[Message]], message: Message
    ) -> Sliced[Message]:
        if not jit.available():
            raise ValueError(jit.WHY_MISSING)
        if not self.has_search:
            raise ValueError(NO_SEARCH)
        return (yield from work(message))

    def _slice(self, job: Job) -> None:
        """Do one slice of a job; answer when it was the last."""
        try:
            next(job.work)
        except StopIteration as end:
            self._answer(job.number, end.value)
        except (ValueError, LookupError) as problem:
            self._answer(job.number, {"error": str(problem)})
        else:
            self.ring.append(job)

    def _answer(self, number: int, answer: Message) -> None:
        self._say({"number": number, **answer})

    def _say(self, message: Message) -> None:
        self.sink.write(json.dumps(message) + "\n")
        self.sink.flush()


def choose(message: Message) -> Sliced[Message]:
    """Choose a turn at a level."""
    record = unpack_record(message["record"])
    level = find_level(message["level"], record.ruleset.game)
    turn = yield from playing(replay(record), level, message["seed"])
    return {"moves": texts(turn, topology_of(record))}


def analyse(message: Message) -> Sliced[Message]:
    """Analyse a finished game."""
    from sparring.analysis import analysing  # noqa: PLC0415 - needs numba

    record = unpack_record(message["record"])
    review = yield from analysing(record, message["seed"])
    return pack_review(review, topology_of(record))


WORK: Final[dict[str, Callable[[Any], Sliced[Message]]]] = {"choose": choose, "analyse": analyse}


def main() -> int:
    """Serve on the standard streams, until the input ends: whoever asks says when it is enough.

    Ctrl+C and a supervisor's stop reach the whole group of processes; the bot then finishes what is
    begun, its partner's turns included, and must not take this process for one that died.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):  # containers, Windows
        os.nice(NICENESS)
    Service(sys.stdin, sys.stdout).serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
