"""Which interactions were handled and what each did, so that one handled twice acts once."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select

from bot.store.engine.database import Transaction
from bot.store.tables.schema import interactions

REVIEW = "review"  # the action of asking for it


@dataclass(frozen=True, slots=True)
class InteractionRow:
    """What an interaction did: the action, on what, and for a move its plies [from, to)."""

    id: int
    user_id: int
    action: str
    handled_at: datetime
    game_id: int | None = None
    challenge_id: int | None = None
    from_ply: int | None = None
    to_ply: int | None = None


async def find(tx: Transaction, interaction_id: int) -> InteractionRow | None:
    """Return what the interaction did, or None when it is new.

    On PostgreSQL it is taken for new at first, without a look: whoever has looked in a serializable
    transaction loses a race against everybody who notes one meanwhile, because numbers that come
    one after another lie on one page of the index. If it is not, `note` breaks the key, or the deed
    is refused; then it is run again, and looks.
    """
    if tx.may_assume:
        tx.has_assumed = True
        return None
    query = select(interactions).where(interactions.c.id == interaction_id)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else InteractionRow(**row)


async def add(tx: Transaction, row: InteractionRow) -> None:
    """Store what an interaction did."""
    await tx.connection.execute(insert(interactions).values(asdict(row)))


async def find_users(
    tx: Transaction, action: str, game_id: int, among: Collection[int]
) -> frozenset[int]:
    """Return who of some people has lately done something about a game."""
    of_game = (interactions.c.action == action, interactions.c.game_id == game_id)
    query = select(interactions.c.user_id).where(*of_game, interactions.c.user_id.in_(among))
    return frozenset((await tx.connection.execute(query)).scalars())


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Drop what is too old to come again; return how many."""
    old = delete(interactions).where(interactions.c.handled_at < moment)
    return (await tx.connection.execute(old)).rowcount
