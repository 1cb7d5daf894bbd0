"""Outbox rows that are dropped, for their plies were taken back, or that need not wait longer."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import case, literal, or_, update

from bot.store.database import Transaction
from bot.store.games import GameRow
from bot.store.kinds import RowKind
from bot.store.outbox import DROPPED, OPEN, UNHEARD, WAITING, NewRow
from bot.store.schema import Moment, outbox
from bot.store.stamps import undone_at


async def recall(tx: Transaction, game: GameRow, to_ply: int, now: datetime) -> None:
    """Close what was still to be told about a game's plies from `to_ply` on.

    What has been tried may have arrived: it is looked for before anything that follows is sent,
    or its buttons would stay.

    :param game: as it was before they were taken back.
    """
    late = (outbox.c.stream == f"game:{game.id}", outbox.c.ply > to_ply)
    untried = or_(outbox.c.attempts == 0, outbox.c.status == UNHEARD)
    dropped = update(outbox).where(*late, outbox.c.status.in_((*OPEN, UNHEARD)), untried)
    await tx.connection.execute(dropped.values(status=DROPPED, closed_at=now))
    # one that is being sent stays with its worker
    at_once = case((outbox.c.status == WAITING, literal(now, Moment)), else_=outbox.c.due_at)
    # together with the ply, `undone` names what such a row told: the turn at hand, for all to see
    tried = {
        "kind": RowKind.TAKEN_BACK,
        "payload": {"undone": undone_at(game.turn_stamp)},
        "due_at": at_once,
    }
    still_open = update(outbox).where(*late, outbox.c.status.in_(OPEN))
    await tx.connection.execute(still_open.values(tried))


async def hurry(tx: Transaction, user_id: int, kinds: Iterable[str], now: datetime) -> None:
    """Make letters to a person due that wait: their reader may be back, or want no quiet now."""
    streams = [NewRow.stream_of(user_id, kind) for kind in kinds]
    waiting = (outbox.c.stream.in_(streams), outbox.c.status == WAITING, outbox.c.due_at > now)
    await tx.connection.execute(update(outbox).where(*waiting).values(due_at=now))
    tx.told = True
