"""Use case of people who watch a game that others play."""

from collections.abc import Collection

from bot.errors.refusals import Refusal
from bot.services.steps.game_actions import existing_game, record_once
from bot.services.steps.visibility import refuse_outsiders
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import writes
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import players, watchers
from bot.store.tables.games import RUNNING, GameRow
from bot.words import watching as words

MOST_WATCHED = 50  # games of one person
MOST_WATCHERS = 200  # people of one game, whose notifications are added in one transaction


class WatchService(Service):
    """Use cases of spectators: begin or stop watching a game that other people play."""

    @writes
    async def switch(self, tx: Transaction, actor: Actor, game_id: int) -> bool:
        """Watch a game, or stop watching it; return whether the person watches it now.

        :raises NoSuchGame: no game has that number, or the person may not see it.
        :raises Refusal: the person plays in it, it is over, or a limit is reached.
        """
        row, now = await existing_game(tx, game_id), self._clock()
        refuse_outsiders(row, actor)
        was_watching = await watchers.is_watching(tx, game_id, actor.user_id)
        if not await record_once(tx, actor, "watch", now):
            return was_watching
        if was_watching:
            await watchers.remove(tx, actor.user_id, game_id)
            return False
        await _refuse(tx, row, actor.user_id)
        await players.remember(tx, actor.user_id, actor.name, now)
        await watchers.add(tx, game_id, actor.user_id, now)
        return True

    @writes
    async def forget(self, tx: Transaction, user_id: int, game_ids: Collection[int]) -> None:
        """Remove a person from the watchers of games in servers that the person has left."""
        await watchers.remove(tx, user_id, *game_ids)


async def _refuse(tx: Transaction, row: GameRow, user_id: int) -> None:
    if row.seat_of(user_id) is not None:
        raise Refusal(words.OWN_GAME())
    if row.status != RUNNING:
        raise Refusal(words.OVER())
    if await watchers.count_watched(tx, user_id) >= MOST_WATCHED:
        raise Refusal(words.MANY())
    if await watchers.count(tx, row.id) >= MOST_WATCHERS:
        raise Refusal(words.CROWDED())
