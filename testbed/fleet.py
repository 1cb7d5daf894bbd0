"""Several bot processes on one PostgreSQL, each with some shards of a sandbox."""

import asyncio
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from sandbox import Sandbox

ROOT = Path(__file__).parents[1]
TIMEOUT = 180.0  # seconds until a process must be connected
# Like `python -m bot`, without limits on messages and shard starts. It waits for a line of input
# before it begins.
PROGRAM = """
import sys
from datetime import timedelta
import discord
from bot.delivery import worker
from bot.__main__ import main
from bot.services.delivery import outbox
from bot.store import peer_processes

if "blank" in sys.argv:
    from bot.messages import pictures
    from testbed.blank_pictures import blank
    sys.argv.remove("blank")
    pictures.draw_board_image = pictures.draw_replay_animation = blank
if len(sys.argv) > 1:
    outbox.LEASE = timedelta(seconds=float(sys.argv.pop()))
    worker.TIMEOUT = outbox.LEASE.total_seconds() / 2
    peer_processes.TIMEOUT_AT_START = outbox.LEASE.total_seconds()

async def at_once(self, shard_id, *, initial=False):
    return

worker.MOST = 100_000
discord.Client.before_identify_hook = at_once
sys.exit(main() if sys.stdin.readline() else 0)
"""


class Fleet:
    """Bot processes; `restarts` counts processes that were killed and replaced.

    :param shards: the value of SHARD_IDS for each process.
    :param lease: lease of outbox messages and of shards in seconds; None keeps the defaults.
    :param pictures: False replaces pictures with blank ones.
    """

    def __init__(
        self,
        discord: Sandbox,
        url: str,
        folder: Path,
        shards: Sequence[str],
        lease: float | None = None,
        *,
        pictures: bool = True,
    ) -> None:
        self.discord = discord
        self.folder = folder
        self.restarts = 0
        self._shards = shards
        self._arguments = [] if lease is None else [str(lease)]
        self._arguments += [] if pictures else ["blank"]
        self._processes: list[asyncio.subprocess.Process] = []
        self._spares: dict[int, asyncio.subprocess.Process] = {}
        count = discord.settings.shards
        self._environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": discord.application.token,
            "DISCORD_API": discord.api_base,
            "DATABASE_URL": url,
            "SHARD_COUNT": str(count),
            "LOG_LEVEL": "WARNING",
        }

    @property
    def pids(self) -> list[int]:
        """Process ids, for measurements."""
        return [each.pid for each in self._processes]

    async def start(self) -> None:
        """Start all processes and wait until they are connected and the commands are registered."""
        for number in range(len(self._shards)):
            await self.begin(number)
        await self.complete()
        await self.discord.wait_until_ready(TIMEOUT)

    async def begin(self, number: int) -> asyncio.subprocess.Process:
        """Start a process without waiting for its connection."""
        self._processes.append(await self._begin(number))
        return self._processes[-1]

    async def complete(self) -> None:
        """Wait until every shard is connected."""
        every = set(range(self.discord.settings.shards))
        await self.discord.wait_until(lambda: self.discord.connected_shards == every, TIMEOUT)

    async def stop(self) -> None:
        """Kill all processes."""
        for process in (*self._processes, *self._spares.values()):
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def kill_repeatedly(self, pause: float, most: int, rng: random.Random) -> None:
        """Kill and replace a random process whenever all are connected, up to `most` times.

        The replacement loads the program before, which takes most of the start-up time.
        """
        while self.restarts < most:
            number = rng.randrange(len(self._processes))
            self._spares[number] = await self._load(number)
            await self.complete()
            await asyncio.sleep(pause)
            self._processes[number].kill()
            await self._processes[number].wait()
            self._processes[number] = await self._begin(number)
            self.restarts += 1

    def logged(self) -> str:
        """Return the logs of all processes."""
        logs = sorted(self.folder.glob("bot-*.log"))
        return "\n".join(log.read_text(encoding="utf-8") for log in logs)

    async def _begin(self, number: int) -> asyncio.subprocess.Process:
        process = self._spares.pop(number, None) or await self._load(number)
        assert process.stdin is not None
        process.stdin.write(b"begin\n")
        return process

    async def _load(self, number: int) -> asyncio.subprocess.Process:
        with (self.folder / f"bot-{number}.log").open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                PROGRAM,
                *self._arguments,
                cwd=self.folder,
                env=self._environment | {"SHARD_IDS": self._shards[number]},
                stdin=asyncio.subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
