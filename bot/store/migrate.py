"""Upgrade of a database to the current schema at the start, after a backup."""

import logging
from datetime import datetime
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.errors.refusals import PlayerError
from bot.errors.startup import CannotStart
from bot.store.backup import back_up
from bot.store.engine import advisory_locks
from bot.store.engine.database import Database, Transaction
from bot.store.engine.integrity_check import cannot_open, is_large, refuse_damaged
from bot.store.engine.single_instance_lock import make_folder

log = logging.getLogger(__name__)

VERSION_TABLE = "alembic_version"
STILL_RUNNING = (
    "A process of this bot with schema {} is still running on this database. To upgrade it to "
    "schema {}, stop every old process, then start this one again."
)
NOT_OURS = "The database {} belongs to another program: name another file or database."
OTHER_SCHEMA = (
    "The database {} has schema {}, but this program needs {}. Start the bot on it once to upgrade "
    "it, then try again."
)


async def migrate(database: Database, backups: Path, now: datetime) -> Path | None:
    """Create or upgrade the tables in one transaction; back up an existing SQLite file first.

    :param backups: the folder for the backup.
    :returns: the path of the backup, None if no backup was needed.
    :raises CannotStart: the schema is newer than the program, or the database is damaged or belongs
        to another program.
    """
    if database.path is not None:
        make_folder(database.path)
    try:
        current = await _settled_revision(database)
        await _refuse_damaged(database, current)
        if current == head():
            return None
        saved = await _save(database, backups, now) if current else None
        await database.claim(_upgrade)
    except PlayerError as error:
        raise cannot_use(database, error) from error
    log.info("database upgraded from schema %s to %s", current or "nothing", head())
    return saved


async def refuse_other_schema(database: Database) -> None:
    """Refuse a database whose schema differs from the schema of this program.

    :raises CannotStart: the schema differs; the message advises the operator.
    """
    revision = await _settled_revision(database)
    if revision != head():
        raise CannotStart(OTHER_SCHEMA.format(database.address, revision or "none", head()))


def cannot_use(database: Database, error: PlayerError) -> CannotStart:
    """Return the exception that tells the operator why a database cannot be used."""
    cause = error.__cause__ or error
    return cannot_open(database.address, getattr(cause, "orig", cause))


def head() -> str:
    """Return the schema revision that this program needs: that of its newest migration."""
    newest = _scripts().get_current_head()
    assert newest is not None
    return newest


async def _settled_revision(database: Database) -> str | None:
    """Return the schema revision; None for a database without tables.

    On PostgreSQL, first wait until no other process is migrating the database.
    """
    read = database.read if database.is_sqlite else database.claim
    return await read(_revision)


async def _revision(tx: Transaction) -> str | None:
    if tx.connection.dialect.name == "postgresql":
        await advisory_locks.lock_in_transaction(
            tx.connection, advisory_locks.SINGLE, advisory_locks.MIGRATING
        )
    return await tx.connection.run_sync(_checked_revision)


def _checked_revision(connection: Connection) -> str | None:
    tables = inspect(connection).get_table_names()
    query = text("SELECT version_num FROM alembic_version")
    is_there = VERSION_TABLE in tables
    found = connection.execute(query).scalar_one_or_none() if is_there else None
    if found is None:
        if set(tables) - {VERSION_TABLE}:
            address = connection.engine.url.render_as_string(hide_password=True)
            raise CannotStart(NOT_OURS.format(address))
        return None
    refuse_unknown(str(found))
    return str(found)


def refuse_unknown(revision: str) -> None:
    """Refuse a schema revision that this program does not know.

    :raises CannotStart: the schema is newer than the program.
    """
    known = {script.revision for script in _scripts().walk_revisions()}
    if revision not in known:
        raise CannotStart(
            f"The database has schema {revision}, which is newer than this program "
            f"(it knows up to {head()}): start the newer program, or restore an older backup."
        )


async def _save(database: Database, backups: Path, now: datetime) -> Path | None:
    if not database.is_sqlite:
        return None
    # no rotation, because the nightly backup applies the operator's BACKUPS_KEPT
    return await back_up(database, backups, now, kept=None)


async def _upgrade(tx: Transaction) -> None:
    if tx.connection.dialect.name == "postgresql":
        if await _revision(tx) == head():
            return  # another process was faster
        await _refuse_running(tx)
    await tx.connection.run_sync(_run_alembic)


async def _refuse_running(tx: Transaction) -> None:
    """Refuse to migrate while processes with the old schema are running.

    :raises CannotStart: such a process exists.
    """
    for schema in await advisory_locks.held_by_others(
        tx.connection, advisory_locks.SCHEMA, int(head())
    ):
        raise CannotStart(STILL_RUNNING.format(f"{schema:04}", head()))


def _run_alembic(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@cache
def _scripts() -> ScriptDirectory:
    # cached, because the scripts do not change while the program runs
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    return config


async def _refuse_damaged(database: Database, current: str | None) -> None:
    # bot/runtime/lifecycle.py checks a large file with the current schema while the bot runs
    if current is not None and (current != head() or not await is_large(database)):
        await refuse_damaged(database)
