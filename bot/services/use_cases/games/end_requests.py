"""Use cases of requests to end a game without a result."""

from bot.errors.refusals import CannotEndGame
from bot.services.steps.game_actions import (
    add_outbox_message,
    answering_seat,
    at_turn_start,
    existing_game,
    record_action,
    refuse_out_of_time,
)
from bot.services.steps.game_end import end_game
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import writes
from bot.services.values.view_builder import AGREED, game_view
from bot.services.values.views import Actor, GameView
from bot.store.engine.database import Transaction
from bot.store.tables import games, interactions
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Refusal
from bot.words import end_request, refusals


class EndRequestService(Service):
    """Use cases of an end without a result: a request and the opponent's response.

    A request lapses when the turn ends. A declined request cannot be repeated in the same turn.
    `revision` is `GameView.revision` when the pressed button was made; None if no button was used.
    """

    @writes
    async def ask(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Request an end of the game without a result; the second player's request ends it.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        :raises CannotEndGame: it is a practice game, or the person already asked in this turn.
        """
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat = answering_seat(row, actor, revision)
            await refuse_out_of_time(tx, row, self._clock())
            _refuse_request(row, seat)
            if _is_asked(row, seat):
                row = await self._end(tx, actor, row)
            else:
                row = await self._ask(tx, actor, row, seat)
        return await self._view(tx, row, actor)

    @writes
    async def accept(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """End a game without a result, as the opponent requested.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: see `ask`.
        :raises CannotEndGame: the opponent has made no request.
        """
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat = answering_seat(row, actor, revision)
            await refuse_out_of_time(tx, row, self._clock())
            _refuse_answer(row, seat)
            row = await self._end(tx, actor, row)
        return await self._view(tx, row, actor)

    @writes
    async def decline(
        self, tx: Transaction, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> GameView:
        """Decline the opponent's request to end a game.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton, CannotEndGame: see `accept`.
        """
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat = answering_seat(row, actor, revision)
            _refuse_answer(row, seat)
            now = self._clock()
            kept = games.requests_of(row) | {"end_declined": True}
            before, row = row, await games.change(tx, row, **kept)
            await record_action(tx, actor, "decline_end", before, row, now)
            replayed = await self._replay_cache.get(tx, row)
            announced = at_turn_start(row, replayed)
            await add_outbox_message(
                tx, announced, OutboxKind.END_DECLINED, now, Refusal(by=1 - seat)
            )
        return await self._view(tx, row, actor)

    async def _ask(self, tx: Transaction, actor: Actor, row: GameRow, seat: int) -> GameRow:
        now = self._clock()
        asked = games.requests_of(row) | {"end_seat": seat, "end_declined": False}
        after = await games.change(tx, row, **asked)
        await record_action(tx, actor, "ask_end", row, after, now)
        replayed = await self._replay_cache.get(tx, after)
        await add_outbox_message(tx, at_turn_start(after, replayed), OutboxKind.END_REQUEST, now)
        return after

    async def _end(self, tx: Transaction, actor: Actor, row: GameRow) -> GameRow:
        now = self._clock()
        after = await end_game(tx, row, AGREED, None, now)
        await record_action(tx, actor, "accept_end", row, after, now)
        return after

    async def _view(self, tx: Transaction, row: GameRow, actor: Actor) -> GameView:
        return game_view(row, await self._replay_cache.get(tx, row), actor.user_id)


def _is_asked(row: GameRow, seat: int) -> bool:
    """Return whether the opponent of a seat has requested the end of the game."""
    return row.end_seat == 1 - seat and not row.end_declined


def _refuse_request(row: GameRow, seat: int) -> None:
    if row.engine_seat is not None:
        raise CannotEndGame(end_request.NOT_IN_PRACTICE())
    if row.end_seat == seat:
        opponent = row.names[1 - seat]
        declined = end_request.declined_already if row.end_declined else refusals.asked_already
        raise CannotEndGame(declined(opponent))


def _refuse_answer(row: GameRow, seat: int) -> None:
    if _is_asked(row, seat):
        return
    own = row.end_seat == seat and not row.end_declined
    raise CannotEndGame(
        refusals.asked_already(row.names[1 - seat]) if own else end_request.NO_LONGER_OPEN()
    )
