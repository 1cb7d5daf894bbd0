"""Looking back on finished games: asked for by anybody who sees them, found by somebody else."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.errors import Refusal
from bot.services.games.actions import announce, existing_game
from bot.services.games.replay_cache import ReplayCache, seen_by
from bot.services.games.visibility import refuse_outsiders
from bot.services.people.limits import Limits
from bot.services.views import Actor
from bot.store.engine.database import Database, Transaction
from bot.store.tables import games, interactions, reviews
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.reviews import ReviewRow
from bot.words import refusals
from rules.position import BARGAINING
from rules.record import Record
from rules.topology import Topology

MOST_ATTEMPTS = 3  # each may have ended with the program


@dataclass(frozen=True, slots=True)
class Wanted:
    """A finished game that waits to be looked back on."""

    game_id: int
    record: Record
    board: Topology


class ReviewService:
    """Use cases of reviews; what is found is a JSON value that is not looked into here."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], lines: ReplayCache, limits: Limits
    ) -> None:
        self._database = database
        self._clock = clock
        self._lines = lines
        self._limits = limits
        # by the game: in memory, as what is asked for in a minute; a restart forgives
        self._askers: dict[int, int] = {}

    async def ask(self, actor: Actor, game_id: int) -> dict[str, Any] | None:
        """Ask for a review of a finished game.

        :returns: what was found, if it is there; else None: it will be posted where the game was.
        :raises NoSuchGame: there is none, or none that the person may see.
        :raises Refusal: it is still running, or too many wait for the same person.
        """
        there = await self._database.read(self._wish, actor, game_id)
        if there is not None and there.found is not None:  # only looked at: nothing is stored
            return there.found
        found, is_new = await self._database.write(self._ask, actor, game_id)
        if is_new:
            self._askers[game_id] = actor.user_id
        return found

    async def found(self, game_id: int) -> dict[str, Any] | None:
        """Return what was found in a game, None when nothing is known of it.

        Who may see the game is not asked here.
        """
        row = await self._database.read(reviews.find, game_id)
        return None if row is None else row.found

    async def next(self) -> Wanted | None:
        """Return the game that has waited longest, counting the attempt.

        One that was tried too often is given up instead, and its place is told.

        :raises CannotReplay: the game cannot be replayed; the attempt counts.
        """
        if await self._database.read(reviews.find_oldest) is None:
            return None
        game_id = await self._database.write(self._next)
        # apart from the count, which a failure here must not undo
        return None if game_id is None else await self._database.read(self._wanted, game_id)

    async def keep(self, game_id: int, found: dict[str, Any]) -> None:
        """Store what was found, and have it posted once where the game was played."""
        await self._database.write(self._keep, game_id, found)

    async def _ask(
        self, tx: Transaction, actor: Actor, game_id: int
    ) -> tuple[dict[str, Any] | None, bool]:
        """Return what was found, and whether the wish is new."""
        wish = await self._wish(tx, actor, game_id)
        if wish is not None:
            if wish.found is None:
                await _note(tx, actor, game_id, self._clock())
            return wish.found, False
        await self._refuse_many(tx, actor.user_id)
        await reviews.add(tx, game_id, self._clock())
        await _note(tx, actor, game_id, self._clock())
        return None, True

    async def _wish(self, tx: Transaction, actor: Actor, game_id: int) -> ReviewRow | None:
        """Return the review that was asked for, None if nobody has; refuse whoever may not."""
        row = await existing_game(tx, game_id)
        refuse_outsiders(row, actor)
        if row.status == games.RUNNING:
            raise Refusal(refusals.NO_REVIEW_YET)
        if seen_by(None, row.players, await self._lines.of(tx, row)).position.phase in BARGAINING:
            raise Refusal(refusals.NOTHING_PLAYED)
        return await reviews.find(tx, game_id)

    async def _refuse_many(self, tx: Transaction, user_id: int) -> None:
        waiting = await reviews.find_waiting(tx)
        self._askers = {game: who for game, who in self._askers.items() if game in waiting}
        self._limits.refuse_review(list(self._askers.values()).count(user_id))

    async def _next(self, tx: Transaction) -> int | None:
        wish = await reviews.find_oldest(tx)
        if wish is None:
            return None
        if wish.attempts >= MOST_ATTEMPTS:
            await self._give_up(tx, wish.game_id)
            return None
        await reviews.count_attempt(tx, wish)
        return wish.game_id

    async def _give_up(self, tx: Transaction, game_id: int) -> None:
        """Drop a wish, and say so where the game was played: somebody waits for it."""
        await reviews.remove(tx, game_id)
        await announce(
            tx, await existing_game(tx, game_id), OutboxKind.REVIEW_GIVEN_UP, self._clock()
        )

    async def _wanted(self, tx: Transaction, game_id: int) -> Wanted:
        row = await existing_game(tx, game_id)
        seen = seen_by(None, row.players, await self._lines.of(tx, row))
        return Wanted(row.id, seen.record, seen.position.topology)

    async def _keep(self, tx: Transaction, game_id: int, found: dict[str, Any]) -> None:
        if await reviews.store_result(tx, game_id, found):
            await announce(tx, await existing_game(tx, game_id), OutboxKind.REVIEW, self._clock())


async def _note(tx: Transaction, actor: Actor, game_id: int, at: datetime) -> None:
    """Note who waits for what will be found, should its place be gone by then."""
    if await interactions.find(tx, actor.interaction_id) is None:
        asked = InteractionRow(
            actor.interaction_id, actor.user_id, interactions.REVIEW, at, game_id
        )
        await interactions.add(tx, asked)
