"""Lookup of the moment at which a stored deadline is due, for tests."""

from datetime import datetime

from bot.services.use_cases.clocks.deadlines import DeadlineService
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines
from bot.store.tables.bot_time import downtime_at, to_wall_time


async def due_date(service: DeadlineService, kind: Due | BotDue, subject: int) -> datetime | None:
    """Return when a deadline of a game or person is due; None if no such deadline is stored."""

    async def find(tx: Transaction) -> datetime | None:
        if isinstance(kind, Due):
            return await deadlines.find(tx, kind, subject)
        due_at = await deadlines.find(tx, kind, subject)
        return (
            None if due_at is None else to_wall_time(due_at, await downtime_at(tx, service.now()))
        )

    return await service._database.read(find)  # noqa: SLF001 - no use case needs one deadline
