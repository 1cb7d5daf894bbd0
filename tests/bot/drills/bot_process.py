"""The bot as a separate process, which tests start, kill and inspect."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from testbed.forked import Forked

ROOT = Path(__file__).parents[3]  # may be a copy of the project, whose code is then run
# `python -m bot` without the limits on messages and requests, which the sandbox does not have
PROGRAM = """
import sys
from bot.context import request_limit
from bot.delivery import worker
from bot.__main__ import main

worker.MOST = 1000
request_limit.RATE = 10_000.0
sys.exit(main())
"""


class BotProcess:
    """Process of the bot, with a folder for its database, backups and log."""

    def __init__(self, discord, folder):
        self.discord = discord
        self.running = None
        self.at(folder)

    def at(self, folder):
        """Use another folder from now on."""
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.file = folder / "games.db"
        self.backups = folder / "backups"
        self.log = folder / "bot.log"
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": self.discord.application.token,
            "DISCORD_API": self.discord.api_base,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.file}",
            "BACKUP_DIR": str(self.backups),
        }

    async def start(self, **settings):
        """Start the bot in a forked process, with its log appended to one file."""
        self.running = Forked(self.folder, self.environment | settings, self.log)

    async def load(self, **settings):
        """Start the bot in a new interpreter, as an operator does."""
        with self.log.open("ab") as log:
            self.running = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                PROGRAM,
                cwd=self.folder,
                env=self.environment | settings,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    async def connected(self, within=60):
        await self.discord.wait_until(lambda: self.discord.is_bot_connected, within)

    async def ready(self):
        await self.discord.wait_until_ready(60)

    async def ended(self):
        """Wait for the end of the process; return exit code and log."""
        async with asyncio.timeout(60):
            await self.running.communicate()
        return self.running.returncode, self.logged()

    async def says(self, words, times=1):
        """Wait until the log contains a text a number of times."""
        await self.discord.wait_until(lambda: self.logged().count(words) >= times, 60)

    def logged(self):
        return self.log.read_text(encoding="utf-8")

    def strike(self):
        """Send SIGKILL."""
        if self.running.returncode is None:
            self.running.kill()

    async def kill(self):
        self.strike()
        await self.gone()

    async def gone(self):
        """Wait until the process has ended and the sandbox has noticed."""
        await self.running.wait()
        await self.discord.wait_until(lambda: not self.discord.is_bot_connected)

    async def restart(self):
        await self.kill()
        await self.start()
        await self.connected()

    async def end(self):
        if self.running is not None and self.running.returncode is None:
            self.strike()
            await self.running.communicate()

    def ask(self, question, *values):
        """Return the rows of a query, read with a connection of this process."""
        with closing(sqlite3.connect(self.file, timeout=30)) as connection:
            return connection.execute(question, values).fetchall()
