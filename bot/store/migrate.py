"""Bring a database to the present schema at start, after a backup of what is there."""

import logging
from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.errors import CannotStart, PlayerError
from bot.store.backup import back_up
from bot.store.database import Database, Transaction

log = logging.getLogger(__name__)

VERSION_TABLE = "alembic_version"


async def migrate(database: Database, backups: Path, now: datetime) -> Path | None:
    """Create or upgrade the tables in one transaction; killed in the middle, nothing has changed.

    :param backups: the folder for a copy of an existing SQLite file, made when it must change.
    :returns: the backup, if one was needed.
    :raises CannotStart: when the schema is newer than the program, or it is not our database.
    """
    _make_folder(database)
    try:
        current = await database.read(_revision)
        if current == head():
            return None
        saved = await _save(database, backups, now) if current else None
        await database.write(_upgrade)
    except PlayerError as error:
        raise CannotStart(_cannot_open(database, error)) from error
    log.info("database upgraded from schema %s to %s", current or "nothing", head())
    return saved


def head() -> str:
    """Return the schema's newest revision."""
    newest = _scripts().get_current_head()
    assert newest is not None
    return newest


async def _revision(tx: Transaction) -> str | None:
    return await tx.connection.run_sync(_checked_revision)


def _checked_revision(connection: Connection) -> str | None:
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        if tables:
            raise CannotStart(
                "The database in DATABASE_URL has tables of another program: name another file."
            )
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    refuse_unknown(str(found))
    return str(found)


def refuse_unknown(revision: str) -> None:
    """Refuse a schema that no migration of this program leads to.

    :raises CannotStart: it is newer than the program.
    """
    known = {script.revision for script in _scripts().walk_revisions()}
    if revision not in known:
        raise CannotStart(
            f"The database has schema {revision}, which is newer than this program "
            f"(it knows up to {head()}): start the newer program, or restore an older backup."
        )


async def _save(database: Database, backups: Path, now: datetime) -> Path | None:
    return await back_up(database, backups, now) if database.is_sqlite else None


async def _upgrade(tx: Transaction) -> None:
    await tx.connection.run_sync(_run_alembic)


def _run_alembic(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    return config


def _make_folder(database: Database) -> None:
    if database.path is None:
        return
    try:
        database.path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(
            f"The folder {database.path.parent} for the database cannot be made "
            f"({error.strerror}): correct DATABASE_URL or the permissions."
        ) from error


def _cannot_open(database: Database, error: PlayerError) -> str:
    cause = error.__cause__ or error
    where = database.url.render_as_string(hide_password=True)
    return f"The database {where} cannot be opened ({cause.args[0]}): correct DATABASE_URL."
