"""Weekly news of a server within a transaction: switching it on or off, and posting it."""

from datetime import date, datetime, timedelta

from bot.services.steps.notification_creation import notify_manager
from bot.services.values.clocks.due_dates import Due
from bot.services.values.clocks.quiet_hours import zone_of
from bot.services.values.puzzles.daily_days import moment_of
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, outbox, servers, week
from bot.store.tables.deadlines import Deadline
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import WeeklyNews
from bot.store.tables.week import WeekChannel

LATEST = timedelta(days=2)  # after an outage; later news are skipped
MONDAY, HOUR = 0, 9


async def news_channel(tx: Transaction, guild_id: int) -> int | None:
    """Return the id of the channel for a server's weekly news; None if the news is off."""
    channel = await week.find_channel(tx, guild_id)
    return None if channel is None else channel.channel_id


def next_monday(now: datetime, zone: str) -> datetime:
    """Return the next moment (UTC) at which it is Monday, 9:00, in a time zone."""
    today = now.astimezone(zone_of(zone)).toordinal()
    mondays = (day for day in range(today, today + 8) if date.fromordinal(day).weekday() == MONDAY)
    return next(at for day in mondays if (at := moment_of(day, HOUR, zone)) > now)


async def week_before(tx: Transaction, guild_id: int, until: datetime) -> tuple[datetime, range]:
    """Return when the week that ends at a moment began, and its days, in the news' time zone.

    :returns: the beginning, an hour earlier or later than seven days if the clocks changed; and the
        days (ordinals of dates), without that of `until`.
    """
    channel = await week.find_channel(tx, guild_id)
    zone = "UTC" if channel is None else channel.zone
    local = until.astimezone(zone_of(zone))
    days = range(local.toordinal() - 7, local.toordinal())
    return moment_of(days[0], local.hour, zone), days


async def switch_on(tx: Transaction, channel: WeekChannel, now: datetime) -> None:
    """Switch on a server's weekly news in a channel, every Monday at 9:00 in a time zone."""
    await week.add_channel(tx, channel)
    await deadlines.put(tx, Due.WEEK, channel.guild_id, next_monday(now, channel.zone))


async def switch_off(tx: Transaction, guild_id: int) -> None:
    """Switch off a server's weekly news."""
    await week.delete_channel(tx, guild_id)
    await deadlines.replace(tx, (Due.WEEK,), guild_id, {})


async def stop_news(tx: Transaction, guild_id: int, channel_id: int, now: datetime) -> None:
    """Switch off a server's weekly news because they cannot be posted; notify the manager.

    Do nothing if they are off already, or posted in another channel now.
    """
    channel = await week.find_channel(tx, guild_id)
    if channel is None or channel.channel_id != channel_id:
        return
    await switch_off(tx, guild_id)
    await notify_manager(tx, NotificationKind.WEEK_STOPPED, channel, now)


async def post_week(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Add the outbox message with a server's weekly news, and plan the next one.

    The deadline is deleted in the same transaction, so that a week is announced once.
    """
    guild_id, due = deadline.subject, deadline.due_at
    assert isinstance(due, datetime), "weeks end in wall time"
    channel, until = await week.find_channel(tx, guild_id), due
    if channel is None:
        return
    while (following := next_monday(until, channel.zone)) <= now:
        until = following  # the latest week after a long outage
    await deadlines.put(tx, Due.WEEK, guild_id, following)
    if now - until > LATEST or await servers.left_at(tx, guild_id) is not None:
        return
    news = WeeklyNews(until=until)
    where = (guild_id, channel.channel_id)
    new = outbox.NewOutboxMessage(OutboxKind.WEEK, *where, now, payload=news)
    await outbox.add(tx, new)
