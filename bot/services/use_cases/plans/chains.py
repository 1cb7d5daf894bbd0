"""Chains of automatic replies: turns that the bot plays for players, one after another.

A reply is a planned turn or the only legal turn. Each of several short transactions plays a part of
a chain, and the last one announces it. A deadline marks an unfinished chain, so that another
process finishes it if this one stops.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.steps.game_actions import add_outbox_message, existing_game
from bot.services.steps.game_end import conclude
from bot.services.steps.guesses import count_guesses
from bot.services.steps.plan_execution import Played, play_answers
from bot.services.steps.watching import tell_watchers_of_turn
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import Due
from bot.services.values.games.replay_cache import ReplayedGame
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Result, Turn
from rules.moves import Place, format_move

STOPPED_AFTER = timedelta(seconds=10)  # since the last part of a chain: its process has stopped


class ChainService(Service):
    """Use cases of chains of automatic replies: begin, finish, resume after a process stopped."""

    async def begin(self, tx: Transaction, turn: Played, *, has_plans: bool) -> Played:
        """Play the first automatic replies to a turn, within a transaction.

        If no further reply may follow, announce the turn and the replies.

        :param has_plans: whether the game has a planned reply.
        :returns: the game after these replies; if `more` is set, `finish` must follow the commit.
        """
        now = self._clock()
        done = await play_answers(tx, turn, now, has_plans=has_plans)
        if done.more:
            await deadlines.put(tx, Due.PLANS, done.row.id, now + STOPPED_AFTER)
        else:
            await _announce(tx, done, now)
        return done

    async def finish(self, chain: Played) -> Played:
        """Play the remaining replies of a chain in several transactions, and announce the chain."""
        while chain.more:
            chain = await self._play_part(chain)
            self._replay_cache.keep(chain.row, chain.replayed)
        return chain

    async def resume(self, game_id: int) -> bool:
        """Finish a chain that a stopped process has left; return False if the game has none."""
        left = await self._find_left(game_id)
        if left is None:
            return False
        await self.finish(left)
        return True

    @writes
    async def _play_part(self, tx: Transaction, chain: Played) -> Played:
        row = await existing_game(tx, chain.row.id)
        is_left = await deadlines.find(tx, Due.PLANS, row.id) is not None
        if not is_left or (row.ply, row.undone) != (chain.row.ply, chain.row.undone):
            # another process continues, the game was ended, or a turn was taken back
            return replace(chain, row=row, replayed=await self._replay(tx, row), more=False)
        await deadlines.replace(tx, (Due.PLANS,), row.id, {})
        return await self.begin(tx, replace(chain, row=row), has_plans=True)

    @reads
    async def _find_left(self, tx: Transaction, game_id: int) -> Played | None:
        row = await existing_game(tx, game_id)
        if row.status != RUNNING or await deadlines.find(tx, Due.PLANS, game_id) is None:
            return None
        by_hand = await self._replay(tx, row, max(row.by_hand0 or 0, row.by_hand1 or 0))
        now = await self._replay(tx, row)
        asked = await self._replay(tx, row, now.last_turn_ply)
        answers = now.position.turn - by_hand.position.turn
        return Played(row, now, asked.position, by_hand.last_turn_ply, answers, more=True)

    async def _replay(self, tx: Transaction, row: GameRow, ply: int | None = None) -> ReplayedGame:
        return await self._replay_cache.get(tx, row, ply)


async def _announce(tx: Transaction, chain: Played, at: datetime) -> None:
    since = chain.since if chain.answers else None
    guesses, right = await _count_guesses(tx, chain) if chain.has_guesses else (0, 0)
    if chain.row.ending is None:
        turn = Turn(since=since, guesses=guesses, right=right)
        await add_outbox_message(tx, chain.row, OutboxKind.TURN, at, turn)
        if chain.is_watched:
            await tell_watchers_of_turn(tx, chain.row)
    else:
        result = Result(since=since, guesses=guesses, right=right)
        await conclude(tx, chain.row, at, result)


async def _count_guesses(tx: Transaction, chain: Played) -> tuple[int, int]:
    """Delete all guesses in a game; count those about the first turn of a chain.

    The first turn is the one that a player made themselves.

    :returns: how many guesses were about that turn, and how many of these were right.
    """
    by_hand = max(chain.row.by_hand0 or 0, chain.row.by_hand1 or 0)
    turn = chain.replayed.record.moves[chain.since : by_hand]
    topology = chain.replayed.position.topology
    placed = [format_move(move, topology) for move in turn if isinstance(move, Place)]
    return await count_guesses(tx, chain.row.id, chain.since, placed)
