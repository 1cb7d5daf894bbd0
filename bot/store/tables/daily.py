"""The puzzle of the day: channels, posts, entries and streaks. A day is the ordinal of a date."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.outbox import NewOutboxMessage, add_unless_waiting
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import DailyResults
from bot.store.tables.schema import (
    daily_channels,
    daily_entries,
    daily_posts,
    daily_puzzles,
    daily_streaks,
    outbox,
    players,
    puzzle_attempts,
)


@dataclass(frozen=True, slots=True)
class DailyChannel:
    """Channel and hour of a server's puzzle of the day, and the manager who chose them.

    :ivar hour: from 0 to 23, in the time zone with the name `zone`.
    """

    guild_id: int
    channel_id: int
    hour: int
    zone: str
    by_id: int


@dataclass(frozen=True, slots=True)
class DailyPost:
    """A server's message with the puzzle of a day; `message_id` is None until it is posted."""

    guild_id: int
    day: int
    channel_id: int
    added_at: datetime
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """Person's finished attempt at the puzzle of the day."""

    user_id: int
    name: str
    wrong: int
    solved: bool
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class StreakRow:
    """Streak of days on which a person solved the puzzle of the day; vacations do not end it.

    :ivar length: the number of days with a solved puzzle, up to `last_day`.
    :ivar longest: the largest length that the person has reached.
    :ivar last_day: the last day on which the person finished the puzzle, solved or not.
    """

    user_id: int
    length: int
    longest: int
    last_day: int


async def find_channel(tx: Transaction, guild_id: int) -> DailyChannel | None:
    """Return the channel and hour of a server's puzzle of the day; None if it is off."""
    found = select(daily_channels).filter_by(guild_id=guild_id)
    row = (await tx.connection.execute(found)).mappings().one_or_none()
    return None if row is None else DailyChannel(**row)


async def set_channel(tx: Transaction, row: DailyChannel) -> None:
    """Switch on the puzzle of the day in a server, or change its channel and hour."""
    await switch_off(tx, row.guild_id)
    await tx.connection.execute(insert(daily_channels).values(asdict(row)))


async def switch_off(tx: Transaction, guild_id: int) -> None:
    """Switch off the puzzle of the day in a server."""
    chosen = delete(daily_channels).where(daily_channels.c.guild_id == guild_id)
    await tx.connection.execute(chosen)


async def find_puzzle(tx: Transaction, day: int) -> int | None:
    """Return the number of the puzzle chosen for a day; None if none is chosen yet."""
    query = select(daily_puzzles.c.puzzle).where(daily_puzzles.c.day == day)
    found: int | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return found


async def used_puzzles(tx: Transaction) -> dict[int, int]:
    """Return, by puzzle number, the latest day on which each puzzle was the puzzle of the day.

    Puzzles that never were are missing.
    """
    last = select(daily_puzzles.c.puzzle, func.max(daily_puzzles.c.day))
    rows = await tx.connection.execute(last.group_by(daily_puzzles.c.puzzle))
    return {row[0]: row[1] for row in rows}


async def set_puzzle(tx: Transaction, day: int, puzzle: int) -> None:
    """Insert the number of the puzzle chosen for a day that has none yet."""
    await tx.connection.execute(insert(daily_puzzles).values(day=day, puzzle=puzzle))


async def find_post(tx: Transaction, guild_id: int, day: int) -> DailyPost | None:
    """Return a server's message with the puzzle of a day; None if none was added."""
    return await _post(tx, daily_posts.c.guild_id == guild_id, daily_posts.c.day == day)


async def last_post(tx: Transaction, guild_id: int, before: int | None = None) -> DailyPost | None:
    """Return a server's newest message with a puzzle of the day; None without one.

    :param before: only messages of earlier days count; None for all days.
    """
    earlier = [] if before is None else [daily_posts.c.day < before]
    return await _post(tx, daily_posts.c.guild_id == guild_id, *earlier)


async def newest_days(tx: Transaction, user_id: int) -> list[int]:
    """Return the day of the newest puzzle in each server where a person has pressed Solve."""
    entered = select(daily_entries.c.guild_id).where(daily_entries.c.user_id == user_id)
    newest = select(func.max(daily_posts.c.day)).where(daily_posts.c.guild_id.in_(entered))
    return list((await tx.connection.execute(newest.group_by(daily_posts.c.guild_id))).scalars())


async def add_post(tx: Transaction, row: DailyPost) -> None:
    """Insert a server's message with the puzzle of a day; a second one violates the primary key."""
    await tx.connection.execute(insert(daily_posts).values(asdict(row)))


async def set_message(tx: Transaction, guild_id: int, day: int, message_id: int) -> None:
    """Store the id of a server's message with the puzzle of a day."""
    same = (daily_posts.c.guild_id == guild_id, daily_posts.c.day == day)
    await tx.connection.execute(update(daily_posts).where(*same).values(message_id=message_id))


async def find_text(tx: Transaction, post: DailyPost) -> str | None:
    """Return the stored text of a posted message: its board, if it has no picture."""
    stream = NewOutboxMessage.server_stream(OutboxKind.DAILY, post.guild_id)
    query = select(outbox.c.text).filter_by(stream=stream, message_id=post.message_id)
    found: str | None = (await tx.connection.execute(query)).scalar()
    return found


async def enter(tx: Transaction, guild_id: int, day: int, user_id: int) -> None:
    """Record once that a person pressed Solve below a server's message with the puzzle of a day."""
    row = {"guild_id": guild_id, "day": day, "user_id": user_id}
    existing = select(daily_entries.c.user_id).filter_by(**row)
    if (await tx.connection.execute(existing)).first() is None:
        await tx.connection.execute(insert(daily_entries).values(row))


async def find_entries(tx: Transaction, user_id: int, puzzle: int) -> list[tuple[int, int]]:
    """Return where a person pressed Solve for a puzzle, as (server id, day), newest first."""
    query = (
        select(daily_entries.c.guild_id, daily_entries.c.day)
        .join(daily_puzzles, daily_puzzles.c.day == daily_entries.c.day)
        .where(daily_entries.c.user_id == user_id, daily_puzzles.c.puzzle == puzzle)
        .order_by(daily_entries.c.day.desc())
    )
    return [(guild_id, day) for guild_id, day in await tx.connection.execute(query)]


async def results_here(tx: Transaction, guild_id: int, day: int, puzzle: int) -> list[DailyResult]:
    """Return a day's finished attempts by people who pressed Solve in a server, earliest first.

    :param puzzle: the number of that day's puzzle.
    """
    same_person = puzzle_attempts.c.user_id == daily_entries.c.user_id
    query = (
        select(
            daily_entries.c.user_id,
            players.c.name,
            *(puzzle_attempts.c[name] for name in ("wrong", "solved", "ended_at")),
        )
        .join(puzzle_attempts, same_person)
        .join(players, players.c.id == daily_entries.c.user_id)
        .where(daily_entries.c.guild_id == guild_id, daily_entries.c.day == day)
        .where(puzzle_attempts.c.puzzle == puzzle, puzzle_attempts.c.ended_at.is_not(None))
        .order_by(puzzle_attempts.c.ended_at, daily_entries.c.user_id)
    )
    return [DailyResult(**row) for row in (await tx.connection.execute(query)).mappings()]


async def count_everywhere(tx: Transaction, day: int, puzzle: int) -> tuple[int, int]:
    """Return how many people solved a day's puzzle, and how many finished it, in all servers.

    Only people who pressed Solve below one of that day's messages count.

    :param puzzle: the number of that day's puzzle.
    """
    entered = select(daily_entries.c.user_id).where(daily_entries.c.day == day)
    ended = (
        puzzle_attempts.c.puzzle == puzzle,
        puzzle_attempts.c.ended_at.is_not(None),
        puzzle_attempts.c.user_id.in_(entered),
    )
    query = select(puzzle_attempts.c.solved, func.count()).where(*ended)
    rows = await tx.connection.execute(query.group_by(puzzle_attempts.c.solved))
    counts = {row[0]: row[1] for row in rows}
    return counts.get(True, 0), sum(counts.values())


async def find_streaks(tx: Transaction, user_ids: Collection[int]) -> dict[int, StreakRow]:
    """Return people's streaks by user id; people without a result are missing."""
    query = select(daily_streaks).where(daily_streaks.c.user_id.in_(user_ids))
    rows = (await tx.connection.execute(query)).mappings()
    return {row["user_id"]: StreakRow(**row) for row in rows}


async def put_streak(tx: Transaction, row: StreakRow) -> None:
    """Insert or update a person's streak."""
    old = delete(daily_streaks).where(daily_streaks.c.user_id == row.user_id)
    await tx.connection.execute(old)
    await tx.connection.execute(insert(daily_streaks).values(asdict(row)))


async def request_results(tx: Transaction, post: DailyPost, now: datetime, due: datetime) -> None:
    """Add an outbox message that updates the results in a posted message, unless one is waiting.

    A message that is not posted yet needs no update, because it will show the results.
    """
    if post.message_id is None:
        return  # a message not posted yet will include them
    payload = DailyResults(message=post.message_id, day=post.day)
    new = NewOutboxMessage(
        OutboxKind.DAILY_RESULTS, post.guild_id, post.channel_id, now, payload=payload, due_at=due
    )
    await add_unless_waiting(tx, new)


async def delete_before(tx: Transaction, day: int) -> int:
    """Delete the posts of earlier days, and the records of who pressed Solve below them.

    :returns: the number of deleted posts.
    """
    await tx.connection.execute(delete(daily_entries).where(daily_entries.c.day < day))
    old = delete(daily_posts).where(daily_posts.c.day < day)
    return (await tx.connection.execute(old)).rowcount


async def _post(tx: Transaction, *where: Any) -> DailyPost | None:
    query = select(daily_posts).where(*where).order_by(daily_posts.c.day.desc()).limit(1)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else DailyPost(**row)
