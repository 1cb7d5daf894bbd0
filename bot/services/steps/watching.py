"""Private news of the end of a game for the people who watch it."""

from datetime import datetime

from bot.services.values.clocks.due_dates import NEXT_GAME_AFTER
from bot.services.values.view_builder import SERVER_GONE
from bot.store.engine.database import Transaction
from bot.store.tables import outbox, watchers
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import Watched


async def tell_watchers(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Add a notification of the end of a game for each watcher, once."""
    people = await watchers.take_all(tx, game.id)
    if game.ending == SERVER_GONE:
        return
    # without a channel, so that it is never posted in one
    new = [
        outbox.NewOutboxMessage(
            NotificationKind.WATCHED,
            None,
            NO_CHANNEL,
            at,
            payload=Watched(game=game.id),
            user_id=each,
            due_at=at + NEXT_GAME_AFTER,  # it links to the result
        )
        for each in people
    ]
    if new:
        await outbox.add(tx, *new)
