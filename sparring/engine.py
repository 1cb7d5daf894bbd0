"""Client of the engine process, for the bot: choose turns, give hints, analyse games, close.

The process starts with the first request. If it dies or hangs, it is restarted and open requests
are sent again.
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

from rules.moves import Move
from rules.record import Record
from sparring.protocol import READY, Message, pack_record, read_moves, record_topology
from sparring.review import Advice, Review, unpack_advice, unpack_review

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 3  # deaths of the process during a request after which it fails
CHECK_SECONDS: Final = 5.0  # seconds between checks of the heartbeat
# The process sends a heartbeat every second; this many checks without one, five minutes, mean that
# it hangs.
MAX_SILENT_CHECKS: Final = 60
COMMAND: Final = (sys.executable, "-m", "sparring.engine_process")
# Prefixes of the environment variables that Python, numba and the system need, without secrets.
INHERITED_VARIABLES = ("PATH", "HOME", "LANG", "LC_", "TMP", "XDG_", "LD_", "PYTHON", "NUMBA_")
MAX_LINE_BYTES: Final = 2**24  # the review of a long game exceeds asyncio's default of 64 KiB


class EngineError(RuntimeError):
    """Error for a request that the engine cannot answer; the message is for players."""


@dataclass(slots=True)
class _Request:
    message: Message
    answer: "asyncio.Future[Message]"
    attempts: int = 0


@dataclass(slots=True)
class Engine:
    """Client of one engine process, shared by many tasks of one event loop."""

    _process: asyncio.subprocess.Process | None = None
    _reader: "asyncio.Task[None] | None" = None
    _requests: dict[int, _Request] = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)
    _start_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _closed: bool = False
    _ready: bool = False
    _heartbeat_seen: bool = False
    _error: str | None = None

    async def start(self) -> None:
        """Start the engine process, so that compilation begins before the first request.

        :raises EngineError: the engine has been closed, or the system cannot start a process.
        """
        async with self._start_lock:
            if self._closed:
                raise EngineError("The computer opponent has been closed.")
            if self._process is None:
                self._process = await self._start_process()
                self._reader = asyncio.create_task(self._read(self._process))

    async def choose(
        self, record: Record, level: int, seed: int, user: int = 0
    ) -> tuple[Move, ...]:
        """Choose the engine's turn in the position after a record's moves.

        The same seed gives the same turn unless a time limit is reached. Cancelling the task
        cancels the work.

        :param user: the id of the waiting user; users share the engine fairly.
        :returns: the moves of the turn; only the remaining moves if the turn has begun.
        :raises EngineError: the level does not exist, the game is over, or the process keeps dying.
        """
        fields = {"do": "choose", "level": level, "seed": seed, "user": user}
        return read_moves(await self._request_turn(record, fields), record)

    async def advise(self, record: Record, seed: int, user: int = 0) -> Advice:
        """Choose the turn that a hint suggests in the position after a record's moves.

        A review with the same seed finds no mistake in this turn, unless a time limit is reached.
        Cancelling the task cancels the work.

        :param user: see `choose`.
        :raises EngineError: see `choose`.
        """
        answer = await self._request_turn(record, {"do": "advise", "seed": seed, "user": user})
        return unpack_advice(answer, record_topology(record))

    async def analyse(self, record: Record, seed: int) -> Review:
        """Review a finished game; this takes a minute or more.

        :raises EngineError: see `choose`.
        """
        answer = await self._request({"do": "analyse", "record": pack_record(record), "seed": seed})
        return unpack_review(answer, record_topology(record))

    async def close(self) -> None:
        """Stop the engine process; open requests raise `EngineError`."""
        async with self._start_lock:  # otherwise a process being started would keep running
            self._closed = True
            process, self._process = self._process, None
        if process is not None:
            _kill(process)
            await process.wait()
        if self._reader is not None:
            await self._reader

    @property
    def is_ready(self) -> bool:
        """Whether the code for the search levels is compiled and loaded."""
        return self._ready

    @property
    def error(self) -> str | None:
        """Reason why the engine process was last unavailable; None once it has sent a message."""
        return self._error

    @property
    def process_id(self) -> int | None:
        """Operating system's id of the engine process; None if it is not running."""
        return None if self._process is None else self._process.pid

    async def _start_process(self) -> asyncio.subprocess.Process:
        try:
            return await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=_environment(),
                limit=MAX_LINE_BYTES,
            )
        except OSError as error:
            self._error = f"the process cannot be started: {error}"
            log.warning("The engine process cannot be started: %s", error)
            raise EngineError(
                "The computer opponent cannot be started now; try again later."
            ) from error

    async def _request_turn(self, record: Record, fields: Message) -> Message:
        return await self._request({"record": pack_record(record), **fields})

    async def _request(self, message: Message) -> Message:
        number = next(self._numbers)
        request = _Request({**message, "number": number}, asyncio.Future())
        self._requests[number] = request
        try:
            await self._send(request)
            answer = await request.answer
        except asyncio.CancelledError:
            await self._cancel(number)
            raise
        finally:
            self._requests.pop(number, None)
        if "error" in answer:
            raise EngineError(answer["error"])
        return answer

    async def _send(self, request: _Request) -> None:
        if request.attempts == MAX_ATTEMPTS:
            raise EngineError("The computer opponent cannot answer now; try again later.")
        request.attempts += 1
        await self.start()
        await self._write(request.message)

    async def _cancel(self, number: int) -> None:
        if self._process is not None:
            await self._write({"do": "cancel", "number": number})

    async def _write(self, message: Message) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return  # the process has just died; `_read` sends the request again
        process.stdin.write(json.dumps(message).encode() + b"\n")
        try:
            await process.stdin.drain()
        except ConnectionError:
            log.warning("The engine process has closed its input.")

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Deliver responses until the process ends, then restart it if requests are open."""
        watch = asyncio.create_task(self._watch(process))
        try:
            await self._deliver_answers(process)
        except ValueError as error:
            # A response would never arrive, so the process is restarted.
            log.warning("The engine process sent an invalid message: %s", error)
            _kill(process)
        finally:
            watch.cancel()
        status = await process.wait()
        if not self._closed:
            log.warning("The engine process ended with status %s.", status)
            if self._requests or not self._ready:
                # otherwise the next request starts it
                self._error = f"the process ended with status {status}"
            self._process = None
        self._ready = False
        await self._resend_all()

    async def _deliver_answers(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if not isinstance(answer, dict):
                raise ValueError(line[:80])  # noqa: TRY004 - handled like invalid JSON
            self._heartbeat_seen, self._error = True, None
            if "number" not in answer:
                self._ready = self._ready or answer == READY
                continue
            request = self._requests.get(answer["number"])
            if request is not None and not request.answer.done():
                request.answer.set_result(answer)

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Kill a process that has open requests but sends no heartbeat; `_read` restarts it.

        Checks are counted instead of time. After a suspension of the machine only one check was
        missed, whatever the clock shows, and a load that delays the process also delays the checks.
        """
        silent_checks = 0
        while silent_checks < MAX_SILENT_CHECKS:
            await asyncio.sleep(CHECK_SECONDS)
            silent_checks = 0 if self._heartbeat_seen or not self._requests else silent_checks + 1
            self._heartbeat_seen = False
        log.warning("The engine process sends no heartbeat; restarting it.")
        _kill(process)

    async def _resend_all(self) -> None:
        for request in list(self._requests.values()):
            # the request may have been answered or cancelled in the meantime
            if request.answer.done():
                continue
            try:
                await self._send(request)
            except EngineError as error:
                if not request.answer.done():
                    request.answer.set_exception(error)


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):  # the process has already ended
        process.kill()


def _environment() -> dict[str, str]:
    """Return the environment of the engine process: variables without secrets, and PYTHONPATH.

    With PYTHONPATH, the engine process finds the same packages as this process.
    """
    here = str(Path(__file__).parent.parent)
    paths = [here, os.environ.get("PYTHONPATH", "")]
    variables = {
        name: value for name, value in os.environ.items() if name.startswith(INHERITED_VARIABLES)
    }
    return {**variables, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
