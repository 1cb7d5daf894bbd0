"""Interaction tokens: they let the bot send messages in servers that it is not a member of.

In such a channel the bot can only respond to interactions. Discord accepts the token of an
interaction for fifteen minutes, for new messages and for edits of the messages sent with it.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta

from bot.services.steps import private_answers
from bot.services.steps.private_answers import LIFE
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.views import Location
from bot.store.engine.database import Transaction
from bot.store.tables import interaction_tokens, outbox, user_install_channels
from bot.store.tables.interaction_tokens import InteractionTokenRow
from bot.store.tables.outbox_kinds import NO_CHANNEL

RECORDED_FOR = timedelta(days=1)  # time after which use of the bot in a channel is stored again
MESSAGES = 4  # Discord allows five messages per token; one is kept for the response itself


@dataclass(frozen=True, slots=True)
class InteractionToken:
    """Token of an answered interaction; it sends and edits messages until it expires.

    :ivar message_id: a public message that the token can edit, such as the one whose button was
        used; None without such a message.
    """

    interaction_id: int
    location: Location
    message_id: int | None
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PrivateAnswer:
    """Private answer that shows a practice game, with the token that can edit it.

    :ivar wide: whether the answer uses Components V2, because its edits must do the same.
    """

    interaction_id: int
    game_id: int
    wide: bool
    token: str = field(repr=False)


class InteractionTokenService(Service):
    """Use cases of interaction tokens: store a token, find one for a message, use or delete it."""

    @reads
    async def is_user_install(self, tx: Transaction, channel_id: int) -> bool:
        """Return whether the bot can only respond to interactions in a channel.

        That is so if the bot is not a member of the server, but a person has installed it for
        themselves.
        """
        return await user_install_channels.is_user_install(tx, channel_id)

    async def record_user_install(self, location: Location) -> None:
        """Store that the bot is not a member of a server; call it before posting there."""
        now = self._clock()
        if not await self._database.read(
            user_install_channels.has_recent_use, location.channel_id, now - RECORDED_FOR
        ):
            await self._database.write(
                user_install_channels.record_use, location.channel_id, location.guild_id, now
            )

    @writes
    async def record_membership(self, tx: Transaction, guild_ids: Collection[int]) -> None:
        """Store that the bot is now a member of servers, so that messages there need no tokens."""
        for channel_id in await user_install_channels.remove_joined(tx, guild_ids):
            await outbox.release_all(tx, channel_id, self._clock())

    @writes
    async def keep(self, tx: Transaction, interaction_token: InteractionToken) -> None:
        """Store an interaction token; outbox messages that were waiting for a token become due."""
        now, channel_id = self._clock(), interaction_token.location.channel_id
        row = InteractionTokenRow(
            interaction_token.interaction_id,
            channel_id,
            interaction_token.message_id,
            interaction_token.token,
            now + LIFE,
            MESSAGES,
        )
        await interaction_tokens.add(tx, row, now)
        await outbox.release_after_interaction(tx, channel_id, now, interaction_token.message_id)

    @writes
    async def keep_answer(self, tx: Transaction, answer: PrivateAnswer) -> None:
        """Store a private answer; the messages of its game that were waiting become due."""
        now = self._clock()
        row = InteractionTokenRow(
            answer.interaction_id,
            NO_CHANNEL,
            None,
            answer.token,
            now + LIFE,
            0,
            game_id=answer.game_id,
            wide=answer.wide,
        )
        await interaction_tokens.add(tx, row, now)
        await outbox.release_game(tx, answer.game_id, now)

    @reads
    async def find_answer(self, tx: Transaction, game_id: int) -> PrivateAnswer | None:
        """Return the newest private answer of a practice game that can still be edited, or None."""
        row = await private_answers.find_answer(tx, game_id, self._clock())
        return (
            None if row is None else PrivateAnswer(row.interaction_id, game_id, row.wide, row.token)
        )

    @reads
    async def has_left(self, tx: Transaction, game_id: int) -> bool:
        """Return whether a practice game's player has not acted for the lifetime of a token.

        That is 14 minutes. If no action of the player is stored, the result is True.
        """
        return await private_answers.has_left(tx, game_id, self._clock())

    @reads
    async def can_send(self, tx: Transaction, channel_id: int) -> bool:
        """Return whether a token can send a message to a channel now."""
        return await interaction_tokens.find_newest(tx, channel_id, self._clock()) is not None

    @writes
    async def take(self, tx: Transaction, channel_id: int) -> InteractionToken | None:
        """Return the newest token that can send a message to a channel, and count its use.

        :returns: None if no stored token can send to the channel.
        """
        row = await interaction_tokens.find_newest(tx, channel_id, self._clock())
        if row is None:
            return None
        await interaction_tokens.use_once(tx, row)
        location = Location(None, channel_id)
        return InteractionToken(row.interaction_id, location, row.message_id, row.token)

    @writes
    async def record_message(
        self, tx: Transaction, interaction_token: InteractionToken, message_id: int
    ) -> None:
        """Store that a token sent a message; the token can edit it until it expires."""
        await interaction_tokens.record_sent(tx, interaction_token.interaction_id, message_id)

    @reads
    async def find_for_message(
        self, tx: Transaction, location: Location, message_id: int
    ) -> InteractionToken | None:
        """Return a token that can edit a message; None if no token can."""
        now, channel_id = self._clock(), location.channel_id
        row = await interaction_tokens.find_for_message(tx, channel_id, message_id, now)
        if row is None:
            return None
        return InteractionToken(row.interaction_id, location, message_id, row.token)

    @writes
    async def discard(
        self, tx: Transaction, interaction_token: InteractionToken | PrivateAnswer
    ) -> None:
        """Delete a token that Discord no longer accepts."""
        await interaction_tokens.remove(tx, interaction_token.interaction_id)
