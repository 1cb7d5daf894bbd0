"""Moments for killing the bot: during a request, a write to the database, or the start."""

import asyncio
import os
import signal
import time
from contextlib import suppress

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"
THREADS = MESSAGES + "/{message_id}/threads"
# the request during which the bot is killed; Discord handles it, but the response is lost
REQUESTS = {
    "answer": ("POST", CALLBACK),
    "post": ("POST", MESSAGES),
    "taking old buttons": ("PATCH", MESSAGES + "/{message_id}"),
    "opening a thread": ("POST", THREADS),
}
TIMEOUT = 6.0  # seconds to wait for a moment


class Moments:
    """Killer of one process at named moments; the methods return whether the moment occurred."""

    def __init__(self, process, chance):
        self.process = process
        self.chance = chance
        self.starting = 2.0  # seconds, measured at each start

    async def hit(self, moment):
        """Kill the bot at a moment; return its name, or "random" if the moment did not occur."""
        others = {
            "random": self._any_time,
            "commit": self._while_writing,
            "picture": self._while_drawing,
            "start-up": self._while_starting,
        }
        hit = await (others[moment]() if moment in others else self._at(*REQUESTS[moment]))
        self.process.discord.faults.stop_faults()
        self.process.strike()
        await self.process.gone()
        return moment if hit else "random"

    async def start(self):
        before = time.monotonic()
        await self.process.start()
        await self.process.connected()
        self.starting = time.monotonic() - before

    async def _any_time(self):
        await asyncio.sleep(self.chance.uniform(0, 0.5))
        return True

    async def _at(self, method, route):
        self.process.discord.faults.when(method, route, self.process.strike)
        return await self._died()

    async def _while_drawing(self):
        """Kill the bot between the commit and the message with the picture."""
        loop = asyncio.get_running_loop()
        pause = self.chance.uniform(0, 0.03)
        self.process.discord.faults.when(
            "POST", CALLBACK, lambda: loop.call_later(pause, self.process.strike)
        )
        return await self._died()

    async def _while_writing(self):
        log = self.process.file.with_name(f"{self.process.file.name}-wal")
        passed = self.chance.randrange(6)
        return await asyncio.to_thread(strike_at_change, self.process.running.pid, log, passed)

    async def _while_starting(self):
        """Kill the bot, restart it, and kill it again during the start."""
        self.process.strike()
        await self.process.gone()
        await self.process.start()
        await asyncio.sleep(self.chance.uniform(0.1, 0.9) * self.starting)
        return not self.process.discord.is_bot_connected

    async def _died(self):
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                await self.process.running.wait()
                return True
        return False


def strike_at_change(pid, file, passed):
    """Kill a process when a file changes, which happens during a commit.

    :param passed: number of changes to ignore first.
    """
    before, deadline = revision(file), time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        now = revision(file)
        if now != before and passed == 0:
            os.kill(pid, signal.SIGKILL)
            return True
        passed -= now != before
        before = now
        time.sleep(0.0002)
    return False


def revision(file):
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size
