"""What is stored about a person: shown, handed over, and deleted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.services.challenges.proposals import tell
from bot.services.clocks.due_dates import PERSON_DUE
from bot.services.games.actions import existing_game
from bot.services.games.ending import end_game
from bot.services.games.replay_cache import ReplayCache, seen_by
from bot.services.view_builder import RESIGNED
from bot.services.views import ChallengeStatus
from bot.store.engine.database import Database, Transaction
from bot.store.tables import challenges, game_lists, personal_data, players
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.revisions import ply_of, undone_at


@dataclass(frozen=True, slots=True)
class Stored:
    """In how many rows of each table a person stands, and how many things a deletion would end."""

    rows: Mapping[str, int]
    running: int
    open_challenges: int

    @property
    def nothing(self) -> bool:
        return not any(self.rows.values())


class PrivacyService:
    """Use cases of a person's own data."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], lines: ReplayCache
    ) -> None:
        self._database = database
        self._clock = clock
        self._lines = lines

    async def stored(self, user_id: int) -> Stored:
        """Count what is stored about a person."""
        return await self._database.read(_stored, user_id)

    async def export(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return every row in which a person stands, by table; times are datetimes, timedeltas.

        Each game comes with all its moves. Which other people, and which moderators, have blocked
        the person is left out; so is half a turn that an opponent has played.
        """
        return await self._database.read(self._export, user_id)

    async def delete(self, user_id: int) -> Stored:
        """Take a person out of everything; return what was stored and shown before.

        Running games are resigned, open challenges closed; games keep their moves. A person about
        whom nothing is shown may still have been blocked by others, so the rows are always looked
        for. A second call changes nothing.
        """
        before = await self._database.write(self._delete, user_id)
        await self._database.truncate_wal()  # if it cannot be done now, the hourly upkeep does it
        return before

    async def _export(self, tx: Transaction, user_id: int) -> dict[str, list[dict[str, Any]]]:
        tables = await personal_data.export_rows(tx, user_id, PERSON_DUE)
        moves = await personal_data.export_moves(tx, user_id)
        for game in tables["games"]:
            game["moves"] = moves.get(game["id"], [])
            # the stored number also counts halves of turns that only their player has seen
            game["undone"] = undone_at(game["turn_revision"])
            if ply_of(game["turn_revision"]) < game["ply"]:
                await self._hide_half(tx, game, user_id)
        return tables

    async def _hide_half(self, tx: Transaction, game: dict[str, Any], user_id: int) -> None:
        """Take the first half of an opponent's turn out of a game; it is not for others to see."""
        row = await existing_game(tx, game["id"])
        seen = seen_by(user_id, row.players, await self._lines.of(tx, row)).position.ply
        game |= {"moves": game["moves"][:seen], "ply": seen}

    async def _delete(self, tx: Transaction, user_id: int) -> Stored:
        before, now = await _stored(tx, user_id), self._clock()
        for game in await game_lists.find_running(tx, user_id):
            winner = 1 - game.players.index(user_id)
            await end_game(tx, game, RESIGNED, winner, now)
        for challenge in await challenges.find_open_with(tx, user_id):
            mine = challenge.challenger_id == user_id
            status = ChallengeStatus.WITHDRAWN if mine else ChallengeStatus.DECLINED
            await challenges.close(tx, challenge.id, status)
            await tell(tx, challenge, OutboxKind.CHALLENGE_CLOSED, now)
        await players.remember(tx, DELETED_USER_ID, players.DELETED_USER_NAME, now)
        await personal_data.erase(tx, user_id, PERSON_DUE)
        return before


async def _stored(tx: Transaction, user_id: int) -> Stored:
    rows = await personal_data.count_rows(tx, user_id, PERSON_DUE)
    running = await game_lists.count_running(tx, user_id)
    return Stored(rows, running, len(await challenges.find_open_with(tx, user_id)))
