"""Puzzle of the day within a transaction: posting, results, streaks, switching off.

A day is the ordinal of its date (`date.toordinal`).
"""

import asyncio
from datetime import datetime, timedelta
from typing import Final

from bot.services.steps.notification_creation import notify_manager
from bot.services.values.clocks.due_dates import Due
from bot.services.values.puzzles.daily_days import LATEST, last_due, next_due, noon
from bot.services.values.puzzles.selection import kept_puzzles
from bot.store.engine.database import Transaction
from bot.store.tables import daily, deadlines, message_closings, outbox, servers, vacations
from bot.store.tables.daily import DailyChannel, DailyPost, StreakRow
from bot.store.tables.deadlines import Deadline
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import DailyPuzzle
from bot.store.tables.puzzles import AttemptRow

# Discord allows few edits of messages that are older than an hour
YOUNG: Final = timedelta(minutes=50)
BETWEEN_EDITS: Final = timedelta(seconds=5)
BETWEEN_LATE_EDITS: Final = timedelta(minutes=15)


async def post_daily(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Add the outbox message with the puzzle of the day for a server, and plan the next one.

    After an outage the message may be late by up to `LATEST`; otherwise the day is skipped. The
    stored post prevents a second message on the same day.

    :param deadline: its subject is the id of the server.
    """
    channel = await daily.find_channel(tx, deadline.subject)
    if channel is None:
        return
    await plan_daily(tx, channel, now)
    day, moment = last_due(now, channel.hour, channel.zone)
    if now - moment > LATEST or await servers.left_at(tx, channel.guild_id) is not None:
        return
    if await daily.find_post(tx, channel.guild_id, day) is not None:
        return
    if await daily.find_puzzle(tx, day) is None:
        await daily.set_puzzle(tx, day, await _draw(tx, day))
    before = await daily.last_post(tx, channel.guild_id)
    if before is not None and before.message_id is not None:
        old = PostedMessage(before.message_id, before.guild_id, before.channel_id)
        await message_closings.request_closing(tx, None, [old], now)
    await daily.add_post(tx, DailyPost(channel.guild_id, day, channel.channel_id, now))
    where = (channel.guild_id, channel.channel_id)
    new = outbox.NewOutboxMessage(OutboxKind.DAILY, *where, now, payload=DailyPuzzle(day=day))
    await outbox.add(tx, new)


async def plan_daily(tx: Transaction, channel: DailyChannel, now: datetime) -> None:
    """Plan a server's next puzzle of the day, at the hour chosen for its channel."""
    await deadlines.put(tx, Due.DAILY, channel.guild_id, next_due(now, channel.hour, channel.zone))


async def stop_daily(tx: Transaction, guild_id: int, channel_id: int, now: datetime) -> None:
    """Switch off a server's puzzle of the day because it cannot be posted; notify the manager.

    Do nothing if it is off already, or posted in another channel now.
    """
    channel = await daily.find_channel(tx, guild_id)
    if channel is None or channel.channel_id != channel_id:
        return
    await daily.switch_off(tx, guild_id)
    await deadlines.replace(tx, (Due.DAILY,), guild_id, {})
    await notify_manager(tx, NotificationKind.DAILY_STOPPED, channel, now)


async def note_result(tx: Transaction, attempt: AttemptRow, now: datetime) -> None:
    """Update a person's streak, and the messages of all servers where the person pressed Solve.

    Do nothing if the puzzle is not a puzzle of the day.

    :param attempt: the person's finished attempt.
    """
    entries = await daily.find_entries(tx, attempt.user_id, attempt.puzzle)
    if not entries:
        return
    await _continue_streak(tx, attempt, entries[0][1])
    for guild_id, day in entries:
        await show_results(tx, guild_id, day, now)


async def streak_with(tx: Transaction, attempt: AttemptRow) -> int:
    """Return the streak, in days, to show with a person's attempt at a puzzle of the day.

    It is 0 for other puzzles, and if the person's streak does not end on the day of the puzzle.
    """
    entries = await daily.find_entries(tx, attempt.user_id, attempt.puzzle)
    found = (await daily.find_streaks(tx, [attempt.user_id])).get(attempt.user_id)
    if not entries or found is None or found.last_day != entries[0][1]:
        return 0
    return found.length


async def show_results(tx: Transaction, guild_id: int, day: int, now: datetime) -> None:
    """Request an edit that adds results to a day's message, if it is the latest in its server.

    The edit is delayed, so that it can add several results at once. The delay is longer if the
    message is older than `YOUNG`.
    """
    post = await daily.last_post(tx, guild_id)
    if post is not None and post.day == day:
        young = now - post.added_at < YOUNG
        wait = BETWEEN_EDITS if young else BETWEEN_LATE_EDITS
        await daily.request_results(tx, post, now, now + wait)


async def present_length(tx: Transaction, row: StreakRow, day: int) -> int:
    """Return the length of a streak on a day, in days; 0 after a missed day without vacation."""
    return row.length if await _is_unbroken(tx, row, day) else 0


async def _continue_streak(tx: Transaction, attempt: AttemptRow, day: int) -> None:
    found = await daily.find_streaks(tx, [attempt.user_id])
    old = found.get(attempt.user_id) or StreakRow(attempt.user_id, 0, 0, day - 1)
    if old.last_day >= day:
        return
    length = await present_length(tx, old, day) + 1 if attempt.solved else 0
    new = StreakRow(attempt.user_id, length, max(length, old.longest), day)
    await daily.put_streak(tx, new)


async def _is_unbroken(tx: Transaction, row: StreakRow, day: int) -> bool:
    """Return whether a streak is unbroken on a day.

    It is if every day between its last result and `day`, both excluded, was a day of vacation.
    """
    missed = range(row.last_day + 1, day)
    if not missed:
        return True
    away = await vacations.find_ending_after(tx, row.user_id, noon(missed[0]))
    return all(any(each.starts_at <= noon(day) < each.ends_at for each in away) for day in missed)


async def _draw(tx: Transaction, day: int) -> int:
    """Draw the puzzle of a day: an unused one, or else the least recently used."""
    used = await daily.used_puzzles(tx)
    kept = await asyncio.to_thread(kept_puzzles)  # the first time takes 0.1 s
    unused = [each for each in kept if each.number not in used]
    if unused:
        return unused[day % len(unused)].number
    return min(kept, key=lambda each: used[each.number]).number
