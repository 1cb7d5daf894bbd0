"""Small facts about the installation itself, by key."""

from sqlalchemy import insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import meta

# what Discord has heard of the commands last: true of this installation, not of a copy of its rows
OF_COMMANDS = "commands:"


def of_guild(guild_id: int) -> str:
    """Return the key under which a server's settings are."""
    return f"guild:{guild_id}"


def of_commands(application_id: int | None) -> str:
    """Return the key under which the commands are that Discord has taken from an application."""
    return f"{OF_COMMANDS}{application_id}"


async def read(tx: Transaction, key: str) -> str | None:
    """Return what was noted under the key, None when nothing was."""
    query = select(meta.c.value).where(meta.c.key == key)
    value: str | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return value


async def write(tx: Transaction, key: str, value: str) -> None:
    """Note a value; the last one counts."""
    changed = update(meta).where(meta.c.key == key).values(value=value)
    if (await tx.connection.execute(changed)).rowcount == 0:
        await tx.connection.execute(insert(meta).values(key=key, value=value))
