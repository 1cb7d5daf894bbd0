"""Stored game clocks within a transaction: how actions, vacations and outages change them."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.errors.refusals import OutOfTime
from bot.services.steps.standing_offers import OFFER_LIFE
from bot.services.values.clocks.clock import Clock, Pace, started
from bot.services.values.clocks.due_dates import (
    ASLEEP_AFTER,
    CLOCK_DUE,
    CLOSED_AFTER,
    GAME_DUE,
    SLEEP_DUE,
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
    games,
    key_values,
    lobby,
    outages,
    outbox,
    players,
    revisions,
    servers,
    vacations,
)
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.clocks import ClockRow, ShownClock
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.key_values import HEARTBEAT
from bot.store.tables.outages import Outage, OutageBatch
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import ClockChange
from bot.store.tables.vacations import VacationRow

# without a heartbeat for this long, the bot was down
GRACE = timedelta(minutes=2)
NOTICED = timedelta(minutes=10)  # shorter outages are not worth an edit of every posted board
BETWEEN_BOARDS = timedelta(milliseconds=50)
# games corrected by one transaction after an outage; this takes about 10 ms
DEADLINES_AT_ONCE = 200
IDS_AT_ONCE = 2000


def revision_of(row: GameRow, ply: int | None = None) -> int:
    """Return the revision of a game's current position, or of its position at `ply`."""
    return revisions.revision_of(row.ply if ply is None else ply, row.undone, row.turn_revision)


async def begin_clock(
    tx: Transaction, row: GameRow, pace: Pace, at: datetime, *, strict: bool
) -> None:
    """Start the clock of a new game; without a clock, plan its inactivity deadline."""
    if pace is Pace.NONE:
        await deadlines.put(tx, Due.ASLEEP, row.id, at + ASLEEP_AFTER)
        return
    assert row.seat_to_move is not None, "a new game is running"
    clock = started(pace, at, row.seat_to_move, strict=strict)
    if await is_clock_stopped(tx, row, at, strict=strict):
        clock = clock.paused(at)
    stored = ClockRow(row.id, pace, strict, *clock.left, clock.seat, clock.since)
    await clocks.add(tx, stored)
    added = await clocks.find(tx, row.id)
    assert added is not None, "it has just been added"
    await plan_clock_deadlines(tx, row, added, clock, at)


async def update_clock(tx: Transaction, before: GameRow, after: GameRow, at: datetime) -> None:
    """Update the clock and the deadlines of a game after an action, in the same transaction.

    :raises OutOfTime: a move in a strict game is too late; the caller must store nothing.
    """
    row = await clocks.find(tx, after.id)
    outage = None if row is None else await current_outage(tx, at)
    await advance_clock(tx, row, outage, before, after, at)


async def stop_clock(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Stop the clock of a game that has just ended, and delete its deadlines."""
    row = await clocks.find(tx, game.id)
    if row is not None:
        # clocks are locked before deadlines everywhere, to avoid deadlocks
        await store(tx, row, (await present_clock(tx, row, at)).paused(at))
    await deadlines.replace(tx, GAME_DUE, game.id, {})


async def advance_clock(
    tx: Transaction,
    row: ClockRow | None,
    outage: Outage | None,
    before: GameRow,
    after: GameRow,
    at: datetime,
) -> None:
    """Update a loaded clock, or the deadline of a game without one.

    :param outage: the outage that has lasted until now, None if the bot was running.
    :raises OutOfTime: a move in a strict game is too late; the caller must store nothing.
    """
    if row is None:
        await _update_without_clock(tx, before, after, at)
        return
    clock = _without_outage(stored_clock(row), outage)
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
    """Store the changed clock of a game in progress and replace all its deadlines."""
    stored = await store(tx, row, clock)
    await deadlines.replace(tx, GAME_DUE, game.id, _due_by(game, stored, clock, at))
    return stored


async def store(tx: Transaction, row: ClockRow, clock: Clock) -> ClockRow:
    """Store a changed clock, but not its deadlines.

    :raises LostRace: the stored clock has changed since it was read.
    """
    left0, left1 = clock.left
    return await clocks.change(
        tx, row, left0=left0, left1=left1, seat=clock.seat, since=clock.since
    )


async def plan_clock_deadlines(
    tx: Transaction, game: GameRow, row: ClockRow, clock: Clock, at: datetime
) -> None:
    """Replace the deadlines of a clock; keep inactivity deadlines."""
    await deadlines.replace(tx, CLOCK_DUE, game.id, _due_by(game, row, clock, at))


def _due_by(game: GameRow, row: ClockRow, clock: Clock, at: datetime) -> dict[str, datetime]:
    return clock_deadlines(
        clock,
        at,
        reminder_choice((row.settings0, row.settings1)[clock.seat] or {}),
        # turns are compared, because the first half of a turn may be undone
        reminded=row.reminded_at == game.turn_revision,
        vacation_refused=row.no_vacation_at == game.turn_revision,
    )


async def move_reminders(tx: Transaction, user_id: int, now: datetime) -> None:
    """Move a person's planned reminders after a change of settings.

    A reminder whose new time has passed is not sent in this turn.
    """
    choice = reminder_choice(await players.settings_of(tx, user_id))
    unreminded = await clocks.find_unreminded(tx, user_id, Due.FALL)
    if not unreminded:
        return
    moments = {each.game_id: reminder_at(each.ends_at, each.left, choice) for each in unreminded}
    # clocks are locked before deadlines everywhere, to avoid deadlocks
    await clocks.count_changes(tx, list(moments))
    new = {game_id: moment if moment > now else None for game_id, moment in moments.items()}
    await deadlines.replace_each(tx, Due.REMINDER, new)


async def plan_inactivity_deadline(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Plan the inactivity deadline of a game, unless it has one."""
    if all([await deadlines.find(tx, kind, game.id) is None for kind in SLEEP_DUE]):
        await deadlines.put(tx, Due.ASLEEP, game.id, at + ASLEEP_AFTER)


async def exclude_part_of_outage(tx: Transaction, now: datetime) -> bool:
    """Exclude the earliest outage from some clocks, deadlines, open challenges and offers.

    Players may have moved during the outage, through another process or before it was noticed. Then
    the deadline is postponed only by the part of the outage after the move. Each call corrects a
    limited number of games, because other transactions wait for this one.

    :returns: whether more games may need correction.
    """
    noted = await outages.read_for_update(tx)
    if not noted:
        return False
    outage, after = noted[0], noted[0].done_to
    last = max([await each.last_id(tx) for each in (games, challenges, lobby)])
    if after >= last:
        await outages.finish_batch(tx, noted, None)
        return len(noted) > 1
    up_to = await deadlines.end_of_batch(tx, GAME_DUE, after, DEADLINES_AT_ONCE, IDS_AT_ONCE)
    part = OutageBatch(outage, up_to)
    await clocks.lock(tx, part)
    await deadlines.exclude_outage_with_clocks(tx, CLOCK_DUE, part)
    await deadlines.exclude_outage(tx, Due.ASLEEP, ASLEEP_AFTER, part)
    await deadlines.exclude_outage(tx, Due.CLOSE, CLOSED_AFTER, part)
    await clocks.exclude_outage(tx, part)
    await challenges.exclude_outage(tx, part)
    await lobby.exclude_outage(tx, OFFER_LIFE, part)
    updated = await _update_posted_clocks(tx, part, now) if outage.length >= NOTICED else 0
    await outages.finish_batch(tx, noted, up_to, updated)
    return True


async def _update_posted_clocks(tx: Transaction, part: OutageBatch, now: datetime) -> int:
    """Add messages that update posted clocks, spread over time; return their number."""
    shown, first = await clocks.find_shown(tx, part), part.outage.updates
    messages = [
        clock_message(each, now, part.outage.end + number * BETWEEN_BOARDS)
        for number, each in enumerate(shown, first)
    ]
    await outbox.add(tx, *messages)
    return len(messages)


def clock_message(
    game: GameRow | ShownClock, at: datetime, due_at: datetime | None = None
) -> outbox.NewOutboxMessage:
    """Return an outbox message that updates the clock in a turn message."""
    location, turn = (game.guild_id, game.channel_id), ClockChange(turn=game.turn)
    return outbox.NewOutboxMessage(
        OutboxKind.CLOCK, *location, at, game.id, payload=turn, due_at=due_at
    )


async def current_outage(tx: Transaction, at: datetime) -> Outage | None:
    """Return the outage that lasts until now and is not stored yet, or None."""
    return outage_since(await key_values.read(tx, HEARTBEAT), at)


def outage_since(heartbeat: str | None, at: datetime) -> Outage | None:
    """Return the outage since the stored heartbeat; None if that is recent."""
    seen = _moment_of(heartbeat)
    return None if seen is None or at - seen <= GRACE else Outage(seen, at)


async def has_run_out(tx: Transaction, row: ChallengeRow, at: datetime) -> bool:
    """Return whether an open challenge expired before the current outage, if any."""
    if row.status != challenges.OPEN or row.expires_at > at:
        return False
    outage = await current_outage(tx, at)
    return outage is None or row.expires_at < outage.start


async def present_clock(tx: Transaction, row: ClockRow, at: datetime) -> Clock:
    """Return a stored clock with the current outage, if any, excluded."""
    return _without_outage(stored_clock(row), await current_outage(tx, at))


def _without_outage(clock: Clock, outage: Outage | None) -> Clock:
    return clock if outage is None else clock.without(outage.start, outage.end)


async def is_time_up(tx: Transaction, row: ClockRow, at: datetime) -> bool:
    """Return whether time is up in a non-strict game, so that the opponent decides."""
    return row.game_id in await games_with_time_up(tx, (row,), at)


async def games_with_time_up(
    tx: Transaction, rows: Iterable[ClockRow], at: datetime
) -> frozenset[int]:
    """Return the ids of the games in which time is up (see `is_time_up`)."""
    fallen = [row for row in rows if not row.strict and stored_clock(row).has_fallen(at)]
    if not fallen:
        return frozenset()
    outage = await current_outage(tx, at)
    return frozenset(
        row.game_id for row in fallen if _without_outage(stored_clock(row), outage).has_fallen(at)
    )


def stored_clock(row: ClockRow) -> Clock:
    """Convert a stored clock to a `Clock`, ignoring outages."""
    return Clock(Pace(row.pace), row.strict, (row.left0, row.left1), row.seat, row.since)


def _moment_of(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).astimezone(UTC)


async def is_clock_stopped(tx: Transaction, row: GameRow, at: datetime, *, strict: bool) -> bool:
    """Return whether a game's clock must pause, for a vacation or because it is undeliverable."""
    undeliverable = await is_undeliverable(tx, row.guild_id, row.created_at)
    return undeliverable or await is_any_player_on_vacation(tx, row, at, strict=strict)


async def is_any_player_on_vacation(
    tx: Transaction, row: GameRow, at: datetime, *, strict: bool
) -> bool:
    """Return whether a player of the game is on a vacation that pauses its clock."""
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
        await deadlines.replace(tx, GAME_DUE, after.id, {Due.ASLEEP: at + ASLEEP_AFTER})


async def with_clock(tx: Transaction, game: GameView, at: datetime) -> GameView:
    """Return the view of a game with its clock, if it is in progress and has one."""
    return await with_read_clock(tx, game, await clocks.find(tx, game.id), at)


async def with_read_clock(
    tx: Transaction, game: GameView, row: ClockRow | None, at: datetime
) -> GameView:
    """Return the view of a game with its clock from a loaded row; None means no clock."""
    if row is None or game.result is not None:
        return game
    clock = stored_clock(row)
    undeliverable = clock.since is None and await is_undeliverable(
        tx, game.location.guild_id, game.created_at
    )
    time_is_up = await is_time_up(tx, row, at)
    return replace(game, clock=clock, undeliverable=undeliverable, time_is_up=time_is_up)
