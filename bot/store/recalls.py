"""What Discord must not hear any more, because its plies have been taken back."""

from datetime import datetime

from sqlalchemy import case, literal, or_, update

from bot.store.database import Transaction
from bot.store.games import GameRow
from bot.store.kinds import RowKind
from bot.store.outbox import DROPPED, OPEN, UNHEARD, WAITING
from bot.store.schema import Moment, outbox


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
    # together with the ply, `undone` names what such a row told
    tried = {
        "kind": RowKind.TAKEN_BACK,
        "payload": {"undone": game.undone},
        "due_at": at_once,
    }
    still_open = update(outbox).where(*late, outbox.c.status.in_(OPEN))
    await tx.connection.execute(still_open.values(tried))
