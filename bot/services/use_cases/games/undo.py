"""Use cases of undo: immediate for two minutes, then with the opponent's consent."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from bot.errors.refusals import CannotUndo
from bot.services.steps.game_actions import (
    add_outbox_message,
    allowed_seat,
    answering_seat,
    at_turn_start,
    existing_game,
    position_columns,
    record_action,
    refuse_out_of_time,
    refuse_stale,
)
from bot.services.steps.guesses import forget_guesses
from bot.services.steps.try_board_undo import keep_lines
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.games.replay_cache import ReplayedGame
from bot.services.values.view_builder import game_view
from bot.services.values.views import Actor, GameView, UndoPreview, UndoResult
from bot.store.engine.database import Transaction
from bot.store.tables import games, interactions, last_looks
from bot.store.tables.games import GameRow
from bot.store.tables.outbox import withdraw_messages
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Refusal, Undone
from bot.store.tables.revisions import new_revision
from bot.words import refusals, undo
from rules.moves import Move, format_move

FREE_UNDO = timedelta(minutes=2)
ASK_UNDO = "ask_undo"  # stored as the action of an interaction


@dataclass(frozen=True, slots=True)
class UndoTarget:
    """The position that an undo returns to: the start of the player's last turn.

    An opponent's half turn is ignored, because the player cannot see it.

    :ivar to_ply: the number of moves that remain.
    :ivar alone: whether the opponent has completed no turn since.
    :ivar unseen: whether the turn is half played, so the opponent has not seen it.
    """

    seat: int
    to_ply: int
    alone: bool = False
    unseen: bool = False


Outcome = tuple[GameRow, ReplayedGame, UndoResult]


class UndoService(Service):
    """Use cases of undo: undo at once or ask the opponent, preview, accept, decline."""

    async def undo(
        self, actor: Actor, game_id: int, *, revision: int | None = None, by_hand: bool = False
    ) -> UndoResult:
        """Undo the actor's last turn and the opponent's reply to it.

        The undo is immediate in a game against the engine, while the turn is half played, or within
        two minutes if the opponent has not replied. Otherwise it becomes a request to the opponent.

        :param revision: `GameView.revision` when the button was made; None for a typed command.
        :param by_hand: whether to undo the last turn that the actor played themselves, and with it
            the turns that the bot has played for them since.
        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        :raises CannotUndo: the game has no undo, no turn can be undone, or a request is already
            open.
        """
        return await self._replay_and_keep(self._undo, actor, game_id, revision, by_hand)

    @reads
    async def preview(self, tx: Transaction, actor: Actor, game_id: int) -> UndoPreview:
        """Return the effect that `undo` would have, without undoing anything.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver: the game is over.
        :raises CannotUndo: the game has no undo, no turn can be undone, or a request is already
            open.
        """
        row = await existing_game(tx, game_id)
        replayed = await self._replay_cache.get(tx, row)
        target = _target(row, replayed, allowed_seat(row, actor, None))
        asks = not await self._is_free(tx, row, replayed, target)
        view = game_view(row, replayed, actor.user_id)
        by_hand = await self._by_hand(tx, row, target)
        since = 0 if by_hand is None else view.turn_ply - by_hand.to_ply
        return UndoPreview(view, target.unseen, not target.alone, asks, since)

    async def accept(
        self, actor: Actor, game_id: int, *, revision: int | None = None
    ) -> UndoResult:
        """Accept the opponent's undo request and undo the moves.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        :raises CannotUndo: the opponent has made no request.
        """
        return await self._replay_and_keep(self._accept, actor, game_id, revision)

    async def decline(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Decline the opponent's undo request.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        :raises CannotUndo: the opponent has made no request.
        """
        await self._replay(actor, game_id)
        return await self._decline(actor, game_id, revision)

    async def _replay_and_keep(
        self,
        use_case: Callable[..., Awaitable[Outcome]],
        actor: Actor,
        game_id: int,
        *about: int | bool | None,
    ) -> UndoResult:
        await self._replay(actor, game_id)
        row, replayed, result = await use_case(actor, game_id, *about)
        self._replay_cache.keep(row, replayed)
        return result

    @reads
    async def _replay(self, tx: Transaction, actor: Actor, game_id: int) -> None:
        """Load all positions that an undo needs into the cache.

        This happens outside the write transaction because a long replay would block other writers.
        """
        row = await existing_game(tx, game_id)
        seat = row.seat_of(actor.user_id)
        plies = [row.ply] if seat is None else [row.ply, _by_hand_ply(row, seat)]
        found = [await self._replay_cache.get(tx, row, ply) for ply in plies if ply is not None]
        turns = [] if seat is None else [each.last_turns[seat] for each in found]
        for ply in {row.undo_to_ply, *(turn and turn[0] for turn in turns)}:
            if ply is not None:
                await self._replay_cache.get(tx, row, ply)

    @writes
    async def _undo(
        self,
        tx: Transaction,
        actor: Actor,
        game_id: int,
        revision: int | None,
        by_hand: bool,  # noqa: FBT001 - passed on by `undo`
    ) -> Outcome:
        row = await existing_game(tx, game_id)
        replayed = await self._replay_cache.get(tx, row)
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None:
            game = game_view(row, replayed, actor.user_id)
            return row, replayed, UndoResult(game, (), asked=handled.action == ASK_UNDO)
        seat = allowed_seat(row, actor, None)
        waits = replayed.position.seat_to_move != seat
        refuse_stale(row, revision, within_turn=waits)
        target = _target(row, replayed, seat)
        target = (by_hand and await self._by_hand(tx, row, target)) or target
        if await self._is_free(tx, row, replayed, target):
            return await self._take_back(tx, actor, row, replayed, target)
        return await self._ask(tx, actor, row, replayed, target.to_ply)

    async def _by_hand(self, tx: Transaction, row: GameRow, last: UndoTarget) -> UndoTarget | None:
        """Return the target of an undo of the last turn that the player played themselves.

        The bot may have played later turns for them: planned replies, or the only legal turn.

        :param last: the target of an undo of the player's last turn, played by them or by the bot.
        :returns: None if `last` undoes that turn, or if the player has played no turn themselves.
        """
        ply = _by_hand_ply(row, last.seat)
        if last.unseen or ply is None or ply > last.to_ply:
            return None
        turn = (await self._replay_cache.get(tx, row, ply)).last_turns[last.seat]
        if turn is None or turn[0] < row.opening_plies:
            return None
        return UndoTarget(last.seat, turn[0])

    async def _is_free(
        self, tx: Transaction, row: GameRow, replayed: ReplayedGame, target: UndoTarget
    ) -> bool:
        if target.unseen or row.engine_seat is not None:
            return True
        played_at = await games.played_at(tx, row.id, replayed.turn_start.ply - 1)
        return target.alone and self._clock() - played_at <= FREE_UNDO

    async def _ask(
        self, tx: Transaction, actor: Actor, row: GameRow, replayed: ReplayedGame, to_ply: int
    ) -> Outcome:
        now = self._clock()
        asked = {"undo_seat": row.seat_of(actor.user_id), "undo_to_ply": to_ply}
        after = await games.change(tx, row, **(games.requests_of(row) | asked))
        await record_action(tx, actor, ASK_UNDO, row, after, now)
        await add_outbox_message(tx, at_turn_start(after, replayed), OutboxKind.UNDO_REQUEST, now)
        moves = _texts(replayed, _public_moves(replayed, to_ply))
        return (
            after,
            replayed,
            UndoResult(game_view(after, replayed, actor.user_id), moves, asked=True),
        )

    async def _take_back(
        self,
        tx: Transaction,
        actor: Actor,
        row: GameRow,
        replayed: ReplayedGame,
        target: UndoTarget,
    ) -> Outcome:
        now = self._clock()
        before = await self._replay_cache.get(tx, row, target.to_ply)
        changed = position_columns(before) | _by_hand_before(row, target.to_ply)
        del changed["ply"]
        if target.unseen:  # the opponent must not notice this undo, so an open request remains open
            changed |= games.requests_of(row)
        else:
            changed |= {
                "updated_at": now,
                "turn_revision": new_revision(target.to_ply, row.undone + 1),
                "undo_unseen_by": _other_person(row, actor),
            }
        await keep_lines(tx, row, before.position, replayed.record.moves[target.to_ply :])
        after = await games.take_back(tx, row, target.to_ply, **changed)
        await last_looks.limit_to(tx, row.id, target.to_ply)
        await record_action(tx, actor, "undo", row, after, now)
        await withdraw_messages(tx, row, target.to_ply, now)
        public = _public_moves(replayed, target.to_ply)
        taken = replayed.record.moves[target.to_ply :] if target.unseen else public
        texts = _texts(replayed, taken)
        if not target.unseen:
            await forget_guesses(tx, after, now)
            await add_outbox_message(
                tx, after, OutboxKind.UNDONE, now, Undone(moves=tuple(texts), by=target.seat)
            )
        view = game_view(after, before, actor.user_id)
        return after, before, UndoResult(view, texts, asked=False, unseen=target.unseen)

    @writes
    async def _accept(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> Outcome:
        row = await existing_game(tx, game_id)
        replayed = await self._replay_cache.get(tx, row)
        if await interactions.find(tx, actor.interaction_id) is not None:
            view = game_view(row, replayed, actor.user_id)
            return row, replayed, UndoResult(view, (), asked=False)
        seat = answering_seat(row, actor, revision)
        await refuse_out_of_time(tx, row, self._clock())
        target = UndoTarget(1 - seat, _requested_ply(row, seat))
        return await self._take_back(tx, actor, row, replayed, target)

    @writes
    async def _decline(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> GameView:
        row = await existing_game(tx, game_id)
        replayed = await self._replay_cache.get(tx, row)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat = answering_seat(row, actor, revision)
            _requested_ply(row, seat)
            now = self._clock()
            kept = games.requests_of(row) | {"undo_seat": None, "undo_to_ply": None}
            before, row = row, await games.change(tx, row, **kept)
            await record_action(tx, actor, "decline_undo", before, row, now)
            announced = at_turn_start(row, replayed)
            await add_outbox_message(
                tx, announced, OutboxKind.UNDO_DECLINED, now, Refusal(by=1 - seat)
            )
        return game_view(row, replayed, actor.user_id)


def _target(row: GameRow, replayed: ReplayedGame, seat: int) -> UndoTarget:
    if not row.undo:
        raise CannotUndo(refusals.WITHOUT_UNDO())
    last_turn = replayed.last_turns[seat]
    # a turn of the game from which this one was continued is not the player's own
    if last_turn is None or last_turn[0] < row.opening_plies:
        raise CannotUndo(refusals.NOTHING_TO_UNDO())
    ply, turn = last_turn
    current = replayed.position.turn
    target = UndoTarget(seat, ply, alone=turn >= current - 1, unseen=turn == current)
    if row.undo_seat == seat and not target.unseen:
        raise CannotUndo(refusals.asked_already(row.names[1 - seat]))
    return target


def _other_person(row: GameRow, actor: Actor) -> int | None:
    """Return the seat of a player's opponent; None for the engine."""
    other = 1 if row.seat_of(actor.user_id) == 0 else 0
    return None if other == row.engine_seat else other


def _requested_ply(row: GameRow, seat: int) -> int:
    """Return the number of moves that remain after the undo that the opponent requests.

    :raises CannotUndo: there is no request, or it is the player's own.
    """
    if row.undo_seat == 1 - seat and row.undo_to_ply is not None:
        return row.undo_to_ply
    if row.undo_seat == seat:
        raise CannotUndo(refusals.asked_already(row.names[1 - seat]))
    raise CannotUndo(undo.NO_LONGER_OPEN())


def _public_moves(replayed: ReplayedGame, to_ply: int) -> tuple[Move, ...]:
    """Return the moves from a ply on, except those of a half-played turn.

    Only the player to move has seen the moves of a half-played turn.
    """
    return replayed.record.moves[to_ply : replayed.turn_start.ply]


def _texts(replayed: ReplayedGame, moves: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(format_move(move, replayed.position.topology) for move in moves)


def _by_hand_ply(row: GameRow, seat: int) -> int | None:
    """Return the ply after the last turn that the player of a seat has played themselves.

    Turns that the bot has played for them, such as planned replies, do not count.

    :returns: None before the first such turn.
    """
    return (row.by_hand0, row.by_hand1)[seat]


def _by_hand_before(row: GameRow, ply: int) -> dict[str, int | None]:
    """Return the new values of the columns `by_hand0` and `by_hand1` after an undo to a ply.

    There is one column for each seat; `_by_hand_ply` explains the values.

    :returns: the values by name of the column.
    """
    stored = {"by_hand0": row.by_hand0, "by_hand1": row.by_hand1}
    return {name: None if known is None else min(known, ply) for name, known in stored.items()}
