"""Players: people by Discord user id, with name, settings, locale and refused messages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
_STATE = select(players.c.settings, players.c.locale, players.c.dm_refused_at).where(_OF_PLAYER)


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A person's stored settings, the locale of their client, and refused direct messages.

    :ivar settings: the chosen values, by the name of the setting; others have their default.
    :ivar locale: the locale of their client, None if it was never reported.
    :ivar dm_refused_at: when Discord last refused a direct message; None if one arrived since.
    """

    settings: dict[str, str] = field(default_factory=dict)
    locale: str | None = None
    dm_refused_at: datetime | None = None


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


async def state_of(tx: Transaction, user_id: int) -> PlayerState:
    """Return a player's settings and state; for an unknown id, those of a new player."""
    row = (await tx.connection.execute(_STATE, {"player": user_id})).one_or_none()
    return PlayerState() if row is None else PlayerState(*row)


async def settings_of(tx: Transaction, user_id: int) -> dict[str, str]:
    """Return a player's stored settings; empty for an unknown id."""
    return (await state_of(tx, user_id)).settings


async def set_settings(tx: Transaction, user_id: int, settings: Mapping[str, str]) -> None:
    """Replace the settings of a known player."""
    await _change(tx, user_id, settings=dict(settings))


async def set_dm_refused_at(tx: Transaction, user_id: int, at: datetime | None) -> None:
    """Store when Discord refused a direct message to a known player; None after one arrived."""
    await _change(tx, user_id, dm_refused_at=at)


async def set_locale(tx: Transaction, user_id: int, locale: str) -> None:
    """Store the locale of a player's Discord client, if the player is known."""
    await _change(tx, user_id, locale=locale)


async def _change(tx: Transaction, user_id: int, **values: Any) -> None:
    await tx.connection.execute(update(players).where(players.c.id == user_id).values(values))
