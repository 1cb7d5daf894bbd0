"""How a person wants to be told, and what follows from it at a given moment. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypedDict

from bot.services.notifications.quiet_hours import Quiet, next_time, quiet_until, zone_of

DM_REST = timedelta(days=7)  # after a refused direct message, before the next is tried


class NotificationWay(StrEnum):
    """Where a person is told that it is their turn."""

    CHANNEL = "channel"
    DM = "dm"
    BOTH = "both"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """How a person wants to be told; `digest_at` is a minute of the day, None for at once."""

    way: NotificationWay = NotificationWay.CHANNEL
    quiet: Quiet | None = None
    digest_at: int | None = None
    zone: str = "UTC"
    reminders: bool = True
    dm_refused_at: datetime | None = None

    def quiet_until(self, at: datetime) -> datetime | None:
        """Return when the quiet hours that a moment falls into are over, else None."""
        return quiet_until(at, self.quiet, zone_of(self.zone))

    def writes(self, at: datetime, *, user_install: bool = False) -> bool:
        """Say whether a direct message is to be tried.

        :param user_install: it is about a place where the bot cannot ping, and the person wants one
            in that case.
        """
        if self.way is NotificationWay.NONE or not (
            user_install or self.way in (NotificationWay.DM, NotificationWay.BOTH)
        ):
            return False
        return not self.refused(at)

    def refused(self, at: datetime) -> bool:
        """Say whether a direct message was refused lately, so that none is tried."""
        return self.dm_refused_at is not None and at - self.dm_refused_at < DM_REST


class NotificationSettingsChanges(TypedDict, total=False):
    """Fields of `NotificationSettings` that somebody chooses anew; what is missing stays as it is."""

    way: NotificationWay
    quiet: Quiet | None
    digest_at: int | None
    zone: str
    reminders: bool
    dm_refused_at: datetime | None


@dataclass(frozen=True, slots=True)
class Decision:
    """How a turn is told: with a ping, by direct message, together with others later, or not."""

    ping: bool = False
    write: bool = False
    held_until: datetime | None = None


def decide(
    notification_settings: NotificationSettings,
    at: datetime,
    *,
    muted: bool = False,
    vacation_until: datetime | None = None,
    user_install: bool = False,
) -> Decision:
    """Decide how a person is told of a turn that begins now; for `user_install` see `NotificationSettings.writes`."""
    if muted or notification_settings.way is NotificationWay.NONE:
        return Decision()
    held_until = next_notification_time(notification_settings, at, vacation_until=vacation_until)
    if held_until > at:
        return Decision(held_until=held_until)
    write = notification_settings.writes(at, user_install=user_install)
    return Decision(
        ping=notification_settings.way is not NotificationWay.DM or not write, write=write
    )


def next_notification_time(
    notification_settings: NotificationSettings,
    at: datetime,
    *,
    vacation_until: datetime | None = None,
) -> datetime:
    """Return the first moment from now on at which a person may be told of a turn."""
    moment = at if vacation_until is None else max(at, vacation_until)
    if notification_settings.digest_at is not None:
        moment = next_time(
            moment, notification_settings.digest_at, zone_of(notification_settings.zone)
        )
    return notification_settings.quiet_until(moment) or moment
