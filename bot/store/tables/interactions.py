"""Handled interactions and their effects, so that a repeated interaction acts only once."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select

from bot.store.engine.database import Transaction
from bot.store.tables.schema import interactions

REVIEW = "review"  # action of a review request


@dataclass(frozen=True, slots=True)
class InteractionRow:
    """Effect of a handled interaction: the action, and its game or challenge.

    :ivar from_ply, to_ply: the number of moves in the game before and after the action.
    """

    id: int
    user_id: int
    action: str
    handled_at: datetime
    game_id: int | None = None
    challenge_id: int | None = None
    from_ply: int | None = None
    to_ply: int | None = None


# Statements needed in every turn are built once, because building takes longer than running.
_FIND = select(interactions).where(interactions.c.id == bindparam("interaction"))
_ADD = insert(interactions)


async def find(tx: Transaction, interaction_id: int) -> InteractionRow | None:
    """Return the effect of an interaction; None if it is new.

    The first run on PostgreSQL assumes that the interaction is new and does not query. In a
    serializable transaction the query would conflict with every concurrent insert, because
    consecutive ids share a page of the index. If the assumption is wrong, `add` violates the
    primary key or the action is refused, and the use case runs again with the query.
    """
    if tx.may_assume:
        tx.has_assumed = True
        return None
    found = await tx.connection.execute(_FIND, {"interaction": interaction_id})
    row = found.mappings().one_or_none()
    return None if row is None else InteractionRow(**row)


async def add(tx: Transaction, row: InteractionRow) -> None:
    """Insert the effect of an interaction; the primary key refuses a repeated interaction."""
    await tx.connection.execute(_ADD, asdict(row))


async def find_users(
    tx: Transaction, action: str, game_id: int, among: Collection[int]
) -> frozenset[int]:
    """Return which of the given people performed an action on a game.

    People whose interactions have been deleted because of their age may be missing.
    """
    of_game = (interactions.c.action == action, interactions.c.game_id == game_id)
    query = select(interactions.c.user_id).where(*of_game, interactions.c.user_id.in_(among))
    return frozenset((await tx.connection.execute(query)).scalars())


async def find_latest(tx: Transaction, user_id: int, game_id: int) -> InteractionRow | None:
    """Return a person's last action in a game; None if it is no longer stored."""
    of_game = (interactions.c.user_id == user_id, interactions.c.game_id == game_id)
    query = select(interactions).where(*of_game).order_by(interactions.c.id.desc()).limit(1)
    row = (await tx.connection.execute(query)).mappings().first()
    return None if row is None else InteractionRow(**row)


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Delete interactions handled before a moment; return their number."""
    old = delete(interactions).where(interactions.c.handled_at < moment)
    return (await tx.connection.execute(old)).rowcount
