"""The bot's own time: wall time without the time for which the bot was down.

Deadlines of clocks, challenges and offers are stored in it, so that an outage changes one row: the
heartbeat, which holds the total downtime. During an outage the bot's own time stops at the last
heartbeat. Calculations convert a stored moment with `to_wall_time`, and their result with
`to_bot_time`.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ScalarSelect, select

from bot.store.engine.database import Transaction
from bot.store.tables import key_values
from bot.store.tables.key_values import HEARTBEAT
from bot.store.tables.schema import EPOCH, BotTime, meta

# without a heartbeat for longer, the bot was down
GRACE = timedelta(minutes=2)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Last heartbeat of the bot, and the total length of the outages before it."""

    at: datetime
    downtime: timedelta = timedelta(0)

    def outage_until(self, now: datetime) -> timedelta:
        """Return the length of the outage that lasts until now; zero if the bot was running."""
        silence = now - self.at
        return silence if silence > GRACE else timedelta(0)


def to_bot_time(moment: datetime, downtime: timedelta) -> BotTime:
    """Convert a moment of wall time to the bot's own time.

    :param downtime: the result of `downtime_at`. Moments before the last outage had another
        downtime and cannot be converted.
    """
    return BotTime(moment - downtime)


def to_wall_time(moment: BotTime, downtime: timedelta) -> datetime:
    """Convert a moment of the bot's own time to wall time.

    The result is right only if the bot is down for exactly `downtime` in total before that moment.
    """
    return moment.reading + downtime


async def last_heartbeat(tx: Transaction) -> Heartbeat | None:
    """Return the stored heartbeat; None before the first one.

    The transaction keeps it, so that later calls need no query.
    """
    if tx.heartbeat is None:
        tx.heartbeat = await key_values.read(tx, HEARTBEAT)
    if tx.heartbeat is None:
        return None
    at, downtime = json.loads(tx.heartbeat)
    return Heartbeat(EPOCH + at * _MICROSECOND, downtime * _MICROSECOND)


async def downtime_at(tx: Transaction, now: datetime) -> timedelta:
    """Return the total downtime until now, including an outage that no heartbeat has ended yet."""
    heartbeat = await last_heartbeat(tx)
    if heartbeat is None:
        return timedelta(0)
    return heartbeat.downtime + heartbeat.outage_until(now)


async def bot_time_of(tx: Transaction, moment: datetime, now: datetime) -> BotTime:
    """Convert a moment of wall time to the bot's own time, given the current wall time."""
    return to_bot_time(moment, await downtime_at(tx, now))


async def record_heartbeat(tx: Transaction, now: datetime) -> timedelta:
    """Store a heartbeat; return the length of the outage that it ends, or zero."""
    last = await last_heartbeat(tx) or Heartbeat(now)
    outage = last.outage_until(now)
    await write(tx, Heartbeat(now, last.downtime + outage))
    return outage


async def write(tx: Transaction, heartbeat: Heartbeat) -> None:
    """Replace the stored heartbeat, also for later reads in the same transaction."""
    stored = json.dumps(
        [(heartbeat.at - EPOCH) // _MICROSECOND, heartbeat.downtime // _MICROSECOND]
    )
    await key_values.write(tx, HEARTBEAT, stored)
    tx.heartbeat = stored


def heartbeat_subquery() -> ScalarSelect[str]:
    """Return a scalar subquery for the stored heartbeat, to be read along with other columns.

    The caller must assign the value that it reads to `Transaction.heartbeat`.
    """
    return select(meta.c.value).where(meta.c.key == HEARTBEAT).scalar_subquery()
