"""Where the bot is no member: which places these are, and the answers that can still be given."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.services.views import Place
from bot.store import outbox, voices
from bot.store.database import Database, Transaction
from bot.store.voices import VoiceRow

LIFE = timedelta(minutes=14)  # Discord takes a token for fifteen
NOTED_FOR = timedelta(days=1)  # use of the bot in a place is noted again after this time
MESSAGES = 4  # of the five that Discord allows, one is kept for the answer itself


@dataclass(frozen=True, slots=True)
class Voice:
    """An interaction that has been answered; its token sends and changes messages for a while.

    `message_id` is the public message whose control was used, if it was one.
    """

    interaction_id: int
    place: Place
    message_id: int | None
    token: str = field(repr=False)


class VoiceService:
    """Use cases of writing where only interactions can be answered."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def is_outside(self, channel_id: int) -> bool:
        """Say whether the bot has only the answers to interactions in a channel."""
        return await self._database.read(voices.is_outside, channel_id)

    async def enter(self, place: Place) -> None:
        """Remember, before anything is told there, that the bot is no member of a place."""
        now = self._clock()
        if not await self._database.read(voices.is_noted, place.channel_id, now - NOTED_FOR):
            await self._database.write(voices.enter, place.channel_id, place.guild_id, now)

    async def come_home(self, guild_ids: Collection[int]) -> None:
        """Write as usual again in servers of which the bot is a member now."""
        await self._database.write(self._come_home, guild_ids)

    async def keep(self, voice: Voice) -> None:
        """Keep an interaction that has been answered; what waited to be told there goes now."""
        await self._database.write(self._keep, voice)

    async def can_speak(self, channel_id: int) -> bool:
        """Say whether a message can be sent to a channel now."""
        return await self._database.read(self._can_speak, channel_id)

    async def speak(self, channel_id: int) -> Voice | None:
        """Return whose token sends the next message to a channel, None when there is none."""
        return await self._database.write(self._speak, channel_id)

    async def sent(self, voice: Voice, message_id: int) -> None:
        """Note that a token has sent a message: it can change that as long as it lives."""
        await self._database.write(voices.note_sent, voice.interaction_id, message_id)

    async def of_message(self, place: Place, message_id: int) -> Voice | None:
        """Return whose token can change a message, None when there is none."""
        return await self._database.read(self._of_message, place, message_id)

    async def lost(self, voice: Voice) -> None:
        """Forget a token that Discord no longer takes."""
        await self._database.write(voices.drop, voice.interaction_id)

    async def _come_home(self, tx: Transaction, guild_ids: Collection[int]) -> None:
        for channel_id in await voices.come_home(tx, guild_ids):
            await outbox.heard_as_member(tx, channel_id, self._clock())

    async def _keep(self, tx: Transaction, voice: Voice) -> None:
        now, channel_id = self._clock(), voice.place.channel_id
        row = VoiceRow(
            voice.interaction_id, channel_id, voice.message_id, voice.token, now + LIFE, MESSAGES
        )
        await voices.add(tx, row, now)
        await outbox.heard(tx, channel_id, now, voice.message_id)

    async def _can_speak(self, tx: Transaction, channel_id: int) -> bool:
        return await voices.freshest(tx, channel_id, self._clock()) is not None

    async def _speak(self, tx: Transaction, channel_id: int) -> Voice | None:
        row = await voices.freshest(tx, channel_id, self._clock())
        if row is None:
            return None
        await voices.spend(tx, row)
        return Voice(row.interaction_id, Place(None, channel_id), row.message_id, row.token)

    async def _of_message(self, tx: Transaction, place: Place, message_id: int) -> Voice | None:
        row = await voices.of_message(tx, place.channel_id, message_id, self._clock())
        return None if row is None else Voice(row.interaction_id, place, message_id, row.token)
