"""People and what they prefer."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType

from bot.errors import BadPreference
from bot.services.notifications.settings import NotificationSettings, NotificationSettingsChanges
from bot.services.notifications.stored_settings import (
    change_notification_settings,
    notification_settings_of,
)
from bot.services.views import Actor
from bot.store.engine.database import Database, Transaction
from bot.store.tables import game_lists, players
from bot.words import refusals
from renderer.orientation import Orientation
from renderer.theme import THEMES

# every preference with its values, the default first
PREFERENCES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "theme": tuple(THEMES),
        "confirm": ("losses", "always", "never"),
        "hints": ("on", "off"),
        "orientation": tuple(each.value for each in Orientation),
        "pings": ("on", "off"),
        # where the bot cannot ping: turns wait until they are looked for, or come by letter
        "outside": ("wait", "dm"),
    }
)

FIRST_GAMES = 3  # games of a new player that come with hints


class PlayerService:
    """Use cases of a person's own settings."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def preferences(self, user_id: int) -> dict[str, str]:
        """Return every preference of a person, those never set with their defaults."""
        return _complete(await self._database.read(players.settings_of, user_id))

    async def prefer(self, actor: Actor, name: str, value: str) -> dict[str, str]:
        """Set one preference and return all of them.

        :raises BadPreference: there is none of that name, or it has no such value.
        """
        preferences, _ = await self.adjust(actor, {name: value}, NotificationSettingsChanges())
        return preferences

    async def adjust(
        self,
        actor: Actor,
        preferences: Mapping[str, str],
        notification_settings: NotificationSettingsChanges,
    ) -> tuple[dict[str, str], NotificationSettings]:
        """Set some preferences and some fields of `NotificationSettings`, all or none; return all of both.

        Where nothing is to be set, nothing is stored.

        :raises BadPreference: there is none of a name, or it has no such value.
        """
        for name, value in preferences.items():
            _refuse_unknown(name, value)
        if not preferences and not notification_settings:
            return await self._database.read(_settings_of, actor.user_id)
        return await self._database.write(self._adjust, actor, preferences, notification_settings)

    async def name_of(self, user_id: int) -> str | None:
        """Return the name last seen of a person, None for somebody unknown."""
        return await self._database.read(players.known_name, user_id)

    async def learning(self, user_id: int, game_id: int) -> bool:
        """Say whether a player of this game gets hints in it: one of the first, and not refused."""
        return await self._database.read(self._learning, user_id, game_id)

    async def _learning(self, tx: Transaction, user_id: int, game_id: int) -> bool:
        preferences = _complete(await players.settings_of(tx, user_id))
        begun = await game_lists.count_up_to(tx, user_id, game_id)
        return preferences["hints"] == "on" and begun <= FIRST_GAMES

    async def _adjust(
        self,
        tx: Transaction,
        actor: Actor,
        preferences: Mapping[str, str],
        notification_settings: NotificationSettingsChanges,
    ) -> tuple[dict[str, str], NotificationSettings]:
        now = self._clock()
        await players.remember(tx, actor.user_id, actor.name, now)
        if notification_settings:
            await change_notification_settings(tx, actor.user_id, notification_settings, now)
        if preferences:
            settings = await players.settings_of(tx, actor.user_id) | dict(preferences)
            await players.set_settings(tx, actor.user_id, settings)
        return await _settings_of(tx, actor.user_id)


def _refuse_unknown(name: str, value: str) -> None:
    if name not in PREFERENCES:
        raise BadPreference(refusals.no_such_setting(PREFERENCES))
    if value not in PREFERENCES[name]:
        raise BadPreference(refusals.no_such_value(name, PREFERENCES[name]))


async def _settings_of(
    tx: Transaction, user_id: int
) -> tuple[dict[str, str], NotificationSettings]:
    preferences = _complete(await players.settings_of(tx, user_id))
    return preferences, await notification_settings_of(tx, user_id)


def _complete(stored: Mapping[str, str]) -> dict[str, str]:
    return {
        name: stored[name] if stored.get(name) in values else values[0]
        for name, values in PREFERENCES.items()
    }
