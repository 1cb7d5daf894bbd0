"""Stored personal settings within a transaction, and the consequences of a change."""

from collections.abc import Mapping
from datetime import datetime

from bot.services.steps.game_clocks import move_reminders
from bot.services.steps.notification_settings import reschedule_notifications
from bot.services.steps.rating_changes import hide_ratings
from bot.services.values.notifications.settings import reminder_choice
from bot.services.values.people.personal_settings import with_defaults
from bot.store.engine.database import Transaction
from bot.store.tables import players

# the person may have allowed direct messages since the last refusal
OF_DIRECT_MESSAGES = frozenset({"turns", "outside"})
OF_NOTIFICATIONS = OF_DIRECT_MESSAGES | {"quiet", "digest", "zone", "reminders"}


async def setting_of(tx: Transaction, user_id: int, name: str) -> str:
    """Return the value of one of a person's settings, or its default.

    :raises KeyError: there is no setting of that name.
    """
    return with_defaults(await players.settings_of(tx, user_id))[name]


async def change_settings(
    tx: Transaction, user_id: int, values: Mapping[str, str], now: datetime
) -> None:
    """Store changed settings of a person; reschedule the person's notifications and reminders."""
    settings = await players.settings_of(tx, user_id) | dict(values)
    await players.set_settings(tx, user_id, settings)
    if "ratings" in values:
        await hide_ratings(tx, user_id, hidden=values["ratings"] == "hidden")
    if OF_DIRECT_MESSAGES & values.keys():
        await players.set_dm_refused_at(tx, user_id, None)
    # the default time of a reminder does not depend on quiet hours
    hours = {"quiet", "zone"} if reminder_choice(settings) is not None else set[str]()
    if ({"reminders"} | hours) & values.keys():
        await move_reminders(tx, user_id, now)
    if OF_NOTIFICATIONS & values.keys():
        await reschedule_notifications(tx, user_id, now)
