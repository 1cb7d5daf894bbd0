"""Delivery state of turn notifications, and muted games."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import mutes, notifications

HELD = "held"  # waits for the player's digest
PINGED, WRITTEN, BOTH = "pinged", "written", "both"
# used as the revision, for the notice that the opponent has left the server
LEFT = -1
SAID = "said"
DIGESTED = "digested"  # was listed in a digest


@dataclass(frozen=True, slots=True)
class TurnNotificationRow:
    """Delivery state of one turn's notification, identified by game and revision.

    :ivar state: a constant of this module such as `HELD`, or "lapsed" if no longer needed.
    """

    game_id: int
    revision: int
    user_id: int
    state: str
    changed_at: datetime


# Statements needed in every turn are built once, because building takes longer than running.
_OF_TURN = (
    notifications.c.game_id == bindparam("of_game"),
    notifications.c.revision == bindparam("at_revision"),
)
_FIND = select(notifications).where(*_OF_TURN)
_REPLACE = update(notifications).where(*_OF_TURN)
_CHANGE_STATE = (
    update(notifications)
    .where(*_OF_TURN)
    .values(state=bindparam("new_state"), changed_at=bindparam("at"))
)
_ADD = insert(notifications)
_IS_MUTED = select(mutes.c.game_id).where(
    mutes.c.user_id == bindparam("user"), mutes.c.game_id == bindparam("game")
)


async def find(tx: Transaction, game_id: int, revision: int) -> TurnNotificationRow | None:
    """Return the state of a turn's notification; None if it has none."""
    of_turn = {"of_game": game_id, "at_revision": revision}
    row = (await tx.connection.execute(_FIND, of_turn)).mappings().one_or_none()
    return None if row is None else TurnNotificationRow(**row)


async def add(tx: Transaction, row: TurnNotificationRow) -> None:
    """Insert the state of a turn's first notification."""
    await tx.connection.execute(_ADD, asdict(row))


async def find_all(
    tx: Transaction, turns: Collection[tuple[int, int]]
) -> list[TurnNotificationRow]:
    """Return the notification states of turns, each given by game and revision.

    Turns without a notification are omitted.
    """
    if not turns:
        return []
    # SQLite would scan the table for pairs
    near = (
        notifications.c.game_id.in_({game_id for game_id, _ in turns}),
        notifications.c.revision.in_({revision for _, revision in turns}),
    )
    rows = await tx.connection.execute(select(notifications).where(*near))
    found = [TurnNotificationRow(**row) for row in rows.mappings()]
    return [row for row in found if (row.game_id, row.revision) in turns]


async def add_all(tx: Transaction, rows: Sequence[TurnNotificationRow]) -> None:
    """Insert the states of the first notifications of turns."""
    if rows:
        await tx.connection.execute(_ADD, [asdict(row) for row in rows])


async def put(tx: Transaction, row: TurnNotificationRow) -> None:
    """Insert or replace the state of a turn's notification."""
    same = {"of_game": row.game_id, "at_revision": row.revision}
    values = {"state": row.state, "user_id": row.user_id, "changed_at": row.changed_at}
    if (await tx.connection.execute(_REPLACE, same | values)).rowcount == 0:
        await add(tx, row)


async def find_held(tx: Transaction, user_id: int) -> list[TurnNotificationRow]:
    """Return the turns that are held for a person's digest, oldest first."""
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
    """Set the state of several stored turn notifications."""
    changed = [
        {
            "of_game": row.game_id,
            "at_revision": row.revision,
            "new_state": state,
            "at": at,
        }
        for row in rows
    ]
    if changed:
        await tx.connection.execute(_CHANGE_STATE, changed)


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Delete delivery states from before a moment, except held turns; return their number."""
    old = (notifications.c.changed_at < moment, notifications.c.state != HELD)
    return (await tx.connection.execute(delete(notifications).where(*old))).rowcount


async def is_muted(tx: Transaction, user_id: int, game_id: int) -> bool:
    """Return whether a person has muted a game."""
    about = {"user": user_id, "game": game_id}
    return (await tx.connection.execute(_IS_MUTED, about)).first() is not None


async def muted_games(tx: Transaction, user_id: int) -> frozenset[int]:
    """Return the ids of the games that a person has muted."""
    query = select(mutes.c.game_id).where(mutes.c.user_id == user_id)
    return frozenset((await tx.connection.execute(query)).scalars())


async def mute(tx: Transaction, user_id: int, game_id: int, *, muted: bool) -> None:
    """Mute or unmute a game for a person, who must be stored already."""
    same = (mutes.c.user_id == user_id, mutes.c.game_id == game_id)
    await tx.connection.execute(delete(mutes).where(*same))
    if muted:
        await tx.connection.execute(insert(mutes).values(user_id=user_id, game_id=game_id))
