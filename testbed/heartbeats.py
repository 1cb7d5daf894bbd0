"""Heartbeats of the bot, for tests that advance the clock without an outage of the bot."""

from dataclasses import replace
from datetime import datetime

from bot.store.engine.database import Transaction
from bot.store.tables import bot_time
from bot.store.tables.bot_time import Heartbeat


async def stay_up(tx: Transaction, now: datetime) -> None:
    """Store a heartbeat as if the bot had been up since the last heartbeat."""
    last = await bot_time.last_heartbeat(tx) or Heartbeat(now)
    await bot_time.write(tx, replace(last, at=now))
