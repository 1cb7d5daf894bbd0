"""Use cases of a person's own settings."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from bot.services.steps.personal_settings import change_settings, setting_of
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.people.personal_settings import read_settings, with_defaults
from bot.services.values.views import Actor, GameView
from bot.store.engine.database import Transaction
from bot.store.tables import game_lists, players
from bot.store.tables.game_lists import OwnGame
from bot.store.tables.players import PlayerState
from bot.words.languages import language_for, languages

FIRST_GAMES = 3  # first games of a new player with people, and with the bot, which come with tips
FEWEST_TURNS = 10  # a game counts as one of them from this number of turns


@dataclass(frozen=True, slots=True)
class Reader:
    """Settings and games in progress of a person, on which the bot's answers to them depend.

    :ivar settings: the value of every setting.
    :ivar language: the chosen language; None for the language of their Discord client.
    :ivar locale: the stored locale of their Discord client; None if none is stored.
    :ivar games: their games in progress.
    """

    settings: Mapping[str, str]
    language: str | None
    locale: str | None
    games: tuple[OwnGame, ...]

    def another_waits(self, game_id: int) -> bool:
        """Return whether the person is to move in a game other than this one."""
        return any(each.my_turn and each.id != game_id for each in self.games)


class PersonalSettingsService(Service):
    """Use cases of a person's settings: read, change, language, last known name, tips."""

    @reads
    async def reader(self, tx: Transaction, user_id: int) -> Reader:
        """Return the settings and games of a person on which the bot's answers depend."""
        stored, locale, own = await game_lists.settings_and_games(tx, user_id)
        settings = with_defaults(stored)
        return Reader(settings, _chosen_language(settings), locale, own)

    @reads
    async def language(self, tx: Transaction, user_id: int) -> str:
        """Return a person's language: the chosen language, or that of their Discord client."""
        state = await players.state_of(tx, user_id)
        return _chosen_language(with_defaults(state.settings)) or language_for(state.locale)

    @writes
    async def note_locale(self, tx: Transaction, user_id: int, locale: str) -> None:
        """Store the locale of a known person's Discord client: the language of direct messages."""
        if (await players.state_of(tx, user_id)).locale != locale:
            await players.set_locale(tx, user_id, locale)

    @reads
    async def get_settings(self, tx: Transaction, user_id: int) -> PlayerState:
        """Return a person's stored settings, and whether direct messages are refused."""
        return await players.state_of(tx, user_id)

    async def change_settings(self, actor: Actor, given: Mapping[str, str]) -> PlayerState:
        """Change a person's settings, all of the given ones or none; return all stored settings.

        :param given: the chosen or typed values by name of the setting.
        :raises BadSetting: a setting does not exist, or does not have that value.
        """
        values = await asyncio.to_thread(read_settings, given)  # the first time zone reads files
        return await self._store(actor, values)

    @reads
    async def name_of(self, tx: Transaction, user_id: int) -> str | None:
        """Return the last known name of a person; None if the person is unknown."""
        return await players.known_name(tx, user_id)

    @reads
    async def gets_tips(self, tx: Transaction, user_id: int, game: GameView) -> bool:
        """Return whether to show tips: the game is among the player's first, and tips are on."""
        practice = game.practice is not None
        earlier = await game_lists.count_earlier_games(
            tx, user_id, game.id, practice=practice, turns=FEWEST_TURNS
        )
        return earlier < FIRST_GAMES and await setting_of(tx, user_id, "tips") == "on"

    @writes
    async def _store(self, tx: Transaction, actor: Actor, values: Mapping[str, str]) -> PlayerState:
        now = self._clock()
        await players.remember(tx, actor.user_id, actor.name, now)
        await change_settings(tx, actor.user_id, values, now)
        return await players.state_of(tx, actor.user_id)


def _chosen_language(settings: Mapping[str, str]) -> str | None:
    return settings["language"] if settings["language"] in languages() else None
