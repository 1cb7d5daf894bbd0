"""PostgreSQL's advisory locks as this program uses them; the server frees those of the dead."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

# pairs of numbers name a lock: what it is about, and which one
SINGLE = 71000
SCHEMA = 71001  # shared, by every running process: the schema that it knows
SHARD_COUNT = 71002  # shared: the number of shards that it was told
SHARD = 71003
MIGRATING, JOINING, LEADER = 0, 1, 2  # of WHOLE

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
    """Take a lock for the session, as soon as nobody else has it."""
    await connection.execute(_LOCK, {"kind": kind, "number": number})


async def unlock(connection: AsyncConnection, kind: int, number: int) -> None:
    """Let go of a lock of the session."""
    await connection.execute(_UNLOCK, {"kind": kind, "number": number})


async def try_lock(connection: AsyncConnection, kind: int, number: int) -> bool:
    """Take a lock for the session; False when somebody else has it."""
    taken = await connection.execute(_TRY_LOCK, {"kind": kind, "number": number})
    return bool(taken.scalar_one())


async def lock_shared(connection: AsyncConnection, kind: int, number: int) -> None:
    """Hold a lock together with others, for the session."""
    await connection.execute(_LOCK_SHARED, {"kind": kind, "number": number})


async def lock_in_transaction(connection: AsyncConnection, kind: int, number: int) -> None:
    """Take a lock until the end of the transaction, as soon as nobody else has it."""
    await connection.execute(_LOCK_IN_TRANSACTION, {"kind": kind, "number": number})


async def held_by_others(connection: AsyncConnection, kind: int, number: int) -> list[int]:
    """Return which other numbers of a kind other sessions hold."""
    held = await connection.execute(_HELD_BY_OTHERS, {"kind": kind, "number": number})
    return sorted(int(each) for each in held.scalars())


async def held(connection: AsyncConnection, kind: int) -> set[int]:
    """Return which numbers of a kind anybody holds, ourselves included."""
    found = await connection.execute(_HELD, {"kind": kind})
    return {int(each) for each in found.scalars()}
