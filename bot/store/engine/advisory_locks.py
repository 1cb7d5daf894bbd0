"""PostgreSQL advisory locks, each identified by a kind and a number.

The server releases the locks of a closed connection.
"""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

# a lock is identified by a kind and a number
SINGLE = 71000  # exclusive; the number is MIGRATING, JOINING or LEADER
SCHEMA = 71001  # shared by all running processes; the number is the revision of their schema
SHARD_COUNT = 71002  # shared by all running processes; the number is their SHARD_COUNT
SHARD = 71003  # exclusive; the number is the shard
MATCHING = 71004  # exclusive; the number is 0: one match in the lobby at a time
MIGRATING, JOINING, LEADER = 0, 1, 2

_LOCK = text("SELECT pg_advisory_lock(:kind, :number)")
_UNLOCK = text("SELECT pg_advisory_unlock(:kind, :number)")
_TRY_LOCK = text("SELECT pg_try_advisory_lock(:kind, :number)")
_LOCK_SHARED = text("SELECT pg_advisory_lock_shared(:kind, :number)")
_LOCK_IN_TRANSACTION = text("SELECT pg_advisory_xact_lock(:kind, :number)")
HELD = (
    "SELECT DISTINCT objid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
    " WHERE locktype = 'advisory' AND datname = current_database() AND granted"
    " AND classid = :kind"
)
_HELD = text(HELD)
_HELD_BY_OTHERS = text(f"{HELD} AND objid <> :number AND pid <> pg_backend_pid()")


async def lock(connection: AsyncConnection, kind: int, number: int) -> None:
    """Wait for an exclusive lock, and hold it until `unlock` or the end of the connection."""
    await connection.execute(_LOCK, {"kind": kind, "number": number})


async def unlock(connection: AsyncConnection, kind: int, number: int) -> None:
    """Release an exclusive lock that this connection holds."""
    await connection.execute(_UNLOCK, {"kind": kind, "number": number})


async def try_lock(connection: AsyncConnection, kind: int, number: int) -> bool:
    """Take an exclusive lock without waiting; return False if another connection holds it."""
    taken = await connection.execute(_TRY_LOCK, {"kind": kind, "number": number})
    return bool(taken.scalar_one())


async def lock_shared(connection: AsyncConnection, kind: int, number: int) -> None:
    """Wait for a shared lock, and hold it until the end of the connection."""
    await connection.execute(_LOCK_SHARED, {"kind": kind, "number": number})


async def lock_in_transaction(connection: AsyncConnection, kind: int, number: int) -> None:
    """Wait for an exclusive lock and hold it until the end of the transaction."""
    await connection.execute(_LOCK_IN_TRANSACTION, {"kind": kind, "number": number})


async def held_by_others(connection: AsyncConnection, kind: int, number: int) -> list[int]:
    """Return the numbers of the locks of a kind that other sessions hold.

    :param number: left out of the result, such as the number that this process uses itself.
    """
    held = await connection.execute(_HELD_BY_OTHERS, {"kind": kind, "number": number})
    return sorted(int(each) for each in held.scalars())


async def held(connection: AsyncConnection, kind: int) -> set[int]:
    """Return the numbers of the locks of a kind that any session holds, including this one."""
    found = await connection.execute(_HELD, {"kind": kind})
    return {int(each) for each in found.scalars()}
