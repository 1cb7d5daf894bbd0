"""The begin and end of every action in a game: may this person act, and who is to be told."""

from datetime import datetime
from typing import Any, Unpack

from bot.errors import GameOver, NoSuchGame, StaleButton
from bot.services.clocks.due_dates import Due
from bot.services.clocks.game_clocks import clock_message, revision_of, update_clock
from bot.services.games.replay_cache import ReplayedGame
from bot.services.games.visibility import seat_in
from bot.services.notifications.creation import add_notifications_for
from bot.services.view_builder import result_of
from bot.services.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, games, interactions, outbox, players, vacations
from bot.store.tables.games import GameRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind, Payload


async def existing_game(tx: Transaction, game_id: int) -> GameRow:
    """Return a game.

    :raises NoSuchGame: there is none of that number.
    """
    row = await games.find(tx, game_id)
    if row is None:
        raise NoSuchGame(str(game_id))
    return row


def allowed_seat(row: GameRow, actor: Actor, revision: int | None) -> int:
    """Return the seat of somebody who may act in a game now.

    :param revision: that of the position for which a button was made, None for a typed command.
    :raises NotYourGame, NoSuchGame, GameOver, StaleButton: another's, unknown, ended, moved on.
    """
    seat = seat_in(row, actor)
    refuse_over(row)
    refuse_stale(row, revision)
    return seat


def refuse_over(row: GameRow) -> None:
    """Refuse an action in a game that has ended.

    :raises GameOver: with how.
    """
    ended = result_of(row)
    if ended is not None:
        winner = None if ended.winner_seat is None else row.names[ended.winner_seat]
        raise GameOver(row.id, ended.sentence, winner)


def refuse_stale(row: GameRow, revision: int | None, *, since_ply: int | None = None) -> None:
    """Refuse a button that was made for another position; `revision` is None for a typed command.

    :param since_ply: buttons made from this ply on will do, None: only those for the present one.
    :raises StaleButton: the game has moved on.
    """
    now_at = revision_of(row)
    # not `turn_revision`: in games from before migration 0011 it may not mark the start of a turn
    first = now_at if since_ply is None else revision_of(row, since_ply)
    if revision is not None and not first <= revision <= now_at:
        raise StaleButton(row.id)


def refuse_older_turns(row: GameRow, revision: int | None) -> None:
    """Refuse a button that was made for another turn; `revision` is None for a typed command.

    It serves for the whole turn, even if half of it has been played or taken back since.

    :raises StaleButton: the game has moved on.
    """
    if revision is not None and revision < row.turn_revision:
        raise StaleButton(row.id)


def columns_of(line: ReplayedGame) -> dict[str, Any]:
    """Return what the row of a game says about the line it stores."""
    position = line.position
    values: dict[str, Any] = {"ply": position.ply, "turn": position.turn}
    outcome = position.outcome()
    if outcome is None:
        return values | {"seat_to_move": position.seat_to_move}
    winner = outcome.winner
    seat = None if winner is None else [position.colour_of(0), position.colour_of(1)].index(winner)
    over = {"status": games.FINISHED, "seat_to_move": None, "winner_seat": seat}
    return values | over | {"ending": outcome.ending.value}


async def is_first(tx: Transaction, actor: Actor, action: str, at: datetime) -> bool:
    """Note that an interaction does something outside games; False when it has done so already.

    PostgreSQL may commit a transaction whose answer is lost with the connection: then it is run
    again, and what it has done must be neither undone nor refused.
    """
    if await interactions.find(tx, actor.interaction_id) is not None:
        return False
    done = InteractionRow(actor.interaction_id, actor.user_id, action, at)
    await interactions.add(tx, done)
    return True


async def record_action(
    tx: Transaction, actor: Actor, action: str, before: GameRow, after: GameRow, at: datetime
) -> None:
    """Store what an interaction did in a game, and the name of who did it; clocks follow.

    :raises OutOfTime: it is a move, and came too late.
    """
    seat = before.seat_of(actor.user_id)
    # the row of the game says what their names are: most deeds need no look at the players
    if seat is None or before.names[seat] != actor.name:
        await players.remember(tx, actor.user_id, actor.name, at)
    await update_clock(tx, before, after, at)
    await _here_again(tx, actor.user_id, at)
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


async def _here_again(tx: Transaction, user_id: int, at: datetime) -> None:
    """Whoever does something is not away: a vacation that began by itself is over."""
    vacation = await vacations.find_current(tx, user_id, at)
    if vacation is not None and vacation.automatic:
        await vacations.end(tx, vacation, at)
        await deadlines.put(tx, Due.BACK, user_id, at)


async def announce_clock(tx: Transaction, row: GameRow, at: datetime) -> None:
    """Let the message of the present turn show what has become of the clock meanwhile."""
    await outbox.add(tx, clock_message(row, at))


async def announce(
    tx: Transaction, row: GameRow, kind: OutboxKind, at: datetime, **payload: Unpack[Payload]
) -> None:
    """Add the outbox row that tells a game's place how it stands, and letters where it needs them.

    None for a turn after which the bot itself is to move: its own turn will tell.
    """
    bot_moves = row.engine_seat is not None and row.seat_to_move == row.engine_seat
    if kind is OutboxKind.TURN and bot_moves:
        return
    await outbox.add(
        tx,
        outbox.NewOutboxMessage(
            kind,
            row.guild_id,
            row.channel_id,
            at,
            game_id=row.id,
            ply=row.ply,
            payload=payload,
        ),
    )
    await add_notifications_for(tx, kind, row, at, **payload)
