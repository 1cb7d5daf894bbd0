"""From an outbox row to a message: finds it if it was sent already, else sends it."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.answers import DISCORD_TROUBLE
from bot.cards import challenge_card
from bot.desk import DeskClient
from bot.ids import OldComponent, parse_id
from bot.post import Post, edited_message, new_message
from bot.presenter import in_words, passed, turn
from bot.services.outbox import OutboxRow
from bot.services.views import GameView, Place
from bot.sheets import picture_name

log = logging.getLogger(__name__)

SEARCHED = 50  # messages of history that are looked through for one already sent
MISSING_PERMISSIONS = 50013


class Delivery:
    """Posts rows through a client that has logged in."""

    def __init__(self, client: DeskClient) -> None:
        self._client = client
        self._services = client.desk.services
        self._pictures = client.desk.pictures
        self._kinds: dict[str, Callable[[OutboxRow], Awaitable[int | None]]] = {
            "challenge": self._challenge,
            "challenge_closed": self._challenge_closed,
            "turn": self._turn,
            "result": self._turn,
        }

    async def deliver(self, row: OutboxRow) -> int | None:
        """Let Discord hear of the row; returns the id of the message that tells it.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        """
        return await self._kinds[row.kind](row)

    async def _challenge(self, row: OutboxRow) -> int:
        challenge = await self._services.challenges.get(_known(row.challenge_id))
        sent = await self._sent(row, None, lambda message: _asks(message, challenge.id))
        return sent or await self._send(row, challenge_card(challenge))

    async def _challenge_closed(self, row: OutboxRow) -> int | None:
        challenge = await self._services.challenges.get(_known(row.challenge_id))
        if challenge.message_id is not None:
            card = self._channel(challenge.place).get_partial_message(challenge.message_id)
            await card.edit(**edited_message(challenge_card(challenge)))
        return challenge.message_id

    async def _turn(self, row: OutboxRow) -> int:
        game = await self._services.games.get(_known(row.game_id))
        ply = _known(row.ply)
        stamp = game.stamp - game.position.ply + ply
        before = game.turn_message_id
        sent = await self._sent(row, before, lambda message: _shows(message, game.id, stamp))
        message_id = sent or await self._post_turn(row, game, ply)
        if before is not None and before != message_id:
            await self._take_buttons(row.place, before)
        return message_id

    async def _post_turn(self, row: OutboxRow, game: GameView, ply: int) -> int:
        if game.shown.ply != ply:
            game = await self._services.games.get(game.id, ply=ply)
            post = await self._pictures.show(passed, game)
        else:
            post = await self._pictures.show(turn, game, await self._quiet(game))
        try:
            return await self._send(row, post)
        except discord.Forbidden as refusal:
            if refusal.code != MISSING_PERMISSIONS:
                raise
            # most often it is the permission to attach files: say it in characters instead
            words = await self._pictures.work(in_words, game)
            return await self._send(
                row, Post(f"{post.content}\n{words}", None, post.rows, post.pings)
            )

    async def _quiet(self, game: GameView) -> frozenset[int]:
        """Return who of the two does not want to be pinged."""
        wishes = {
            player.user_id: await self._services.players.preferences(player.user_id)
            for player in game.seats
        }
        return frozenset(user_id for user_id, wish in wishes.items() if wish["pings"] == "off")

    async def _send(self, row: OutboxRow, post: Post) -> int:
        message = await self._channel(row.place).send(nonce=row.nonce, **new_message(post))
        return message.id

    async def _take_buttons(self, place: Place, message_id: int) -> None:
        """Old buttons are answered anyway, so a refusal costs nothing."""
        try:
            await self._channel(place).get_partial_message(message_id).edit(view=None)
        except DISCORD_TROUBLE as trouble:
            log.info("message %d keeps its buttons: %r", message_id, trouble)

    async def _sent(
        self, row: OutboxRow, after: int | None, is_it: Callable[[discord.Message], bool]
    ) -> int | None:
        """Find the message of a row that was tried before, if it arrived after all."""
        if row.attempts <= 1:
            return None
        start = None if after is None else discord.Object(after)
        try:
            async for message in self._channel(row.place).history(
                limit=SEARCHED, after=start, oldest_first=False
            ):
                if message.author.id == self._me and is_it(message):
                    return message.id
        except discord.Forbidden:
            log.info("row %d: the history cannot be read; the nonce must do", row.id)
        return None

    def _channel(self, place: Place) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)

    @property
    def _me(self) -> int:
        assert self._client.user is not None, "rows are delivered after the login"
        return self._client.user.id


def _shows(message: discord.Message, game_id: int, stamp: int) -> bool:
    name = picture_name(game_id, stamp)
    return any(each.filename == name for each in message.attachments) or any(
        (each.subject, each.ply) == (game_id, stamp) for each in _ids(message)
    )


def _asks(message: discord.Message, challenge_id: int) -> bool:
    return any((each.kind, each.subject) == ("accept", challenge_id) for each in _ids(message))


def _ids(message: discord.Message) -> list[Any]:
    found = []
    for row in message.components:
        for child in getattr(row, "children", ()):
            try:
                found.append(parse_id(child.custom_id or ""))
            except (OldComponent, AttributeError):
                continue
    return found


def _known(value: int | None) -> int:
    assert value is not None, "a row names its game or challenge, and its ply"
    return value
