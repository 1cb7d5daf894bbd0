"""Bot in a process that is forked from a server with all imports done, to start faster."""

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import discord

import bot.runtime.program  # noqa: F401 - loaded once, where copies are made
from bot import jobs
from bot.__main__ import main
from bot.context import request_limit
from bot.delivery import worker
from bot.messages import pictures
from bot.runtime.app import modules
from bot.services.use_cases.delivery import outbox
from bot.store import peer_processes
from bot.ui import commands, components
from testbed.blank_pictures import blank

for _package in (commands, components, jobs):
    modules(_package)

_MAKER = multiprocessing.get_context("forkserver")
_MAKER.set_forkserver_preload([__name__])


class Forked:
    """Forked process that runs the bot, with the interface of `asyncio.subprocess.Process`.

    It runs the bot without limits on messages and shard starts.

    :param folder: working directory.
    :param log: file to which it appends what it writes to standard error.
    :param lease: lease of outbox messages and of shards in seconds; None keeps the defaults.
    :param blanks: replaces pictures with blank ones.
    """

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        log: Path,
        *,
        lease: float | None = None,
        blanks: bool = False,
    ) -> None:
        given = (folder, environment, log, lease, blanks)
        self._process = _MAKER.Process(target=_be_the_program, args=given)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None, "it has been started"
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait for the process to end and return the exit code."""
        while self._process.exitcode is None:
            await asyncio.to_thread(self._process.join)
        return self._process.exitcode

    async def communicate(self) -> None:
        await self.wait()


def _be_the_program(
    folder: Path,
    environment: Mapping[str, str],
    log: Path,
    lease: float | None,
    blanks: bool,  # noqa: FBT001 - a process takes positional arguments
) -> None:
    """Run the bot in a folder, with an environment and a log file."""
    with log.open("ab") as opened:
        os.dup2(opened.fileno(), sys.stderr.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    worker.MOST = 100_000
    request_limit.RATE = 100_000.0
    discord.Client.before_identify_hook = _at_once  # type: ignore[method-assign]
    if blanks:
        pictures.draw_board_image = pictures.draw_replay_animation = blank  # type: ignore[assignment]
    if lease is not None:
        outbox.LEASE = timedelta(seconds=lease)
        worker.TIMEOUT = lease / 2
        peer_processes.TIMEOUT_AT_START = lease
    sys.exit(main([]))


async def _at_once(
    self: discord.Client,  # noqa: ARG001 - as in discord.py
    shard_id: int | None,  # noqa: ARG001
    *,
    initial: bool = False,  # noqa: ARG001
) -> None:
    return
