"""How each turn reached its player, and how each person wants to be told."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import mutes, notification_settings, notifications

HELD = "held"  # waits to be told together with others
PINGED, WRITTEN = "pinged", "written"
# in place of a position: no turn, but that the opponent has left the server
LEFT = -1
SAID = "said"
DIGESTED = "digested"  # named together with others


@dataclass(frozen=True, slots=True)
class TurnNotificationRow:
    """A turn, and how its player was told; (game, stamp) names it for ever."""

    game_id: int
    revision: int
    user_id: int
    state: str
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class SettingsRow:
    """How a person wants to be told; times of day are minutes after midnight in the zone."""

    user_id: int
    way: str = "channel"
    quiet_from: int | None = None
    quiet_to: int | None = None
    digest_at: int | None = None
    zone: str = "UTC"
    reminders: bool = True
    dm_refused_at: datetime | None = None


async def find(tx: Transaction, game_id: int, revision: int) -> TurnNotificationRow | None:
    """Return how a turn was told, None when it was not."""
    query = select(notifications).where(
        notifications.c.game_id == game_id, notifications.c.revision == revision
    )
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else TurnNotificationRow(**row)


async def put(tx: Transaction, row: TurnNotificationRow) -> None:
    """Note how a turn was told, instead of what was noted before."""
    same = (notifications.c.game_id == row.game_id, notifications.c.revision == row.revision)
    values = {"state": row.state, "user_id": row.user_id, "changed_at": row.changed_at}
    changed = update(notifications).where(*same).values(values)
    if (await tx.connection.execute(changed)).rowcount == 0:
        await tx.connection.execute(insert(notifications).values(asdict(row)))


async def find_held(tx: Transaction, user_id: int) -> list[TurnNotificationRow]:
    """Return the turns of which a person is still to be told, the oldest first."""
    query = select(notifications).where(
        notifications.c.user_id == user_id, notifications.c.state == HELD
    )
    rows = await tx.connection.execute(
        query.order_by(notifications.c.changed_at, notifications.c.game_id)
    )
    return [TurnNotificationRow(**row) for row in rows.mappings()]


async def change_states(
    tx: Transaction, rows: Sequence[TurnNotificationRow], state: str, at: datetime
) -> None:
    """Note a new state for several turns."""
    for row in rows:
        await put(tx, replace(row, state=state, changed_at=at))


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Drop what was told long ago; return how much."""
    old = (notifications.c.changed_at < moment, notifications.c.state != HELD)
    return (await tx.connection.execute(delete(notifications).where(*old))).rowcount


async def settings_of(tx: Transaction, user_id: int) -> SettingsRow | None:
    """Return how a person wants to be told, None when it was never said."""
    query = select(notification_settings).where(notification_settings.c.user_id == user_id)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else SettingsRow(**row)


async def set_settings(tx: Transaction, row: SettingsRow) -> None:
    """Store how a known person wants to be told."""
    values: dict[str, Any] = asdict(row)
    same = notification_settings.c.user_id == row.user_id
    changed = update(notification_settings).where(same).values(values)
    if (await tx.connection.execute(changed)).rowcount == 0:
        await tx.connection.execute(insert(notification_settings).values(values))


async def is_muted(tx: Transaction, user_id: int, game_id: int) -> bool:
    """Say whether a person does not want to hear of a game."""
    query = select(mutes.c.game_id).where(mutes.c.user_id == user_id, mutes.c.game_id == game_id)
    return (await tx.connection.execute(query)).first() is not None


async def mute(tx: Transaction, user_id: int, game_id: int, *, muted: bool) -> None:
    """Let a known person not hear of a game, or hear of it again."""
    same = (mutes.c.user_id == user_id, mutes.c.game_id == game_id)
    await tx.connection.execute(delete(mutes).where(*same))
    if muted:
        await tx.connection.execute(insert(mutes).values(user_id=user_id, game_id=game_id))
