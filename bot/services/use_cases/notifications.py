"""Use cases of notifications: decide once per turn or event how each person is notified."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors.refusals import NoSuchGame
from bot.services.steps.game_actions import existing_game
from bot.services.steps.game_clocks import revision_of
from bot.services.steps.notification_composition import (
    compose_digest,
    compose_notification,
    postpone,
)
from bot.services.steps.notification_creation import add_notification
from bot.services.steps.notification_fallbacks import (
    mark_undeliverable,
    notify_another_way,
    suppress_pings,
)
from bot.services.steps.notification_settings import (
    hears_directly,
    notification_settings_of,
    plan_digest,
)
from bot.services.steps.reachability import (
    record_contact,
    record_refusal,
    waits_for_contact,
)
from bot.services.steps.visibility import seat_in
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.notifications.notification import Notification, Postponed
from bot.services.values.notifications.settings import (
    Decision,
    NotificationSettings,
    decide,
    notification_settings,
)
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, games, outbox, turn_circumstances, turn_notifications
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import Turn, TurnBegun, Undone
from bot.store.tables.turn_circumstances import TurnCircumstances
from bot.store.tables.turn_notifications import BOTH, HELD, PINGED, WRITTEN, TurnNotificationRow

SILENT = "silent"
AT_ONCE = (PINGED, BOTH)
KEPT = timedelta(days=60)  # how long to store that a person was notified of a turn


class NotificationService(Service):
    """Use cases of notifications: decide how to notify, compose, postpone, find another way."""

    @reads
    async def get_settings(self, tx: Transaction, user_id: int) -> NotificationSettings:
        """Return the notification settings of a person."""
        return await notification_settings_of(tx, user_id)

    @reads
    async def hears_directly(self, tx: Transaction, user_id: int, channel_id: int) -> bool:
        """Return whether a person gets the news of a channel by direct message."""
        return await hears_directly(tx, user_id, channel_id, self._clock())

    @writes
    async def mute(self, tx: Transaction, actor: Actor, game_id: int, *, muted: bool) -> None:
        """Mute or unmute the notifications of one game for one of its players.

        :raises NoSuchGame, NotYourGame: the game does not exist, or the actor does not play it.
        """
        row = await existing_game(tx, game_id)
        seat_in(row, actor)
        await turn_notifications.mute(tx, actor.user_id, game_id, muted=muted)

    @writes
    async def notify_turn(
        self, tx: Transaction, message: OutboxMessage, *, has_left: bool = False
    ) -> bool:
        """Decide how a player is notified of a turn; return whether its message contains a ping.

        Call this just before the message is sent, and again at each further attempt, because the
        result depends on the time.

        :param has_left: whether the player has left the server.
        :raises NoSuchGame: the game no longer exists.
        """
        assert message.game_id is not None
        assert message.ply is not None
        now = self._clock()
        found = await turn_circumstances.find(tx, message.game_id, now)
        if found is None:
            raise NoSuchGame(str(message.game_id))
        to = found.game.mover
        if to is None or found.game.ply != message.ply:
            return False
        if found.notified is not None and found.notified not in AT_ONCE:
            return False
        decision = _decide(found, now, has_left=has_left)
        if found.notified == BOTH:
            # the direct message is already in the outbox, so add neither another one nor a digest
            return decision.ping
        turn = Turn.of(message)
        about = TurnBegun(
            revision=revision_of(found.game), pinged=decision.ping, matched=turn.matched
        )
        if isinstance(turn, Undone):
            about = replace(about, moves=turn.moves, by=turn.by)
        await _carry_out(tx, found, to, decision, about, now)
        return decision.ping

    @writes
    async def suppress_pings(
        self,
        tx: Transaction,
        message: OutboxMessage,
        people: Collection[int],
        left: Collection[int] = (),
    ) -> frozenset[int]:
        """Return the people whom a message that is about to be sent must not ping.

        People on vacation or in quiet hours get a notification later instead. The decision is
        stored with the message, so that another attempt neither pings nor adds a second
        notification.

        :param people: the people whom the message would ping.
        :param left: those of them who have left the server, and get a notification at once.
        """
        return await suppress_pings(tx, message, people, left, self._clock())

    @writes
    async def mention_departure(
        self, tx: Transaction, message: OutboxMessage, user_id: int
    ) -> bool:
        """Decide whether a turn message mentions that the player to move has left the server.

        Only the first such message of a game mentions it, in every attempt to send that message.
        The decision is stored and returned.
        """
        assert message.game_id is not None
        payload = await outbox.find_payload(tx, message, Turn)
        if payload is None or payload.opponent_left:
            return payload is not None
        key = (message.game_id, turn_notifications.LEFT)
        if await turn_notifications.find(tx, *key) is not None:
            return False
        mentioned = TurnNotificationRow(*key, user_id, turn_notifications.SAID, self._clock())
        await turn_notifications.put(tx, mentioned)
        await outbox.change_payload(tx, message, replace(payload, opponent_left=True))
        return True

    @writes
    async def notify_accepted(self, tx: Transaction, message: OutboxMessage, user_id: int) -> None:
        """Tell a challenger who has left the server, once, that their challenge was accepted."""
        assert message.game_id is not None
        payload = await outbox.find_payload(tx, message, Turn)
        game = await games.find(tx, message.game_id)
        if payload is None or payload.challenger_left:
            return
        if game is None or game.seat_of(user_id) is None:
            return
        await outbox.change_payload(tx, message, replace(payload, challenger_left=True))
        seat = game.players.index(user_id)
        await add_notification(tx, NotificationKind.ACCEPTED, game, seat, self._clock())

    @reads
    async def find_challenger(self, tx: Transaction, game_id: int) -> int | None:
        """Return the id of the person whose challenge began a game; None without a challenge."""
        challenge = await challenges.find_by_game(tx, game_id)
        return None if challenge is None else challenge.challenger_id

    async def compose(self, message: OutboxMessage) -> Notification | Postponed | None:
        """Return the contents of a notification as they are now, just before it is sent.

        :returns: `Postponed` if it cannot be sent yet; None if it is obsolete.
        """
        if message.kind == NotificationKind.DIGEST:
            return await self._database.write(compose_digest, message, self._clock())
        return await self._database.read(compose_notification, message, self._clock())

    # a serializable transaction, so that it sees concurrent changes of settings
    @writes
    async def postpone(self, tx: Transaction, message: OutboxMessage, delay: timedelta) -> None:
        """Postpone a notification by `delay`, or less if the person can be notified sooner."""
        await postpone(tx, message, delay, self._clock())

    @writes
    async def record_dm_refusal(
        self, tx: Transaction, message: OutboxMessage, notification: Notification, *, sure: bool
    ) -> timedelta | None:
        """Record that Discord refused a direct message; return the delay until it is tried again.

        :param sure: whether the refusal says that the person accepts no direct messages.
        :returns: None if the message goes to its channel now, or is dropped because the channel
            already shows it.
        """
        return await record_refusal(tx, message, notification, self._clock(), sure=sure)

    async def record_contact(self, user_id: int) -> None:
        """Allow direct messages to a person again, and send those delayed after a refusal."""
        if await self._database.read(waits_for_contact, user_id):
            await self._database.write(record_contact, user_id, self._clock())

    @writes
    async def mark_undeliverable(self, tx: Transaction, message: OutboxMessage) -> bool:
        """Send a notification another way, because its channel accepts no messages.

        It becomes a direct message, unless the person wants or accepts none. A notification about
        several games can go to the channel of another of them.

        :returns: False if the notification cannot be sent in any other way.
        """
        return await mark_undeliverable(tx, message, self._clock())

    @writes
    async def notify_another_way(self, tx: Transaction, message: OutboxMessage) -> None:
        """Notify the readers of an outbox message that cannot be posted in its channel.

        A challenge to be posted in a channel is withdrawn. The puzzle of the day or the weekly news
        is switched off.
        """
        await notify_another_way(tx, message, self._clock())

    @writes
    async def forget_old(self, tx: Transaction) -> int:
        """Delete records of turn notifications older than 60 days; return how many were deleted."""
        return await turn_notifications.delete_before(tx, self._clock() - KEPT)


def _decide(found: TurnCircumstances, now: datetime, *, has_left: bool) -> Decision:
    settings = notification_settings(found.settings, found.dm_refused_at)
    user_install = found.game.channel_id == NO_CHANNEL or (
        found.user_install and settings.user_install
    )
    if user_install:  # no ping can replace the direct message
        settings = replace(settings, dm_refused_at=None)
    return decide(
        settings,
        now,
        muted=found.muted,
        vacation_until=found.vacation_until,
        user_install=user_install,
        has_left=has_left,
    )


async def _carry_out(
    tx: Transaction,
    found: TurnCircumstances,
    to: int,
    decision: Decision,
    about: TurnBegun,
    now: datetime,
) -> None:
    game = found.game
    if decision.held_until is not None:
        await plan_digest(tx, to, decision.held_until)
    if decision.write:
        seat = game.players.index(to)
        kind = NotificationKind.TURN
        await add_notification(tx, kind, game, seat, now, about)
    row = TurnNotificationRow(game.id, revision_of(game), to, _state(decision), now)
    store = turn_notifications.add if found.notified is None else turn_notifications.put
    await store(tx, row)


def _state(decision: Decision) -> str:
    if decision.held_until is not None:
        return HELD
    if decision.ping:
        return BOTH if decision.write else PINGED
    return WRITTEN if decision.write else SILENT
