"""Private news of the turns and the end of a game for the people who watch it."""

from collections.abc import Iterable
from datetime import datetime

from bot.services.values.clocks.due_dates import NEXT_GAME_AFTER
from bot.services.values.view_builder import SERVER_GONE
from bot.store.engine.database import Transaction
from bot.store.tables import outbox, watchers
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import Payload, Personal, Watched


async def tell_watchers(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Delete the watchers of a game that has ended, and add a notification of the end for each.

    They are not notified if the game ended because the bot was removed from the server.
    """
    people = await watchers.take_all(tx, game.id)
    if game.ending != SERVER_GONE:
        await _add(tx, NotificationKind.WATCHED, people, at, Watched(game=game.id))


async def tell_watchers_of_turn(tx: Transaction, game: GameRow) -> None:
    """Add a notification about watched games for each watcher who has none waiting.

    A person gets at most one a day. When it is sent, it names all watched games with turns since it
    was added.
    """
    people = await watchers.find_without_news(tx, game.id)
    await _add(tx, NotificationKind.WATCHED_TURNS, people, game.updated_at, Personal())


async def _add(
    tx: Transaction,
    kind: NotificationKind,
    people: Iterable[int],
    at: datetime,
    payload: Payload,
) -> None:
    # without a channel, so that it is never posted in one; it links to the game's next message
    due_at = at + NEXT_GAME_AFTER
    new = [
        outbox.NewOutboxMessage(
            kind, None, NO_CHANNEL, at, payload=payload, user_id=each, due_at=due_at
        )
        for each in people
    ]
    await outbox.add(tx, *new)
