"""Use cases of personal data: count, export and delete the rows about a person."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.services.steps.game_actions import end_game, existing_game
from bot.services.steps.proposals import announce_challenge
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import PERSON_DUE
from bot.services.values.games.replay_cache import ReplayCache, visible_to
from bot.services.values.view_builder import RESIGNED
from bot.services.values.views import ChallengeStatus
from bot.store.engine.database import Database, Transaction
from bot.store.tables import challenges, game_lists, personal_data, players
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.revisions import ply_of, undone_at


@dataclass(frozen=True, slots=True)
class Stored:
    """Rows about a person by table, and the number of games and challenges that deletion ends."""

    rows: Mapping[str, int]
    running: int
    open_challenges: int

    @property
    def nothing(self) -> bool:
        """Whether nothing is stored."""
        return not any(self.rows.values())


class PrivacyService:
    """Use cases of a person's own data."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], replay_cache: ReplayCache
    ) -> None:
        self._database = database
        self._clock = clock
        self._replay_cache = replay_cache

    @reads
    async def count_rows(self, tx: Transaction, user_id: int) -> Stored:
        """Count the rows about a person."""
        return await _stored(tx, user_id)

    @reads
    async def export(self, tx: Transaction, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return all rows about a person by table, as dictionaries by column.

        Each game includes all its moves, except the first half of an opponent's current turn. The
        export does not reveal blocks against the person.
        """
        tables = await personal_data.export_rows(tx, user_id, PERSON_DUE)
        moves = await personal_data.export_moves(tx, user_id)
        for game in tables["games"]:
            game["moves"] = moves.get(game["id"], [])
            # the stored number also counts undone half turns, which only their player has seen
            game["undone"] = undone_at(game["turn_revision"])
            if ply_of(game["turn_revision"]) < game["ply"]:
                await self._hide_half(tx, game, user_id)
        return tables

    async def delete(self, user_id: int) -> Stored:
        """Delete a person from all tables; return the rows counted before.

        Games in progress are resigned and open challenges closed. Games keep their moves. Every
        table is searched even if the person sees no data, because other people may have blocked the
        person. A second call changes nothing.
        """
        before = await self._delete(user_id)
        await self._database.truncate_wal()  # if this fails, the hourly maintenance does it
        return before

    async def _hide_half(self, tx: Transaction, game: dict[str, Any], user_id: int) -> None:
        """Remove the first half of an opponent's turn from an exported game."""
        row = await existing_game(tx, game["id"])
        seen = visible_to(user_id, row.players, await self._replay_cache.get(tx, row)).position.ply
        game |= {"moves": game["moves"][:seen], "ply": seen}

    @writes
    async def _delete(self, tx: Transaction, user_id: int) -> Stored:
        before, now = await _stored(tx, user_id), self._clock()
        for game in await game_lists.find_running(tx, user_id):
            winner = 1 - game.players.index(user_id)
            await end_game(tx, game, RESIGNED, winner, now)
        for challenge in await challenges.find_open_with(tx, user_id):
            mine = challenge.challenger_id == user_id
            status = ChallengeStatus.WITHDRAWN if mine else ChallengeStatus.DECLINED
            await challenges.close(tx, challenge.id, status)
            await announce_challenge(tx, challenge, OutboxKind.CHALLENGE_CLOSED, now)
        await players.remember(tx, DELETED_USER_ID, players.DELETED_USER_NAME, now)
        await personal_data.erase(tx, user_id, PERSON_DUE)
        return before


async def _stored(tx: Transaction, user_id: int) -> Stored:
    rows = await personal_data.count_rows(tx, user_id, PERSON_DUE)
    running = await game_lists.count_running(tx, user_id)
    return Stored(rows, running, len(await challenges.find_open_with(tx, user_id)))
