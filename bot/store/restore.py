"""Restore of a backup; damage check and export of all games for the operator."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import select

from bot.errors.startup import CannotStart
from bot.store.backup import back_up, verify
from bot.store.engine.connections import BUSY_SECONDS
from bot.store.engine.database import BUSY_CODES, Database, Transaction
from bot.store.engine.integrity_check import cannot_open, read_only, sqlite_code
from bot.store.migrate import refuse_unknown
from bot.store.tables import games
from bot.store.tables.games import GameRow
from bot.store.tables.key_values import OF_COMMANDS
from bot.store.tables.schema import plies

BATCH = 200
DAMAGE = (0, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)
USE_PG_RESTORE = (
    "Restore PostgreSQL with its own tool: stop the bot, create a new database, and run "
    "pg_restore --dbname=DATABASE lifeline.dump (docs/hosting.md)."
)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Stored game with its plies as (ply, seat, move), in order."""

    row: GameRow
    plies: tuple[tuple[int, int, str], ...]


async def find_damage(database: Database) -> str | None:
    """Return SQLite's description of damage to the file; None for an intact file.

    PostgreSQL checks its own files, so the result is always None.

    :raises CannotStart: the file cannot be read now because it is locked or the disk is full.
    """
    if database.path is None:
        return None
    try:
        await asyncio.to_thread(verify, database.path)
    except sqlite3.Error as error:
        # errors raised by `verify` itself have no code
        if sqlite_code(error) in DAMAGE:
            return str(error)
        raise cannot_open(database.address, error) from error
    return None


async def all_games(database: Database) -> AsyncIterator[StoredGame]:
    """Yield every stored game, oldest first.

    The games are read in batches, and each batch is a snapshot of its own.
    """
    last = 0
    while batch := await database.read(_batch, last):
        for game in batch:
            yield game
        last = batch[-1].row.id


async def restore(database: Database, copy: Path, backups: Path, now: datetime) -> Path | None:
    """Replace the database's content with a backup, atomically.

    The bot must not be running.

    :returns: the path of the previous content: a backup, or the file itself if it was damaged; None
        if no file existed.
    :raises CannotStart: the backup is damaged or from a newer version, another program writes to
        the file, or the database is PostgreSQL; nothing was changed.
    """
    target = database.path
    if target is None:
        raise CannotStart(USE_PG_RESTORE)
    try:
        await asyncio.to_thread(_check, copy)
        is_there = await asyncio.to_thread(target.exists)
        if is_there and await find_damage(database) is not None:
            return await asyncio.to_thread(_replace_damaged, target, copy, now)
        if is_there:
            await asyncio.to_thread(_refuse_locked, target)
        # no rotation, because it might delete the backup to restore
        kept = await back_up(database, backups, now, kept=None) if is_there else None
        await asyncio.to_thread(_overwrite, target, copy)
    except (OSError, sqlite3.Error) as error:
        if sqlite_code(error) in BUSY_CODES:
            raise cannot_open(database.address, error) from error
        raise CannotStart(f"{copy} cannot be restored: {error}.") from error
    return kept


async def _batch(tx: Transaction, after: int) -> list[StoredGame]:
    rows = await games.find_after(tx, after, BATCH)
    found: dict[int, list[tuple[int, int, str]]] = {row.id: [] for row in rows}
    query = select(plies.c.game_id, plies.c.ply, plies.c.seat, plies.c.move)
    ordered = query.where(plies.c.game_id.in_(found)).order_by(plies.c.game_id, plies.c.ply)
    for game_id, ply, seat, move in (await tx.connection.execute(ordered)).all():
        found[game_id].append((ply, seat, move))
    return [StoredGame(row, tuple(found[row.id])) for row in rows]


def _check(copy: Path) -> None:
    verify(copy)
    with closing(read_only(copy)) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise CannotStart(f"{copy} belongs to another program: name a backup of this one.")
    refuse_unknown(row[0])


def _replace_damaged(target: Path, copy: Path, now: datetime) -> Path:
    """Replace a damaged file with a backup, and keep the damaged file next to it.

    One of the two files always has the database's name, because a bot that found no file would
    create a new database.
    """
    fresh = target.with_name(f"{target.name}.restoring")
    fresh.unlink(missing_ok=True)
    _overwrite(fresh, copy)
    aside = target.with_name(f"{target.name}.damaged-{now:%Y%m%dT%H%M%S}")
    for suffix in ("-wal", "-shm"):
        companion = target.with_name(target.name + suffix)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + suffix))
    try:
        aside.hardlink_to(target)
    except OSError:
        target.rename(aside)  # without hard links, the name is briefly missing
    fresh.replace(target)
    return aside


def _refuse_locked(target: Path) -> None:
    """Raise `sqlite3.OperationalError` if another program holds the write lock."""
    with closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.rollback()


def _stop_if_locked(status: int, _remaining: int, _pages: int) -> None:
    # called after each wait for a lock; SQLite's backup itself would wait for ever
    if status in BUSY_CODES:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = status
        raise error


def _overwrite(target: Path, copy: Path) -> None:
    # SQLite's backup is a transaction; if it is interrupted, the old content remains
    with (
        closing(read_only(copy)) as source,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as connection,
    ):
        source.backup(connection, progress=_stop_if_locked)
        # commands may have changed since the backup, so the next start registers them again
        connection.execute("DELETE FROM meta WHERE key LIKE ?", (f"{OF_COMMANDS}%",))
        connection.commit()
    verify(target)
