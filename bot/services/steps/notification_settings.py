"""Stored notification settings within a transaction, and the times that depend on them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.steps.notification_creation import (
    add_notification,
    games_waiting_for,
    is_still_to_be_sent,
)
from bot.services.steps.visibility import Located
from bot.services.values.clocks.due_dates import Due
from bot.services.values.notifications.settings import (
    NotificationSettings,
    NotificationWay,
    next_notification_time,
    notification_settings,
)
from bot.store.engine.database import Transaction
from bot.store.tables import (
    clocks,
    deadlines,
    outbox_queries,
    players,
    turn_notifications,
    user_install_channels,
    vacations,
)
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.outbox import make_due
from bot.store.tables.outbox_kinds import NO_CHANNEL

A_DAY = timedelta(days=1)


async def notification_settings_of(tx: Transaction, user_id: int) -> NotificationSettings:
    """Return a person's notification settings; settings never changed have their defaults."""
    state = await players.state_of(tx, user_id)
    return notification_settings(state.settings, state.dm_refused_at)


async def notification_settings_about(
    tx: Transaction, user_id: int, kind: NotificationKind, game_id: int | None
) -> NotificationSettings:
    """Return a person's settings for a kind of notification; off if they have muted its game."""
    settings = await notification_settings_of(tx, user_id)
    if game_id is None or kind.traits & (Trait.OF_VACATION | Trait.REQUESTED):
        return settings  # about more than this game, or requested
    muted = await turn_notifications.is_muted(tx, user_id, game_id)
    return replace(settings, way=NotificationWay.NONE) if muted else settings


async def wants_dm_for_user_install(tx: Transaction, user_id: int, channel_id: int) -> bool:
    """Return whether a person wants direct messages about a channel where the bot cannot ping.

    That is a channel where the bot is only user-installed; for other channels the result is False.
    It is True for a game without a channel, because the game is played in direct messages.
    """
    if channel_id == NO_CHANNEL:
        return True
    if not await user_install_channels.is_user_install(tx, channel_id):
        return False
    return (await notification_settings_of(tx, user_id)).user_install


async def hears_directly(tx: Transaction, user_id: int, channel_id: int, now: datetime) -> bool:
    """Return whether a person gets the news of a location by direct message.

    That is so without a channel, and in a user-install channel if the person wants it.
    """
    if channel_id == NO_CHANNEL:
        return True
    if not await user_install_channels.is_user_install(tx, channel_id):
        return False
    settings = await notification_settings_of(tx, user_id)
    return settings.wants_direct_message(now, user_install=settings.user_install)


async def choose_location(
    tx: Transaction, user_id: int, locations: Sequence[Located], now: datetime
) -> Located:
    """Return the first location whose news can be sent to a person at once.

    If this is possible for none of the locations, return the first. In user-install channels the
    bot must wait for an interaction, unless the person wants direct messages about them.
    """
    settings = await notification_settings_of(tx, user_id)
    channels = [location.channel_id for location in locations]
    user_installs = await user_install_channels.find_user_installs(tx, channels)
    # with other settings, a refused direct message would be posted in this channel
    may_write = settings.way is NotificationWay.CHANNEL and not (
        settings.has_refused_direct_messages(now)
    )
    for location in locations:
        if location.channel_id not in user_installs:
            return location
        wants_dm = location.channel_id == NO_CHANNEL or settings.user_install
        if wants_dm and may_write:
            return location
    return locations[0]


async def vacation_until(tx: Transaction, user_id: int, now: datetime) -> datetime | None:
    """Return the end of a person's current vacation; None if they are not on vacation.

    An automatic vacation does not count, because the person hasn't said that they are away.
    """
    vacation = await vacations.find_current(tx, user_id, now)
    return None if vacation is None or vacation.automatic else vacation.ends_at


async def paused_until(
    tx: Transaction,
    user_id: int,
    now: datetime,
    kind: NotificationKind,
    game_id: int | None = None,
) -> datetime | None:
    """Return when a person can be notified again; None if that is possible now.

    Quiet hours and vacations pause notifications. A kind that is sent at most once a day also waits
    until a day after the last one. A vacation does not pause notifications about itself, nor those
    of games whose clocks it does not stop and news of a league, because they would be too late
    afterwards.

    :param game_id: the game of the notification.
    """
    moment = await _away_until(tx, user_id, now, kind, game_id) or now
    if kind.has(Trait.DAILY):
        last = await outbox_queries.last_arrival(tx, user_id, kind)
        moment = moment if last is None else max(moment, last + A_DAY)
    settings = await notification_settings_of(tx, user_id)
    until = settings.quiet_until(moment) or moment
    return until if until > now else None


async def _away_until(
    tx: Transaction, user_id: int, now: datetime, kind: NotificationKind, game_id: int | None
) -> datetime | None:
    """Return the end of the vacation that pauses a notification; None if no vacation does."""
    until = None if kind.has(Trait.OF_VACATION) else await vacation_until(tx, user_id, now)
    is_paused = until is not None and not await _is_urgent(tx, user_id, now, kind, game_id)
    return until if is_paused else None


async def _is_urgent(
    tx: Transaction, user_id: int, now: datetime, kind: NotificationKind, game_id: int | None
) -> bool:
    if kind in {NotificationKind.LEAGUE_BEGUN, NotificationKind.LEAGUE_ASKED}:
        return True
    if kind is NotificationKind.DIGEST:
        waiting = await games_waiting_for(tx, user_id, now)
        return any(each.ends_at is not None for each in waiting)
    clock = None if game_id is None else await clocks.find(tx, game_id)
    return clock is not None and clock.since is not None


async def remind(tx: Transaction, game: GameRow, seat: int, now: datetime) -> bool:
    """Add a reminder of the clock, unless one waits; return whether the player wants it.

    They do not if they have switched reminders off or muted the game.
    """
    to = game.players[seat]
    wanted = (await notification_settings_of(tx, to)).reminders
    if not wanted or await turn_notifications.is_muted(tx, to, game.id):
        return False
    if not await is_still_to_be_sent(tx, NotificationKind.REMINDER, game, seat):
        await add_notification(tx, NotificationKind.REMINDER, game, seat, now)
    return True


async def plan_digest(tx: Transaction, user_id: int, moment: datetime) -> None:
    """Plan the digest with the turns of which a person was not notified at once.

    A digest that is already planned for an earlier moment is kept.
    """
    planned = await deadlines.find(tx, Due.DIGEST, user_id)
    if planned is None or planned > moment:
        await deadlines.put(tx, Due.DIGEST, user_id, moment)


async def reschedule_notifications(tx: Transaction, user_id: int, now: datetime) -> None:
    """Reschedule a person's notifications after a change of settings or of a vacation.

    All waiting notifications become due; any that must wait longer are postponed at composition.
    """
    await make_due(tx, user_id, NotificationKind, now)
    held = await turn_notifications.find_held(tx, user_id)
    if not held:
        return
    settings = await notification_settings_of(tx, user_id)
    pauses = [
        await _away_until(tx, user_id, now, NotificationKind.TURN, each.game_id) for each in held
    ]
    moments = [next_notification_time(settings, now, vacation_until=each) for each in pauses]
    await deadlines.put(tx, Due.DIGEST, user_id, min(moments))
