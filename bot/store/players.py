"""People: their Discord id, the name last seen, and what they prefer."""

from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, update

from bot.store.database import Transaction
from bot.store.schema import players

# who stands in for everybody who has gone; Discord gives nobody this id
STAND_IN = 0
STAND_IN_NAME = "deleted player"


async def remember(tx: Transaction, user_id: int, name: str, at: datetime) -> None:
    """Store a person, or the new name of a known one."""
    known = await known_name(tx, user_id)
    if known is None:
        row = {"id": user_id, "name": name, "settings": {}, "created_at": at}
        await tx.connection.execute(insert(players).values(row))
    elif known != name:
        renamed = update(players).where(players.c.id == user_id).values(name=name)
        await tx.connection.execute(renamed)


async def known_name(tx: Transaction, user_id: int) -> str | None:
    """Return the name last seen of a person, None for somebody unknown."""
    query = select(players.c.name).where(players.c.id == user_id)
    name: str | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return name


async def settings_of(tx: Transaction, user_id: int) -> dict[str, Any]:
    """Return what a person has set; empty for somebody unknown."""
    query = select(players.c.settings).where(players.c.id == user_id)
    return dict((await tx.connection.execute(query)).scalar_one_or_none() or {})


async def set_settings(tx: Transaction, user_id: int, settings: dict[str, Any]) -> None:
    """Replace what a known person has set."""
    changed = update(players).where(players.c.id == user_id).values(settings=settings)
    await tx.connection.execute(changed)
