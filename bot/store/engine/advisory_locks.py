"""PostgreSQL's advisory locks as this program uses them; the server frees those of the dead."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

# pairs of numbers name a lock: what it is about, and which one
WHOLE = 71000
SCHEMA = 71001  # shared, by every running process: the schema that it knows
COUNT = 71002  # shared: the number of shards that it was told
SHARD = 71003
MIGRATING, JOINING, CHIEF = 0, 1, 2  # of WHOLE

_WAIT = text("SELECT pg_advisory_lock(:kind, :number)")
_FREE = text("SELECT pg_advisory_unlock(:kind, :number)")
_TRY = text("SELECT pg_try_advisory_lock(:kind, :number)")
_SHARE = text("SELECT pg_advisory_lock_shared(:kind, :number)")
_IN_TRANSACTION = text("SELECT pg_advisory_xact_lock(:kind, :number)")
HELD = (
    "SELECT DISTINCT objid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
    " WHERE locktype = 'advisory' AND datname = current_database() AND granted"
    " AND classid = :kind"
)
_HELD = text(HELD)
_OTHERS = text(f"{HELD} AND objid <> :number AND pid <> pg_backend_pid()")


async def wait_for(connection: AsyncConnection, kind: int, number: int) -> None:
    """Take a lock for the session, as soon as nobody else has it."""
    await connection.execute(_WAIT, {"kind": kind, "number": number})


async def free(connection: AsyncConnection, kind: int, number: int) -> None:
    """Let go of a lock of the session."""
    await connection.execute(_FREE, {"kind": kind, "number": number})


async def take(connection: AsyncConnection, kind: int, number: int) -> bool:
    """Take a lock for the session; False when somebody else has it."""
    taken = await connection.execute(_TRY, {"kind": kind, "number": number})
    return bool(taken.scalar_one())


async def share(connection: AsyncConnection, kind: int, number: int) -> None:
    """Hold a lock together with others, for the session."""
    await connection.execute(_SHARE, {"kind": kind, "number": number})


async def wait_in_transaction(connection: AsyncConnection, kind: int, number: int) -> None:
    """Take a lock until the end of the transaction, as soon as nobody else has it."""
    await connection.execute(_IN_TRANSACTION, {"kind": kind, "number": number})


async def others(connection: AsyncConnection, kind: int, number: int) -> list[int]:
    """Return which other numbers of a kind other sessions hold."""
    held = await connection.execute(_OTHERS, {"kind": kind, "number": number})
    return sorted(int(each) for each in held.scalars())


async def held(connection: AsyncConnection, kind: int) -> set[int]:
    """Return which numbers of a kind anybody holds, ourselves included."""
    found = await connection.execute(_HELD, {"kind": kind})
    return {int(each) for each in found.scalars()}
