"""Migrations on PostgreSQL: of empty databases, of every released schema, and refusals."""

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from bot.errors import CannotStart
from bot.services.operations.doctor import examine
from bot.store import database_copy
from bot.store import migrate as migrations
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from bot.store.tables.schema import metadata
from tests.bot.store.dumps import RELEASED, restored

pytestmark = pytest.mark.postgresql


@pytest.fixture
async def blank(cluster):
    """Database without tables."""
    made = Database(cluster.create("blank"))
    yield made
    await made.close()
    cluster.drop("blank")


def upgrade_to(revision):
    def upgrade(connection):
        config = migrations._config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    return upgrade


async def difference(database):
    def compare(connection):
        return compare_metadata(MigrationContext.configure(connection), metadata)

    return await database.read(lambda tx: tx.connection.run_sync(compare))


@pytest.fixture
async def released(request, blank, tmp_path):
    """PostgreSQL database with the schema and the data of a released version."""
    dump = request.param
    contents = restored(dump, tmp_path / "old.db")
    old = Database(f"sqlite+aiosqlite:///{tmp_path}/old.db")

    async def fill(into):
        await into.connection.run_sync(upgrade_to(dump.stem))
        tables = await into.connection.run_sync(database_copy._tables)
        await old.read(database_copy._copy_tables, into, tables)
        await database_copy._set_counters(into, tables)

    await blank.claim(fill)
    await old.close()
    return blank, contents


# each runs nearly the same migrations: the oldest has the most, the newest the most tables
OFTEN = {*RELEASED[::6], RELEASED[-1]}


@pytest.mark.parametrize(
    "released",
    [pytest.param(d, id=d.stem, marks=[] if d in OFTEN else pytest.mark.drill) for d in RELEASED],
    indirect=True,
)
async def test_every_released_schema_is_upgraded_with_its_games(released, tmp_path, now):
    database, old = released
    await migrate(database, tmp_path, now)
    diagnosis = await examine(database)
    assert (diagnosis.problems, diagnosis.games) == ((), len(old["games"]))
    assert await difference(database) == []


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
