"""The partner as the bot sees it: ask for a turn, cancel, close. The work is another process's.

The process starts with the first question and is started again when it dies, or hangs; what it was
asked is then asked again, so that a game goes on.
"""

import asyncio
import contextlib
import itertools
import json
import logging
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rules.moves import Move, parse_move
from rules.record import Record
from sparring.protocol import READY, Message, pack_record, topology_of
from sparring.review import Review, unpack_review

log = logging.getLogger(__name__)

ATTEMPTS: Final = 3  # a question is given up when the process has died so often while it was open
TICK: Final = 5.0  # seconds between looks for signs of life
# this many in a row without one, five minutes, mean a hang: it tells every second that it works
SILENT_TICKS: Final = 60
COMMAND: Final = (sys.executable, "-m", "sparring.service")
# Of the environment, what Python, numba and the system need; secrets stay with whoever asks.
NEEDED: Final = ("PATH", "HOME", "LANG", "LC_", "TMP", "XDG_", "LD_", "PYTHON", "NUMBA_")
LONGEST_ANSWER: Final = 2**24  # bytes; a look back on a long game has more than asyncio's 64 KiB


class PartnerFailed(RuntimeError):  # noqa: N818 - the name says what happened
    """The partner cannot answer; the message is a sentence for people."""


@dataclass(slots=True)
class _Question:
    message: Message
    answer: "asyncio.Future[Message]"
    attempts: int = 0


@dataclass(slots=True)
class Partner:
    """One process that plays and analyses; safe to use from many tasks of one event loop."""

    _process: asyncio.subprocess.Process | None = None
    _reader: "asyncio.Task[None] | None" = None
    _questions: dict[int, _Question] = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    _closed: bool = False
    _ready: bool = False
    _heard: bool = False
    _trouble: str | None = None

    async def start(self) -> None:
        """Start the process now, so that the code is compiled before the first question.

        :raises PartnerFailed: it has been closed, or the system starts no process now.
        """
        async with self._starting:
            if self._closed:
                raise PartnerFailed("The sparring partner has been closed.")
            if self._process is None:
                self._process = await self._started()
                self._reader = asyncio.create_task(self._read(self._process))

    async def choose(
        self, record: Record, level: int, seed: int, whose: int = 0
    ) -> tuple[Move, ...]:
        """Choose the turn that is due; all its moves. The same seed gives the same turn.

        Cancelling the task cancels the work.

        :param whose: the number of who waits for it; who has many waiting holds up nobody else.
        :raises PartnerFailed: no such level, the game is over, or the process keeps dying.
        """
        asked = {"level": level, "seed": seed, "whose": whose}
        answer = await self._ask({"do": "choose", "record": pack_record(record), **asked})
        board = topology_of(record)
        return tuple(parse_move(text, board) for text in answer["moves"])

    async def analyse(self, record: Record, seed: int) -> Review:
        """Analyse a finished game; takes a minute or more.

        :raises PartnerFailed: as `choose`.
        """
        answer = await self._ask({"do": "analyse", "record": pack_record(record), "seed": seed})
        return unpack_review(answer, topology_of(record))

    async def close(self) -> None:
        """End the process; questions that are open fail."""
        async with self._starting:  # one that is being started would be left behind
            self._closed = True
            process, self._process = self._process, None
        if process is not None:
            _kill(process)
            await process.wait()
        if self._reader is not None:
            await self._reader

    @property
    def is_ready(self) -> bool:
        """Whether levels that search answer at once: what they need is compiled and loaded."""
        return self._ready

    @property
    def trouble(self) -> str | None:
        """Why the process was not there when it last should have been; None since it spoke."""
        return self._trouble

    @property
    def process_id(self) -> int | None:
        """The process's number; None while it does not run."""
        return None if self._process is None else self._process.pid

    async def _started(self) -> asyncio.subprocess.Process:
        try:
            return await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=_environment(),
                limit=LONGEST_ANSWER,
            )
        except OSError as error:
            self._trouble = f"the process cannot be started: {error}"
            log.warning("The sparring partner's process cannot be started: %s", error)
            raise PartnerFailed(
                "The sparring partner cannot be started now; try again later."
            ) from error

    async def _ask(self, message: Message) -> Message:
        number = next(self._numbers)
        question = _Question({**message, "number": number}, asyncio.Future())
        self._questions[number] = question
        try:
            await self._send(question)
            answer = await question.answer
        except asyncio.CancelledError:
            await self._cancel(number)
            raise
        finally:
            self._questions.pop(number, None)
        if "error" in answer:
            raise PartnerFailed(answer["error"])
        return answer

    async def _send(self, question: _Question) -> None:
        if question.attempts == ATTEMPTS:
            raise PartnerFailed("The sparring partner cannot answer now; try again later.")
        question.attempts += 1
        await self.start()
        await self._write(question.message)

    async def _cancel(self, number: int) -> None:
        if self._process is not None:
            await self._write({"do": "cancel", "number": number})

    async def _write(self, message: Message) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return  # it has just died; `_read` asks again
        process.stdin.write(json.dumps(message).encode() + b"\n")
        try:
            await process.stdin.drain()
        except ConnectionError:
            log.warning("The sparring partner's process does not listen any more.")

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hand out answers until the process ends; then start it again if it is needed."""
        watch = asyncio.create_task(self._watch(process))
        try:
            await self._hand_out(process)
        except ValueError as error:
            # whoever waits for this answer would wait for ever
            log.warning("The sparring partner's process says what cannot be read: %s", error)
            _kill(process)
        finally:
            watch.cancel()
        status = await process.wait()
        if not self._closed:
            log.warning("The sparring partner's process ended with status %s.", status)
            if self._questions or not self._ready:
                # else nobody misses it till the next question
                self._trouble = f"the process ended with status {status}"
            self._process = None
        self._ready = False
        await self._ask_again()

    async def _hand_out(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if not isinstance(answer, dict):
                raise ValueError(line[:80])  # noqa: TRY004 - as of a line that is no JSON
            self._heard, self._trouble = True, None
            if "number" not in answer:
                self._ready = self._ready or answer == READY
                continue
            question = self._questions.get(answer["number"])
            if question is not None and not question.answer.done():
                question.answer.set_result(answer)

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Kill a process that owes answers and gives no sign of life; `_read` does the rest.

        Looks are counted, not time: a machine that was asleep has looked once, whatever a clock
        says, and one that keeps the process waiting for long keeps us waiting as well.
        """
        silent = 0
        while silent < SILENT_TICKS:
            await asyncio.sleep(TICK)
            silent = 0 if self._heard or not self._questions else silent + 1
            self._heard = False
        log.warning("The sparring partner's process gives no sign of life; it is started again.")
        _kill(process)

    async def _ask_again(self) -> None:
        for question in list(self._questions.values()):
            # meanwhile it may have been answered, or nobody wants to know any more
            if question.answer.done():
                continue
            try:
                await self._send(question)
            except PartnerFailed as failed:
                if not question.answer.done():
                    question.answer.set_exception(failed)


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended by itself
        process.kill()


def _environment() -> dict[str, str]:
    """Choose what the process is told; it can import what we import, wherever we were started."""
    here = str(Path(__file__).parent.parent)
    paths = [here, os.environ.get("PYTHONPATH", "")]
    told = {name: value for name, value in os.environ.items() if name.startswith(NEEDED)}
    return {**told, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
