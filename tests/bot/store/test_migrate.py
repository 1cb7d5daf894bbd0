import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateTable

from bot.errors.startup import CannotStart, NotNow
from bot.errors.storage import DatabaseBusy
from bot.services import build_services
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.views import Actor
from bot.store import migrate as migrations
from bot.store.backup import NAME, backups_in
from bot.store.engine.database import Database
from bot.store.engine.integrity_check import cannot_open
from bot.store.migrate import head, migrate
from bot.store.peer_processes import peers_of
from bot.store.tables import schema
from bot.store.tables.schema import metadata
from tests.bot.store.released_schemas import (
    FINGERPRINTS,
    OLD,
    VERSIONS,
    add_rows,
    all_rows,
    contents,
    create,
    database_before,
    fingerprint,
    lost,
    run_migration,
)


@pytest.fixture
def backups(tmp_path):
    return tmp_path / "backups"


def difference(connection):
    return compare_metadata(MigrationContext.configure(connection), metadata)


async def test_migrating_an_empty_file_creates_exactly_the_schema(database):
    async def compare(tx):
        return await tx.connection.run_sync(difference)

    assert await database.read(compare) == []


def test_the_tables_use_plain_types_on_postgresql():
    tables = [table for table in metadata.tables.values() if hasattr(schema, table.name)]
    text = "\n".join(
        str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in tables
    )
    assert "left0 BIGINT NOT NULL" in text
    assert "since BIGINT" in text
    assert "id BIGSERIAL NOT NULL" in text
    assert isinstance(schema.clocks.c.strict.type, Boolean)


async def test_a_database_with_the_current_schema_is_not_changed(database, backups, now):
    assert await migrate(database, backups, now) is None
    assert backups_in(backups) == []


async def test_the_folder_of_the_file_is_created(connect, file, backups, now, tmp_path):
    database = migrations.Database(f"sqlite+aiosqlite:///{tmp_path}/deep/down/games.db")
    await migrate(database, backups, now)
    await database.close()
    assert (tmp_path / "deep/down/games.db").exists()


async def test_a_newer_schema_is_refused_with_advice(database, backups, now):
    async def pretend(tx):
        await tx.connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    await database.write(pretend)
    with pytest.raises(CannotStart, match=f"schema 9999, which is newer .*{head()}.*start the new"):
        await migrate(database, backups, now)


async def test_a_database_of_another_program_is_refused(connect, file, backups, now):
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(CannotStart, match="belongs to another program: name another file"):
        await migrate(connect(), backups, now)


async def test_a_database_without_a_version_is_new_if_it_is_empty_and_refused_otherwise(
    connect, database, file, backups, now
):
    async def forget(tx):
        await tx.connection.execute(text("DELETE FROM alembic_version"))

    await database.write(forget)
    with pytest.raises(CannotStart, match="belongs to another program: name another file"):
        await migrate(database, backups, now)
    await database.close()
    file.unlink()
    with closing(sqlite3.connect(file)) as empty:
        empty.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    await migrate(connect(), backups, now)


async def test_a_file_that_is_not_a_database_is_refused_unchanged(connect, file, backups, now):
    file.write_text("These are my notes, long enough to be no SQLite header. " * 20)
    before = file.read_bytes()
    with pytest.raises(CannotStart, match=r"games\.db cannot be opened \(.*not a database"):
        await migrate(connect(), backups, now)
    assert file.read_bytes() == before


async def test_a_folder_that_cannot_be_created_is_refused(tmp_path, backups, now):
    (tmp_path / "taken").write_text("a file")
    database = migrations.Database(f"sqlite+aiosqlite:///{tmp_path}/taken/games.db")
    with pytest.raises(CannotStart, match="cannot be created"):
        await migrate(database, backups, now)
    await database.close()


@pytest.mark.usefixtures("killed_after_migrating")
async def test_a_failed_migration_changes_nothing(connect, file, backups, now):
    with pytest.raises(RuntimeError, match="killed"):
        await migrate(connect(), backups, now)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []


@pytest.mark.parametrize("version", VERSIONS[1:])
def test_no_migration_loses_a_row(version):
    with database_before(version) as connection:
        before = all_rows(connection)
        run_migration(connection, version)
        assert lost(before, all_rows(connection)) == {}


def test_no_released_migration_has_changed():
    changed = {version: fingerprint(version) for version in VERSIONS}.items() - FINGERPRINTS.items()
    assert sorted(changed) == [], (
        "never edit a released migration: add another. The fingerprints of a new migration and of "
        "changed sample rows are written by: python -m tests.bot.store.released_schemas"
    )


def test_every_column_has_a_sample_value():
    """A row without a value of its own would not show that a migration loses the column."""
    with database_before(VERSIONS[-1]) as connection:
        run_migration(connection, VERSIONS[-1])
        add_rows(connection, VERSIONS[-1])
        found = all_rows(connection)
    empty = [
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if {row[column.name] for row in found[table.name]} <= {None, default_of(column)}
    ]
    assert empty == []


def default_of(column):
    """Return the value that rows get in a column that was added later, as SQLite stores it."""
    if column.server_default is None:
        return None
    text = str(column.server_default.arg)
    return {"true": 1, "false": 0, "0": 0}.get(text, text)


@pytest.mark.parametrize("version", OLD)
async def test_a_released_schema_is_upgraded_without_loss_and_its_games_go_on(
    connect, file, backups, now, version
):
    old = create(version, file)
    database = connect()
    saved = await migrate(database, backups, now)

    async def compare(tx):
        return await tx.connection.run_sync(difference)

    assert await database.read(compare) == []
    diagnosis = await examine(database)
    assert (diagnosis.problems, diagnosis.games) == ((), len(old["games"]))
    assert lost(old, contents(file)) == {}
    assert contents(saved) == old
    await play_on(database, file, now)
    assert len(contents(file)["plies"]) == len(old["plies"]) + len(running(file))
    assert (await examine(database)).problems == ()


async def play_on(database, file, now):
    """Play a move in every game in progress."""
    games = build_services(database, lambda: now).games
    for number, (game_id,) in enumerate(running(file)):
        mover = (await games.get(game_id)).to_move
        revision = (await games.get(game_id, viewer_id=mover.user_id)).revision
        (move,) = await games.legal_moves_text(game_id, mover.user_id, "", 1)
        actor = Actor(mover.user_id, mover.name, 5000 + number, 7, 5)
        # a button, because a turn typed after an undo asks first
        await games.play(actor, game_id, move, revision=revision)


async def test_the_backup_before_a_migration_deletes_no_other_backup(connect, file, backups, now):
    backups.mkdir()
    nightly = [backups / (now - timedelta(days=n)).strftime(NAME) for n in range(1, 31)]
    for copy in nightly:
        copy.touch()
    create(OLD[0], file)
    saved = await migrate(connect(), backups, now)
    assert backups_in(backups) == [saved, *nightly]


def running(file):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT id FROM games WHERE status = 'running'").fetchall()


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (sqlite3.SQLITE_READONLY, "let the bot's user write"),
        (sqlite3.SQLITE_FULL, "free some disk space"),
        (sqlite3.SQLITE_IOERR | 0x300, "check the disk"),
        (sqlite3.SQLITE_BUSY, "the other program that is writing"),
        (sqlite3.SQLITE_CANTOPEN, "correct DATABASE_URL"),
    ],
)
async def test_a_failing_database_is_reported_with_advice_for_the_operator(
    connect, backups, now, monkeypatch, code, advice
):
    def fail(connection):
        error = sqlite3.OperationalError("test error")
        error.sqlite_errorcode = code
        raise DBAPIError("BEGIN", {}, error)

    monkeypatch.setattr(migrations, "_run_alembic", fail)
    with pytest.raises(CannotStart, match=advice):
        await migrate(connect(), backups, now)


@pytest.mark.usefixtures("file")
async def test_a_start_that_lost_every_race_may_be_retried(connect, backups, now, monkeypatch):
    def fail(connection):
        raise DatabaseBusy

    monkeypatch.setattr(migrations, "_run_alembic", fail)
    with pytest.raises(NotNow, match="very busy"):
        await migrate(connect(), backups, now)


@pytest.mark.sqlite
@pytest.mark.parametrize("address", ["u:pw@127.0.0.1:9/x", "/x?host=/nowhere"])
async def test_a_server_that_does_not_run_yet_may_be_retried(backups, now, address):
    absent = Database(f"postgresql+asyncpg://{address}")
    with pytest.raises(NotNow, match="check that the server runs"):
        await peers_of(absent).join()
    with pytest.raises(NotNow, match="check that the server runs"):
        await migrate(absent, backups, now)
    await absent.close()


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("sqlite_errorcode", sqlite3.SQLITE_FULL, NotNow),
        ("sqlite_errorcode", sqlite3.SQLITE_BUSY | 0x200, NotNow),
        ("sqlite_errorcode", sqlite3.SQLITE_CORRUPT, CannotStart),
        ("sqlite_errorcode", sqlite3.SQLITE_READONLY, CannotStart),
        ("sqlstate", "57P03", NotNow),  # the server is starting
        ("sqlstate", "53300", NotNow),  # too many connections
        ("sqlstate", "28P01", CannotStart),  # a wrong password
    ],
)
def test_only_temporary_errors_are_retried(name, code, expected):
    error = Exception("test error")
    setattr(error, name, code)
    assert type(cannot_open("postgresql://host/x", error)) is expected


async def test_a_damaged_file_is_refused_with_advice_to_restore(
    connect, database, file, backups, now
):
    await database.close()
    content = bytearray(file.read_bytes())
    content[8192:-200] = b"\xa5" * (len(content) - 8392)
    file.write_bytes(bytes(content))
    with pytest.raises(CannotStart, match=r"games\.db cannot be opened .*restore a backup with"):
        await migrate(connect(), backups, now)
    assert file.read_bytes() == bytes(content)
