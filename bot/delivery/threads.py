"""A game's own thread: opened under its challenge's card, named, and named again at the end."""

import logging
from typing import Literal

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS
from bot.context.timeouts import at_most
from bot.operations.logs import described
from bot.services.view_builder import NO_RESULT
from bot.services.views import GameView, Location, Player, Result
from bot.words.escaping import visible
from bot.words.game_lists import game_name

log = logging.getLogger(__name__)

LONGEST_NAME = 100
A_WEEK: Literal[10080] = 10080  # minutes without a message, after which Discord folds a thread away
TIMEOUT = 3.0  # seconds for a new name, for which the next turn waits
ALREADY_THERE = 160004  # "A thread has already been created for this message"


class Threads:
    """Opens and names threads; where that is not possible, the game stays where it is."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services

    async def location_for(self, game: GameView) -> Location:
        """Return where the game goes on: its own thread if the server and our permissions allow.

        A thread has the number of the message under which it was opened, so that asking twice
        opens one.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        """
        await self._until_known(game.location)
        card = await self._card_for(game)
        if card is None:
            return game.location
        try:
            await self._client.http.start_thread_with_message(
                game.location.channel_id, card, name=thread_name(game), auto_archive_duration=A_WEEK
            )
        except discord.HTTPException as error:
            if error.code != ALREADY_THERE:
                if error.status >= 500:
                    raise
                log.info("game %d gets no thread: %s", game.id, described(error))
                return game.location
        location = Location(game.location.guild_id, card)
        await self._services.locations.move(game.id, location)
        return location

    async def will_open(self, game: GameView) -> bool:
        """Say whether a game that begins goes on in a thread that is still to be opened."""
        return await self._card_for(game) is not None

    async def has_left(self, game: GameView, location: Location) -> bool:
        """Say whether a place was the thread of a game that goes on elsewhere."""
        if location == game.location:
            return False
        # a game that got its own thread after the row was written has left nothing
        return await self._services.locations.card(game.id) != game.location.channel_id

    async def name_again(self, game: GameView) -> None:
        """Put the result into the thread's name, or take the last one out when play goes on.

        A nicety, so a refusal is fine: Discord takes two names in ten minutes, and nobody waits.
        """
        if not await self._services.locations.has_ended_in_thread(game):
            return
        try:
            async with at_most(self._client, TIMEOUT):
                await self._client.http.edit_channel(
                    game.location.channel_id, name=thread_name(game)
                )
        except DISCORD_ERRORS as error:
            log.info("the thread of game %d keeps its name: %s", game.id, described(error))

    async def _until_known(self, location: Location) -> None:
        """Wait till it is known what a server allows: soon after a start, nothing is.

        :raises discord.ClientException: the server has had an outage since then.
        """
        if location.guild_id is None:
            return
        await self._client.wait_until_ready()
        guild = self._client.get_guild(location.guild_id)
        known = self._client.get_channel(location.channel_id) is not None
        if guild is not None and guild.unavailable and not known:
            raise discord.ClientException("unavailable")

    async def _card_for(self, game: GameView) -> int | None:
        """Return the card under which a game gets its thread, None if it stays where it is."""
        card = await self._services.locations.card(game.id)
        stays = card is None or card == game.location.channel_id
        return None if stays or not await self._wanted(game.location) else card

    async def _wanted(self, location: Location) -> bool:
        settings = await self._services.server_settings.settings(location.guild_id)
        channel = self._client.get_channel(location.channel_id)
        if not settings.threads or not isinstance(channel, discord.TextChannel):
            return False
        mine = channel.permissions_for(channel.guild.me)
        return mine.create_public_threads and mine.send_messages_in_threads


def thread_name(game: GameView) -> str:
    """Name a thread: who plays what, which of their games it is, who has won once that is known."""
    first, second = (player.name for player in game.seats)
    what = game_name(game.ruleset.game, game.position.topology.size)
    parts = [f"{first} vs {second}", what, f"#{game.id}"]
    if game.result is not None:
        parts.append(_how_it_ended(game.result, game.winner))
    return visible(" · ".join(parts))[:LONGEST_NAME]


def _how_it_ended(result: Result, winner: Player | None) -> str:
    if winner is not None:
        return f"{winner.name} won"
    return "closed" if result.ending in NO_RESULT else "draw"
