"""Threads of games: opened below the challenge card or a new message, renamed at the end."""

import logging
from typing import Literal

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import DISCORD_ERRORS, Held, is_held
from bot.context.timeouts import at_most
from bot.messages.outgoing_message import allow_mentions_of
from bot.operations.logs import described
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import GameView, Location, Player, Result
from bot.words import threads
from bot.words.escaping import visible
from bot.words.games import game_name

log = logging.getLogger(__name__)

LONGEST_NAME = 100  # Discord's limit in characters
A_WEEK: Literal[10080] = 10080  # minutes without a message before Discord archives a thread
TIMEOUT = 3.0  # seconds for a rename, which delays the next turn
ALREADY_THERE = 160004  # "A thread has already been created for this message"


class Threads:
    """Manager of game threads: it opens, finds and renames them.

    A game without a thread stays in its channel.
    """

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services

    async def location_for(self, game: GameView) -> Location:
        """Open the thread of a game if server and permissions allow; return the game's location.

        A thread has the id of the message below which it was opened, so a second call opens no
        other.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: if it failed
            and may be retried.
        """
        await self._wait_for_permissions(game.location)
        card = await self._card_for(game)
        if card is None:
            return game.location
        try:
            await self._open_below(card, game, game.location.channel_id)
        except Held:
            raise
        except discord.RateLimited as error:
            # the players would wait for minutes
            log.info("game %d gets no thread: %s", game.id, described(error))
            return game.location
        except discord.HTTPException as error:
            if error.code != ALREADY_THERE:
                if error.status >= 500 or is_held(error):
                    raise
                log.info("no thread for game %d: %s", game.id, described(error))
                return game.location
        location = Location(game.location.guild_id, card)
        await self._services.locations.move(game.id, location)
        return location

    async def open_for_practice(
        self, game: GameView, location: Location, text: str
    ) -> Location | None:
        """Open the thread of a practice game below a new message.

        A second call opens no other, because Discord drops a second message with the same nonce.

        :param text: the text of the new message.
        :returns: the location of the thread; None if it cannot be opened.
        """
        if not await self._may_open(location):
            return None
        try:
            return Location(location.guild_id, await self._write_card(game, location, text))
        except DISCORD_ERRORS as error:
            log.info("no thread for practice game %d: %s", game.id, described(error))
            return None

    async def _write_card(self, game: GameView, location: Location, text: str) -> int:
        """Send the message above the thread of a practice game, and open the thread below it.

        If the thread cannot be opened, the message is deleted and the error is raised.

        :returns: the id that the message and the thread share.
        """
        where, guild_id = location.channel_id, location.guild_id
        card = await self._client.get_partial_messageable(where, guild_id=guild_id).send(
            text, nonce=f"practice-{game.id}", allowed_mentions=allow_mentions_of(())
        )
        try:
            await self._open_below(card.id, game, where)
        except DISCORD_ERRORS as error:
            if getattr(error, "code", None) != ALREADY_THERE:
                await card.delete()  # it would announce a thread that does not exist
                raise
        return card.id

    async def _open_below(self, card: int, game: GameView, channel_id: int) -> None:
        await self._client.http.start_thread_with_message(
            channel_id, card, name=thread_name(game), auto_archive_duration=A_WEEK
        )

    async def of_game(self, game: GameView) -> Location | None:
        """Return the location of a game's thread, even if the thread is still to be opened.

        :returns: None if the game has no thread and gets none.
        """
        card = await self._services.locations.get_card(game.id)
        is_there = card == game.location.channel_id
        if card is None or not (is_there or await self._may_open(game.location)):
            return None
        return Location(game.location.guild_id, card)

    async def has_left(self, game: GameView, location: Location) -> bool:
        """Return whether a location is the former thread of a game that now continues elsewhere."""
        if location == game.location:
            return False
        # a game that moves to its own thread has not left the channel
        return await self._services.locations.get_card(game.id) != game.location.channel_id

    async def update_name(self, game: GameView) -> None:
        """Add the result to the name of a game's thread, or remove it when play resumes.

        Refusals are ignored because Discord allows only two renames in ten minutes.
        """
        if not await self._services.locations.has_ended_in_thread(game):
            return
        try:
            async with at_most(self._client, TIMEOUT):
                await self._client.http.edit_channel(
                    game.location.channel_id, name=thread_name(game)
                )
        except DISCORD_ERRORS as error:
            log.info("the thread of game %d is not renamed: %s", game.id, described(error))

    async def _wait_for_permissions(self, location: Location) -> None:
        """Wait until the gateway has sent the servers with their permissions.

        :raises discord.ClientException: if the server has an outage.
        """
        if location.guild_id is None:
            return
        await self._client.wait_until_ready()
        guild = self._client.get_guild(location.guild_id)
        known = self._client.get_channel(location.channel_id) is not None
        if guild is not None and guild.unavailable and not known:
            raise discord.ClientException("unavailable")

    async def _card_for(self, game: GameView) -> int | None:
        """Return the id of the card below which to open a game's thread; None to open no thread."""
        card = await self._services.locations.get_card(game.id)
        stays = card is None or card == game.location.channel_id
        return None if stays or not await self._may_open(game.location) else card

    async def _may_open(self, location: Location) -> bool:
        settings = await self._services.server_settings.get_settings(location.guild_id)
        channel = self._client.get_channel(location.channel_id)
        if not settings.threads or not isinstance(channel, discord.TextChannel):
            return False
        permissions = channel.permissions_for(channel.guild.me)
        return permissions.create_public_threads and permissions.send_messages_in_threads


def thread_name(game: GameView) -> str:
    """Return the name of a game's thread: players, game, number and result, if any."""
    first, second = (player.name for player in game.seats)
    name = game_name(game.ruleset.game, game.position.topology.size)
    parts = [threads.players(first, second), name, f"#{game.id}"]
    if game.result is not None:
        parts.append(_outcome(game.result, game.winner))
    return visible(" · ".join(parts))[:LONGEST_NAME]


def _outcome(result: Result, winner: Player | None) -> str:
    if winner is not None:
        return threads.won(winner.name)
    return threads.CLOSED() if result.ending in NO_RESULT else threads.DRAW()
