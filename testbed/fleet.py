"""Several bot processes on one PostgreSQL, each with some of the shards of a sandbox."""

import asyncio
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from sandbox import Sandbox

ROOT = Path(__file__).parents[1]
TIMEOUT = 180.0  # seconds for a process to connect
# as `python -m bot`, against a Discord that takes messages and shards as fast as they come; it
# begins when it is told to
PROGRAM = """
import sys
from datetime import timedelta
import discord
from bot.delivery import worker
from bot.__main__ import main
from bot.services.delivery import outbox
from bot.store import peers

if "blank" in sys.argv:
    from bot.messages import pictures
    from testbed.blank import blank
    sys.argv.remove("blank")
    pictures.draw_board_image = pictures.draw_replay_animation = blank
if len(sys.argv) > 1:
    outbox.LEASE = timedelta(seconds=float(sys.argv.pop()))
    worker.TIMEOUT = outbox.LEASE.total_seconds() / 2
    peers.TIMEOUT_AT_START = outbox.LEASE.total_seconds()

async def at_once(self, shard_id, *, initial=False):
    return

worker.MOST = 100_000
discord.Client.before_identify_hook = at_once
sys.exit(main() if sys.stdin.readline() else 0)
"""


class Fleet:
    """The processes; `restarts` counts those that were killed.

    :param shards: what each process has in SHARD_IDS.
    :param lease: seconds after which a row of a dead process comes back, and for which one waits
        for another to leave; None: as they are.
    :param pictures: draw them, or post blank ones.
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
        """The numbers of the processes, for measuring them."""
        return [each.pid for each in self._processes]

    async def start(self) -> None:
        """Start all of them; returns when all are connected and Discord knows the commands."""
        for number in range(len(self._shards)):
            await self.begin(number)
        await self.complete()
        await self.discord.wait_until_ready(TIMEOUT)

    async def begin(self, number: int) -> asyncio.subprocess.Process:
        """Start one of them; it is not connected yet."""
        self._processes.append(await self._begin(number))
        return self._processes[-1]

    async def complete(self) -> None:
        """Wait until every shard is connected."""
        every = set(range(self.discord.settings.shards))
        await self.discord.wait_until(lambda: self.discord.connected_shards == every, TIMEOUT)

    async def stop(self) -> None:
        """Kill all of them."""
        for process in (*self._processes, *self._spares.values()):
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def kill_now_and_then(self, pause: float, most: int, lots: random.Random) -> None:
        """Kill one and start it again, a few seconds after all are there, at most so often.

        What takes its place has loaded the program already: that is most of a start, and nothing
        happens meanwhile.
        """
        self._spares = {each: await self._load(each) for each in range(len(self._shards))}
        while self.restarts < most:
            await self.complete()
            await asyncio.sleep(pause)
            number = lots.randrange(len(self._processes))
            self._processes[number].kill()
            await self._processes[number].wait()
            self._processes[number] = await self._begin(number)
            self._spares[number] = await self._load(number)
            self.restarts += 1

    def logged(self) -> str:
        """Return what all of them have logged."""
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
