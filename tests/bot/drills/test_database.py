"""Database failures under a running bot: players get an error message, and nothing is lost."""

import resource
import sqlite3
from contextlib import closing

import pytest

from bot.services.use_cases.operations.doctor import examine
from bot.store.engine.database import Database
from bot.store.engine.integrity_check import SMALL
from sandbox import Permission
from sandbox.client.find import labels_of

PLENTY = resource.RLIM_INFINITY


@pytest.fixture
async def table(process):
    made = Table(process)
    await process.start()
    await process.ready()
    await made.begin()
    return made


class Table:
    """Game between Ann, who is to move, and Ben."""

    def __init__(self, process):
        self.process = process
        self.discord = process.discord
        guild = self.discord.create_guild("Club")
        self.channel = guild.create_text_channel("games")
        self.discord.faults.revoke(Permission.CREATE_PUBLIC_THREADS, self.channel)
        self.ann, self.ben = (guild.add_member(name).in_(self.channel) for name in ("Ann", "Ben"))

    async def begin(self):
        await self.ann.slash("challenge", opponent=self.ben, size=4)
        card = await self.seen(lambda message: "Accept" in labels_of(message))
        await self.ben.click(card, "Accept")
        await self.turn(1)

    async def turn(self, number):
        return await self.seen(lambda message: f"turn {number}" in message.content)

    async def seen(self, predicate):
        return await self.discord.wait_for_message(self.channel, predicate, 30)

    def plies(self):
        return self.process.ask("SELECT ply, move FROM plies ORDER BY ply")

    async def goes_on(self):
        """Check that the game continues, the database is sound and each turn was posted once."""
        answer = await self.ann.slash("move", cell="a1 c3")
        assert answer.content.startswith("You played"), answer.content
        await self.turn(2)
        assert self.plies() == [(0, "a1"), (1, "c3")]
        posted = [m for m in self.channel.messages.values() if "turn 2" in m.content]
        assert len([m for m in posted if not m.is_ephemeral]) == 1
        database = Database(self.process.environment["DATABASE_URL"])
        assert (await examine(database)).problems == ()
        await database.close()


async def test_players_get_an_error_message_while_the_database_is_locked(table):
    with closing(sqlite3.connect(table.process.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await table.ann.slash("move", cell="a1 c3")
        board = await table.ben.slash("board")
        other.execute("ROLLBACK")

    assert "very busy right now, so nothing changed" in answer.content
    assert "turn 1" in board.content
    assert table.plies() == []
    await table.goes_on()


async def test_players_get_an_error_message_while_the_disk_is_full(table):
    full_at(table.process, bytes_=1)
    answer = await table.ann.slash("move", cell="a1 c3")
    board = await table.ben.slash("board")
    full_at(table.process, bytes_=PLENTY)

    assert "can't save right now, so nothing changed" in answer.content
    assert "turn 1" in board.content
    assert table.plies() == []
    await table.goes_on()


def full_at(process, *, bytes_):
    """Limit the size of files of a process, so that writes fail as on a full disk."""
    resource.prlimit(process.running.pid, resource.RLIMIT_FSIZE, (bytes_, PLENTY))


async def test_a_database_damaged_while_the_bot_runs_is_not_damaged_further(table):
    damaged = spoil(table.process.file)
    answers = [await table.ann.slash("move", cell="a1 c3"), await table.ben.slash("games")]

    for answer in answers:
        assert "can't save right now" in answer.content
    await table.process.kill()
    await table.process.start()
    code, log = await table.process.ended()
    assert code == 2
    assert "restore a backup with `python -m bot restore FILE`" in log
    assert table.process.file.read_bytes()[4096:8192] == damaged[4096:8192]


async def test_the_bot_stops_when_it_finds_a_large_database_damaged(process):
    await process.start()
    await process.ready()
    await process.kill()
    grow(process.file, SMALL + 2**20)
    content = process.file.read_bytes()
    middle = len(content) // 2 // 4096 * 4096
    with process.file.open("r+b") as opened:
        opened.seek(middle)
        opened.write(b"\xa5" * 4096)

    await process.start()
    code, log = await process.ended()

    assert code == 2
    assert "restore a backup with `python -m bot restore FILE`" in log
    assert "Traceback" not in log


async def test_the_bot_continues_with_a_large_intact_database(table):
    await table.process.kill()
    grow(table.process.file, SMALL + 2**20)
    await table.process.start()
    await table.process.connected()
    await table.goes_on()

    table.process.running.terminate()
    code, log = await table.process.ended()
    assert code == 0
    assert "the database file is intact; checked in" in log


def grow(file, size):
    """Grow a database to a size, by a table that the bot does not use."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE ballast (content BLOB)")
        connection.execute("INSERT INTO ballast VALUES (zeroblob(?))", (size,))
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def spoil(file):
    """Overwrite all pages but the first while the bot runs, as a failing disk might."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = file.read_bytes()
    damaged = content[:4096] + b"\xa5" * (len(content) - 4096)
    with file.open("r+b") as opened:
        opened.write(damaged)
    return damaged


async def test_a_second_bot_on_the_same_file_is_refused_and_the_first_goes_on(table):
    first = table.process.running
    await table.process.start()
    code, log = await table.process.ended()
    table.process.running = first

    assert code == 2
    assert "Another bot is running on the database" in log
    assert "Traceback" not in log
    await table.goes_on()
