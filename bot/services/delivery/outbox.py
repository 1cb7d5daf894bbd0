"""What Discord must still hear: rows committed with what they tell, handed to a worker."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from bot.services.views import GameView
from bot.store.engine.database import Database, Transaction
from bot.store.engine.shard_assignment import ALL, ShardAssignment
from bot.store.tables import (
    challenges,
    games,
    interaction_tokens,
    message_closings,
    outbox,
    outbox_queries,
)
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.outbox import Capacity, OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind

# a worker that has not answered for this long is taken for dead and its row is given out again,
# so a worker must give up an attempt sooner
LEASE = timedelta(seconds=45)
# whose messages show a game, the newest of them its present state
MESSAGE_OF_GAME = (OutboxKind.TURN, OutboxKind.RESULT, OutboxKind.UNDONE, OutboxKind.TAKEN_BACK)


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many rows of each status are not delivered, and how old the oldest one is.

    Letters do not count for the age: they may have to wait for their reader's morning. Nor do
    changes of old messages: corrections of clocks may be thousands after an absence of the bot.
    """

    rows: dict[str, int]
    age: timedelta


class OutboxService:
    """Hands out rows and notes what became of them."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], shards: ShardAssignment = ALL
    ) -> None:
        self._database = database
        self._clock = clock
        self._shards = shards

    def on_added(self, wake: Callable[[], None]) -> None:
        """Call `wake` after each commit that added rows."""
        self._database.on_outbox = wake

    async def take_due(
        self, limit: int, used: Mapping[int, int] = MappingProxyType({}), most: int = 1000
    ) -> list[OutboxMessage]:
        """Return rows to send now, marked as being sent: at most one a game or challenge.

        A row is given to one worker, to another process than that of its server only when it has
        waited for long; it comes again, with `attempts` grown, when the worker has neither
        answered within a minute nor before the program was started again.

        :param used: messages sent lately to channels and people, of `most` that they take.
        """
        return await self._database.claim(self._take, limit, used, most)

    async def done(self, row: OutboxMessage, message_id: int | None) -> None:
        """Note that Discord took it, and as which message."""
        await self._database.claim(self._done, row, message_id)

    async def retry(self, row: OutboxMessage, delay: timedelta, error: str) -> None:
        """Let a row wait; what follows in the same game waits with it."""
        due_at = self._clock() + delay
        await self._database.claim(outbox.postpone, row, due_at, error)

    async def await_interaction(self, row: OutboxMessage, message_id: int | None) -> None:
        """Let a row wait until somebody uses the bot in its place, or the next token is tried.

        :param message_id: the message that it changes, None for a new one.
        """
        # serializable: the token of somebody who uses the bot there just now must not be overlooked
        await self._database.write(self._await_interaction, row, message_id)

    async def to_close(self, game: GameView) -> list[PostedMessage]:
        """Return the messages of a game that ask for something until the next one is posted."""
        return await self._database.read(self._to_close, game)

    async def owe_closing(self, game_id: int, messages: Collection[PostedMessage]) -> None:
        """Let messages be closed later that Discord does not let us close now."""
        if messages:
            now = self._clock()
            await self._database.write(message_closings.request_closing, game_id, messages, now)

    async def is_of_another(self, row: OutboxMessage, message_id: int) -> bool:
        """Say whether a message that looks like a row's is noted as that of another one."""
        return await self._database.read(outbox_queries.belongs_to_another, row.id, message_id)

    async def dead(self, row: OutboxMessage, error: str) -> None:
        """Give a row up: nothing will make Discord take it."""
        await self._database.claim(self._dead, row, error)

    async def recover(self) -> int:
        """At start, make rows that were being sent due again; return how many.

        With several processes nothing is: another one may be sending them. They come back within
        a minute.
        """
        if not self._shards.is_all:
            return 0
        return await self._database.write(outbox.recover, self._clock())

    async def next_due(self) -> datetime | None:
        """Return when `take_due` will next have something, None when nothing waits."""
        return await self._database.read(outbox.next_due, self._clock())

    async def backlog(self) -> Backlog:
        """Return what Discord has not heard yet."""
        rows, oldest = await self._database.read(outbox.backlog)
        age = timedelta(0) if oldest is None else self._clock() - oldest
        return Backlog(rows, age)

    async def is_busy(self) -> bool:
        """Say whether a row is being sent, or could be now, and nobody else is there to do it."""
        if not self._shards.is_all:
            return False
        due = await self.next_due()
        if due is not None and due <= self._clock():
            return True
        return (await self.backlog()).rows[outbox.SENDING] > 0

    async def counts(self) -> dict[str, int]:
        """Return how many rows are waiting, sending, sent and dead."""
        return await self._database.read(outbox.counts)

    async def _take(
        self, tx: Transaction, limit: int, used: Mapping[int, int], most: int
    ) -> list[OutboxMessage]:
        now = self._clock()
        capacity = Capacity(limit, used, most, self._shards)
        return await outbox.take(tx, now, now + LEASE, capacity)

    async def _await_interaction(
        self, tx: Transaction, row: OutboxMessage, message_id: int | None
    ) -> None:
        now, location = self._clock(), row.location.channel_id
        # somebody may have used the bot there while it was being tried
        if message_id is None:
            interaction_token = await interaction_tokens.find_newest(tx, location, now)
        else:
            interaction_token = await interaction_tokens.find_for_message(
                tx, location, message_id, now
            )
        if interaction_token is None:
            await outbox.await_interaction(tx, row, "nobody has used the bot there lately")
        else:
            await outbox.postpone(tx, row, now, "the next interaction answers")
            tx.wakes_outbox = True

    async def _to_close(self, tx: Transaction, game: GameView) -> list[PostedMessage]:
        last = game.turn_message_id
        if last is None:
            return []
        found = await message_closings.find_messages(tx, game.id, last)
        if last in {message.id for message in found}:
            return found
        # its row has been dropped: in all likelihood it is where the game is
        return [PostedMessage(last, game.location.guild_id, game.location.channel_id), *found]

    async def _place_of(self, tx: Transaction, game_id: int) -> dict[str, Any]:
        game = await games.find(tx, game_id)
        return {} if game is None else {"guild_id": game.guild_id, "channel_id": game.channel_id}

    async def _dead(self, tx: Transaction, row: OutboxMessage, error: str) -> None:
        closed = {"error": error, "closed_at": self._clock()}
        await outbox.close(tx, row, outbox.DEAD, **closed)

    async def _done(self, tx: Transaction, row: OutboxMessage, message_id: int | None) -> None:
        values: dict[str, Any] = {
            "message_id": message_id,
            "closed_at": self._clock(),
            "error": None,
        }
        if row.user_id is None and row.game_id is not None:
            # the row may have been written before the game moved
            values |= await self._place_of(tx, row.game_id)
        closed_now = await outbox.close(tx, row, outbox.SENT, **values)
        if not closed_now or message_id is None:
            return
        if row.kind in MESSAGE_OF_GAME and row.game_id is not None:
            await games.set_turn_message(tx, row.game_id, message_id)
            await outbox.drop_clock(tx, row.game_id, row.id, self._clock())
        if row.kind == OutboxKind.CHALLENGE and row.challenge_id is not None:
            await challenges.set_message(tx, row.challenge_id, message_id)
