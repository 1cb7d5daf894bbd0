"""Telling people that it is their turn, and other news, once: by a ping, by a letter, or not."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.clocks.game_clocks import revision_of
from bot.services.games.actions import existing_game
from bot.services.games.visibility import seat_in
from bot.services.notifications.composition import compose, compose_digest, put_off
from bot.services.notifications.creation import add_notification
from bot.services.notifications.fallbacks import hold_back, mark_undeliverable, notify_another_way
from bot.services.notifications.kinds import NotificationKind
from bot.services.notifications.notification import Notification, Postponed
from bot.services.notifications.settings import Decision, NotificationSettings, decide
from bot.services.notifications.stored_settings import (
    digest_by,
    keep_notification_settings,
    notification_settings_of,
    vacation_until,
    writes_user_install,
)
from bot.services.views import Actor
from bot.store.engine.database import Database, Transaction
from bot.store.tables import outbox, turn_notifications
from bot.store.tables.games import GameRow
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.turn_notifications import HELD, PINGED, WRITTEN, TurnNotificationRow

BOTH, SILENT = "both", "silent"
AT_ONCE = (PINGED, BOTH)
REMEMBERED = timedelta(days=60)  # how long it is kept who was told what


class NotificationService:
    """Use cases of telling people."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def notification_settings(self, user_id: int) -> NotificationSettings:
        """Return how a person wants to be told."""
        return await self._database.read(notification_settings_of, user_id)

    async def mute(self, actor: Actor, game_id: int, *, muted: bool) -> None:
        """Let a player hear nothing of one game, or hear of it again.

        :raises NoSuchGame, NotYourGame: unknown, another's.
        """
        await self._database.write(self._mute, actor, game_id, muted)

    async def notify_turn(self, row: OutboxMessage) -> bool:
        """Decide how a turn is told, whose message is about to be sent; True with a ping.

        May be asked again when the message was not sent: the answer fits the moment then.
        """
        return await self._database.write(self._notify_turn, row)

    async def hold_back(self, row: OutboxMessage, people: Collection[int]) -> frozenset[int]:
        """Return who of these people the message of a row, about to be sent, must not ping.

        Who is away or wants quiet now is told by a letter when that is over. It is noted with the
        row: another attempt neither writes again nor pings, even if it may by then.
        """
        return await self._database.write(hold_back, row, people, self._clock())

    async def say_left(self, row: OutboxMessage, user_id: int) -> bool:
        """Return whether the message of a turn says that its player has left the server.

        One message of a game does; another attempt to send the same one does so again.
        """
        return await self._database.write(self._say_left, row, user_id)

    async def notification(self, row: OutboxMessage) -> Notification | Postponed | None:
        """Return what a row tells a person now; None when it is of no interest any more."""
        if row.kind == NotificationKind.DIGEST:
            return await self._database.write(compose_digest, row, self._clock())
        return await self._database.read(compose, row, self._clock())

    async def put_off(self, row: OutboxMessage, delay: timedelta) -> None:
        """Let a letter wait that is not to be sent yet, no longer than its reader wishes now."""
        # serializable: wishes that change just now must not be overlooked
        await self._database.write(put_off, row, delay, self._clock())

    async def dm_refused(self, user_id: int) -> None:
        """Remember that a person takes no direct messages; they are tried again after a week."""
        await self._database.write(self._dm_refused, user_id)

    async def mark_undeliverable(self, row: OutboxMessage) -> bool:
        """Let a letter whose channel takes nothing go another way from now on.

        By direct message, unless its reader wants or takes none, or, if it is about several games,
        to the channel of another of them. False where neither is left to try.
        """
        return await self._database.write(mark_undeliverable, row, self._clock())

    async def undeliverable(self, row: OutboxMessage) -> None:
        """Tell people once, in another way, what a place that cannot be written to should hear."""
        await self._database.write(notify_another_way, row, self._clock())

    async def forget_old(self) -> int:
        """Drop what was told long ago; return how much."""
        moment = self._clock() - REMEMBERED
        return await self._database.write(turn_notifications.delete_before, moment)

    async def _mute(self, tx: Transaction, actor: Actor, game_id: int, muted: bool) -> None:  # noqa: FBT001 - `write` passes it on
        row = await existing_game(tx, game_id)
        seat_in(row, actor)
        await turn_notifications.mute(tx, actor.user_id, game_id, muted=muted)

    async def _notify_turn(self, tx: Transaction, row: OutboxMessage) -> bool:
        assert row.game_id is not None
        assert row.ply is not None
        game = await existing_game(tx, row.game_id)
        to = game.mover
        if to is None or game.ply != row.ply:
            return False
        told = await turn_notifications.find(tx, game.id, revision_of(game))
        if told is not None and told.state not in AT_ONCE:
            return False
        decision = await self._decide(tx, game, to)
        if told is not None and told.state == BOTH:
            # the letter is on its way already: it needs neither a second one nor a digest
            return decision.ping
        await self._carry_out(tx, game, to, decision)
        return decision.ping

    async def _say_left(self, tx: Transaction, row: OutboxMessage, user_id: int) -> bool:
        assert row.game_id is not None
        carried = await outbox.payload_of(tx, row)
        if carried.get("opponent_left"):
            return True
        if await turn_notifications.find(tx, row.game_id, turn_notifications.LEFT) is not None:
            return False
        said = TurnNotificationRow(
            row.game_id, turn_notifications.LEFT, user_id, turn_notifications.SAID, self._clock()
        )
        await turn_notifications.put(tx, said)
        await outbox.change(tx, row, payload={**carried, "opponent_left": True})
        return True

    async def _decide(self, tx: Transaction, game: GameRow, to: int) -> Decision:
        now = self._clock()
        return decide(
            await notification_settings_of(tx, to),
            now,
            muted=await turn_notifications.is_muted(tx, to, game.id),
            vacation_until=await vacation_until(tx, to, now),
            user_install=await writes_user_install(tx, to, game.channel_id),
        )

    async def _carry_out(self, tx: Transaction, game: GameRow, to: int, how: Decision) -> None:
        now = self._clock()
        if how.held_until is not None:
            await digest_by(tx, to, how.held_until)
        if how.write:
            seat = game.players.index(to)
            await add_notification(tx, NotificationKind.TURN, game, seat, now, pinged=how.ping)
        await turn_notifications.put(
            tx, TurnNotificationRow(game.id, revision_of(game), to, _state(how), now)
        )

    async def _dm_refused(self, tx: Transaction, user_id: int) -> None:
        notification_settings = replace(
            await notification_settings_of(tx, user_id), dm_refused_at=self._clock()
        )
        await keep_notification_settings(tx, user_id, notification_settings)


def _state(how: Decision) -> str:
    if how.held_until is not None:
        return HELD
    if how.ping:
        return BOTH if how.write else PINGED
    return WRITTEN if how.write else SILENT
