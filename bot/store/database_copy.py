"""Copying of all rows into an empty database, from and to SQLite or PostgreSQL."""

from sqlalchemy import JSON, Connection, MetaData, Table, func, select

from bot.errors.startup import CannotStart
from bot.store.engine import advisory_locks
from bot.store.engine.database import Database, Transaction
from bot.store.migrate import VERSION_TABLE, refuse_other_schema
from bot.store.tables.key_values import OF_COMMANDS
from bot.store.tables.schema import meta

BATCH = 1000  # rows per insert

NOT_EMPTY = "The database {} is not empty (it has {} rows in {}): copy to a new one."
IN_USE = "A bot is running on the database {}. Stop it first, or its latest moves would be lost."


async def refuse_unfit_source(source: Database) -> None:
    """Refuse to copy from a database whose schema is not this program's, or that a bot is using.

    :raises CannotStart: the source is unfit; the message advises the operator.
    """
    await refuse_other_schema(source)
    if await source.read(_is_in_use):
        raise CannotStart(IN_USE.format(source.address))


async def refuse_rows(target: Database) -> None:
    """Refuse to copy into a database that already has rows, whatever its schema.

    :raises CannotStart: the target has a row; nothing was changed.
    """

    async def check(tx: Transaction) -> None:
        tables = await tx.connection.run_sync(_tables)
        await _refuse_rows(tx, tables, target)

    await target.read(check)


async def copy_rows(source: Database, target: Database) -> dict[str, int]:
    """Copy all rows in one transaction, except the fingerprints of registered commands.

    :param source: the database to copy, which is read in one snapshot.
    :param target: the database to fill, which must have the current tables and no rows.
    :returns: the number of copied rows by table.
    :raises CannotStart: the target is not empty; nothing was changed.
    """

    async def copy(into: Transaction) -> dict[str, int]:
        tables = await into.connection.run_sync(_tables)
        await _refuse_rows(into, tables, target)
        copied = await source.read(_copy_tables, into, tables)
        if not target.is_sqlite:
            await _set_counters(into, tables)
        return copied

    return await target.write(copy)


async def _is_in_use(tx: Transaction) -> bool:
    if tx.connection.dialect.name == "sqlite":
        return False  # on SQLite the lock file does this
    return bool(await advisory_locks.held_by_others(tx.connection, advisory_locks.SCHEMA, 0))


def _tables(connection: Connection) -> list[Table]:
    """Return the tables of a database in an order in which they can be filled.

    Each table follows the tables that it references. Alembic's own table is omitted.
    """
    found = MetaData()
    found.reflect(connection)
    for column in (each for table in found.sorted_tables for each in table.columns):
        if isinstance(column.type, JSON):
            # SQL NULL must remain NULL and not become the JSON value null
            column.type.none_as_null = True
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


async def _refuse_rows(tx: Transaction, tables: list[Table], target: Database) -> None:
    for table in tables:
        counted = await tx.connection.execute(select(func.count()).select_from(table))
        if rows := counted.scalar_one():
            raise CannotStart(NOT_EMPTY.format(target.address, rows, table.name))


async def _copy_tables(tx: Transaction, into: Transaction, tables: list[Table]) -> dict[str, int]:
    return {table.name: await _copy_table(tx, into, table) for table in tables}


async def _copy_table(tx: Transaction, into: Transaction, table: Table) -> int:
    copied = 0
    rows = select(table)
    if table.name == meta.name:
        # the copy may be used much later, so its bot registers the commands again
        rows = rows.where(~table.c.key.startswith(OF_COMMANDS))
    # in the order of the key, so that the new table is stored in that order
    result = await tx.connection.stream(rows.order_by(*table.primary_key))
    async for batch in result.mappings().partitions(BATCH):
        await into.connection.execute(table.insert(), [dict(row) for row in batch])
        copied += len(batch)
    return copied


async def _set_counters(tx: Transaction, tables: list[Table]) -> None:
    """Set PostgreSQL's sequences to continue after the copied ids."""
    for table in tables:
        column = table.autoincrement_column
        if column is None:
            continue
        last = select(func.max(column)).scalar_subquery()
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        await tx.connection.execute(
            select(func.setval(sequence, last)).where(sequence.is_not(None), last.is_not(None))
        )
