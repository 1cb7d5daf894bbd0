"""Players: Discord user id, last known display name, and settings."""

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import players

# replaces the ids of erased people; Discord never uses this id
DELETED_USER_ID = 0
DELETED_USER_NAME = "deleted player"


# Statements needed in every turn are built once, because building takes longer than running.
_OF_PLAYER = players.c.id == bindparam("player")
_NAME = select(players.c.name).where(_OF_PLAYER)
_SETTINGS = select(players.c.settings).where(_OF_PLAYER)


async def remember(tx: Transaction, user_id: int, name: str, at: datetime) -> None:
    """Insert a player, or update the name of a known one."""
    known = await known_name(tx, user_id)
    if known is None:
        row = {"id": user_id, "name": name, "settings": {}, "created_at": at}
        await tx.connection.execute(insert(players).values(row))
    elif known != name:
        renamed = update(players).where(players.c.id == user_id).values(name=name)
        await tx.connection.execute(renamed)


async def known_name(tx: Transaction, user_id: int) -> str | None:
    """Return the last known name of a player; None for an unknown id."""
    found = await tx.connection.execute(_NAME, {"player": user_id})
    name: str | None = found.scalar_one_or_none()
    return name


async def settings_of(tx: Transaction, user_id: int) -> dict[str, Any]:
    """Return a player's settings; empty for an unknown id."""
    found = await tx.connection.execute(_SETTINGS, {"player": user_id})
    return dict(found.scalar_one_or_none() or {})


async def set_settings(tx: Transaction, user_id: int, settings: dict[str, Any]) -> None:
    """Replace the settings of a known player."""
    changed = update(players).where(players.c.id == user_id).values(settings=settings)
    await tx.connection.execute(changed)
