"""Use cases of reviews: requests for the analysis of finished games, and its results."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.errors.refusals import Refusal
from bot.services.steps.game_actions import add_outbox_message, existing_game
from bot.services.steps.own_puzzles import add_mistakes
from bot.services.steps.visibility import refuse_outsiders
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.replay_cache import visible_to_all
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import games, interactions, reviews
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.reviews import ReviewRow
from bot.words import refusals
from rules.position import KOMI_PHASES
from rules.record import Record
from rules.topology import Topology
from sparring.review import Mistake

MOST_ATTEMPTS = 3  # attempts at a review; one fails when the program stops during it


@dataclass(frozen=True, slots=True)
class PendingReview:
    """Finished game that waits for a requested review by the engine."""

    game_id: int
    record: Record
    board: Topology


class ReviewService(Service):
    """Use cases of reviews. A review is a JSON value that this service does not interpret."""

    def __init__(self, dependencies: ServiceDependencies) -> None:
        super().__init__(dependencies)
        # user id by game, in memory only, so that a restart resets the limit
        self._requesters: dict[int, int] = {}

    async def request(self, actor: Actor, game_id: int) -> dict[str, Any] | None:
        """Request a review of a finished game.

        :returns: the review if it exists; else None, and the review will be posted at the game's
            location.
        :raises NoSuchGame: no game has that number, or the person may not see it.
        :raises Refusal: the game is still in progress, or the person has too many waiting requests.
        """
        existing = await self._review(actor, game_id)
        if existing is not None and existing.content is not None:  # reads must store nothing
            return existing.content
        review, is_new = await self._request(actor, game_id)
        if is_new:
            self._requesters[game_id] = actor.user_id
        return review

    @reads
    async def get(self, tx: Transaction, game_id: int) -> dict[str, Any] | None:
        """Return the review of a game, or None if it has none yet.

        The caller checks who may see the game.
        """
        row = await reviews.find(tx, game_id)
        return None if row is None else row.content

    async def claim_next(self) -> PendingReview | None:
        """Return the game that has waited longest for its review, and count an attempt.

        If that game has no attempts left, drop its request and announce that at its location.

        :returns: None if no game waits, or the request was dropped.
        :raises CannotReplay: the game cannot be replayed; the attempt counts.
        """
        if await self._database.read(reviews.find_oldest) is None:
            return None
        game_id = await self._count_attempt()
        # in its own transaction, so that a failed replay does not undo the count
        return None if game_id is None else await self._pending(game_id)

    @writes
    async def store(
        self,
        tx: Transaction,
        game_id: int,
        content: dict[str, Any],
        mistakes: Sequence[Mistake] = (),
    ) -> None:
        """Store a review and announce it at the game's location, unless it has one already.

        :param mistakes: turning points that become puzzles for the people who made them.
        """
        if not await reviews.store_result(tx, game_id, content):
            return
        row, now = await existing_game(tx, game_id), self._clock()
        if mistakes:
            final = visible_to_all(await self._replay_cache.get(tx, row)).position
            await add_mistakes(tx, row, mistakes, final, now)
        await add_outbox_message(tx, row, OutboxKind.REVIEW, now)

    @reads
    async def _review(self, tx: Transaction, actor: Actor, game_id: int) -> ReviewRow | None:
        return await self._allowed_review(tx, actor, game_id)

    @writes
    async def _request(
        self, tx: Transaction, actor: Actor, game_id: int
    ) -> tuple[dict[str, Any] | None, bool]:
        """Store a request; return the review, if it exists, and whether the request is new."""
        existing = await self._allowed_review(tx, actor, game_id)
        if existing is not None:
            if existing.content is None:
                await _record_request(tx, actor, game_id, self._clock())
            return existing.content, False
        await self._refuse_many(tx, actor.user_id)
        await reviews.add(tx, game_id, self._clock())
        await _record_request(tx, actor, game_id, self._clock())
        return None, True

    async def _allowed_review(
        self, tx: Transaction, actor: Actor, game_id: int
    ) -> ReviewRow | None:
        """Return the stored review or review request of a game; None if it has neither.

        :raises NoSuchGame, Refusal: the person may not request a review of this game.
        """
        row = await existing_game(tx, game_id)
        refuse_outsiders(row, actor)
        if row.status == games.RUNNING:
            raise Refusal(refusals.NO_REVIEW_YET())
        visible = visible_to_all(await self._replay_cache.get(tx, row))
        if visible.position.phase in KOMI_PHASES:
            raise Refusal(refusals.NOTHING_PLAYED())
        return await reviews.find(tx, game_id)

    async def _refuse_many(self, tx: Transaction, user_id: int) -> None:
        waiting = await reviews.find_waiting(tx)
        self._requesters = {game: who for game, who in self._requesters.items() if game in waiting}
        self._limits.refuse_review(list(self._requesters.values()).count(user_id))

    @writes
    async def _count_attempt(self, tx: Transaction) -> int | None:
        """Count an attempt at the oldest review request and return the number of its game.

        :returns: None if no request waits, or if the oldest had no attempts left and was dropped.
        """
        oldest = await reviews.find_oldest(tx)
        if oldest is None:
            return None
        if oldest.attempts >= MOST_ATTEMPTS:
            await reviews.remove(tx, oldest.game_id)
            game = await existing_game(tx, oldest.game_id)
            await add_outbox_message(tx, game, OutboxKind.REVIEW_GIVEN_UP, self._clock())
            return None
        await reviews.count_attempt(tx, oldest)
        return oldest.game_id

    @reads
    async def _pending(self, tx: Transaction, game_id: int) -> PendingReview:
        row = await existing_game(tx, game_id)
        visible = visible_to_all(await self._replay_cache.get(tx, row))
        return PendingReview(row.id, visible.record, visible.position.topology)


async def _record_request(tx: Transaction, actor: Actor, game_id: int, at: datetime) -> None:
    """Store who requested a review.

    They are notified of the finished review if it cannot be posted at the game's location.
    """
    if await interactions.find(tx, actor.interaction_id) is None:
        asked = InteractionRow(
            actor.interaction_id, actor.user_id, interactions.REVIEW, at, game_id
        )
        await interactions.add(tx, asked)
