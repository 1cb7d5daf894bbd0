"""Taking moves back: freely at first, then with the opponent's consent; everybody hears of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.errors import CannotUndo
from bot.services.games.action_results import Undoable, Undone
from bot.services.games.actions import (
    allowed_seat,
    announce,
    columns_of,
    existing_game,
    record_action,
    refuse_older_turns,
    refuse_stale,
)
from bot.services.games.replay_cache import ReplayCache, ReplayedGame
from bot.services.view_builder import game_view
from bot.services.views import Actor, GameView
from bot.store.engine.database import Database, Transaction
from bot.store.tables import games, interactions
from bot.store.tables.games import GameRow
from bot.store.tables.outbox import withdraw_messages
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.revisions import new_revision
from bot.words import refusals
from rules.moves import Move, format_move

FREE = timedelta(minutes=2)
ASK = "ask_undo"  # the action of asking the opponent


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a player goes back: to the start of their own last turn.

    `alone`: nobody has completed a turn since; `unseen`: that turn is half played, only they have
    seen it. Half a turn of the opponent's is the opponent's business: nothing follows from it.
    """

    seat: int
    to_ply: int
    alone: bool = False
    unseen: bool = False


Outcome = tuple[GameRow, ReplayedGame, Undone]
UseCase = Callable[[Transaction, Actor, int, int | None], Awaitable[Outcome]]


class UndoService:
    """Use cases of taking moves back."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], lines: ReplayCache
    ) -> None:
        self._database = database
        self._clock = clock
        self._lines = lines

    async def undo(self, actor: Actor, game_id: int, *, revision: int | None = None) -> Undone:
        """Take back my last turn; with the opponent's answer to it if there is one.

        It is done at once when the opponent has not moved and two minutes have not passed, has
        not seen it yet, or is the bot; else the opponent is asked.

        :param revision: `GameView.revision` when the button was made; None for a typed command.
        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: unknown, another's, ended, moved on.
        :raises CannotUndo: agreed otherwise, nothing to take back, or asked already.
        """
        return await self._write(self._undo, actor, game_id, revision)

    async def possible(self, actor: Actor, game_id: int) -> Undoable:
        """Say what `undo` would come to; raises as it does."""
        return await self._database.read(self._possible, actor, game_id)

    async def accept(self, actor: Actor, game_id: int, *, revision: int | None = None) -> Undone:
        """Let the opponent take the moves back.

        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: unknown, another's, ended, moved on.
        :raises CannotUndo: the opponent has not asked, or no longer.
        """
        return await self._write(self._accept, actor, game_id, revision)

    async def decline(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Let the moves stand; raises as `accept` does."""
        await self._database.read(self._replay, actor, game_id)
        return await self._database.write(self._decline, actor, game_id, revision)

    async def _write(
        self, use_case: UseCase, actor: Actor, game_id: int, revision: int | None
    ) -> Undone:
        await self._database.read(self._replay, actor, game_id)
        row, line, done = await self._database.write(use_case, actor, game_id, revision)
        self._lines.keep(row, line)
        return done

    async def _replay(self, tx: Transaction, actor: Actor, game_id: int) -> None:
        """Replay all that the use case needs first: other writers must not wait for that."""
        row = await existing_game(tx, game_id)
        seat = row.seat_of(actor.user_id)
        line = await self._lines.of(tx, row)
        begun = None if seat is None else line.begun[seat]
        for ply in {row.undo_to_ply, begun and begun[0]}:
            if ply is not None:
                await self._lines.of(tx, row, ply)

    async def _possible(self, tx: Transaction, actor: Actor, game_id: int) -> Undoable:
        row = await existing_game(tx, game_id)
        line = await self._lines.of(tx, row)
        reach = _reached(row, line, allowed_seat(row, actor, None))
        asks = not await self._is_free(tx, row, line, reach)
        return Undoable(game_view(row, line, actor.user_id), reach.unseen, not reach.alone, asks)

    async def _undo(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> Outcome:
        row = await existing_game(tx, game_id)
        line = await self._lines.of(tx, row)
        handled = await interactions.find(tx, actor.interaction_id)
        if handled is not None:
            game = game_view(row, line, actor.user_id)
            return row, line, Undone(game, (), asked=handled.action == ASK)
        seat = allowed_seat(row, actor, None)
        waits = line.position.seat_to_move != seat
        refuse_stale(row, revision, since_ply=line.turn_start.ply if waits else None)
        reach = _reached(row, line, seat)
        if await self._is_free(tx, row, line, reach):
            return await self._take_back(tx, actor, row, line, reach)
        return await self._ask(tx, actor, row, line, reach.to_ply)

    async def _is_free(
        self, tx: Transaction, row: GameRow, line: ReplayedGame, reach: Reach
    ) -> bool:
        if reach.unseen or row.engine_seat is not None:
            return True
        played_at = await games.played_at(tx, row.id, line.turn_start.ply - 1)
        return reach.alone and self._clock() - played_at <= FREE

    async def _ask(
        self, tx: Transaction, actor: Actor, row: GameRow, line: ReplayedGame, to_ply: int
    ) -> Outcome:
        now = self._clock()
        after = await games.change(
            tx, row, undo_seat=row.seat_of(actor.user_id), undo_to_ply=to_ply
        )
        await record_action(tx, actor, ASK, row, after, now)
        await announce(tx, _as_both_see(after, line), OutboxKind.UNDO_REQUEST, now)
        asked = Undone(
            game_view(after, line, actor.user_id), _texts(line, _told(line, to_ply)), asked=True
        )
        return after, line, asked

    async def _take_back(
        self, tx: Transaction, actor: Actor, row: GameRow, line: ReplayedGame, reach: Reach
    ) -> Outcome:
        now = self._clock()
        before = await self._lines.of(tx, row, reach.to_ply)
        changed = columns_of(before)
        del changed["ply"]
        if reach.unseen:  # no news to anybody else, so a request stays open, too
            changed |= games.undo_request_of(row)
        else:
            changed |= {
                "updated_at": now,
                "turn_revision": new_revision(reach.to_ply, row.undone + 1),
            }
        after = await games.take_back(tx, row, reach.to_ply, **changed)
        await record_action(tx, actor, "undo", row, after, now)
        await withdraw_messages(tx, row, reach.to_ply, now)
        seen = _told(line, reach.to_ply)
        taken = _texts(line, line.record.moves[reach.to_ply :] if reach.unseen else seen)
        if not reach.unseen:
            await announce(tx, after, OutboxKind.UNDONE, now, moves=list(taken), by=reach.seat)
        return after, before, Undone(game_view(after, before, actor.user_id), taken, asked=False)

    async def _accept(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> Outcome:
        row = await existing_game(tx, game_id)
        line = await self._lines.of(tx, row)
        if await interactions.find(tx, actor.interaction_id) is not None:
            return row, line, Undone(game_view(row, line, actor.user_id), (), asked=False)
        seat = _answering_seat(row, actor, revision)
        reach = Reach(1 - seat, _asked(row, seat))
        return await self._take_back(tx, actor, row, line, reach)

    async def _decline(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> GameView:
        row = await existing_game(tx, game_id)
        line = await self._lines.of(tx, row)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat = _answering_seat(row, actor, revision)
            _asked(row, seat)
            now = self._clock()
            asked, row = row, await games.change(tx, row)
            await record_action(tx, actor, "decline_undo", asked, row, now)
            told = _as_both_see(row, line)
            await announce(tx, told, OutboxKind.UNDO_DECLINED, now, by=1 - seat)
        return game_view(row, line, actor.user_id)


def _as_both_see(row: GameRow, line: ReplayedGame) -> GameRow:
    # what is told of it must not go with half a turn that is taken back
    return replace(row, ply=line.turn_start.ply)


def _answering_seat(row: GameRow, actor: Actor, revision: int | None) -> int:
    seat = allowed_seat(row, actor, None)
    refuse_older_turns(row, revision)
    return seat


def _reached(row: GameRow, line: ReplayedGame, seat: int) -> Reach:
    if not row.undo:
        raise CannotUndo(refusals.WITHOUT_UNDO)
    reach = _reach(line, seat)
    if reach is None:
        raise CannotUndo(refusals.NOTHING_TO_TAKE_BACK)
    if row.undo_seat == seat and not reach.unseen:
        raise CannotUndo(refusals.undo_asked_already(row.names[1 - seat]))
    return reach


def _asked(row: GameRow, seat: int) -> int:
    if row.undo_seat == 1 - seat and row.undo_to_ply is not None:
        return row.undo_to_ply
    if row.undo_seat == seat:
        raise CannotUndo(refusals.undo_asked_already(row.names[1 - seat]))
    raise CannotUndo(refusals.undo_not_asked(row.names[1 - seat]))


def _reach(line: ReplayedGame, seat: int) -> Reach | None:
    begun = line.begun[seat]
    if begun is None:
        return None
    ply, turn = begun
    at_hand = line.position.turn
    return Reach(seat, ply, alone=turn >= at_hand - 1, unseen=turn == at_hand)


def _told(line: ReplayedGame, to_ply: int) -> tuple[Move, ...]:
    """Return the moves that both have seen: not those of a turn that is half played."""
    return line.record.moves[to_ply : line.turn_start.ply]


def _texts(line: ReplayedGame, taken: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(format_move(move, line.position.topology) for move in taken)
