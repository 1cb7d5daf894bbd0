"""Bot processes that share one PostgreSQL database and the shards of a sandbox."""

import asyncio
import os
import random
from collections.abc import Sequence
from pathlib import Path

from sandbox import Sandbox
from testbed.forked import Forked

ROOT = Path(__file__).parents[1]
TIMEOUT = 180.0  # seconds until a process must be connected


class Fleet:
    """Bot processes that share a database and the shards of a sandbox.

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
        self._lease = lease
        self._pictures = pictures
        self._processes: list[Forked] = []
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
        """Process ids of the bot processes, for measurements."""
        return [each.pid for each in self._processes]

    async def start(self) -> None:
        """Start all processes and wait until they are connected and the commands are registered."""
        for number in range(len(self._shards)):
            self.begin(number)
        await self.complete()
        await self.discord.wait_until_ready(TIMEOUT)

    def begin(self, number: int) -> Forked:
        """Start a bot process with the shards at index `number`, not waiting for its connection."""
        self._processes.append(self._begin(number))
        return self._processes[-1]

    async def complete(self) -> None:
        """Wait until every shard is connected."""
        every = set(range(self.discord.settings.shards))
        await self.discord.wait_until(lambda: self.discord.connected_shards == every, TIMEOUT)

    async def stop(self) -> None:
        """Kill all bot processes and wait for their ends."""
        for process in self._processes:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def kill_repeatedly(self, pause: float, most: int, rng: random.Random) -> None:
        """Kill and replace a random process whenever all are connected, up to `most` times."""
        while self.restarts < most:
            number = rng.randrange(len(self._processes))
            await self.complete()
            await asyncio.sleep(pause)
            self._processes[number].kill()
            await self._processes[number].wait()
            self._processes[number] = self._begin(number)
            self.restarts += 1

    def logged(self) -> str:
        """Return the logs of all processes."""
        logs = sorted(self.folder.glob("bot-*.log"))
        return "\n".join(log.read_text(encoding="utf-8") for log in logs)

    def _begin(self, number: int) -> Forked:
        return Forked(
            self.folder,
            self._environment | {"SHARD_IDS": self._shards[number]},
            self.folder / f"bot-{number}.log",
            lease=self._lease,
            blanks=not self._pictures,
        )
