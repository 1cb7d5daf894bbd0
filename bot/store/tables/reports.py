"""Reports of players to the operator, and pairs of players who may be trading wins."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, insert, select

from bot.store.engine.database import Transaction
from bot.store.tables.games import FINISHED
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import games, players, reports


@dataclass(frozen=True, slots=True)
class ReportRow:
    """Report with the names of both players; `other` is the reported one."""

    id: int
    game_id: int
    game_key: str
    reason: str
    created_at: datetime
    reporter_id: int
    reporter_name: str
    other_id: int
    other_name: str


@dataclass(frozen=True, slots=True)
class PairRow:
    """Rated games between two people; `first` has the smaller id.

    :ivar early: the number of games with few turns.
    :ivar first_total, second_total: the number of rated games of each, against all opponents.
    """

    first: int
    second: int
    games: int
    first_wins: int
    second_wins: int
    early: int
    first_total: int
    second_total: int


async def add(
    tx: Transaction, game_id: int, reporter_id: int, reason: str, at: datetime
) -> int | None:
    """Insert a report and return its id; None if the person has already reported the game."""
    same = (reports.c.game_id == game_id, reports.c.reporter_id == reporter_id)
    if (await tx.connection.execute(select(reports.c.id).where(*same))).first() is not None:
        return None
    row = {"game_id": game_id, "reporter_id": reporter_id, "reason": reason, "created_at": at}
    made = insert(reports).values(row).returning(reports.c.id)
    return int((await tx.connection.execute(made)).scalar_one())


async def find_latest(tx: Transaction, limit: int) -> list[ReportRow]:
    """Return the latest reports, newest first."""
    reporter, other = players.alias("reporter"), players.alias("other")
    is_first = games.c.seat0 == reports.c.reporter_id
    other_id = case((is_first, games.c.seat1), else_=games.c.seat0)
    query = (
        select(
            reports.c.id,
            reports.c.game_id,
            games.c.game_key,
            reports.c.reason,
            reports.c.created_at,
            reports.c.reporter_id,
            reporter.c.name.label("reporter_name"),
            other.c.id.label("other_id"),
            other.c.name.label("other_name"),
        )
        .join(games, games.c.id == reports.c.game_id)
        .join(reporter, reporter.c.id == reports.c.reporter_id)
        .join(other, other.c.id == other_id)
        .order_by(reports.c.id.desc())
    )
    rows = (await tx.connection.execute(query.limit(limit))).mappings()
    return [ReportRow(**row) for row in rows]


async def find_frequent_pairs(tx: Transaction, least: int, few_turns: int) -> list[PairRow]:
    """Return the pairs with at least `least` finished rated games between them, most games first.

    :param few_turns: a game that ended in this turn or before counts as early.
    """
    rated = (
        games.c.rated,
        games.c.status == FINISHED,
        games.c.winner_seat.is_not(None),
        games.c.seat0 != DELETED_USER_ID,
        games.c.seat1 != DELETED_USER_ID,
    )
    first = case((games.c.seat0 < games.c.seat1, games.c.seat0), else_=games.c.seat1)
    second = case((games.c.seat0 < games.c.seat1, games.c.seat1), else_=games.c.seat0)
    winner = case((games.c.winner_seat == 0, games.c.seat0), else_=games.c.seat1)
    pairs = (
        select(
            first.label("first"),
            second.label("second"),
            func.count().label("games"),
            func.sum(case((winner == first, 1), else_=0)).label("first_wins"),
            func.sum(case((winner == second, 1), else_=0)).label("second_wins"),
            func.sum(case((games.c.turn <= few_turns, 1), else_=0)).label("early"),
        )
        .where(*rated)
        .group_by(first, second)
        .having(func.count() >= least)
        .subquery()
    )
    totals = [
        select(func.count())
        .select_from(games)
        .where(*rated, (games.c.seat0 == person) | (games.c.seat1 == person))
        .correlate(pairs)
        .scalar_subquery()
        .label(name)
        for person, name in ((pairs.c.first, "first_total"), (pairs.c.second, "second_total"))
    ]
    query = select(pairs, *totals).order_by(pairs.c.games.desc(), pairs.c.first)
    rows = (await tx.connection.execute(query)).mappings()
    return [PairRow(**{name: int(value) for name, value in row.items()}) for row in rows]
