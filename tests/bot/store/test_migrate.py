import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from bot.errors import CannotStart
from bot.services.doctor import examine
from bot.store import migrate as migrations
from bot.store.backup import backups_in
from bot.store.migrate import head, migrate
from bot.store.schema import metadata

RELEASED = sorted((Path(__file__).parent / "released").glob("*.sql"))


@pytest.fixture
def backups(tmp_path):
    return tmp_path / "backups"


def difference(connection):
    return compare_metadata(MigrationContext.configure(connection), metadata)


async def test_an_empty_file_becomes_exactly_the_schema(database):
    async def compare(tx):
        return await tx.connection.run_sync(difference)

    assert await database.read(compare) == []


async def test_a_database_of_the_present_schema_is_left_alone(database, backups, now):
    assert await migrate(database, backups, now) is None
    assert backups_in(backups) == []


async def test_the_folder_of_the_file_is_made(connect, file, backups, now, tmp_path):
    database = migrations.Database(f"sqlite+aiosqlite:///{tmp_path}/deep/down/games.db")
    await migrate(database, backups, now)
    await database.close()
    assert (tmp_path / "deep/down/games.db").exists()


async def test_a_newer_schema_is_refused_with_what_to_do(database, backups, now):
    async def pretend(tx):
        await tx.connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    await database.write(pretend)
    with pytest.raises(CannotStart, match=f"schema 9999, which is newer .*{head()}.*start the new"):
        await migrate(database, backups, now)


async def test_a_database_of_another_program_is_refused(connect, file, backups, now):
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(CannotStart, match="tables of another program: name another file"):
        await migrate(connect(), backups, now)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(connect, file, backups, now):
    file.write_text("These are my notes, long enough to be no SQLite header. " * 20)
    before = file.read_bytes()
    with pytest.raises(CannotStart, match=r"games\.db cannot be opened \(.*not a database"):
        await migrate(connect(), backups, now)
    assert file.read_bytes() == before


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path, backups, now):
    (tmp_path / "taken").write_text("a file")
    database = migrations.Database(f"sqlite+aiosqlite:///{tmp_path}/taken/games.db")
    with pytest.raises(CannotStart, match="cannot be made"):
        await migrate(database, backups, now)
    await database.close()


async def test_a_migration_that_breaks_changes_nothing(connect, file, backups, now, monkeypatch):
    def break_after_all(connection):
        run(connection)
        raise RuntimeError("killed")

    run = migrations._run_alembic
    monkeypatch.setattr(migrations, "_run_alembic", break_after_all)
    with pytest.raises(RuntimeError, match="killed"):
        await migrate(connect(), backups, now)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []


@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
async def test_every_released_schema_is_upgraded_with_its_games(connect, file, backups, now, dump):
    with closing(sqlite3.connect(file)) as old:
        old.executescript(dump.read_text(encoding="utf-8"))
    database = connect()
    saved = await migrate(database, backups, now)

    async def compare(tx):
        return await tx.connection.run_sync(difference)

    assert await database.read(compare) == []
    diagnosis = await examine(database)
    assert (diagnosis.problems, diagnosis.games) == ((), 2)
    if dump.stem != head():
        with closing(sqlite3.connect(saved)) as copy:
            assert "\n".join(copy.iterdump()) == "\n".join(sqlite_dump(dump))


def sqlite_dump(dump):
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
        return list(connection.iterdump())


def test_every_schema_but_the_newest_has_a_dump_to_upgrade():
    known = [script.revision for script in migrations._scripts().walk_revisions()]
    assert {dump.stem for dump in RELEASED} >= set(known) - {head()}
