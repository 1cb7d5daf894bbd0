"""Outages of the bot, kept until they are excluded from every clock, challenge and offer.

An outage is processed in batches, by ascending ids of games, challenges and offers. Until it
reaches an id, reading that clock or challenge applies the correction.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ScalarSelect,
    case,
    literal,
    select,
    type_coerce,
)

from bot.store.engine.database import Transaction
from bot.store.tables import key_values
from bot.store.tables.schema import EPOCH, meta

KEY = "outages"


@dataclass(frozen=True, slots=True)
class Outage:
    """Period in which the bot was down.

    :param done_to: games, challenges and offers up to this id are corrected.
    :param updates: the number of boards to update because of it, so far.
    """

    start: datetime
    end: datetime
    done_to: int = 0
    updates: int = 0

    @property
    def length(self) -> timedelta:
        """The duration of the outage."""
        return self.end - self.start

    def lost_since(self, moment: datetime) -> timedelta:
        """Return the duration of the outage after a moment."""
        return max(self.end - max(self.start, moment), timedelta(0))


@dataclass(frozen=True, slots=True)
class OutageBatch:
    """Ids corrected in one transaction: above the outage's `done_to`, up to `up_to`."""

    outage: Outage
    up_to: int

    def has(self, column: Column[int]) -> tuple[ColumnElement[bool], ...]:
        """Return the SQL conditions that an id belongs to this batch."""
        return column > self.outage.done_to, column <= self.up_to

    def lost_since(self, moment: ColumnElement[datetime]) -> ColumnElement[int]:
        """Return the SQL expression for the microseconds of the outage after a moment."""
        start, end = (_microseconds(each) for each in (self.outage.start, self.outage.end))
        raw = type_coerce(moment, BigInteger)
        return literal(end, BigInteger) - case((raw > start, raw), else_=start)


def pending_subquery() -> ScalarSelect[str]:
    """Return a scalar subquery for the stored outages; `parse` reads its value."""
    return select(meta.c.value).where(meta.c.key == KEY).scalar_subquery()


def parse(stored: str | None) -> tuple[Outage, ...]:
    """Parse stored outages, earliest first."""
    return tuple(
        Outage(_moment(start), _moment(end), done_to, updates)
        for start, end, done_to, updates in json.loads(stored or "[]")
    )


def pending_for(outages: Sequence[Outage], row_id: int) -> list[Outage]:
    """Return the outages for which the row with this id is not corrected yet."""
    return [each for each in outages if row_id > each.done_to]


async def read(tx: Transaction) -> tuple[Outage, ...]:
    """Return the unfinished outages, earliest first."""
    return parse(await key_values.read(tx, KEY))


async def read_for_update(tx: Transaction) -> tuple[Outage, ...]:
    """Return the unfinished outages, locked until the end of the transaction."""
    query = select(meta.c.value).where(meta.c.key == KEY).with_for_update()
    return parse((await tx.connection.execute(query)).scalar_one_or_none())


async def add(tx: Transaction, outage: Outage) -> None:
    """Store an outage that has just ended."""
    await _write(tx, (*await read(tx), outage))


async def finish_batch(
    tx: Transaction, outages: Sequence[Outage], up_to: int | None, updates: int = 0
) -> None:
    """Store that the earliest outage is processed up to an id; None means completely."""
    first, *others = outages
    if up_to is not None:
        others.insert(0, replace(first, done_to=up_to, updates=first.updates + updates))
    await _write(tx, others)


async def _write(tx: Transaction, outages: Sequence[Outage]) -> None:
    rows = [
        [_microseconds(each.start), _microseconds(each.end), each.done_to, each.updates]
        for each in outages
    ]
    await key_values.write(tx, KEY, json.dumps(rows))


def _microseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


def _moment(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)
