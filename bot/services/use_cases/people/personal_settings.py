"""Personal settings: preferences by name, and notification settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from bot.errors.refusals import BadPreference
from bot.services.steps.notification_settings import (
    change_notification_settings,
    notification_settings_of,
)
from bot.services.steps.rating_changes import HIDDEN, hide_ratings
from bot.services.steps.rating_changes import PREFERENCE as RATINGS
from bot.services.steps.vacation_periods import AUTOMATIC_VACATION
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.only_move import ONLY_MOVE
from bot.services.values.notifications.settings import (
    NotificationSettings,
    NotificationSettingsChanges,
)
from bot.services.values.views import Actor, GameView
from bot.store.engine.database import Database, Transaction
from bot.store.tables import game_lists, players
from bot.words import refusals
from bot.words.languages import language_for, languages
from renderer.orientation import Orientation
from renderer.theme import THEMES

AUTOMATIC = "auto"
LOCALE = "locale"  # key of the locale that Discord last reported; it is not a preference

# every preference with its values, the default first
PREFERENCES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "theme": tuple(THEMES),
        "confirm": ("losses", "always", "never"),
        "tips": ("on", "off"),
        "orientation": tuple(each.value for each in Orientation),
        # if the bot cannot ping: wait for the next interaction, or send a direct message
        "outside": ("wait", "dm"),
        # whether other people see the person's ratings, on leaderboards and in the profile
        RATINGS: ("shown", HIDDEN),
        # whether a person's only legal turn is played automatically
        ONLY_MOVE: ("off", "on"),
        # whether a vacation begins shortly before a loss on time
        AUTOMATIC_VACATION: ("on", "off"),
        # "auto" is the language that Discord reports with each interaction
        "language": (AUTOMATIC, *languages()),
    }
)

FIRST_GAMES = 3  # first games of a new player with people, and with the bot, which come with tips
FEWEST_TURNS = 10  # a game counts as one of them from this number of turns


@dataclass(frozen=True, slots=True)
class Reader:
    """Settings of a person that shape every answer to them.

    :ivar preferences: all preferences, including defaults.
    :ivar language: the chosen language; None for the language of their Discord client.
    :ivar waiting_games: games in which they are to move, at most two.
    """

    preferences: Mapping[str, str]
    language: str | None
    waiting_games: frozenset[int]

    def another_waits(self, game_id: int) -> bool:
        """Return whether the person is to move in a game other than this one."""
        return bool(self.waiting_games - {game_id})


class PersonalSettingsService:
    """Use cases of a person's own settings."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    @reads
    async def reader(self, tx: Transaction, user_id: int) -> Reader:
        """Return the settings that shape every answer to a person."""
        settings, waiting = await game_lists.settings_and_turns(tx, user_id)
        return Reader(_with_defaults(settings), _chosen_language(settings), waiting)

    @reads
    async def language(self, tx: Transaction, user_id: int) -> str:
        """Return a person's language: the chosen one, or the one of their Discord client."""
        settings = await players.settings_of(tx, user_id)
        return _chosen_language(settings) or language_for(settings.get(LOCALE))

    @writes
    async def note_locale(self, tx: Transaction, user_id: int, locale: str) -> None:
        """Store the locale of a known person's Discord client, for direct messages."""
        settings = await players.settings_of(tx, user_id)
        if settings.get(LOCALE) != locale and await players.known_name(tx, user_id) is not None:
            await players.set_settings(tx, user_id, settings | {LOCALE: locale})

    async def set_preference(self, actor: Actor, name: str, value: str) -> dict[str, str]:
        """Set one preference and return all of them.

        :raises BadPreference: the preference does not exist, or does not have that value.
        """
        changes = NotificationSettingsChanges()
        preferences, _ = await self.change_settings(actor, {name: value}, changes)
        return preferences

    async def change_settings(
        self,
        actor: Actor,
        preferences: Mapping[str, str],
        notification_settings: NotificationSettingsChanges,
    ) -> tuple[dict[str, str], NotificationSettings]:
        """Change preferences and notification settings together; return all of both.

        Nothing is stored if there is nothing to change.

        :raises BadPreference: the preference does not exist, or does not have that value.
        """
        for name, value in preferences.items():
            _refuse_unknown(name, value)
        if not preferences and not notification_settings:
            return await self._database.read(_all_settings, actor.user_id)
        return await self._store(actor, preferences, notification_settings)

    @reads
    async def name_of(self, tx: Transaction, user_id: int) -> str | None:
        """Return the last known name of a person, or None."""
        return await players.known_name(tx, user_id)

    @reads
    async def gets_tips(self, tx: Transaction, user_id: int, game: GameView) -> bool:
        """Return whether to show tips: the game is among the player's first, and tips are on."""
        preferences = _with_defaults(await players.settings_of(tx, user_id))
        practice = game.practice is not None
        earlier = await game_lists.count_earlier_games(
            tx, user_id, game.id, practice=practice, turns=FEWEST_TURNS
        )
        return preferences["tips"] == "on" and earlier < FIRST_GAMES

    @writes
    async def _store(
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
        if RATINGS in preferences:
            await hide_ratings(tx, actor.user_id, hidden=preferences[RATINGS] == HIDDEN)
        return await _all_settings(tx, actor.user_id)


def _refuse_unknown(name: str, value: str) -> None:
    if name not in PREFERENCES:
        raise BadPreference(refusals.no_such_setting(PREFERENCES))
    if value not in PREFERENCES[name]:
        raise BadPreference(refusals.no_such_value(name, PREFERENCES[name]))


async def _all_settings(
    tx: Transaction, user_id: int
) -> tuple[dict[str, str], NotificationSettings]:
    preferences = _with_defaults(await players.settings_of(tx, user_id))
    return preferences, await notification_settings_of(tx, user_id)


def _chosen_language(settings: Mapping[str, Any]) -> str | None:
    chosen: str = settings.get("language", AUTOMATIC)
    return chosen if chosen in languages() else None


def _with_defaults(stored: Mapping[str, str]) -> dict[str, str]:
    return {
        name: stored[name] if stored.get(name) in values else values[0]
        for name, values in PREFERENCES.items()
    }
