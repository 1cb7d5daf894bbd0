"""Handlers of deadlines, one for each kind, within a transaction."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta

from bot.services.steps.daily_posts import post_daily
from bot.services.steps.game_clocks import (
    is_clock_stopped,
    plan_clock_deadlines,
    plan_inactivity_deadline,
    present_clock,
    revision_of,
    update_some_boards,
)
from bot.services.steps.game_end import end_game
from bot.services.steps.league_seasons import begin_due_season, make_games, open_next_season
from bot.services.steps.notification_creation import (
    add_notification,
    games_waiting_for,
    is_still_to_be_sent,
    mark_notified,
)
from bot.services.steps.notification_settings import (
    choose_location,
    remind,
    reschedule_notifications,
)
from bot.services.steps.person_deletion import delete_person
from bot.services.steps.personal_settings import setting_of
from bot.services.steps.series import begin_planned_game
from bot.services.steps.server_purge import purge
from bot.services.steps.vacations import (
    allowance,
    begin_vacation,
    cover_strict_games,
    new_year,
    pause_or_resume_clocks,
    strict_clocks,
)
from bot.services.steps.weekly_news import post_week
from bot.services.values.clocks.due_dates import CLOSED_AFTER, BotDue, Due
from bot.services.values.view_builder import CLOSED, TIMED_OUT
from bot.store.engine.database import Transaction
from bot.store.tables import (
    clocks,
    deadlines,
    games,
    outbox,
    outbox_queries,
    turn_notifications,
    vacations,
)
from bot.store.tables.bot_time import GRACE, bot_time_of
from bot.store.tables.clocks import ClockRow
from bot.store.tables.deadlines import Deadline
from bot.store.tables.games import GameRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.payloads import OwnVacation

LAPSED = "lapsed"

Handler = Callable[[Transaction, Deadline, datetime], Awaitable[None]]
GameHandler = Callable[[Transaction, GameRow, ClockRow | None, datetime], Awaitable[None]]


def _of_game(handle: GameHandler) -> Handler:
    async def handler(tx: Transaction, deadline: Deadline, now: datetime) -> None:
        game = await games.find(tx, deadline.subject)
        if game is not None and game.mover is not None:
            await handle(tx, game, await clocks.find(tx, game.id), now)

    return handler


async def _reminder(tx: Transaction, game: GameRow, row: ClockRow | None, now: datetime) -> None:
    if row is None or row.since is None or (await present_clock(tx, row, now)).has_fallen(now):
        return
    if await remind(tx, game, row.seat, now):
        await clocks.change(tx, row, reminded_at=game.turn_revision)


async def _vacation(tx: Transaction, game: GameRow, row: ClockRow | None, now: datetime) -> None:
    mover = game.mover
    if (
        row is None
        or row.since is None
        or mover is None
        or row.no_vacation_at == game.turn_revision
    ):
        return
    clock = await present_clock(tx, row, now)
    if clock.has_fallen(now):
        return  # nothing can save the game any more
    if await vacations.find_current(tx, mover, now) is not None:
        await cover_strict_games(tx, (mover,), now)
        return
    if await setting_of(tx, mover, "vacation") == "off":
        return
    left = await allowance(tx, mover, now)
    if left <= timedelta(0):
        if clock.ends_at is not None and new_year(now) < clock.ends_at:
            again_at = await bot_time_of(tx, new_year(now), now)
            await deadlines.put(tx, BotDue.VACATION, game.id, again_at)
        return
    until = now + left
    await begin_vacation(tx, mover, now, until, automatic=True)
    about = OwnVacation(revision=revision_of(game), until=until)
    await add_notification(tx, NotificationKind.VACATION, game, row.seat, now, about)


async def _fall(tx: Transaction, game: GameRow, row: ClockRow | None, now: datetime) -> None:
    if row is None or row.since is None:
        return
    clock = await present_clock(tx, row, now)
    if not clock.has_fallen(now):
        await plan_clock_deadlines(tx, game, row, clock, now)
    elif row.strict:
        await end_game(tx, game, TIMED_OUT, 1 - row.seat, now)
    else:
        if not await is_still_to_be_sent(tx, NotificationKind.TIME_UP, game, 1 - row.seat):
            await add_notification(tx, NotificationKind.TIME_UP, game, 1 - row.seat, now)
        # the inactivity deadline may date from before a vacation, which does not postpone it
        await plan_inactivity_deadline(tx, game, now)


async def _asleep(tx: Transaction, game: GameRow, _row: ClockRow | None, now: datetime) -> None:
    if await is_clock_stopped(tx, game, now, strict=False):
        await _put_in_a_week(tx, BotDue.ASLEEP, game, now)
        return
    for seat in (0, 1):
        await add_notification(tx, NotificationKind.ASLEEP, game, seat, now)
    await _put_in_a_week(tx, BotDue.CLOSE, game, now)


async def _close(tx: Transaction, game: GameRow, _row: ClockRow | None, now: datetime) -> None:
    if await is_clock_stopped(tx, game, now, strict=False):
        await _put_in_a_week(tx, BotDue.CLOSE, game, now)
        return
    await end_game(tx, game, CLOSED, None, now)


async def _put_in_a_week(tx: Transaction, kind: BotDue, game: GameRow, now: datetime) -> None:
    await deadlines.put(tx, kind, game.id, await bot_time_of(tx, now + CLOSED_AFTER, now))


async def _strict_back(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    person = deadline.subject
    strict = await strict_clocks(tx, person)
    if not strict:
        return
    await cover_strict_games(tx, (person,), now)
    vacation = await vacations.find_current(tx, person, now)
    if vacation is not None and vacation.strict_ends_at > now:
        return  # the new year brings new allowance
    await pause_or_resume_clocks(tx, person, _exact(deadline, now), knows=person)
    game = await games.find(tx, strict[0].game_id)
    assert game is not None, "a clock belongs to a game"
    await add_notification(tx, NotificationKind.STRICT_BACK, game, game.players.index(person), now)


async def _back(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    moment = _exact(deadline, now)
    vacation = await vacations.find_current(tx, deadline.subject, moment)
    if vacation is not None:
        await deadlines.put(tx, Due.BACK, deadline.subject, vacation.ends_at)
        return
    await pause_or_resume_clocks(tx, deadline.subject, moment)
    await reschedule_notifications(tx, deadline.subject, now)


async def _digest(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    person = deadline.subject
    held = await turn_notifications.find_held(tx, person)
    waiting = {(game.id, game.revision): game for game in await games_waiting_for(tx, person, now)}
    current = [row for row in held if (row.game_id, row.revision) in waiting]
    obsolete = [row for row in held if (row.game_id, row.revision) not in waiting]
    await turn_notifications.change_states(tx, obsolete, LAPSED, now)
    if not current:
        return
    await turn_notifications.change_states(tx, current, turn_notifications.DIGESTED, now)
    await mark_notified(tx, person, waiting.values(), now)
    location = await choose_location(tx, person, [game.location for game in waiting.values()], now)
    # one that awaits an interaction in another channel must not hold back these games
    await outbox.release_notification(tx, person, NotificationKind.DIGEST, location.channel_id, now)
    if await outbox_queries.is_notification_waiting(tx, person, NotificationKind.DIGEST):
        # the notification is composed when it is sent, and will also name these games
        return
    where = (location.guild_id, location.channel_id)
    await outbox.add(
        tx, outbox.NewOutboxMessage(NotificationKind.DIGEST, *where, now, user_id=person)
    )


async def _deletion(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    await delete_person(tx, deadline.subject, now)


def _exact(deadline: Deadline, now: datetime) -> datetime:
    assert isinstance(deadline.due_at, datetime), "vacations end in wall time"
    # the loop is a moment late; after an outage, it does not charge the time since the deadline
    return deadline.due_at if now - deadline.due_at <= GRACE else now


HANDLERS: Mapping[str, Handler] = {
    BotDue.REMINDER: _of_game(_reminder),
    BotDue.VACATION: _of_game(_vacation),
    BotDue.FALL: _of_game(_fall),
    BotDue.ASLEEP: _of_game(_asleep),
    BotDue.CLOSE: _of_game(_close),
    Due.STRICT_BACK: _strict_back,
    Due.BACK: _back,
    Due.DIGEST: _digest,
    Due.PURGE: purge,
    Due.DAILY: post_daily,
    Due.WEEK: post_week,
    Due.DELETION: _deletion,
    Due.SERIES: begin_planned_game,
    Due.BOARDS: update_some_boards,
    BotDue.LEAGUE_START: begin_due_season,
    BotDue.LEAGUE_HALF: open_next_season,
    Due.LEAGUE_GAMES: make_games,
}
