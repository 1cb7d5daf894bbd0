"""Steps common to all actions in a game: permission checks, bookkeeping, announcements."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.errors.refusals import GameOver, NoSuchGame, StaleButton
from bot.services.steps.game_clocks import (
    advance_clock,
    clock_message,
    present_clock,
    revision_of,
)
from bot.services.steps.notification_creation import add_notifications_for
from bot.services.steps.visibility import seat_in
from bot.services.values.clocks.due_dates import Due
from bot.services.values.games.replay_cache import Cut, ReplayedGame
from bot.services.values.view_builder import TIMED_OUT, result_of, seats
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import (
    clocks,
    deadlines,
    game_reads,
    games,
    interactions,
    outbox,
    players,
    vacations,
)
from bot.store.tables.game_reads import ActionState
from bot.store.tables.games import GameRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import NO_DATA, Payload


async def existing_game(tx: Transaction, game_id: int) -> GameRow:
    """Return a game by its number.

    :raises NoSuchGame: no game has that number.
    """
    row = await games.find(tx, game_id)
    if row is None:
        raise NoSuchGame(str(game_id))
    return row


def allowed_seat(row: GameRow, actor: Actor, revision: int | None) -> int:
    """Return the seat of a person who may act in a game now.

    :param revision: the revision in the id of the pressed button, None for a typed command.
    :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
    :raises GameOver, StaleButton: the game is over, or has changed since.
    """
    seat = seat_in(row, actor)
    refuse_over(row)
    refuse_stale(row, revision)
    return seat


def refuse_over(row: GameRow) -> None:
    """Refuse an action in a finished game.

    :raises GameOver: the game has ended; the error says how.
    """
    ended = result_of(row)
    if ended is not None:
        winner = None if ended.winner_seat is None else seats(row)[ended.winner_seat].name
        raise GameOver(row.id, ended.sentence, winner)


async def refuse_out_of_time(tx: Transaction, row: GameRow, at: datetime) -> None:
    """Refuse to end a strict game whose time is up, but whose deadline is not handled yet.

    :raises GameOver: the player to move loses on time.
    """
    stored = await clocks.find(tx, row.id)
    if stored is None or not stored.strict:
        return
    clock = await present_clock(tx, stored, at)
    if clock.has_fallen(at):
        refuse_over(replace(row, ending=TIMED_OUT, winner_seat=1 - clock.seat))


def refuse_stale(row: GameRow, revision: int | None, *, within_turn: bool = False) -> None:
    """Refuse a button that was made for another position of the game.

    :param revision: the revision in the id of the pressed button, None for a typed command.
    :param within_turn: whether to accept a button of any position of the current turn.
    :raises StaleButton: the game has changed since.
    """
    current = revision_of(row)
    first = row.turn_revision if within_turn else current
    if revision is not None and not first <= revision <= current:
        raise StaleButton(row.id)


def refuse_older_turns(row: GameRow, revision: int | None) -> None:
    """Refuse a button that was made for an earlier turn of the game.

    A button remains valid for its whole turn, even after half of the turn is played or undone.

    :param revision: the revision in the id of the pressed button, None for a typed command.
    :raises StaleButton: the turn is over.
    """
    if revision is not None and revision < row.turn_revision:
        raise StaleButton(row.id)


def answering_seat(row: GameRow, actor: Actor, revision: int | None) -> int:
    """Return the seat of a person who may act in a game during the turn of the pressed button.

    :param revision: the revision in the id of the pressed button, None for a typed command.
    :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
    :raises GameOver, StaleButton: the game or the turn is over.
    """
    seat = allowed_seat(row, actor, None)
    refuse_older_turns(row, revision)
    return seat


def at_turn_start(row: GameRow, replayed: ReplayedGame) -> GameRow:
    """Return a game with `ply` set back to the start of the present turn.

    Requests and responses are announced for that ply, so that their messages stay valid when half
    a turn is undone.
    """
    return replace(row, ply=replayed.turn_start.ply)


def position_columns(replayed: ReplayedGame) -> dict[str, Any]:
    """Return the values of the columns of `games` that the position determines, by name."""
    position, cut = replayed.position, replayed.largest_cut
    values: dict[str, Any] = {"ply": position.ply, "turn": position.turn, **cut_columns(cut)}
    outcome = position.outcome()
    if outcome is None:
        return values | {"seat_to_move": position.seat_to_move}
    winner = outcome.winner
    seat = None if winner is None else [position.colour_of(0), position.colour_of(1)].index(winner)
    over = {"status": games.FINISHED, "seat_to_move": None, "winner_seat": seat}
    return values | over | {"ending": outcome.ending.value}


def cut_columns(cut: Cut | None) -> dict[str, int | None]:
    """Return the values of the columns of `games` that describe the largest cut, by column name.

    A cut is a turn that takes stones; without one, all values are None.
    """
    if cut is None:
        return {"largest_cut": None, "cut_seat": None, "cut_ply": None}
    return {"largest_cut": cut.stones, "cut_seat": cut.seat, "cut_ply": cut.ply}


async def record_once(tx: Transaction, actor: Actor, action: str, at: datetime) -> bool:
    """Record an interaction that belongs to no game; return False if it was recorded before.

    PostgreSQL may commit a transaction although the connection breaks before the response. The
    transaction then runs again, and the second run must neither fail nor undo the first.
    """
    if await interactions.find(tx, actor.interaction_id) is not None:
        return False
    done = InteractionRow(actor.interaction_id, actor.user_id, action, at)
    await interactions.add(tx, done)
    return True


async def record_game_action(
    tx: Transaction, actor: Actor, action: str, game_id: int, at: datetime
) -> None:
    """Record the interaction that began a game."""
    done = InteractionRow(actor.interaction_id, actor.user_id, action, at, game_id)
    await interactions.add(tx, done)


async def action_state(tx: Transaction, actor: Actor, game_id: int, at: datetime) -> ActionState:
    """Load the game, the clock and all other data that a person's action in a game depends on.

    :raises NoSuchGame: no game has that number.
    """
    about = (game_id, actor.user_id, actor.interaction_id)
    state = await game_reads.find_for_action(tx, *about, at)
    if state is None:
        raise NoSuchGame(str(game_id))
    return state


async def record_action(
    tx: Transaction, actor: Actor, action: str, before: GameRow, after: GameRow, at: datetime
) -> None:
    """Record an action in a game; update the actor's name, the clock and its deadlines.

    If the actor is on an automatic vacation, the vacation ends.

    :raises OutOfTime: a move in a strict game is too late.
    """
    state = await action_state(tx, actor, before.id, at)
    await record_action_from(tx, actor, action, replace(state, game=before), after, at)


async def record_action_from(
    tx: Transaction, actor: Actor, action: str, state: ActionState, after: GameRow, at: datetime
) -> None:
    """Record an action like `record_action`, with the data already loaded.

    :raises OutOfTime: a move in a strict game is too late.
    """
    before, vacation = state.game, state.vacation
    seat = before.seat_of(actor.user_id)
    # the game's row holds the players' names, so most actions skip the players table
    if seat is None or before.names[seat] != actor.name:
        await players.remember(tx, actor.user_id, actor.name, at)
    await advance_clock(tx, state.clock, before, after, at)
    if vacation is not None and vacation.automatic:
        await vacations.end(tx, vacation, at)
        await deadlines.put(tx, Due.BACK, actor.user_id, at)
    done = InteractionRow(
        actor.interaction_id,
        actor.user_id,
        action,
        at,
        game_id=after.id,
        from_ply=before.ply,
        to_ply=after.ply,
    )
    await interactions.add(tx, done)


async def add_clock_message(tx: Transaction, row: GameRow, at: datetime) -> None:
    """Add the outbox message that updates the clock in the message of the current turn."""
    await outbox.add(tx, clock_message(row, at))


async def add_outbox_message(
    tx: Transaction, row: GameRow, kind: OutboxKind, at: datetime, payload: Payload = NO_DATA
) -> None:
    """Add an outbox message about a game, and in user-install channels its notifications.

    A turn before the engine's move is not announced, because the message of the engine's turn shows
    it.
    """
    engine_moves = row.engine_seat is not None and row.seat_to_move == row.engine_seat
    if kind is OutboxKind.TURN and engine_moves:
        return
    message = outbox.NewOutboxMessage(
        kind, row.guild_id, row.channel_id, at, game_id=row.id, ply=row.ply, payload=payload
    )
    # a game's first message may open a thread, and without a channel a notification takes its place
    follows = row.turn_message_id is not None and row.channel_id != NO_CHANNEL
    add = outbox.add_turn if kind is OutboxKind.TURN and follows else outbox.add
    await add(tx, message)
    await add_notifications_for(tx, kind, row, at, payload)
