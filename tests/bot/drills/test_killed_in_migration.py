"""Migration drill: a bot killed during a migration leaves the old or the new schema."""

import asyncio
import random
from collections import Counter

import pytest

from bot.config.system_clock import now
from bot.services.use_cases.operations.doctor import examine
from bot.store.engine.database import Database
from bot.store.migrate import head, migrate
from tests.bot.store.released_schemas import OLD, VERSION_TABLE, contents, create, lost

# seconds after the start of the backup: during it, during the migration, or just after
WINDOWS = (0.05, 0.3, 1.0)
# columns of games that a delivery changes
DELIVERED = {"guild_id", "channel_id", "turn_message_id"}
KILLS = [
    pytest.param(1, id="short"),
    pytest.param(30, id="long", marks=[pytest.mark.drill, pytest.mark.timeout(1800)]),
]


@pytest.mark.parametrize("kills", KILLS)
async def test_a_database_is_whole_whenever_its_migration_is_killed(process, tmp_path, kills):
    rng, left = random.Random(5), Counter()
    for number in range(kills):
        old = OLD[number % len(OLD)]
        process.at(tmp_path / f"{number}-{old}")
        before = create(old, process.file)
        await process.start()
        await backup_begun(process)
        await asyncio.sleep(rng.uniform(0, rng.choice(WINDOWS)))
        await process.kill()

        found = contents(process.file)
        ((version,),) = [tuple(row.values()) for row in found[VERSION_TABLE]]
        if version == old:
            assert found == before
        else:
            assert version == head()
            assert unexplained(before, found) == {}
        left["old" if version == old else "new"] += 1
        assert await goes_on(process, before) == []
    print(f"\nmigration drill: {kills} kills, which left {dict(left)} schemas")  # noqa: T201


async def backup_begun(process):
    """Wait until the backup before the migration has started."""
    for _ in range(20_000):
        if process.backups.exists() and any(process.backups.iterdir()):
            return
        await asyncio.sleep(0.001)
    pytest.fail(f"the migration never began: {process.logged()}")


async def goes_on(process, before):
    """Prepare the database as a start does, and return the problems found."""
    database = Database(process.environment["DATABASE_URL"])
    await migrate(database, process.backups, now())
    # the outbox refers to channels that do not exist
    problems = [each for each in (await examine(database)).problems if "outbox" not in each]
    await database.close()
    gone = unexplained(before, contents(process.file))
    return problems + [f"rows of {table} are lost" for table in gone]


def unexplained(before, after):
    """Return the lost rows, except changes by a bot that has begun to deliver and review."""
    before = {
        table: [{name: row[name] for name in row.keys() - DELIVERED} for row in rows]
        if table == "games"
        else rows
        for table, rows in before.items()
        if table not in {"outbox", "reviews"}
    }
    return lost(before, after)
