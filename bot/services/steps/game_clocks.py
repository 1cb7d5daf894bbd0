"""Stored game clocks within a transaction: how actions and vacations change them."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors.refusals import OutOfTime
from bot.services.values.clocks.clock import Clock, Pace, started
from bot.services.values.clocks.due_dates import (
    ASLEEP_AFTER,
    CLOCK_DUE,
    GAME_DUE,
    SLEEP_DUE,
    BotDue,
    Due,
    clock_deadlines,
    reminder_at,
)
from bot.services.values.notifications.settings import reminder_choice
from bot.services.values.views import GameView
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    clocks,
    deadlines,
    outbox,
    players,
    revisions,
    servers,
    vacations,
)
from bot.store.tables.bot_time import bot_time_of, downtime_at, to_bot_time, to_wall_time
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.clocks import ClockRow, ShownClock
from bot.store.tables.deadlines import BotKind, Deadline
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import ClockChange
from bot.store.tables.schema import BotTime
from bot.store.tables.vacations import VacationRow

NOTICED = timedelta(minutes=10)  # shorter outages are not worth an edit of every posted board
BETWEEN_BOARDS = timedelta(milliseconds=50)
BOARDS_AT_ONCE = 20


def revision_of(row: GameRow, ply: int | None = None) -> int:
    """Return the revision of a game's current position, or of its position at `ply`."""
    return revisions.revision_of(row.ply if ply is None else ply, row.undone, row.turn_revision)


async def begin_clock(
    tx: Transaction,
    row: GameRow,
    pace: Pace,
    at: datetime,
    *,
    strict: bool,
    total: timedelta | None = None,
) -> None:
    """Start the clock of a new game; without a clock, plan its inactivity deadline.

    :param total: each player's time for the whole game; None means the time of the pace.
    """
    if pace is Pace.NONE:
        await deadlines.put(tx, BotDue.ASLEEP, row.id, await bot_time_of(tx, at + ASLEEP_AFTER, at))
        return
    assert row.seat_to_move is not None, "a new game is running"
    clock = started(pace, at, row.seat_to_move, strict=strict, total=total)
    if await is_clock_stopped(tx, row, at, strict=strict, pace=pace):
        clock = clock.paused(at)
    since = await _since(tx, clock, at)
    new = ClockRow(row.id, pace, strict, *clock.left, clock.seat, since)
    await clocks.add(tx, replace(new, turn0=clock.turn[0], turn1=clock.turn[1]))
    added = await clocks.find(tx, row.id)
    assert added is not None, "it has just been added"
    await plan_clock_deadlines(tx, row, added, clock, at)


async def update_clock(tx: Transaction, before: GameRow, after: GameRow, at: datetime) -> None:
    """Update the clock and the deadlines of a game after an action, in the same transaction.

    :raises OutOfTime: a move in a strict game is too late; the caller must store nothing.
    """
    await advance_clock(tx, await clocks.find(tx, after.id), before, after, at)


async def stop_clock(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Stop the clock of a game that has just ended, and delete its deadlines."""
    row = await clocks.find(tx, game.id)
    if row is not None:
        # clocks are locked before deadlines everywhere, to avoid deadlocks
        await store(tx, row, (await present_clock(tx, row, at)).paused(at), at)
    await deadlines.replace(tx, GAME_DUE, game.id, {})


async def advance_clock(
    tx: Transaction, row: ClockRow | None, before: GameRow, after: GameRow, at: datetime
) -> None:
    """Update a loaded clock after an action, or the inactivity deadline of a game without a clock.

    :param row: the loaded clock; None for a game without one.
    :raises OutOfTime: a move in a strict game is too late; the caller must store nothing.
    """
    if row is None:
        await _update_without_clock(tx, before, after, at)
        return
    clock = await present_clock(tx, row, at)
    if clock.strict and clock.has_fallen(at) and after.ply > before.ply:
        raise OutOfTime(after.id)
    if after.seat_to_move is None:
        return  # `stop_clock` follows
    if after.undone != before.undone and after.turn != before.turn:
        clock = clock.passed(at, after.seat_to_move)
        if before.turn - after.turn == 1:
            # otherwise a player could gain time by repeated moves and undos
            clock = clock.returned(after.seat_to_move)
        await set_clock(tx, after, row, clock, at)
    elif after.turn != before.turn:  # the first half of a turn does not count
        await set_clock(tx, after, row, clock.moved(at, after.seat_to_move), at)


async def set_clock(
    tx: Transaction, game: GameRow, row: ClockRow, clock: Clock, at: datetime
) -> ClockRow:
    """Store the changed clock of a game in progress and replace all its deadlines.

    :raises LostRace: the stored clock has changed since it was read.
    """
    stored = await store(tx, row, clock, at)
    await deadlines.replace(tx, GAME_DUE, game.id, await _due_by(tx, game, stored, clock, at))
    return stored


async def store(tx: Transaction, row: ClockRow, clock: Clock, at: datetime) -> ClockRow:
    """Store a changed clock, but not its deadlines; return the new row.

    :raises LostRace: the stored clock has changed since it was read.
    """
    (left0, left1), (turn0, turn1) = clock.left, clock.turn
    since = await _since(tx, clock, at)
    return await clocks.change(
        tx, row, left0=left0, left1=left1, turn0=turn0, turn1=turn1, seat=clock.seat, since=since
    )


async def _since(tx: Transaction, clock: Clock, at: datetime) -> BotTime | None:
    return None if clock.since is None else await bot_time_of(tx, clock.since, at)


async def plan_clock_deadlines(
    tx: Transaction, game: GameRow, row: ClockRow, clock: Clock, at: datetime
) -> None:
    """Replace the deadlines of a game's clock; keep its deadlines for inactivity."""
    await deadlines.replace(tx, CLOCK_DUE, game.id, await _due_by(tx, game, row, clock, at))


async def _due_by(
    tx: Transaction, game: GameRow, row: ClockRow, clock: Clock, at: datetime
) -> dict[BotKind, BotTime]:
    planned = clock_deadlines(
        clock,
        at,
        reminder_choice((row.settings0, row.settings1)[clock.seat] or {}),
        # turns are compared, because the first half of a turn may be undone
        reminded=row.reminded_at == game.turn_revision,
        vacation_refused=row.no_vacation_at == game.turn_revision,
    )
    downtime = await downtime_at(tx, at)
    return {kind: to_bot_time(moment, downtime) for kind, moment in planned.items()}


async def move_reminders(tx: Transaction, user_id: int, now: datetime) -> None:
    """Move a person's planned reminders after a change of settings.

    A reminder whose new time has passed is not sent in this turn.
    """
    choice = reminder_choice(await players.settings_of(tx, user_id))
    unreminded = await clocks.find_unreminded(tx, user_id, BotDue.FALL)
    if not unreminded:
        return
    # clocks are locked before deadlines everywhere, to avoid deadlocks
    await clocks.count_changes(tx, [each.game_id for each in unreminded])
    downtime = await downtime_at(tx, now)
    new: dict[int, BotTime | None] = {}
    for each in unreminded:
        moment = reminder_at(to_wall_time(each.ends_at, downtime), each.left, choice)
        new[each.game_id] = to_bot_time(moment, downtime) if moment > now else None
    await deadlines.replace_each(tx, BotDue.REMINDER, new)


async def plan_inactivity_deadline(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Plan the inactivity deadline of a game, unless it has one."""
    if all([await deadlines.find(tx, kind, game.id) is None for kind in SLEEP_DUE]):
        asleep_at = await bot_time_of(tx, at + ASLEEP_AFTER, at)
        await deadlines.put(tx, BotDue.ASLEEP, game.id, asleep_at)


async def begin_board_updates(tx: Transaction, now: datetime) -> None:
    """Plan to update the clocks in all posted turn messages, after an outage of the bot."""
    await deadlines.delete_all(tx, Due.BOARDS)
    await deadlines.put(tx, Due.BOARDS, 0, now)


async def update_some_boards(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Add messages that update a batch of posted clocks, and plan the next batch.

    :param deadline: its subject is the id of the last game updated so far.
    """
    shown = await clocks.find_shown(tx, deadline.subject, BOARDS_AT_ONCE)
    messages = [
        clock_message(each, now, now + number * BETWEEN_BOARDS) for number, each in enumerate(shown)
    ]
    await outbox.add(tx, *messages)
    if shown:
        await deadlines.put(tx, Due.BOARDS, shown[-1].id, now + len(shown) * BETWEEN_BOARDS)


def clock_message(
    game: GameRow | ShownClock, at: datetime, due_at: datetime | None = None
) -> outbox.NewOutboxMessage:
    """Return an outbox message that updates the clock in a turn message, due at once by default."""
    location, turn = (game.guild_id, game.channel_id), ClockChange(turn=game.turn)
    return outbox.NewOutboxMessage(
        OutboxKind.CLOCK, *location, at, game.id, payload=turn, due_at=due_at
    )


async def has_run_out(tx: Transaction, row: ChallengeRow, at: datetime) -> bool:
    """Return whether an open challenge has expired."""
    return row.status == challenges.OPEN and row.expires_at <= await bot_time_of(tx, at, at)


async def present_clock(tx: Transaction, row: ClockRow, at: datetime) -> Clock:
    """Return a stored clock in wall time; the row has the bot's own time, which omits outages."""
    since = None if row.since is None else to_wall_time(row.since, await downtime_at(tx, at))
    turn = (row.turn0, row.turn1)
    return Clock(Pace(row.pace), row.strict, (row.left0, row.left1), row.seat, since, turn)


async def games_with_time_up(
    tx: Transaction, rows: Iterable[ClockRow], at: datetime
) -> frozenset[int]:
    """Return the ids of non-strict games in which the time of the player to move is up.

    In such a game, the opponent may claim the win.
    """
    gentle = [row for row in rows if not row.strict]
    return frozenset(
        [row.game_id for row in gentle if (await present_clock(tx, row, at)).has_fallen(at)]
    )


async def is_clock_stopped(
    tx: Transaction, row: GameRow, at: datetime, *, strict: bool, pace: Pace = Pace.NONE
) -> bool:
    """Return whether a game's clock must pause: for a vacation, or because the bot was removed.

    Vacations do not pause a clock of the pace SEASON.
    """
    if await is_undeliverable(tx, row.guild_id, row.created_at):
        return True
    stops = pace is not Pace.SEASON
    return stops and await is_any_player_on_vacation(tx, row, at, strict=strict)


async def is_any_player_on_vacation(
    tx: Transaction, row: GameRow, at: datetime, *, strict: bool
) -> bool:
    """Return whether a player of the game is on a vacation that pauses its clock.

    :param strict: whether the game has strict time, which pauses only within the yearly allowance.
    """
    return any(
        [
            _is_paused_by(await vacations.find_current(tx, user_id, at), at, strict=strict)
            for user_id in set(row.players)
        ]
    )


async def is_undeliverable(tx: Transaction, guild_id: int | None, begun: datetime) -> bool:
    """Return whether the bot was removed from the server of a game after the game began.

    Games that began later are played through a user install and are not affected.
    """
    left_at = None if guild_id is None else await servers.left_at(tx, guild_id)
    return left_at is not None and begun <= left_at


def _is_paused_by(vacation: VacationRow | None, at: datetime, *, strict: bool) -> bool:
    # an automatic vacation only prevents losses on time
    if vacation is None or (vacation.automatic and not strict):
        return False
    return at < (vacation.strict_ends_at if strict else vacation.ends_at)


async def _update_without_clock(
    tx: Transaction, before: GameRow, after: GameRow, at: datetime
) -> None:
    # the first half of a turn does not count
    if after.status == RUNNING and after.turn != before.turn:
        asleep_at = await bot_time_of(tx, at + ASLEEP_AFTER, at)
        await deadlines.replace(tx, GAME_DUE, after.id, {BotDue.ASLEEP: asleep_at})


async def with_clock(tx: Transaction, game: GameView, at: datetime) -> GameView:
    """Add the clock of a game in progress to its view; a game without a clock stays the same."""
    return await with_read_clock(tx, game, await clocks.find(tx, game.id), at)


async def with_read_clock(
    tx: Transaction, game: GameView, row: ClockRow | None, at: datetime
) -> GameView:
    """Add an already loaded clock to the view of a game in progress; None means no clock."""
    if row is None or game.result is not None:
        return game
    clock = await present_clock(tx, row, at)
    undeliverable = clock.since is None and await is_undeliverable(
        tx, game.location.guild_id, game.created_at
    )
    time_is_up = not clock.strict and clock.has_fallen(at)
    return replace(game, clock=clock, undeliverable=undeliverable, time_is_up=time_is_up)
