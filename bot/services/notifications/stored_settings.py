"""How a person wants to be told, as stored, and when that is possible: parts of use cases."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.services.clocks.due_dates import Due
from bot.services.games.visibility import Located
from bot.services.notifications.creation import add_notification
from bot.services.notifications.kinds import NotificationKind, Trait
from bot.services.notifications.quiet_hours import Quiet
from bot.services.notifications.settings import (
    NotificationSettings,
    NotificationSettingsChanges,
    NotificationWay,
    next_notification_time,
)
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, interaction_tokens, players, turn_notifications, vacations
from bot.store.tables.games import GameRow
from bot.store.tables.outbox import make_due
from bot.store.tables.turn_notifications import SettingsRow


async def notification_settings_of(tx: Transaction, user_id: int) -> NotificationSettings:
    """Return how a person wants to be told; who has switched pings off wants nothing."""
    row = await turn_notifications.settings_of(tx, user_id)
    if row is None:
        off = (await players.settings_of(tx, user_id)).get("pings") == "off"
        return NotificationSettings(NotificationWay.NONE if off else NotificationWay.CHANNEL)
    quiet = None
    if row.quiet_from is not None and row.quiet_to is not None:
        quiet = Quiet(row.quiet_from, row.quiet_to)
    return NotificationSettings(
        NotificationWay(row.way), quiet, row.digest_at, row.zone, row.reminders, row.dm_refused_at
    )


async def notification_settings_about(
    tx: Transaction, user_id: int, kind: NotificationKind, game_id: int | None
) -> NotificationSettings:
    """Return how a person wants to be told of something: of a muted game as of nothing."""
    notification_settings = await notification_settings_of(tx, user_id)
    if game_id is None or kind.traits & (Trait.OF_VACATION | Trait.REQUESTED):
        return notification_settings  # it is not about this game alone, or they have asked for it
    muted = await turn_notifications.is_muted(tx, user_id, game_id)
    return (
        replace(notification_settings, way=NotificationWay.NONE) if muted else notification_settings
    )


async def keep_notification_settings(
    tx: Transaction, user_id: int, notification_settings: NotificationSettings
) -> None:
    """Store how a known person wants to be told."""
    quiet = notification_settings.quiet
    row = SettingsRow(
        user_id=user_id,
        way=notification_settings.way,
        quiet_from=None if quiet is None else quiet.start,
        quiet_to=None if quiet is None else quiet.end,
        digest_at=notification_settings.digest_at,
        zone=notification_settings.zone,
        reminders=notification_settings.reminders,
        dm_refused_at=notification_settings.dm_refused_at,
    )
    await turn_notifications.set_settings(tx, row)


async def change_notification_settings(
    tx: Transaction, user_id: int, changes: NotificationSettingsChanges, now: datetime
) -> NotificationSettings:
    """Change how a known person wants to be told; what waits for them follows."""
    wanted = replace(await notification_settings_of(tx, user_id), **changes)
    await keep_notification_settings(tx, user_id, wanted)
    await reschedule_notifications(tx, user_id, now)
    return wanted


async def wants_dm_for_user_install(tx: Transaction, user_id: int, channel_id: int) -> bool:
    """Say whether the bot cannot ping in a place, and the person wants to be written to then."""
    if not await interaction_tokens.is_user_install(tx, channel_id):
        return False
    return (await players.settings_of(tx, user_id)).get("outside") == "dm"


async def choose_location(
    tx: Transaction, user_id: int, locations: Sequence[Located], now: datetime
) -> Located:
    """Return the first of some places about which a person can be told at once; else the first.

    Where the bot is a guest, it has to wait to be used, but for those who want to be written to.
    """
    notification_settings = await notification_settings_of(tx, user_id)
    for location in locations:
        user_install = await wants_dm_for_user_install(tx, user_id, location.channel_id)
        # who is written to anyway reads the letter in the place if that is refused
        if (
            user_install
            and notification_settings.way is NotificationWay.CHANNEL
            and not notification_settings.refused(now)
        ):
            return location
        if not await interaction_tokens.is_user_install(tx, location.channel_id):
            return location
    return locations[0]


async def vacation_until(tx: Transaction, user_id: int, now: datetime) -> datetime | None:
    """Return when a person who is away comes back, None for one who is here."""
    vacation = await vacations.find_current(tx, user_id, now)
    return None if vacation is None else vacation.ends_at


async def paused_until(
    tx: Transaction, user_id: int, now: datetime, kind: NotificationKind
) -> datetime | None:
    """Return until when a person is not to be written to, None for somebody who may be now."""
    moment = now
    if not kind.has(Trait.OF_VACATION):
        moment = await vacation_until(tx, user_id, now) or now
    notification_settings = await notification_settings_of(tx, user_id)
    until = notification_settings.quiet_until(moment) or moment
    return until if until > now else None


async def remind(tx: Transaction, game: GameRow, seat: int, now: datetime) -> None:
    """Remind a player of the time, but for who wants no reminders, or none of this game."""
    to = game.players[seat]
    if (await notification_settings_of(tx, to)).reminders and not await turn_notifications.is_muted(
        tx, to, game.id
    ):
        # by the turn: half of one stops no clock
        await add_notification(tx, NotificationKind.REMINDER, game, seat, now, turn=game.turn)


async def plan_digest(tx: Transaction, user_id: int, moment: datetime) -> None:
    """Let a person be told of everything held back at that moment, or before."""
    planned = await deadlines.find(tx, Due.DIGEST, user_id)
    if planned is None or planned > moment:
        await deadlines.put(tx, Due.DIGEST, user_id, moment)


async def reschedule_notifications(tx: Transaction, user_id: int, now: datetime) -> None:
    """Plan anew when a person is told what is held back: wishes or an absence have changed.

    A letter that has to wait all the same is put off again when it is looked at.
    """
    await make_due(tx, user_id, NotificationKind, now)
    if not await turn_notifications.find_held(tx, user_id):
        return
    notification_settings = await notification_settings_of(tx, user_id)
    moment = next_notification_time(
        notification_settings, now, vacation_until=await vacation_until(tx, user_id, now)
    )
    await deadlines.put(tx, Due.DIGEST, user_id, moment)
