"""Notification settings of a person, and their effect at a given moment. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.services.values.clocks.due_dates import ReminderChoice
from bot.services.values.clocks.quiet_hours import (
    Quiet,
    next_time,
    parse_minute,
    quiet_until,
    zone_of,
)
from bot.services.values.people.personal_settings import OFF, quiet_hours, with_defaults

DM_REST = timedelta(days=7)


class NotificationWay(StrEnum):
    """Way in which a person is notified of their turn."""

    CHANNEL = "channel"
    DM = "dm"
    BOTH = "both"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """Notification settings of a person, and whether direct messages to them are refused.

    :ivar digest_at: the minute of the day for the daily digest; None for immediate notification.
    :ivar user_install: whether the person wants direct messages about games where the bot cannot
        ping them.
    :ivar dm_refused_at: when Discord last refused a direct message; None if one arrived since.
    :ivar rest: the time between a refused direct message and the next attempt.
    """

    way: NotificationWay = NotificationWay.CHANNEL
    quiet: Quiet | None = None
    digest_at: int | None = None
    zone: str = "UTC"
    reminders: bool = True
    user_install: bool = False
    dm_refused_at: datetime | None = None
    rest: timedelta = DM_REST

    def quiet_until(self, at: datetime) -> datetime | None:
        """Return the end of the quiet hours that include a moment; None if it is not quiet."""
        return quiet_until(at, self.quiet, zone_of(self.zone))

    def wants_direct_message(self, at: datetime, *, user_install: bool = False) -> bool:
        """Return whether a person wants a direct message, and none was refused recently.

        :param user_install: the bot cannot ping in that channel, and the person wants direct
            messages in that case.
        """
        if self.way is NotificationWay.NONE or not (
            user_install or self.way in (NotificationWay.DM, NotificationWay.BOTH)
        ):
            return False
        return not self.has_refused_direct_messages(at)

    def has_refused_direct_messages(self, at: datetime) -> bool:
        """Return whether a direct message was refused recently, so that no other is tried."""
        return self.rest_ends_at is not None and at < self.rest_ends_at

    @property
    def rest_ends_at(self) -> datetime | None:
        """Moment at which direct messages are tried again after a refusal; None if not refused."""
        return None if self.dm_refused_at is None else self.dm_refused_at + self.rest


def notification_settings(
    stored: Mapping[str, str], dm_refused_at: datetime | None = None
) -> NotificationSettings:
    """Return the notification settings among a person's stored settings."""
    chosen = with_defaults(stored)
    digest = chosen["digest"]
    return NotificationSettings(
        way=NotificationWay(chosen["turns"]),
        quiet=quiet_hours(chosen["quiet"]),
        digest_at=None if digest == OFF else parse_minute(digest),
        zone=chosen["zone"],
        reminders=chosen["reminders"] != OFF,
        user_install=chosen["outside"] == "dm",
        dm_refused_at=dm_refused_at,
    )


def reminder_choice(stored: Mapping[str, str]) -> ReminderChoice | None:
    """Return a person's chosen lead time of reminders and quiet hours; None for the default."""
    chosen = with_defaults(stored)
    hours = chosen["reminders"].removesuffix("h")
    if not hours.isdecimal():
        return None
    lead = timedelta(hours=int(hours))
    return ReminderChoice(lead, quiet_hours(chosen["quiet"]), chosen["zone"])


@dataclass(frozen=True, slots=True)
class Decision:
    """Decision how a person is notified of a turn; the default values mean not at all.

    :ivar ping: whether the turn's message pings the person in its channel.
    :ivar write: whether the person gets a direct message.
    :ivar held_until: when a digest notifies the person instead; None if nothing is held back.
    """

    ping: bool = False
    write: bool = False
    held_until: datetime | None = None


def decide(
    settings: NotificationSettings,
    at: datetime,
    *,
    muted: bool = False,
    vacation_until: datetime | None = None,
    user_install: bool = False,
    has_left: bool = False,
) -> Decision:
    """Decide how a person is notified of a turn that begins now.

    :param vacation_until: the end of the person's current vacation; None if they are not away.
    :param user_install: see `NotificationSettings.wants_direct_message`.
    :param has_left: the person has left the server and sees no ping there.
    """
    if muted or settings.way is NotificationWay.NONE:
        return Decision()
    held_until = next_notification_time(settings, at, vacation_until=vacation_until)
    if held_until > at:
        return Decision(held_until=held_until)
    write = settings.wants_direct_message(at, user_install=user_install or has_left)
    pings = settings.way is not NotificationWay.DM and not has_left
    return Decision(ping=pings or not write, write=write)


def next_notification_time(
    settings: NotificationSettings,
    at: datetime,
    *,
    vacation_until: datetime | None = None,
) -> datetime:
    """Return the first moment, not before `at`, at which a person may be notified of a turn."""
    moment = at if vacation_until is None else max(at, vacation_until)
    if settings.digest_at is not None:
        moment = next_time(moment, settings.digest_at, zone_of(settings.zone))
    return settings.quiet_until(moment) or moment
