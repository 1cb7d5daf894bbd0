"""Channels of weekly news; queries for the news: games, cuts (captures), puzzles, challenges."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, insert, or_, select

from bot.store.engine.database import Transaction
from bot.store.tables.challenges import OPEN
from bot.store.tables.games import FINISHED
from bot.store.tables.schema import (
    BotTime,
    challenges,
    daily_entries,
    daily_puzzles,
    games,
    players,
    puzzle_attempts,
    week_channels,
)


@dataclass(frozen=True, slots=True)
class WeekChannel:
    """Channel and time zone of a server's weekly news, and the manager who switched them on."""

    guild_id: int
    channel_id: int
    zone: str
    by_id: int


@dataclass(frozen=True, slots=True)
class Span:
    """Server and span of time that the weekly news covers; the end is excluded."""

    guild_id: int
    since: datetime
    until: datetime


async def find_channel(tx: Transaction, guild_id: int) -> WeekChannel | None:
    """Return the channel of a server's weekly news; None if they are off."""
    found = select(week_channels).filter_by(guild_id=guild_id)
    row = (await tx.connection.execute(found)).mappings().one_or_none()
    return None if row is None else WeekChannel(**row)


async def add_channel(tx: Transaction, row: WeekChannel) -> None:
    """Insert the channel of a server's weekly news, which must be off."""
    await tx.connection.execute(insert(week_channels).values(asdict(row)))


async def delete_channel(tx: Transaction, guild_id: int) -> None:
    """Delete the channel of a server's weekly news."""
    of_server = delete(week_channels).where(week_channels.c.guild_id == guild_id)
    await tx.connection.execute(of_server)


async def count_ended(tx: Transaction, span: Span, no_result: Collection[str]) -> int:
    """Return the number of games between people that ended with a result in a span of time.

    :param no_result: endings that do not count.
    """
    counted = or_(games.c.winner_seat.is_not(None), games.c.ending.not_in(no_result))
    query = select(func.count()).select_from(games).where(*_ended(span), counted)
    return (await tx.connection.execute(query)).scalar_one()


async def largest_cut(tx: Transaction, span: Span) -> tuple[int, int, int, int] | None:
    """Return the turn that took most stones, as (game id, seat, ply, stones); None without one.

    Only games between people count, and only if they were won in the span of time. The ply is the
    number of moves in the game after that turn's last move.
    """
    cut = (games.c.id, games.c.cut_seat, games.c.cut_ply, games.c.largest_cut)
    has_cut = games.c.largest_cut.is_not(None), games.c.winner_seat.is_not(None)
    ordered = select(*cut).where(*_ended(span), *has_cut).order_by(cut[3].desc(), games.c.id)
    row = (await tx.connection.execute(ordered.limit(1))).first()
    return None if row is None else (row[0], row[1], row[2], row[3])


async def puzzle_crown(tx: Transaction, guild_id: int, days: range) -> tuple[str, int] | None:
    """Return who solved most puzzles of the day, as (name, number of puzzles); None if no one did.

    Of people with equal numbers, the one with the fewest wrong turns is chosen.

    :param days: the days that count, as ordinals of their dates.
    """
    entry, number = daily_entries.c, func.count()
    query = (
        select(players.c.name, number)
        .select_from(daily_entries)
        .join(daily_puzzles, daily_puzzles.c.day == entry.day)
        .join(
            puzzle_attempts,
            (puzzle_attempts.c.user_id == entry.user_id)
            & (puzzle_attempts.c.puzzle == daily_puzzles.c.puzzle),
        )
        .join(players, players.c.id == entry.user_id)
        .where(
            entry.guild_id == guild_id,
            entry.day >= days.start,
            entry.day < days.stop,
            puzzle_attempts.c.solved,
        )
        .group_by(players.c.id, players.c.name)
        .order_by(number.desc(), func.sum(puzzle_attempts.c.wrong), players.c.id)
        .limit(1)
    )
    row = (await tx.connection.execute(query)).first()
    return None if row is None else (row[0], row[1])


async def open_challenges(
    tx: Transaction, guild_id: int, bot_now: BotTime, limit: int
) -> list[tuple[str, str, int]]:
    """Return a server's open challenges to everyone as (name, game key, size), oldest first."""
    columns = players.c.name, challenges.c.game_key, challenges.c.options
    is_open = challenges.c.opponent_id.is_(None), challenges.c.status == OPEN
    here = challenges.c.guild_id == guild_id, challenges.c.expires_at > bot_now
    challenger = challenges.c.challenger_id == players.c.id
    query = select(*columns).where(challenger, *is_open, *here)
    ordered = query.order_by(challenges.c.id).limit(limit)
    rows = await tx.connection.execute(ordered)
    return [(name, key, int(options["size"])) for name, key, options in rows]


def _ended(span: Span) -> tuple[ColumnElement[bool], ...]:
    return (
        games.c.guild_id == span.guild_id,
        games.c.status == FINISHED,
        games.c.engine_seat.is_(None),
        games.c.updated_at >= span.since,
        games.c.updated_at < span.until,
    )
