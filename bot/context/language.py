"""The language of an answer and the language of public messages."""

import asyncio
import logging
from collections.abc import Collection

import discord

from bot.context.app_context import BotClient, Interaction
from bot.context.discord_errors import DISCORD_ERRORS
from bot.context.request import Request
from bot.errors.storage import StorageError
from bot.operations.logs import described
from bot.services.values.views import Location
from bot.words.languages import DEFAULT, language_for, languages, speak

log = logging.getLogger(__name__)

REMEMBERED = 60.0  # seconds until every process uses a server's new language
MOST_REMEMBERED = 10_000  # servers


async def speak_to_reader(interaction: Interaction) -> None:
    """Show messages in the language of an interaction's user for the rest of the task."""
    speak(language_for(interaction.locale.value))
    try:
        chosen = (await Request(interaction).reader()).language
    except StorageError as error:
        # a failed read only changes the language of the answer
        log.warning(
            "settings of user %d cannot be read; using Discord's language: %s",
            interaction.user.id,
            error,
        )
    else:
        speak(chosen or language_for(interaction.locale.value))


async def note_locale(interaction: Interaction) -> None:
    """Store the locale of a person's Discord client if it is new, for later direct messages.

    Called after the response, because the first one may make the person known.
    """
    locale, user_id = interaction.locale.value, interaction.user.id
    try:
        if (await Request(interaction).reader()).locale != locale:
            await interaction.client.context.services.personal_settings.note_locale(user_id, locale)
    except StorageError as error:  # the next interaction stores it
        log.warning("the locale of user %d cannot be stored: %s", user_id, error)


class PublicLanguages:
    """Lookup of the languages in which the bot writes messages that a whole channel reads."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services

    async def of(self, location: Location, people: Collection[int]) -> str:
        """Return the code of the language for a public message at a location.

        This is the language of the server. Outside servers, it is the language that all `people`
        use, or `DEFAULT` if there is no such language.

        :param people: the ids of the people whom the message concerns.
        """
        if location.guild_id is not None:
            return await self._of_server(location.guild_id)
        personal_settings = self._services.personal_settings
        spoken = {await personal_settings.language(each) for each in people}
        return spoken.pop() if len(spoken) == 1 else DEFAULT

    async def _of_server(self, guild_id: int) -> str:
        now = asyncio.get_running_loop().time()
        read = self._client.context.server_languages
        known = read.get(guild_id)
        if known is not None and now - known[1] < REMEMBERED:
            return known[0]
        language = (await self._services.server_settings.get_settings(guild_id)).language
        if language is None or language not in languages():
            try:
                language = language_for(await self._locale_of_server(guild_id))
            except DISCORD_ERRORS as error:
                log.warning("server %d: its language is unknown: %s", guild_id, described(error))
                language = DEFAULT if known is None else known[0]
        if len(read) >= MOST_REMEMBERED:
            read.clear()
        read[guild_id] = (language, now)
        return language

    async def _locale_of_server(self, guild_id: int) -> str | None:
        """Return the locale of a server on Discord; None if the bot is not a member.

        It is fetched while the gateway has not sent the server, or if another process serves it.
        """
        client = self._client
        guild = client.get_guild(guild_id)
        if guild is not None and not guild.unavailable:
            return guild.preferred_locale.value
        if guild is None and client.is_ready() and client.serves(guild_id):
            return None
        try:
            return (await client.http.get_guild(guild_id, with_counts=False))["preferred_locale"]
        except (discord.Forbidden, discord.NotFound):
            return None
