"""Key-value pairs of the installation, such as a server's settings or the last heartbeat."""

from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import meta

# prefix of the fingerprints of registered commands, which are valid for this installation only
OF_COMMANDS = "commands:"
HEARTBEAT = "heartbeat"  # key of the bot's last heartbeat


def of_guild(guild_id: int) -> str:
    """Return the key under which a server's settings are stored."""
    return f"guild:{guild_id}"


def of_commands(application_id: int | None) -> str:
    """Return the key for the fingerprint of the commands that an application has registered."""
    return f"{OF_COMMANDS}{application_id}"


# built once, because every turn runs it
_READ = select(meta.c.value).where(meta.c.key == bindparam("name"))


async def read(tx: Transaction, key: str) -> str | None:
    """Return the value stored under a key; None if nothing is stored under it."""
    found = await tx.connection.execute(_READ, {"name": key})
    value: str | None = found.scalar_one_or_none()
    return value


async def write(tx: Transaction, key: str, value: str) -> None:
    """Insert or replace the value of a key."""
    changed = update(meta).where(meta.c.key == key).values(value=value)
    if (await tx.connection.execute(changed)).rowcount == 0:
        await tx.connection.execute(insert(meta).values(key=key, value=value))


async def remove(tx: Transaction, key: str) -> None:
    """Delete a key, if it exists."""
    await tx.connection.execute(delete(meta).where(meta.c.key == key))
