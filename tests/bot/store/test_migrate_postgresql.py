"""Migrations on PostgreSQL: of empty databases, of every released schema, and refusals."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from bot.errors.startup import CannotStart
from bot.services.use_cases.operations.doctor import examine
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from bot.store.tables.schema import metadata
from tests.bot.store.released_schemas import (
    OLD,
    VERSIONS,
    add_rows,
    all_rows,
    lost,
    run_migration,
)

pytestmark = pytest.mark.postgresql


@pytest.fixture
async def blank(cluster):
    """Database without tables."""
    made = Database(cluster.create("blank"))
    yield made
    await made.close()
    cluster.drop("blank")


async def difference(database):
    def compare(connection):
        return compare_metadata(MigrationContext.configure(connection), metadata)

    return await database.read(lambda tx: tx.connection.run_sync(compare))


async def test_no_migration_loses_a_row(blank):
    def run_all(connection):
        before = None
        for version in VERSIONS:
            run_migration(connection, version)
            if before is not None:
                assert lost(before, all_rows(connection)) == {}
            add_rows(connection, version)
            before = all_rows(connection)

    await blank.claim(lambda tx: tx.connection.run_sync(run_all))
    assert await difference(blank) == []


@pytest.mark.parametrize("version", OLD)
async def test_a_released_schema_is_upgraded_with_its_games(blank, tmp_path, now, version):
    def fill(connection):
        for each in OLD[: OLD.index(version) + 1]:
            run_migration(connection, each)
            add_rows(connection, each)
        return all_rows(connection)

    old = await blank.claim(lambda tx: tx.connection.run_sync(fill))
    await migrate(blank, tmp_path, now)
    diagnosis = await examine(blank)
    assert (diagnosis.problems, diagnosis.games) == ((), len(old["games"]))
    assert lost(old, await blank.read(lambda tx: tx.connection.run_sync(all_rows))) == {}
    assert await difference(blank) == []


@pytest.mark.usefixtures("killed_after_migrating")
async def test_a_failed_migration_changes_nothing(blank, tmp_path, now):
    with pytest.raises(RuntimeError, match="killed"):
        await migrate(blank, tmp_path, now)
    names = await blank.read(lambda tx: tx.connection.run_sync(table_names))
    assert names == []


async def test_a_database_of_another_program_is_refused(blank, tmp_path, now):
    async def create_table(tx):
        await tx.connection.execute(text("CREATE TABLE recipes (name TEXT)"))

    await blank.claim(create_table)
    with pytest.raises(CannotStart, match="belongs to another program"):
        await migrate(blank, tmp_path, now)


def table_names(connection):
    return inspect(connection).get_table_names()
