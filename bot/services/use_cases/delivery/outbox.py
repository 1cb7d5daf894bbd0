"""Outbox: messages for Discord, stored with the change that they announce and sent by a worker."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.services.steps.daily_posts import show_results
from bot.services.steps.league_ends import keep_card
from bot.services.steps.private_answers import find_answer
from bot.services.use_cases.games.games import GameService
from bot.services.use_cases.notifications import NotificationService
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import claims, reads, writes
from bot.services.values.views import GameView
from bot.store.engine.database import Transaction
from bot.store.engine.shard_assignment import ALL, ShardAssignment
from bot.store.tables import (
    challenges,
    daily,
    games,
    interaction_tokens,
    message_closings,
    outbox,
    outbox_queries,
    outbox_queue,
)
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.outbox_queue import Capacity
from bot.store.tables.payloads import Board, Closing, DailyPuzzle, OfSeason, Payload, Personal

# A worker without an answer for this long counts as dead, and another worker gets its message. A
# worker must therefore give up an attempt sooner.
LEASE = timedelta(seconds=45)
# kinds of messages with a board; the newest one shows the current position
MESSAGE_OF_GAME = (OutboxKind.TURN, OutboxKind.RESULT, OutboxKind.UNDONE, OutboxKind.TAKEN_BACK)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Number of undelivered messages by status, and the age of the oldest.

    The age ignores notifications, which may wait for the end of quiet hours, and edits of clocks,
    because an outage may cause thousands.
    """

    rows: dict[str, int]
    age: timedelta


@dataclass(frozen=True, slots=True)
class TakenTurn:
    """Turn message that a worker has taken to send, with the contents for its first attempt.

    :ivar old: the game's posted messages, which the new message replaces.
    :ivar pings: whether it pings the player to move, unless they have left the server.
    """

    message: OutboxMessage
    game: GameView
    old: list[PostedMessage]
    pings: bool


class OutboxService(Service):
    """Use cases of the outbox worker: taking messages and recording the outcome."""

    def __init__(
        self,
        dependencies: ServiceDependencies,
        games: GameService,
        notifications: NotificationService,
        shards: ShardAssignment = ALL,
    ) -> None:
        super().__init__(dependencies)
        self._games = games
        self._notifications = notifications
        self._shards = shards

    def on_added(self, wake: Callable[[], None]) -> None:
        """Set the function that is called after each commit that added messages."""
        self._database.on_outbox = wake

    def on_turn(self, take: Callable[[int], None]) -> None:
        """Set the function that gets the outbox id of each new turn message, after the commit."""
        self._database.on_turn = take

    @claims
    async def take_due(
        self,
        tx: Transaction,
        limit: int,
        used: Mapping[int, int] = MappingProxyType({}),
        most: int = 1000,
        changes: int = 1000,
    ) -> list[OutboxMessage]:
        """Return messages to send now, at most one per game or challenge, marked as being sent.

        Each message goes to one worker. A process that does not serve the message's server gets it
        only after a long wait. If the worker does not answer within 45 seconds (the lease), or the
        program restarts, the message is handed out again with `attempts` increased.

        :param used: number of recent messages by channel and by person (`targets_of`).
        :param most: limit on recent messages for one channel or person.
        :param changes: limit on changes of old messages, which come after new ones.
        """
        now = self._clock()
        capacity = Capacity(limit, used, most, changes, self._shards)
        return await outbox_queue.take(tx, now, now + LEASE, capacity)

    # a serializable transaction, because it also decides about the notification
    @writes
    async def take_turn(
        self, tx: Transaction, message_id: int, used: Mapping[int, int], most: int
    ) -> TakenTurn | None:
        """Take one turn message to send now, with the game that it shows; see `take_due`.

        :returns: None if the message must wait, or another process sends it.
        """
        now = self._clock()
        capacity = Capacity(1, used, most, shards=self._shards)
        for message in await outbox_queue.take(tx, now, now + LEASE, capacity, message_id):
            assert message.game_id is not None, "a turn belongs to a game"
            game, old = await self._games.get_for_posting.within(tx, message.game_id)
            pings = await self._notifications.notify_turn.within(tx, message)
            return TakenTurn(message, game, old, pings)
        return None

    @claims
    async def mark_sent(
        self,
        tx: Transaction,
        message: OutboxMessage,
        message_id: int | None,
        text: str | None = None,
    ) -> bool:
        """Record that Discord accepted a message, and Discord's id for it.

        :param message: with the location at which it was posted.
        :param message_id: the id that Discord gave it; None if no new message was posted.
        :param text: the message's text, stored so that a part of it, such as the question to the
            player, can be removed after the turn; None stores no text.
        :returns: whether another message of the same game, challenge or person may follow; False if
            this worker no longer holds the message, so that nothing was recorded.
        """
        followed = await outbox.close_sent(tx, message, message_id, self._clock(), text)
        if followed is None or message_id is None:
            return bool(followed)
        if message.kind in MESSAGE_OF_GAME and message.game_id is not None:
            await games.set_turn_message(tx, message.game_id, message_id)
            await outbox.drop_clock(tx, message.game_id, message.id, self._clock())
        if message.kind == OutboxKind.CHALLENGE and message.challenge_id is not None:
            await challenges.set_message(tx, message.challenge_id, message_id)
        if message.kind == OutboxKind.DAILY and message.location.guild_id is not None:
            guild_id, day = message.location.guild_id, DailyPuzzle.of(message).day
            await daily.set_message(tx, guild_id, day, message_id)
            if message.attempts > 1:
                # the puzzle was posted earlier and may have been solved since
                await show_results(tx, guild_id, day, self._clock())
        if message.kind == OutboxKind.LEAGUE_CARD:
            where = (message.location.guild_id, message.location.channel_id)
            # people may have joined since an earlier attempt posted it
            await keep_card(
                tx,
                OfSeason.of(message).season,
                PostedMessage(message_id, *where),
                self._clock(),
                late=message.attempts > 1,
            )
        return followed

    @claims
    async def retry(
        self, tx: Transaction, message: OutboxMessage, delay: timedelta, error: str
    ) -> None:
        """Postpone a message by `delay`; later messages of the same game wait for it."""
        await outbox.postpone(tx, message, self._clock() + delay, error)

    @claims
    async def simplify(self, tx: Transaction, message: OutboxMessage) -> bool:
        """Make the next attempt send only text; return False if that would change nothing.

        Call it when Discord has rejected a message as invalid: the picture or buttons may be the
        reason.
        """
        payload = await outbox.find_payload(tx, message, Payload)
        if not isinstance(payload, Board | Personal) or payload.plain:
            return False
        await outbox.change_payload(tx, message, replace(payload, plain=True))
        return True

    # a serializable transaction, so that it sees a token stored concurrently
    @writes
    async def await_interaction(
        self, tx: Transaction, message: OutboxMessage, message_id: int | None
    ) -> None:
        """Retry a message if a token for it has arrived since; else make it wait for a new token.

        Call it after an attempt that found no usable token. The next interaction in the channel
        brings a new one.

        :param message_id: the message to edit, None for a new one.
        """
        now, channel_id = self._clock(), message.location.channel_id
        # a token may have arrived during the attempt
        if message.game_id is not None and channel_id == NO_CHANNEL:
            interaction_token = await find_answer(tx, message.game_id, now)
        elif message_id is None:
            interaction_token = await interaction_tokens.find_newest(tx, channel_id, now)
        else:
            interaction_token = await interaction_tokens.find_for_message(
                tx, channel_id, message_id, now
            )
        if interaction_token is None:
            await outbox.await_interaction(tx, message, "no interaction there lately")
        else:
            await outbox.postpone(tx, message, now, "the next interaction answers")
            tx.wakes_outbox = True

    async def close_later(self, game_id: int, messages: Collection[PostedMessage]) -> None:
        """Request another attempt to remove the buttons of posted game messages."""
        if messages:
            now = self._clock()
            await self._database.write(message_closings.request_closing, game_id, messages, now)

    @reads
    async def find_text(self, tx: Transaction, message: OutboxMessage) -> str | None:
        """Return the stored text of the posted message whose buttons an outbox message removes.

        :returns: None if no text is stored for that message.
        """
        number = Closing.of(message).message
        if message.game_id is None:
            return None
        return await message_closings.find_text(tx, message.game_id, number)

    @reads
    async def is_of_another(self, tx: Transaction, message: OutboxMessage, message_id: int) -> bool:
        """Return whether a posted message belongs to another outbox message."""
        return await outbox_queries.belongs_to_another(tx, message.id, message_id)

    @claims
    async def mark_dead(self, tx: Transaction, message: OutboxMessage, error: str) -> None:
        """Mark an outbox message as dead, because Discord will never accept it."""
        closed = {"error": error, "closed_at": self._clock()}
        await outbox.close(tx, message, outbox.DEAD, **closed)

    async def recover(self) -> int:
        """Make messages due again that were being sent when the program stopped.

        Call it at start. With several processes it changes nothing, because another process may be
        sending the messages; they become due again when their lease ends.

        :returns: the number of these messages.
        """
        if not self._shards.is_all:
            return 0
        return await self._database.write(outbox_queue.recover, self._clock())

    @reads
    async def next_due(self, tx: Transaction) -> datetime | None:
        """Return when `take_due` will next return a message; None if none is waiting."""
        return await outbox_queue.next_due(tx, self._clock())

    @reads
    async def backlog(self, tx: Transaction) -> Backlog:
        """Return the numbers of undelivered messages by status, and the age of the oldest one."""
        rows, oldest = await outbox.backlog(tx)
        age = timedelta(0) if oldest is None else self._clock() - oldest
        return Backlog(rows, age)

    async def is_busy(self) -> bool:
        """Return whether messages are due or being sent; always False with several processes."""
        if not self._shards.is_all:
            return False
        due = await self.next_due()
        if due is not None and due <= self._clock():
            return True
        return (await self.backlog()).rows[outbox.SENDING] > 0

    @reads
    async def counts(self, tx: Transaction) -> dict[str, int]:
        """Return the number of messages by status: waiting, sending, sent and dead."""
        return await outbox.counts(tx)
