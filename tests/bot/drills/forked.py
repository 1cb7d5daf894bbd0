"""The bot in a process forked from a server with all imports done, which starts faster."""

import asyncio
import multiprocessing
import os
import sys

import bot.runtime.program  # noqa: F401 - loaded once, where copies are made
from bot import jobs
from bot.__main__ import main
from bot.delivery import worker
from bot.runtime.app import modules
from bot.ui import commands, components

for _package in (commands, components, jobs):
    modules(_package)

_MAKER = multiprocessing.get_context("forkserver")
_MAKER.set_forkserver_preload([__name__])


def _be_the_program(folder, environment, log):
    """Run the bot in a folder, with an environment and a log file."""
    with log.open("ab") as opened:
        os.dup2(opened.fileno(), sys.stderr.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    worker.MOST = 1000
    sys.exit(main([]))


class Forked:
    """Forked process with the interface of `asyncio.subprocess.Process`."""

    def __init__(self, folder, environment, log):
        made = _MAKER.Process(target=_be_the_program, args=(folder, environment, log))
        made.start()
        self._process = made

    @property
    def pid(self):
        return self._process.pid

    @property
    def returncode(self):
        return self._process.exitcode

    def kill(self):
        self._process.kill()

    def terminate(self):
        self._process.terminate()

    def send_signal(self, number):
        os.kill(self.pid, number)

    async def wait(self):
        """Wait for the end of the process and return its exit code."""
        while self._process.exitcode is None:
            await asyncio.to_thread(self._process.join)
        return self._process.exitcode

    async def communicate(self):
        await self.wait()
