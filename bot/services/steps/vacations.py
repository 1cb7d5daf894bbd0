"""Start and end of vacations within a transaction: clocks, yearly allowance, notifications.

A vacation pauses games without strict time until it ends. Strict games are paused only for the
days of the yearly allowance. An automatic vacation pauses strict games only, and holds back no
notifications.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.services.steps.game_actions import add_clock_message
from bot.services.steps.game_clocks import (
    is_any_player_on_vacation,
    is_undeliverable,
    plan_clock_deadlines,
    present_clock,
    revision_of,
    store,
)
from bot.services.steps.notification_settings import (
    choose_location,
    remind,
    reschedule_notifications,
    vacation_until,
)
from bot.services.values.clocks.due_dates import CLOCK_DUE, Due
from bot.store.engine.database import Transaction
from bot.store.tables import (
    clocks,
    deadlines,
    game_lists,
    games,
    outbox,
    outbox_queries,
    turn_notifications,
    vacations,
)
from bot.store.tables.clocks import ClockRow
from bot.store.tables.deadlines import WallKind
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.payloads import Away
from bot.store.tables.vacations import NewVacation, VacationRow

ALLOWANCE = timedelta(days=20)  # for paused strict games, per person and calendar year (UTC)


async def begin_vacation(
    tx: Transaction,
    user_id: int,
    now: datetime,
    until: datetime,
    *,
    automatic: bool,
    again: bool = False,
) -> None:
    """Start a vacation, pause the clocks and notify the opponents.

    :param again: the person was on vacation until now. Opponents who already know the dates are not
        notified again.
    """
    plays_strict = bool(await strict_clocks(tx, user_id))
    strict_until = await end_of_allowance(tx, user_id, now, until) if plays_strict else now
    vacation = NewVacation(user_id, now, until, strict_until, automatic)
    await vacations.add(tx, vacation)
    back: dict[WallKind, datetime] = {Due.BACK: until}
    if plays_strict and strict_until < until:
        back[Due.STRICT_BACK] = strict_until
    await deadlines.replace(tx, (Due.BACK, Due.STRICT_BACK), user_id, back)
    await pause_or_resume_clocks(tx, user_id, now)
    await reschedule_notifications(tx, user_id, now)
    for opponent, notification in await _to_opponents(tx, vacation, now):
        about = Away.of(notification)
        if not (again and await _is_notified(tx, opponent, about, now)):
            await outbox.add(tx, notification)


async def strict_clocks(tx: Transaction, user_id: int) -> list[ClockRow]:
    """Return the clocks of a person's strict games that vacations can pause.

    League games are left out, because no vacation pauses them.
    """
    found = await clocks.find_of_player(tx, user_id)
    return [each for each in found if each.strict and each.stops_for_vacations]


async def cover_strict_games(tx: Transaction, people: Iterable[int], now: datetime) -> None:
    """Pause the strict games of people who are on vacation and have allowance left.

    This is needed when a strict game begins during a vacation, and when a new year brings new
    allowance.
    """
    for user_id in people:
        vacation = await vacations.find_current(tx, user_id, now)
        if vacation is None or vacation.strict_ends_at > now:
            continue
        until = await end_of_allowance(tx, user_id, now, vacation.ends_at)
        # with no allowance left, check again when the next year begins
        back = until if until > now else new_year(now)
        planned: dict[WallKind, datetime] = (
            {Due.STRICT_BACK: back} if back < vacation.ends_at else {}
        )
        await deadlines.replace(tx, (Due.STRICT_BACK,), user_id, planned)
        if until > now:
            await vacations.end(tx, vacation, now)
            rest = NewVacation(user_id, now, vacation.ends_at, until, vacation.automatic)
            await vacations.add(tx, rest)
            await pause_or_resume_clocks(tx, user_id, now)


async def stop_using_allowance(tx: Transaction, game: GameRow, at: datetime) -> None:
    """End the use of the allowance by players whose last strict game has just ended.

    An automatic vacation, which pauses strict games only, ends.
    """
    for user_id in game.players:
        vacation = await vacations.find_current(tx, user_id, at)
        if vacation is None or vacation.strict_ends_at <= at or await strict_clocks(tx, user_id):
            continue
        if vacation.automatic:
            await vacations.end(tx, vacation, at)
            await deadlines.put(tx, Due.BACK, user_id, at)
        else:
            await vacations.end_for_strict_games(tx, vacation, at)
        await deadlines.replace(tx, (Due.STRICT_BACK,), user_id, {})


async def end_vacation(tx: Transaction, vacation: VacationRow, now: datetime) -> None:
    """End a vacation: resume the clocks and send the notifications that were held."""
    await vacations.end(tx, vacation, now)
    await deadlines.replace(tx, (Due.BACK, Due.STRICT_BACK), vacation.user_id, {})
    await pause_or_resume_clocks(tx, vacation.user_id, now, knows=vacation.user_id)
    await reschedule_notifications(tx, vacation.user_id, now)


async def allowance(tx: Transaction, user_id: int, now: datetime) -> timedelta:
    """Return the remaining time for which vacations can pause a person's strict games this year."""
    year = datetime(now.year, 1, 1, tzinfo=UTC)
    end = new_year(now)
    used = sum(
        (
            max(min(row.strict_ends_at, end) - max(row.starts_at, year), timedelta(0))
            for row in await vacations.find_ending_after(tx, user_id, year)
        ),
        timedelta(0),
    )
    return max(ALLOWANCE - used, timedelta(0))


def new_year(now: datetime) -> datetime:
    """Return the beginning of the next calendar year (UTC), when the allowance is renewed."""
    return datetime(now.year + 1, 1, 1, tzinfo=UTC)


async def end_of_allowance(
    tx: Transaction, user_id: int, now: datetime, until: datetime
) -> datetime:
    """Return when the allowance for strict games runs out, or `until` if that is earlier.

    If the allowance lasts until the new year, the next year's allowance follows.

    :param until: the end of the vacation.
    """
    end = now + await allowance(tx, user_id, now)
    if end >= new_year(now):
        end = new_year(now) + ALLOWANCE
    return min(until, end)


async def pause_or_resume_clocks(
    tx: Transaction, user_id: int, now: datetime, *, knows: int | None = None
) -> None:
    """Pause or resume each clock of a person's games; see `pause_or_resume`."""
    rows = await clocks.find_of_player(tx, user_id)
    await pause_or_resume(tx, rows, now, knows=knows, away=user_id)


async def pause_or_resume(
    tx: Transaction,
    rows: Iterable[ClockRow],
    now: datetime,
    *,
    knows: int | None = None,
    away: int | None = None,
) -> None:
    """Pause or resume clocks, depending on vacations and on whether the bot is in the server.

    If a clock resumes after the reminder for the current turn, its player is reminded again. If it
    resumes during a vacation, the notifications of the game that the vacation held are sent.

    :param knows: a person who needs no reminder, because they ended the vacation themselves.
    :param away: a person whose vacation has ended. If the player to move expected them later, the
        digest names the current turn once more.
    """
    people: set[int] = set()
    for row in rows:
        game = await games.find(tx, row.game_id)
        assert game is not None, "a clock belongs to a game"
        if await _pause_or_resume(tx, game, row, now):
            people |= await _tell_of_resumed_clock(tx, game, row, now, knows=knows, away=away)
    for person in sorted(people):
        await reschedule_notifications(tx, person, now)


async def _tell_of_resumed_clock(
    tx: Transaction,
    game: GameRow,
    row: ClockRow,
    now: datetime,
    *,
    knows: int | None,
    away: int | None,
) -> set[int]:
    """Remind the player to move if needed; return whose held notifications may be due now."""
    to, people = game.players[row.seat], set[int]()
    if row.reminded_at == game.turn_revision:
        if to != knows:
            await remind(tx, game, row.seat, now)
    elif away is not None and await _expects_later(tx, game, to, away, now):
        turns = await turn_notifications.find_all(tx, [(game.id, revision_of(game))])
        await turn_notifications.change_states(tx, turns, turn_notifications.HELD, now)
        people.add(to)
    for person in game.players:
        if await vacation_until(tx, person, now) is not None:
            people.add(person)
    return people


async def _expects_later(
    tx: Transaction, game: GameRow, reader: int, away: int, now: datetime
) -> bool:
    """Return whether a player was notified of a vacation of the other that is to last longer.

    A turn that began as the vacation ended has its own notification.
    """
    if game.updated_at >= now:
        return False
    told = await _announcements(tx, reader, away)
    last = [each for waits, each in told if not waits][-1:]
    return any(game.id in each.games and each.until > now for each in last)


async def _pause_or_resume(tx: Transaction, game: GameRow, row: ClockRow, now: datetime) -> bool:
    """Pause or resume the clock of a game; return whether it was resumed."""
    clock = await present_clock(tx, row, now)
    undeliverable = await is_undeliverable(tx, game.guild_id, game.created_at)
    is_away = row.stops_for_vacations and await is_any_player_on_vacation(
        tx, game, now, strict=row.strict
    )
    if undeliverable or is_away:
        # nothing can save a strict game whose time is up
        if clock.since is not None and not (row.strict and clock.has_fallen(now)):
            await store(tx, row, clock.paused(now), now)
            await deadlines.replace(tx, CLOCK_DUE, game.id, {})
            if not undeliverable:  # otherwise the bot cannot edit the posted board
                await add_clock_message(tx, game, now)
        return False
    if clock.since is not None:
        return False
    stored = await store(tx, row, clock.resumed(now), now)
    await plan_clock_deadlines(tx, game, stored, clock.resumed(now), now)
    await add_clock_message(tx, game, now)
    return True


async def _to_opponents(
    tx: Transaction, vacation: NewVacation, now: datetime
) -> list[tuple[int, outbox.NewOutboxMessage]]:
    """Return a notification for each opponent in a paused game, as (opponent, message).

    Games that the opponent has muted are left out.
    """
    user_id, until, strict_until = vacation.user_id, vacation.ends_at, vacation.strict_ends_at
    own = await clocks.find_of_player(tx, user_id)
    strict = {clock.game_id for clock in own if clock.strict and clock.stops_for_vacations}
    unstopped = {clock.game_id for clock in own if not clock.stops_for_vacations}
    if strict_until <= now:  # no allowance is left
        strict, unstopped = set(), strict | unstopped
    shared: dict[int, list[GameRow]] = {}
    for row in await game_lists.find_running(tx, user_id):
        is_paused = row.id in strict or not (vacation.automatic or row.id in unstopped)
        if is_paused and row.engine_seat is None:  # the engine needs no notification
            shared.setdefault(row.opponent_of(user_id), []).append(row)
    notifications = []
    for opponent, rows in shared.items():
        muted = await turn_notifications.muted_games(tx, opponent)
        theirs = [row for row in rows if row.id not in muted]
        if not theirs:
            continue
        numbers = [row.id for row in theirs]
        location = await choose_location(tx, opponent, theirs, now)
        payload = Away(who=user_id, until=until, games=tuple(numbers))
        if strict_until < until and (paused := tuple(sorted(strict.intersection(numbers)))):
            payload = replace(payload, strict=paused, strict_until=strict_until)
        where = (location.guild_id, location.channel_id)
        new = outbox.NewOutboxMessage(
            NotificationKind.AWAY, *where, now, payload=payload, user_id=opponent
        )
        notifications.append((opponent, new))
    return notifications


async def _is_notified(tx: Transaction, opponent: int, payload: Away, now: datetime) -> bool:
    """Return whether an opponent's latest notification of a vacation has the same contents."""
    same_person = await _announcements(tx, opponent, payload.who)
    sent = [each for waits, each in same_person if not waits]
    # outdated ones that are waiting are dropped when they are composed
    waiting = [each for waits, each in same_person if waits]
    return any(_covers(each, payload, now) for each in (*sent[-1:], *waiting))


async def _announcements(tx: Transaction, reader: int, who: int) -> list[tuple[bool, Away]]:
    """Return a reader's notifications of a person's vacations, as `find_notifications` does."""
    kind = NotificationKind.AWAY
    written = await outbox_queries.find_notifications(tx, reader, kind, Away)
    return [(waits, each) for waits, each in written if each.who == who]


def _covers(old: Away, new: Away, now: datetime) -> bool:
    """Return whether an old notification of a vacation makes a new one superfluous.

    It does if it has the same dates, and all games of the new one.
    """
    games = set(new.games) <= set(old.games)
    strict = set(new.strict) <= set(old.strict)
    same = old.until == new.until and _strict_until(old, now) == _strict_until(new, now)
    return games and strict and same


def _strict_until(payload: Away, now: datetime) -> datetime | None:
    # afterwards, a new notification leaves these games out
    until = payload.strict_until
    return None if until is None or until <= now else until
