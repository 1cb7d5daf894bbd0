"""Times in which the bot was down, kept until they are left out of every clock and challenge.

Each is worked off in small transactions, by ascending ids of games and challenges. Whatever reads
a clock or a challenge meanwhile corrects it by the outages that have not reached its id.
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
from bot.store.tables import notes
from bot.store.tables.schema import EPOCH, meta

KEY = "outages"


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot was down.

    :param done_to: games and challenges with ids up to this one are corrected.
    :param told: how many posted boards are to be changed because of it, so far.
    """

    start: datetime
    end: datetime
    done_to: int = 0
    told: int = 0

    @property
    def length(self) -> timedelta:
        """How long the bot was down."""
        return self.end - self.start

    def lost_since(self, moment: datetime) -> timedelta:
        """Return how much of the outage came after a moment."""
        return max(self.end - max(self.start, moment), timedelta(0))


@dataclass(frozen=True, slots=True)
class OutageBatch:
    """The ids from which an outage is left out in one transaction: after `done_to` to `up_to`."""

    outage: Outage
    up_to: int

    def has(self, column: Column[int]) -> tuple[ColumnElement[bool], ...]:
        """Return the SQL conditions for an id to belong to this part."""
        return column > self.outage.done_to, column <= self.up_to

    def lost_since(self, moment: ColumnElement[datetime]) -> ColumnElement[int]:
        """Return the SQL for how much of the outage came after a moment, in microseconds."""
        start, end = (_microseconds(each) for each in (self.outage.start, self.outage.end))
        raw = type_coerce(moment, BigInteger)
        return literal(end, BigInteger) - case((raw > start, raw), else_=start)


def pending_subquery() -> ScalarSelect[str]:
    """Return the subquery that adds the outages, as `parsed` reads them, to a row of a query."""
    return select(meta.c.value).where(meta.c.key == KEY).scalar_subquery()


def parse(noted: str | None) -> tuple[Outage, ...]:
    """Read a note of outages, the earliest first."""
    return tuple(
        Outage(_moment(start), _moment(end), done_to, told)
        for start, end, done_to, told in json.loads(noted or "[]")
    )


def pending_for(outages: Sequence[Outage], row_id: int) -> list[Outage]:
    """Return the outages that are still to be left out of the row with this id."""
    return [each for each in outages if row_id > each.done_to]


async def read(tx: Transaction) -> tuple[Outage, ...]:
    """Return the outages that are not worked off yet, the earliest first."""
    return parse(await notes.read(tx, KEY))


async def read_for_update(tx: Transaction) -> tuple[Outage, ...]:
    """Return what `read` does, and let no other transaction change it before this one ends."""
    query = select(meta.c.value).where(meta.c.key == KEY).with_for_update()
    return parse((await tx.connection.execute(query)).scalar_one_or_none())


async def add(tx: Transaction, outage: Outage) -> None:
    """Note an outage that has just ended."""
    await _write(tx, (*await read(tx), outage))


async def finish_batch(
    tx: Transaction, outages: Sequence[Outage], up_to: int | None, told: int = 0
) -> None:
    """Note that the earliest outage is left out up to an id; None: of everything."""
    first, *others = outages
    if up_to is not None:
        others.insert(0, replace(first, done_to=up_to, told=first.told + told))
    await _write(tx, others)


async def _write(tx: Transaction, outages: Sequence[Outage]) -> None:
    rows = [
        [_microseconds(each.start), _microseconds(each.end), each.done_to, each.told]
        for each in outages
    ]
    await notes.write(tx, KEY, json.dumps(rows))


def _microseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


def _moment(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)
