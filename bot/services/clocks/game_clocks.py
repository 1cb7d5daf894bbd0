"""What an action does to a game's clock, and to what is due."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.errors import OutOfTime
from bot.services.clocks.clock import Clock, Pace, started
from bot.services.clocks.due_dates import (
    ASLEEP_AFTER,
    CLOCK_DUE,
    CLOSED_AFTER,
    GAME_DUE,
    SLEEP_DUE,
    Due,
    due_of,
)
from bot.services.views import GameView
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    clocks,
    deadlines,
    games,
    notes,
    outages,
    outbox,
    revisions,
    servers,
    vacations,
)
from bot.store.tables.challenges import ChallengeRow
from bot.store.tables.clocks import ClockRow, ShownClock
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.outages import Outage, Part
from bot.store.tables.outbox_kinds import OutboxKind, Payload
from bot.store.tables.vacations import VacationRow

HEARTBEAT = "heartbeat"
# the bot was away when it has not noted for so long that it is there
GRACE = timedelta(minutes=2)
NOTICED = timedelta(minutes=10)  # a shorter outage is not worth changing each posted board
BETWEEN_BOARDS = timedelta(milliseconds=50)
# what one transaction corrects after an outage: it takes about 10 ms
DEADLINES_AT_ONCE = 200
IDS_AT_ONCE = 2000


def revision_of(row: GameRow, ply: int | None = None) -> int:
    """Return the name of a game's position, now or after `ply` moves, as views have it."""
    return revisions.revision_of(row.ply if ply is None else ply, row.undone, row.turn_revision)


async def begin_clock(
    tx: Transaction, row: GameRow, pace: Pace, at: datetime, *, strict: bool
) -> None:
    """Start the clock of a new game, or note when a game without one falls asleep."""
    if pace is Pace.NONE:
        await deadlines.put(tx, Due.ASLEEP, row.id, at + ASLEEP_AFTER)
        return
    assert row.seat_to_move is not None, "a new game is running"
    clock = started(pace, at, row.seat_to_move, strict=strict)
    if await stands(tx, row, at, strict=strict):
        clock = clock.paused(at)
    stored = ClockRow(row.id, pace, strict, *clock.left, clock.seat, clock.since)
    await clocks.add(tx, stored)
    await plan(tx, row, stored, clock, at)


async def follow(tx: Transaction, before: GameRow, after: GameRow, at: datetime) -> None:
    """Let the clock and what is due follow an action in a game; part of the same transaction.

    :raises OutOfTime: a move in a strict game came too late; nothing must be stored.
    """
    row = await clocks.find(tx, after.id)
    if row is None:
        await _follow_without(tx, before, after, at)
        return
    clock = await present_clock(tx, row, at)
    if clock.strict and clock.has_fallen(at) and after.ply > before.ply:
        raise OutOfTime(after.id)
    if after.status != RUNNING or after.seat_to_move is None:
        # the clock first, as everywhere: two that change both would wait for each other
        await store(tx, row, clock.paused(at))
        await deadlines.replace(tx, GAME_DUE, after.id, {})
    elif after.undone != before.undone and after.turn != before.turn:
        clock = clock.passed(at, after.seat_to_move)
        if before.turn - after.turn == 1:
            # else moving and taking it back, which needs nobody's consent, would gain time for ever
            clock = clock.returned(after.seat_to_move)
        await set_clock(tx, after, row, clock, at)
    elif after.turn != before.turn:  # half of one, played or taken back, changes nothing
        await set_clock(tx, after, row, clock.moved(at, after.seat_to_move), at)


async def set_clock(
    tx: Transaction, game: GameRow, row: ClockRow, clock: Clock, at: datetime
) -> ClockRow:
    """Store a running game's changed clock, and plan what is due by it."""
    stored = await store(tx, row, clock)
    await deadlines.replace(tx, GAME_DUE, game.id, _due_by(game, stored, clock, at))
    return stored


async def store(tx: Transaction, row: ClockRow, clock: Clock) -> ClockRow:
    """Store a changed clock; what is due is left to others.

    :raises LostRace: when it has changed since it was read.
    """
    left0, left1 = clock.left
    return await clocks.change(
        tx, row, left0=left0, left1=left1, seat=clock.seat, since=clock.since
    )


async def plan(tx: Transaction, game: GameRow, row: ClockRow, clock: Clock, at: datetime) -> None:
    """Replace what is due by a clock; what is due because nobody moves stays."""
    await deadlines.replace(tx, CLOCK_DUE, game.id, _due_by(game, row, clock, at))


def _due_by(game: GameRow, row: ClockRow, clock: Clock, at: datetime) -> dict[str, datetime]:
    return due_of(
        clock,
        at,
        # by the turn: half of one may be taken back
        reminded=row.reminded_at == game.turn_revision,
        vacation_refused=row.no_vacation_at == game.turn_revision,
    )


async def let_sleep(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Note when a game falls asleep in which nothing follows by itself, if it is not noted yet."""
    if all([await deadlines.find(tx, kind, game.id) is None for kind in SLEEP_DUE]):
        await deadlines.put(tx, Due.ASLEEP, game.id, at + ASLEEP_AFTER)


async def leave_out_some(tx: Transaction, now: datetime) -> bool:
    """Leave a part of the earliest outage out of clocks, deadlines and open challenges.

    People may have played on during the outage, with another process or before it was noticed:
    what they made due is put off by the time since they did. It is a small part, because others
    wait for this transaction.

    :returns: whether anything may be left to do.
    """
    noted = await outages.read_to_change(tx)
    if not noted:
        return False
    outage, after = noted[0], noted[0].done_to
    last = max(await games.last_id(tx), await challenges.last_id(tx))
    if after >= last:
        await outages.finish_part(tx, noted, None)
        return len(noted) > 1
    up_to = await deadlines.end_of_part(tx, GAME_DUE, after, DEADLINES_AT_ONCE, IDS_AT_ONCE)
    part = Part(outage, up_to)
    await clocks.lock(tx, part)
    await deadlines.leave_out_with_clocks(tx, CLOCK_DUE, part)
    await deadlines.leave_out(tx, Due.ASLEEP, ASLEEP_AFTER, part)
    await deadlines.leave_out(tx, Due.CLOSE, CLOSED_AFTER, part)
    await clocks.leave_out(tx, part)
    await challenges.leave_out(tx, part)
    told = await _tell_clocks(tx, part, now) if outage.length >= NOTICED else 0
    await outages.finish_part(tx, noted, up_to, told)
    return True


async def _tell_clocks(tx: Transaction, part: Part, now: datetime) -> int:
    """Let posted boards show their clocks anew, a few a second; return how many."""
    shown, first = await clocks.shown(tx, part), part.outage.told
    rows = [
        clock_row(each, now, part.outage.end + number * BETWEEN_BOARDS)
        for number, each in enumerate(shown, first)
    ]
    await outbox.add(tx, *rows)
    return len(rows)


def clock_row(
    game: GameRow | ShownClock, at: datetime, due_at: datetime | None = None
) -> outbox.NewOutboxMessage:
    """Return the outbox row that lets the message of a turn show what has become of the clock."""
    location, turn = (game.guild_id, game.channel_id), Payload(turn=game.turn)
    return outbox.NewOutboxMessage(
        OutboxKind.CLOCK, *location, at, game.id, payload=turn, due_at=due_at
    )


async def vacation(tx: Transaction, at: datetime) -> Outage | None:
    """Return the time in which the bot was down until now, if that has not been noted yet."""
    seen = await last_heartbeat(tx)
    return None if seen is None or at - seen <= GRACE else Outage(seen, at)


async def has_run_out(tx: Transaction, row: ChallengeRow, at: datetime) -> bool:
    """Return whether the time of an open challenge is up; the bot was there when it passed."""
    if row.status != challenges.OPEN or row.expires_at > at:
        return False
    outage = await vacation(tx, at)
    return outage is None or row.expires_at < outage.start


async def present_clock(tx: Transaction, row: ClockRow, at: datetime) -> Clock:
    """Return a stored clock; when the bot has just come back, the time it was away is left out."""
    clock, outage = stored_clock(row), await vacation(tx, at)
    return clock if outage is None else clock.without(outage.start, outage.end)


async def is_time_up(tx: Transaction, row: ClockRow, at: datetime) -> bool:
    """Say whether a player's time is up and nothing follows by itself: the opponent decides."""
    if row.strict or not stored_clock(row).has_fallen(at):
        return False
    return (await present_clock(tx, row, at)).has_fallen(at)


def stored_clock(row: ClockRow) -> Clock:
    """Return a clock as it is stored."""
    return Clock(Pace(row.pace), row.strict, (row.left0, row.left1), row.seat, row.since)


async def last_heartbeat(tx: Transaction) -> datetime | None:
    """Return when the bot last noted that it is there."""
    text = await notes.read(tx, HEARTBEAT)
    return None if text is None else datetime.fromisoformat(text).astimezone(UTC)


async def stands(tx: Transaction, row: GameRow, at: datetime, *, strict: bool) -> bool:
    """Say whether a game's clocks stand: one of its players is away, or the bot from its server."""
    undeliverable = await is_undeliverable(tx, row.guild_id, row.created_at)
    return undeliverable or await is_any_player_on_vacation(tx, row, at, strict=strict)


async def is_any_player_on_vacation(
    tx: Transaction, row: GameRow, at: datetime, *, strict: bool
) -> bool:
    """Say whether one of a game's players is away, so that its clocks stand."""
    return any(
        [
            _covers(await vacations.present(tx, user_id, at), at, strict=strict)
            for user_id in set(row.players)
        ]
    )


async def is_undeliverable(tx: Transaction, guild_id: int | None, begun: datetime) -> bool:
    """Say whether the bot was removed from the server of a game after its beginning.

    What began there later is played by people who bring the bot along.
    """
    left_at = None if guild_id is None else await servers.left_at(tx, guild_id)
    return left_at is not None and begun <= left_at


def _covers(vacation: VacationRow | None, at: datetime, *, strict: bool) -> bool:
    if vacation is None:
        return False
    return at < (vacation.strict_ends_at if strict else vacation.ends_at)


async def _follow_without(tx: Transaction, before: GameRow, after: GameRow, at: datetime) -> None:
    if after.status != RUNNING:
        await deadlines.replace(tx, GAME_DUE, after.id, {})
    elif after.turn != before.turn:  # half of one is seen by nobody else
        await deadlines.replace(tx, GAME_DUE, after.id, {Due.ASLEEP: at + ASLEEP_AFTER})


async def with_clock(tx: Transaction, game: GameView, at: datetime) -> GameView:
    """Return the view of a game with its clock, if it is running and has one."""
    row = await clocks.find(tx, game.id)
    if row is None or game.result is not None:
        return game
    clock = stored_clock(row)
    undeliverable = clock.since is None and await is_undeliverable(
        tx, game.location.guild_id, game.created_at
    )
    time_is_up = await is_time_up(tx, row, at)
    return replace(game, clock=clock, undeliverable=undeliverable, time_is_up=time_is_up)
