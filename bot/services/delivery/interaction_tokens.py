"""Where the bot is no member: which places these are, and the answers that can still be given."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.services.views import Location
from bot.store.engine.database import Database, Transaction
from bot.store.tables import interaction_tokens, outbox
from bot.store.tables.interaction_tokens import InteractionTokenRow

LIFE = timedelta(minutes=14)  # Discord takes a token for fifteen
NOTED_FOR = timedelta(days=1)  # use of the bot in a place is noted again after this time
MESSAGES = 4  # of the five that Discord allows, one is kept for the answer itself


@dataclass(frozen=True, slots=True)
class InteractionToken:
    """An interaction that has been answered; its token sends and changes messages for a while.

    `message_id` is the public message whose control was used, if it was one.
    """

    interaction_id: int
    location: Location
    message_id: int | None
    token: str = field(repr=False)


class InteractionTokenService:
    """Use cases of writing where only interactions can be answered."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def is_user_install(self, channel_id: int) -> bool:
        """Say whether the bot has only the answers to interactions in a channel."""
        return await self._database.read(interaction_tokens.is_user_install, channel_id)

    async def enter(self, location: Location) -> None:
        """Remember, before anything is told there, that the bot is no member of a place."""
        now = self._clock()
        if not await self._database.read(
            interaction_tokens.is_noted, location.channel_id, now - NOTED_FOR
        ):
            await self._database.write(
                interaction_tokens.note_use, location.channel_id, location.guild_id, now
            )

    async def come_home(self, guild_ids: Collection[int]) -> None:
        """Write as usual again in servers of which the bot is a member now."""
        await self._database.write(self._come_home, guild_ids)

    async def keep(self, interaction_token: InteractionToken) -> None:
        """Keep an interaction that has been answered; what waited to be told there goes now."""
        await self._database.write(self._keep, interaction_token)

    async def can_speak(self, channel_id: int) -> bool:
        """Say whether a message can be sent to a channel now."""
        return await self._database.read(self._can_speak, channel_id)

    async def speak(self, channel_id: int) -> InteractionToken | None:
        """Return whose token sends the next message to a channel, None when there is none."""
        return await self._database.write(self._speak, channel_id)

    async def sent(self, interaction_token: InteractionToken, message_id: int) -> None:
        """Note that a token has sent a message: it can change that as long as it lives."""
        await self._database.write(
            interaction_tokens.note_sent, interaction_token.interaction_id, message_id
        )

    async def of_message(self, location: Location, message_id: int) -> InteractionToken | None:
        """Return whose token can change a message, None when there is none."""
        return await self._database.read(self._of_message, location, message_id)

    async def lost(self, interaction_token: InteractionToken) -> None:
        """Forget a token that Discord no longer takes."""
        await self._database.write(interaction_tokens.remove, interaction_token.interaction_id)

    async def _come_home(self, tx: Transaction, guild_ids: Collection[int]) -> None:
        for channel_id in await interaction_tokens.remove_channels_of(tx, guild_ids):
            await outbox.release_all(tx, channel_id, self._clock())

    async def _keep(self, tx: Transaction, interaction_token: InteractionToken) -> None:
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

    async def _can_speak(self, tx: Transaction, channel_id: int) -> bool:
        return await interaction_tokens.find_newest(tx, channel_id, self._clock()) is not None

    async def _speak(self, tx: Transaction, channel_id: int) -> InteractionToken | None:
        row = await interaction_tokens.find_newest(tx, channel_id, self._clock())
        if row is None:
            return None
        await interaction_tokens.count_message(tx, row)
        return InteractionToken(
            row.interaction_id, Location(None, channel_id), row.message_id, row.token
        )

    async def _of_message(
        self, tx: Transaction, location: Location, message_id: int
    ) -> InteractionToken | None:
        row = await interaction_tokens.find_for_message(
            tx, location.channel_id, message_id, self._clock()
        )
        return (
            None
            if row is None
            else InteractionToken(row.interaction_id, location, message_id, row.token)
        )
