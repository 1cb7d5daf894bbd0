"""Use cases of personal data: count, export and delete the rows about a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.services.steps.game_actions import existing_game
from bot.services.steps.person_deletion import ENDED_AT_ONCE, delete_person, end_games
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import PERSON_DUE, Due
from bot.services.values.games.replay_cache import visible_to
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, deadlines, game_lists, personal_data
from bot.store.tables.bot_time import downtime_at
from bot.store.tables.revisions import ply_of, undone_at

ROWS_AT_ONCE = 500  # rows changed by one transaction
COMPLETED_AFTER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Stored:
    """Numbers of rows about a person by table, and of games and challenges that a deletion ends."""

    rows: Mapping[str, int]
    running: int
    open_challenges: int

    @property
    def nothing(self) -> bool:
        """Whether no row about the person is stored."""
        return not any(self.rows.values())

    @property
    def is_large(self) -> bool:
        """Whether deleting these rows in one transaction would delay other people."""
        ended = max(self.running, self.open_challenges)
        return ended > ENDED_AT_ONCE or max(self.rows.values()) > ROWS_AT_ONCE


class PrivacyService(Service):
    """Use cases of a person's data: count the rows, export them, delete them."""

    @reads
    async def count_rows(self, tx: Transaction, user_id: int) -> Stored:
        """Return how many rows about a person each table holds, and what a deletion would end."""
        return await _stored(tx, user_id)

    @reads
    async def export(self, tx: Transaction, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return all rows about a person by table, as dictionaries by column.

        Each game includes its clock and all its moves with their times, except the first half of an
        opponent's current turn. The export does not reveal blocks against the person.
        """
        downtime = await downtime_at(tx, self._clock())
        tables = await personal_data.export_rows(tx, user_id, PERSON_DUE, downtime)
        moves = await personal_data.export_moves(tx, user_id)
        clocks = await personal_data.export_clocks(tx, user_id, downtime)
        for game in tables["games"]:
            played = moves.get(game["id"], [])
            game["moves"] = [move for move, _ in played]
            game["played_at"] = [at for _, at in played]
            game["clock"] = clocks.get(game["id"])
            # the stored number also counts undone half turns, which only their player has seen
            game["undone"] = undone_at(game["turn_revision"])
            if ply_of(game["turn_revision"]) < game["ply"]:
                await self._hide_half(tx, game, user_id)
        return tables

    async def delete(self, user_id: int) -> Stored:
        """Delete a person from all tables; return the numbers of rows that were counted before.

        Games in progress are resigned and open challenges closed. Games keep their moves. A large
        amount of data is deleted in several transactions; if the program restarts meanwhile, one
        transaction deletes the rest. Every table is searched even if no row was counted, because a
        block by another person is not counted. A second call changes nothing.
        """
        before = await self.count_rows(user_id)
        if before.is_large:
            await self._delete_parts(user_id)
        await self._delete(user_id)
        await self._database.truncate_wal()  # if this fails, the hourly maintenance does it
        return before

    async def _delete_parts(self, user_id: int) -> None:
        """Delete most of a person's data in small transactions, so that others wait little."""
        while await self._end_some(user_id):
            pass
        messages = await self._find_messages(user_id)
        for start in range(0, len(messages), ROWS_AT_ONCE):
            await self._erase_from_messages(user_id, messages[start : start + ROWS_AT_ONCE])
        while await self._erase_some(user_id):
            pass

    async def _hide_half(self, tx: Transaction, game: dict[str, Any], user_id: int) -> None:
        """Remove the first half of an opponent's turn from an exported game."""
        row = await existing_game(tx, game["id"])
        seen = visible_to(user_id, row.players, await self._replay_cache.get(tx, row)).position.ply
        game["ply"] = seen
        for name in ("moves", "played_at"):
            game[name] = game[name][:seen]

    @writes
    async def _end_some(self, tx: Transaction, user_id: int) -> bool:
        """End some of a person's games and open challenges; return whether more are left.

        A deadline completes the deletion if the program stops.
        """
        now = self._clock()
        await deadlines.put(tx, Due.DELETION, user_id, now + COMPLETED_AFTER)
        return await end_games(tx, user_id, now)

    @reads
    async def _find_messages(self, tx: Transaction, user_id: int) -> list[int]:
        return await personal_data.find_messages(tx, user_id)

    @writes
    async def _erase_from_messages(self, tx: Transaction, user_id: int, ids: list[int]) -> None:
        await personal_data.erase_from_messages(tx, user_id, ids)

    @writes
    async def _erase_some(self, tx: Transaction, user_id: int) -> bool:
        return await personal_data.erase_some(tx, user_id, ROWS_AT_ONCE)

    @writes
    async def _delete(self, tx: Transaction, user_id: int) -> None:
        await delete_person(tx, user_id, self._clock())


async def _stored(tx: Transaction, user_id: int) -> Stored:
    rows = await personal_data.count_rows(tx, user_id, PERSON_DUE)
    running = await game_lists.count_running(tx, user_id)
    return Stored(rows, running, len(await challenges.find_open_with(tx, user_id)))
